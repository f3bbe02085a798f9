# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reference bands: where drives of a class lie in a kind of test. Never a verdict by itself."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from driveproof.domain.access import Cache, Direction, Pattern
from driveproof.domain.drive.drive import BlockDevice, DeviceKind, Media
from driveproof.domain.drive.link import LinkState
from driveproof.domain.metric import MetricName, primary_metric
from driveproof.domain.run.run import PhaseResult
from driveproof.domain.run.work import OUR_WORK, alike_works
from driveproof.domain.say import Say


class DriveClass(StrEnum):
    """A class of drives; the words are those of resources/bands.toml, of JSON and of histories."""

    HDD_5400 = "hdd-5400"
    HDD_7200 = "hdd-7200"
    HDD_10K = "hdd-10k"
    HDD_15K = "hdd-15k"
    SATA_SSD = "sata-ssd"
    NVME_3 = "nvme-3"
    NVME_4 = "nvme-4"
    NVME_5 = "nvme-5"
    USB_STICK = "usb-stick"
    SD_CARD = "sd-card"


CLASS_TITLES = {
    DriveClass.HDD_5400: Say("hard disks of {rpm} rpm", rpm=5400),
    DriveClass.HDD_7200: Say("hard disks of {rpm} rpm", rpm=7200),
    DriveClass.HDD_10K: Say("hard disks of {rpm} rpm", rpm=10_000),
    DriveClass.HDD_15K: Say("hard disks of {rpm} rpm", rpm=15_000),
    DriveClass.SATA_SSD: Say("SATA SSDs"),
    DriveClass.NVME_3: Say("NVMe SSDs on PCIe {generation}", generation="3.0"),
    DriveClass.NVME_4: Say("NVMe SSDs on PCIe {generation}", generation="4.0"),
    DriveClass.NVME_5: Say("NVMe SSDs on PCIe {generation}", generation="5.0"),
    DriveClass.USB_STICK: Say("USB sticks"),
    DriveClass.SD_CARD: Say("SD cards"),
}
"""Drives of a class, in the plural."""
_TURNS = (
    (range(5200, 6000), DriveClass.HDD_5400),
    (range(7100, 7300), DriveClass.HDD_7200),
    (range(9900, 10600), DriveClass.HDD_10K),
    (range(14900, 15100), DriveClass.HDD_15K),
)
_NVME = {
    "PCIe 3.0": DriveClass.NVME_3,
    "PCIe 4.0": DriveClass.NVME_4,
    "PCIe 5.0": DriveClass.NVME_5,
}
# As nearly all of them have: one with two is a slower drive, and has no band.
_LANES = "x4"


def class_of(device: BlockDevice, link: LinkState) -> DriveClass | None:
    """The class of a drive by its medium, turns a minute, bus and link; None where unknown.

    An NVMe drive has the generation that drive and slot have together. `link` may be that of an
    idle drive: what it could do counts.
    """
    if device.media == Media.HDD:
        rate = device.rotation_rate or 0
        return next((found for turns, found in _TURNS if rate in turns), None)
    if device.kind == DeviceKind.NVME:
        generation, _, lanes = (link.best or link.now).rpartition(" ")
        return _NVME.get(generation) if lanes == _LANES else None
    if device.media == Media.SSD and device.kind == DeviceKind.ATA:
        return DriveClass.SATA_SSD
    if device.media == Media.FLASH:
        # eMMC has no bus "sdio": it is soldered, and another class.
        return {"usb": DriveClass.USB_STICK, "sdio": DriveClass.SD_CARD}.get(device.bus)
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceBand:
    """A range with its source: `low` and `high` are bytes a second for a sequential test, I/Os a
    second for a random one.

    `block_size` (bytes) and `in_flight` (I/Os, queue depth times jobs) are the least and the
    greatest that it is for.
    """

    drive_class: DriveClass
    direction: Direction
    pattern: Pattern
    block_size: tuple[int, int]
    in_flight: tuple[int, int]
    low: float
    high: float
    source: str
    year: int | None = None

    @property
    def metric(self) -> MetricName:
        """The metric that it is a range of, as `PhaseResult.primary`."""
        return primary_metric(self.pattern)

    def fits(self, phase: PhaseResult) -> bool:
        """Whether it is a range of what a test measured: direct, and nothing else than ours do.

        Fresh or scrambled data makes no difference: neither can be compressed.
        """
        one, two = self.block_size, self.in_flight
        work = replace(phase.work.judged(phase.direction), data=OUR_WORK.data)
        return (
            (self.direction, self.pattern) == (phase.direction, phase.pattern)
            and one[0] <= phase.block_size <= one[1]
            and two[0] <= phase.queue_depth * phase.jobs <= two[1]
            and phase.cache in (Cache.DIRECT, None)
            and phase.direct
            and alike_works(work, OUR_WORK)
        )


def band_for(
    bands: Iterable[ReferenceBand], drive_class: DriveClass | None, phase: PhaseResult
) -> ReferenceBand | None:
    """The band of a class for a test; None without one."""
    return next(
        (band for band in bands if band.drive_class == drive_class and band.fits(phase)), None
    )


def read_bands(text: str) -> tuple[ReferenceBand, ...]:
    """The bands of a file as resources/bands.toml. Raises ValueError, KeyError for a broken one."""
    return tuple(map(_band, tomllib.loads(text)["band"]))


def _band(entry: dict[str, Any]) -> ReferenceBand:
    sizes, depths = entry["block_size"], entry["in_flight"]
    band = ReferenceBand(
        drive_class=DriveClass(entry["class"]),
        direction=entry["direction"],
        pattern=entry["pattern"],
        block_size=(sizes[0], sizes[1]),
        in_flight=(depths[0], depths[1]),
        low=float(entry["low"]),
        high=float(entry["high"]),
        source=entry["source"],
        year=entry.get("year"),
    )
    if not (0 < band.low < band.high and band.source):
        raise ValueError(f"{band.drive_class}: a band needs a range and a source")
    return band
