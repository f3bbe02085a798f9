# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How busy the devices below and beside a target were: rates of one repeat, medians of several."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from typing import NamedTuple

from driveproof.domain.run.run import Member, PhaseResult

# How a device lies to what is measured: it holds it, is under it, or serves beside it (another
# device of the same file system or array, the cache of a bcache).
TARGET, BELOW, BESIDE = "target", "below", "beside"
ROLES = (TARGET, BELOW, BESIDE)


class Activity(NamedTuple):
    """What a device did a second: bytes and I/Os; `busy` is the share of time, 0 to 1, or None."""

    device: str
    role: str
    read_bandwidth: float
    write_bandwidth: float
    read_iops: float
    write_iops: float
    busy: float | None


def activity(member: Member) -> Activity | None:
    """The rates of one measured time; None when that was no time at all."""
    seconds = member.seconds
    if seconds <= 0:
        return None
    return Activity(
        member.device,
        member.role,
        member.read_bytes / seconds,
        member.written_bytes / seconds,
        member.read_ios / seconds,
        member.written_ios / seconds,
        None if member.busy is None else min(1.0, member.busy / seconds),
    )


def activities(members: tuple[Member, ...]) -> tuple[Activity, ...]:
    """The rates of each, in their order."""
    return tuple(found for member in members if (found := activity(member)) is not None)


def typical(phase: PhaseResult) -> tuple[Activity, ...]:
    """The median rates of each device over the repeats that count, in the order of the first."""
    whole = [repeat for repeat in phase.repeats if repeat.counts]
    found: dict[tuple[str, str], list[Activity]] = {}
    for repeat in whole or phase.repeats:
        for each in activities(repeat.members):
            found.setdefault((each.device, each.role), []).append(each)
    return tuple(_middle(device, role, rows) for (device, role), rows in found.items())


def _middle(device: str, role: str, rows: list[Activity]) -> Activity:
    def of(value: Callable[[Activity], float]) -> float:
        return median(map(value, rows))

    known = [row.busy for row in rows if row.busy is not None]
    return Activity(
        device,
        role,
        of(lambda row: row.read_bandwidth),
        of(lambda row: row.write_bandwidth),
        of(lambda row: row.read_iops),
        of(lambda row: row.write_iops),
        median(known) if known else None,
    )
