# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Watches the devices below a target while fio works: temperature, link, statistics, throttling."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from driveproof.domain.drive.attachment import NOT_REPORTED, Attachment
from driveproof.domain.drive.link import LinkState
from driveproof.domain.health.throttling import HOT, SLOWER_LINK, at_limit
from driveproof.domain.run.run import NO_ENCRYPTION, Disturbance, MemberStatistics, Role
from driveproof.system.kernel.arrays import array_action
from driveproof.system.kernel.hwmon import drive_temperature, warning_temperature
from driveproof.system.kernel.legs import Legs, legs_of
from driveproof.system.kernel.link_state import link_of
from driveproof.system.kernel.network_mounts import network_link
from driveproof.system.kernel.stack import Involved, encryption_of
from driveproof.system.kernel.sysfs import BlockStat, Sysfs

# The hwmon of an NVMe or ATA drive asks the drive itself: often enough to see throttling, seldom
# enough not to disturb what is measured.
TEMPERATURE_INTERVAL = 2.0


class Thermometer:
    """The temperature of a drive, read by a thread of its own: a drive that stalls answers late."""

    def __init__(
        self,
        read: Callable[[], float | None],
        read_limit: Callable[[], float | None] = lambda: None,
    ) -> None:
        self._read = read
        self._stop = threading.Event()
        self.value: float | None = read()
        self._thread: threading.Thread | None = None
        self.limit: float | None = None
        """The drive's own warning temperature."""
        if self.value is not None:
            self.limit = read_limit()
            self._thread = threading.Thread(target=self._loop, name="thermometer", daemon=True)
            self._thread.start()

    def _loop(self) -> None:
        while not self._stop.wait(TEMPERATURE_INTERVAL):
            self.value = self._read()

    def close(self) -> None:
        """Stop reading; does not wait for a drive that does not answer."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=0.1)


class Monitor:
    """What a device and its thermometer say; `device` is a kernel name ("sda") or None.

    `stats` reads the statistics of all `layers` that serve the target. Where there are none, the
    link may be that to the server of the file system at `mount_point`.
    """

    def __init__(
        self,
        device: str | None,
        drives: tuple[str, ...],
        sysfs: Sysfs,
        layers: tuple[Involved, ...] = (),
        mount_point: str | None = None,
    ) -> None:
        self.stats = DeviceStats(layers, sysfs)
        self._device = device
        self.sysfs = sysfs
        names = dict.fromkeys((*(name for name, _ in layers), *([device] if device else [])))
        self._layers = tuple(names)
        self.drive = drives[0] if len(drives) == 1 else None
        """The kernel's name of the one drive below the target."""
        self.link = LinkMonitor(self.drive, sysfs)
        if self.drive is None and not drives:  # a server may answer there
            self.link.state = network_link(mount_point)
        self._thermometers = [
            Thermometer(
                partial(drive_temperature, name, sysfs.root),
                partial(warning_temperature, name, sysfs.root),
            )
            for name in drives
        ]

    def bytes_done(self) -> int | None:
        """Bytes that the device has read and written since boot, None where nothing counts them."""
        if self._device is None:
            return None
        stat = self.sysfs.read_stat(self._device)
        return None if stat is None else stat.read_bytes + stat.written_bytes

    @property
    def temperature(self) -> float | None:
        """Degrees Celsius of the hottest drive below the target, None when none reports it."""
        known = [t.value for t in self._thermometers if t.value is not None]
        return max(known) if known else None

    @property
    def encryption(self) -> str | None:
        """What encrypts on the way to the drive: "LUKS2", NO_ENCRYPTION; None where unknown."""
        if not self._layers:
            return None
        kinds = (encryption_of(name, self.sysfs) for name in self._layers)
        return next(filter(None, kinds), NO_ENCRYPTION)

    def attachment(self) -> tuple[Attachment, int | None]:
        """How the one drive below is attached, and the bytes of its logical block."""
        if self.drive is None:
            return NOT_REPORTED, None
        limits = self.sysfs.limits(self.drive)
        return self.sysfs.attachment(self.drive), limits.logical_block_size

    @property
    def legs(self) -> Legs | None:
        """The devices that each hold a copy or a part of the target's data."""
        return legs_of(self._layers[0] if self._layers else None, self.sysfs)

    @property
    def array_works(self) -> bool:
        """Whether an array or a btrfs that serves the target is resynced, checked or balanced."""
        return any(array_action(self.sysfs, name) is not None for name in self._layers)

    @property
    def hot(self) -> bool:
        """Whether a drive below the target is at its own warning temperature."""
        return any(at_limit(one.value, one.limit) for one in self._thermometers)

    @property
    def gone(self) -> bool:
        """Whether the device has left the machine, or the kernel has given it up."""
        if self._device is None:
            return False
        return self.sysfs.read_stat(self._device) is None or self.sysfs.is_offline(self._device)

    def close(self) -> None:
        """Stop the threads."""
        self.link.close()
        for thermometer in self._thermometers:
            thermometer.close()


@dataclass(frozen=True, slots=True)
class CounterReading:
    """The counters of devices by kernel name."""

    stats: Mapping[str, BlockStat]


class DeviceStats:
    """The kernel's statistics of some devices, in the order given."""

    def __init__(self, devices: tuple[Involved, ...], sysfs: Sysfs) -> None:
        self._devices = devices
        self._sysfs = sysfs

    def read(self) -> CounterReading:
        """Their counters now; who is gone is missing. Some 20 µs a device."""
        stats = {
            device: stat
            for device, _ in self._devices
            if (stat := self._sysfs.read_stat(device)) is not None
        }
        return CounterReading(stats)

    def stored(self, reading: CounterReading) -> int | None:
        """Bytes that the device of the target has been given since it appeared; None where nothing
        counts them.
        """
        found = reading.stats.get(self._devices[0].device) if self._devices else None
        return None if found is None else found.written_bytes

    def between(
        self, earlier: CounterReading, later: CounterReading, seconds: float
    ) -> tuple[MemberStatistics, ...]:
        """What each did; none of a device that was not there all the time.

        `seconds` are those in which fio did its I/O: it starts some 0.3 s after the first reading
        and takes as long to end, and with that time the rates would not fit its own.
        """
        return tuple(
            _member(device, role, earlier.stats[device], later.stats[device], seconds)
            for device, role in self._devices
            if device in earlier.stats and device in later.stats
        )


def _member(
    device: str, role: Role, one: BlockStat, two: BlockStat, seconds: float
) -> MemberStatistics:
    # A device that was taken away and came back counts from zero, and io_ticks has 32 bits.
    def grown(before: float, after: float) -> float | None:
        # In milliseconds, as the kernel counts: a difference of seconds would have an error.
        return round(after - before, 3) if after >= before else None

    return MemberStatistics(
        device=device,
        role=role,
        read_bytes=max(0, two.read_bytes - one.read_bytes),
        written_bytes=max(0, two.written_bytes - one.written_bytes),
        read_ios=max(0, two.reads - one.reads),
        written_ios=max(0, two.writes - one.writes),
        seconds=seconds,
        busy=grown(one.busy_seconds, two.busy_seconds),
        read_wait=grown(one.read_seconds, two.read_seconds),
        write_wait=grown(one.write_seconds, two.write_seconds),
        queued=grown(one.queued_seconds, two.queued_seconds),
    )


INTERVAL = 1.0  # seconds between two looks: phases last two and more
_LOAD = 2**20  # bytes between two looks that make a drive busy


class LinkMonitor:
    """The link of one drive (kernel name; None for none or several), looked at once a second in
    a thread of its own. `state` is what counts: of a PCIe link, which is lowered while it idles,
    the best that was seen under load; of any other the last.
    """

    def __init__(self, drive: str | None, sysfs: Sysfs, interval: float = INTERVAL) -> None:
        self._drive = drive
        self._sysfs = sysfs
        self._interval = interval
        self._stop = threading.Event()
        self.first = LinkState() if drive is None else link_of(drive, sysfs)
        self.state = self.first
        self._loaded = False
        # An idle PCIe link shows less than it is.
        self._best = 0 if self.first.kind == "pcie" else self.first.ceiling or 0
        self._lower = False
        self.dips = 0
        """How often it was seen to carry less than before in this run, twice in a row at least:
        once may be a look at the moment in which the drive had nothing to do."""
        self._thread: threading.Thread | None = None
        if self.first.kind:
            self._thread = threading.Thread(target=self._loop, name="link", daemon=True)
            self._thread.start()

    def look(self, *, under_load: bool) -> None:
        """Look once."""
        if self._drive is None:
            return
        now = link_of(self._drive, self._sysfs, under_load=under_load)
        if not now.kind:
            return  # unplugged: what was known stays
        if now.kind != "pcie" or under_load:
            self._count_dips(now.ceiling or 0)
        if now.kind != "pcie":
            self.state = now
        elif under_load and now.now:
            known = (self.state.ceiling or 0) if self._loaded else -1
            if (now.ceiling or 0) > known:
                self.state, self._loaded = now, True

    def _count_dips(self, ceiling: int) -> None:
        lower = 0 < ceiling < self._best
        self.dips += lower and self._lower
        self._lower = lower
        self._best = max(self._best, ceiling)

    def _loop(self) -> None:
        before = self._bytes()
        while not self._stop.wait(self._interval):
            done = self._bytes()
            self.look(under_load=done - before > _LOAD)
            before = done

    def _bytes(self) -> int:
        stat = self._sysfs.read_stat(self._drive or "")
        return 0 if stat is None else stat.read_bytes + stat.written_bytes

    def close(self) -> None:
        """Stop looking."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=0.1)


class Throttling:
    """What disturbs one repeat at a time: `begin` it, `look` at every snapshot that counts."""

    def __init__(self, monitor: Monitor) -> None:
        self._monitor = monitor
        self._hot = False
        self._array = False
        self._dips = monitor.link.dips

    def begin(self) -> None:
        """A repeat starts."""
        self._hot = False
        self._array = self._monitor.array_works
        self._dips = self._monitor.link.dips

    def look(self) -> None:
        """A snapshot of the measured time."""
        self._hot = self._hot or self._monitor.hot
        self._array = self._array or self._monitor.array_works

    @property
    def words(self) -> tuple[str, ...]:
        """What has disturbed it so far, as `Repeat.disturbed` has it."""
        found = [HOT] if self._hot else []
        found += [Disturbance.ARRAY_WORK] if self._array else []
        return (*found, SLOWER_LINK) if self._monitor.link.dips > self._dips else tuple(found)
