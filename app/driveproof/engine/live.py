# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Watches what a device and all that serve it do, or a mount of NFS, from the kernel's counters: no
load, no root.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from driveproof.domain.drive.network_folder import NfsCounters, NfsOperation
from driveproof.domain.errors import Advice, MachineError, UsageError
from driveproof.domain.live import LiveSample
from driveproof.domain.run.members import activities
from driveproof.domain.run.run import MemberStatistics, Role
from driveproof.engine.run.monitor import DeviceStats
from driveproof.system.kernel.devices import device_holding, name_of, node_at
from driveproof.system.kernel.hwmon import drive_temperature
from driveproof.system.kernel.mounts import filesystem_traits, mount_of
from driveproof.system.kernel.network_mounts import nfs_counters
from driveproof.system.kernel.stack import devices_involved
from driveproof.system.kernel.sysfs import Sysfs


def watched(path: str, sysfs: Sysfs) -> str:
    """The kernel name of the device that a path names, or that holds a folder or file.

    Raises MachineError for what is not there, UsageError for what no block device holds.
    """
    node = node_at(path, sysfs.root)
    if node is None and not os.path.exists(path):  # noqa: PTH110 - it may not be entered: no fault
        raise MachineError(
            "{path} does not exist.", path=path, advice=Advice("Choose a folder or device.")
        )
    name = name_of(node.number, sysfs) if node else device_holding(path, sysfs)
    if name is None:
        raise UsageError(
            "{path} is not on a block device.",
            path=path,
            advice=Advice("Choose a folder or device."),
        )
    return name


def live_monitor(
    path: str, sysfs: Sysfs, *, clock: Callable[[], float] = time.monotonic
) -> LiveMonitor | NfsMonitor:
    """Watch what a path names or lies on, also a folder on NFS, which alone of the network file
    systems counts what it does. Raises as `watched` does.
    """
    if os.path.isdir(path):  # noqa: PTH112 - one that may not be entered is no fault
        mount = mount_of(path)
        if filesystem_traits(mount).network and nfs_counters(mount.path) is not None:
            return NfsMonitor(mount.path, mount.source, clock=clock)
    return LiveMonitor(watched(path, sysfs), sysfs, clock=clock)


class NfsMonitor:
    """One mount of NFS; each `look` gives what went to and came from the server since the last one.

    The request is READ or WRITE, and its wait is from the call to the answer; the queue is the mean
    number of them on their way. The kernel counts without asking the server.
    """

    def __init__(
        self,
        point: str,
        source: str,
        *,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        count: Callable[[str], NfsCounters | None] = nfs_counters,
    ) -> None:
        self.name = source
        self.devices = ((source, Role.TARGET),)
        self._point, self._clock, self._now, self._count = point, clock, now, count
        self._before, self._at = count(point) or NfsCounters(), clock()

    def look(self) -> LiveSample:
        """What happened since the last look. Raises MachineError when it is mounted no more."""
        counters, at = self._count(self._point), self._clock()
        if counters is None:
            raise MachineError(
                "{path} is not mounted.",
                path=self._point,
                advice=Advice("Mount it again."),
            )
        done, seconds = counters.since(self._before), at - self._at
        self._before, self._at = counters, at
        reads, writes = (done.operations.get(name, NfsOperation()) for name in ("READ", "WRITE"))
        member = MemberStatistics(
            device=self.name,
            role=Role.TARGET,
            read_bytes=done.read_bytes,
            written_bytes=done.written_bytes,
            read_ios=reads.requests,
            written_ios=writes.requests,
            seconds=seconds,
            read_wait=reads.taken,
            write_wait=writes.taken,
            queued=reads.taken + writes.taken,
        )
        return LiveSample(self._now(), seconds, activities((member,)))


class LiveMonitor:
    """One device by its kernel name; each `look` gives what happened since the last one.

    It reads /sys/class/block/*/stat, which no drive notices. A temperature is read from the drive
    itself, which can keep a hard disk from sleeping or wake it: a rotating one is asked only when
    it did I/O since the last look.
    """

    def __init__(
        self,
        name: str,
        sysfs: Sysfs,
        *,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.name = name
        self.devices = devices_involved(name, sysfs)
        """The device, then all that serve it, with their roles."""
        self._sysfs, self._clock, self._now = sysfs, clock, now
        self._stats = DeviceStats(self.devices, sysfs)
        self._rotating = {
            device for device, _role in self.devices if sysfs.limits(device).rotational
        }
        self._drives = tuple(
            device for device, _role in self.devices if sysfs.disk_of(device) == device
        )
        self._before, self._at = self._stats.read(), clock()

    def look(self) -> LiveSample:
        """What happened since the last look. Raises MachineError when the device has gone."""
        reading, at = self._stats.read(), self._clock()
        if self.name not in reading.stats or self.name not in self._before.stats:
            raise MachineError(
                "{path} was removed.",
                path=f"/dev/{self.name}",
                advice=Advice("Check that it is connected."),
            )
        seconds = at - self._at
        members = self._stats.between(self._before, reading, seconds)
        used = {one.device for one in members if one.read_ios or one.written_ios}
        self._before, self._at = reading, at
        return LiveSample(
            self._now(),
            seconds,
            activities(members),
            {
                drive: degrees
                for drive in self._drives
                if (drive not in self._rotating or drive in used)
                and (degrees := drive_temperature(drive, Path(self._sysfs.root))) is not None
            },
        )
