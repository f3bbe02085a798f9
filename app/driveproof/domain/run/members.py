# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How busy the devices below and beside a target were: rates of one repeat, medians of several."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from typing import NamedTuple

from driveproof.domain.run.run import MemberStatistics, PhaseResult, Role
from driveproof.domain.say import Say


class Activity(NamedTuple):
    """What a device did a second: bytes and I/Os; `busy` is the share of time, 0 to 1, or None.

    `request` is the mean size of its requests in bytes, `queue` the mean number of them that were
    waiting or served, `read_wait` and `write_wait` the mean time from request to answer, in
    seconds: what `iostat -x` calls areq-sz, aqu-sz, r_await and w_await, by its formulas (sysstat,
    rd_stats.c and iostat.c). None where there was no request, or nothing was counted.
    """

    device: str
    role: Role
    read_bandwidth: float
    write_bandwidth: float
    read_iops: float
    write_iops: float
    busy: float | None
    request: float | None = None
    queue: float | None = None
    read_wait: float | None = None
    write_wait: float | None = None
    wait: float | None = None
    """Of reads and writes together (await)."""


def activity(member: MemberStatistics) -> Activity | None:
    """The rates of one measured time; None when that was no time at all."""
    seconds = member.seconds
    if seconds <= 0:
        return None
    ios = member.read_ios + member.written_ios
    waits = (member.read_wait, member.write_wait)
    return Activity(
        member.device,
        member.role,
        member.read_bytes / seconds,
        member.written_bytes / seconds,
        member.read_ios / seconds,
        member.written_ios / seconds,
        None if member.busy is None else min(1.0, member.busy / seconds),
        _each(member.read_bytes + member.written_bytes, ios),
        None if member.queued is None else member.queued / seconds,
        _each(member.read_wait, member.read_ios),
        _each(member.write_wait, member.written_ios),
        None if None in waits else _each(sum(filter(None, waits)), ios),
    )


def _each(total: float | None, count: int) -> float | None:
    return None if total is None or not count else total / count


def activities(members: tuple[MemberStatistics, ...]) -> tuple[Activity, ...]:
    """The rates of each, in their order."""
    return tuple(found for member in members if (found := activity(member)) is not None)


def typical(phase: PhaseResult) -> tuple[Activity, ...]:
    """The median rates of each device over the repeats that count, in the order of the first."""
    whole = [repeat for repeat in phase.repeats if repeat.counts]
    found: dict[tuple[str, Role], list[Activity]] = {}
    for repeat in whole or phase.repeats:
        for each in activities(repeat.members):
            found.setdefault((each.device, each.role), []).append(each)
    return tuple(_middle(device, role, rows) for (device, role), rows in found.items())


def _middle(device: str, role: Role, rows: list[Activity]) -> Activity:
    def of(value: Callable[[Activity], float]) -> float:
        return median(map(value, rows))

    def known(value: Callable[[Activity], float | None]) -> float | None:
        found = [one for one in map(value, rows) if one is not None]
        return median(found) if found else None

    return Activity(
        device,
        role,
        of(lambda row: row.read_bandwidth),
        of(lambda row: row.write_bandwidth),
        of(lambda row: row.read_iops),
        of(lambda row: row.write_iops),
        known(lambda row: row.busy),
        known(lambda row: row.request),
        known(lambda row: row.queue),
        known(lambda row: row.read_wait),
        known(lambda row: row.write_wait),
        known(lambda row: row.wait),
    )


_ROLES = {
    Role.TARGET: Say("Measured"),
    Role.BELOW: Say("Underlying"),
    Role.BESIDE: Say("Related"),
    Role.SOURCE: Say("Source"),
    Role.LOG: Say("Log device"),
}


def role_title(role: Role, *, watched: bool = False) -> Say:
    """How a device lies to the target, which is measured, or `watched` by the live monitor."""
    return Say("Watched") if watched and role is Role.TARGET else _ROLES[role]
