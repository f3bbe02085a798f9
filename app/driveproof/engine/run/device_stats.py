# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads what every device that serves a target has done, and what it did between two readings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from driveproof.domain.run.run import Member
from driveproof.system.kernel.stack import Involved
from driveproof.system.kernel.sysfs import BlockStat, Sysfs


@dataclass(frozen=True, slots=True)
class Reading:
    """The counters of devices by kernel name."""

    stats: Mapping[str, BlockStat]


class Gauges:
    """The kernel's statistics of some devices, in the order in which they are told."""

    def __init__(self, devices: tuple[Involved, ...], sysfs: Sysfs) -> None:
        self._devices = devices
        self._sysfs = sysfs

    def read(self) -> Reading:
        """Their counters now; who is gone is missing. Some 20 µs a device."""
        stats = {
            device: stat
            for device, _ in self._devices
            if (stat := self._sysfs.read_stat(device)) is not None
        }
        return Reading(stats)

    def between(self, earlier: Reading, later: Reading, seconds: float) -> tuple[Member, ...]:
        """What each did; none of a device that was not there all the time.

        `seconds` are those in which fio did its I/O: it starts some 0.3 s after the first reading
        and takes as long to end, and with that time the rates would not fit its own.
        """
        return tuple(
            _member(device, role, earlier.stats[device], later.stats[device], seconds)
            for device, role in self._devices
            if device in earlier.stats and device in later.stats
        )


def _member(device: str, role: str, one: BlockStat, two: BlockStat, seconds: float) -> Member:
    # A device that was taken away and came back counts from zero, and io_ticks has 32 bits.
    busy = two.busy_seconds - one.busy_seconds
    return Member(
        device=device,
        role=role,
        read_bytes=max(0, two.read_bytes - one.read_bytes),
        written_bytes=max(0, two.written_bytes - one.written_bytes),
        read_ios=max(0, two.reads - one.reads),
        written_ios=max(0, two.writes - one.writes),
        seconds=seconds,
        busy=busy if busy >= 0 else None,
    )
