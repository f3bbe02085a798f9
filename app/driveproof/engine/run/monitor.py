# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Watches the device beside fio: temperature, and I/O that is not ours."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial

from driveproof.domain.health.throttling import at_limit
from driveproof.engine.run.device_stats import Gauges
from driveproof.engine.run.link_monitor import LinkWatch
from driveproof.system.kernel.hwmon import temperature, warning_temperature
from driveproof.system.kernel.stack import Involved
from driveproof.system.kernel.sysfs import Sysfs

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


class Watch:
    """What a device and its thermometer say; `device` is a kernel name ("sda") or None.

    `gauges` reads the statistics of all `layers` that serve the target.
    """

    def __init__(
        self,
        device: str | None,
        drives: tuple[str, ...],
        sysfs: Sysfs,
        layers: tuple[Involved, ...] = (),
    ) -> None:
        self.gauges = Gauges(layers, sysfs)
        self._device = device
        self._sysfs = sysfs
        self.link = LinkWatch(drives[0] if len(drives) == 1 else None, sysfs)
        self._thermometers = [
            Thermometer(
                partial(temperature, name, sysfs.root),
                partial(warning_temperature, name, sysfs.root),
            )
            for name in drives
        ]

    def bytes_done(self) -> int | None:
        """Bytes that the device has read and written since boot, None when nobody counts them."""
        if self._device is None:
            return None
        stat = self._sysfs.read_stat(self._device)
        return None if stat is None else stat.read_bytes + stat.written_bytes

    @property
    def temperature(self) -> float | None:
        """Degrees Celsius of the hottest drive below the target, None when none tells."""
        known = [t.value for t in self._thermometers if t.value is not None]
        return max(known) if known else None

    @property
    def hot(self) -> bool:
        """Whether a drive below the target is at its own warning temperature."""
        return any(at_limit(one.value, one.limit) for one in self._thermometers)

    @property
    def gone(self) -> bool:
        """Whether the device has left the machine."""
        return self._device is not None and self._sysfs.read_stat(self._device) is None

    def close(self) -> None:
        """Stop the threads."""
        self.link.close()
        for thermometer in self._thermometers:
            thermometer.close()
