# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A drive's temperature as the kernel reports it, without root: nvme and drivetemp."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from driveproof.system.kernel.links import nvme_controller
from driveproof.system.kernel.small_files import int_in, text_in
from driveproof.system.kernel.sysfs import SYS

_CHIPS = frozenset({"nvme", "drivetemp"})


def drive_temperature(name: str, root: Path = SYS) -> float | None:
    """Degrees Celsius of the whole drive `name` ("nvme0n1", "sda"); None without a sensor.

    Reading it sends a command to the drive: some hard disks restart their spin-down timer.
    """
    return _read(name, "temp1_input", root)


def warning_temperature(name: str, root: Path = SYS) -> float | None:
    """Degrees Celsius above which the drive itself warns; None where it is not reported.

    Linux reads it from the WCTEMP of an NVMe drive, or the threshold that was set, and from the SCT
    status of a SATA drive.
    """
    return _read(name, "temp1_max", root)


def _read(name: str, file: str, root: Path) -> float | None:
    for sensor in _sensors(name, root):
        value = int_in(sensor / file) if text_in(sensor / "name") in _CHIPS else None
        if value is not None:
            return value / 1000
    return None


def _sensors(name: str, root: Path) -> Iterator[Path]:
    base = nvme_controller(root, name) or root / "class" / "block" / name / "device"
    for folder, pattern in (
        (base / "hwmon", "hwmon*"),  # drivetemp
        (base, "hwmon[0-9]*"),  # nvme
        (base / "device" / "hwmon", "hwmon*"),  # nvme before Linux 5.16
    ):
        if folder.is_dir():
            yield from sorted(folder.glob(pattern))
