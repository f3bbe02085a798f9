# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reference bands: every range has a source, and only a test of its kind is held against it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from driveproof.domain.access import Cache
from driveproof.domain.bands import DriveClass, band_for, class_of, read_bands
from driveproof.domain.drive.drive import BlockDevice
from driveproof.domain.drive.link import LinkState
from driveproof.domain.expected_speed import RangePlace, range_place
from driveproof.domain.run.run import PhaseResult
from driveproof.domain.run.work import Work
from driveproof.engine.run.expected_speed import shipped_bands

SATA = DriveClass.SATA_SSD
READ = PhaseResult(
    "SEQ1M Q8T1 read", "Sequential", "read", "sequential", 2**20, 8, 1, "libaio", True, (),
    cache=Cache.DIRECT,
)  # fmt: skip
DISK = BlockDevice(path="/dev/sda", name="sda", kind="ata", media="hdd")


def test_every_shipped_band_has_a_range_a_source_and_a_depth() -> None:
    bands = shipped_bands()
    assert {band.drive_class for band in bands} <= set(DriveClass)
    for band in bands:
        assert 0 < band.low < band.high
        assert len(band.source) > 10
        assert 1 <= band.in_flight[0] <= band.in_flight[1]
    keys = [(b.drive_class, b.direction, b.pattern, b.block_size, b.in_flight) for b in bands]
    assert len(keys) == len(set(keys))


def test_a_band_without_a_source_or_a_range_is_refused() -> None:
    text = """
[[band]]
class = "sata-ssd"
direction = "read"
pattern = "sequential"
block_size = [4096, 4096]
in_flight = [1, 1]
low = 2
high = {high}
source = "{source}"
"""
    assert read_bands(text.format(high=3, source="somebody"))[0].year is None
    for high, source in ((1, "somebody"), (3, "")):
        with pytest.raises(ValueError, match="source"):
            read_bands(text.format(high=high, source=source))


@pytest.mark.parametrize(
    "changed",
    [
        {"direction": "write", "queue_depth": 1},
        {"pattern": "random"},
        {"block_size": 4096},
        {"queue_depth": 1},
        {"queue_depth": 8, "jobs": 8},
        {"direct": False, "cache": Cache.COLD},
        {"work": Work(rate=(1, 1, 1))},
        {"work": Work(order="random_distribution=zipf:1.1")},
    ],
)
def test_another_kind_of_test_has_no_band(changed: dict[str, object]) -> None:
    bands = shipped_bands()
    assert band_for(bands, SATA, READ) is not None
    assert band_for(bands, SATA, replace(READ, **changed)) is None


def test_no_class_no_band() -> None:
    assert band_for(shipped_bands(), None, READ) is None
    assert band_for(shipped_bands(), DriveClass.HDD_5400, READ) is None


@pytest.mark.parametrize(
    ("rate", "found"),
    [
        (5400, DriveClass.HDD_5400), (5900, DriveClass.HDD_5400), (7200, DriveClass.HDD_7200),
        (10_500, DriveClass.HDD_10K), (15_000, DriveClass.HDD_15K), (4200, None), (None, None),
    ],
)  # fmt: skip
def test_a_hard_disk_is_classed_by_its_turns(rate: int | None, found: DriveClass | None) -> None:
    assert class_of(replace(DISK, rotation_rate=rate), LinkState()) == found


def test_a_solid_state_drive_is_classed_by_bus_and_link() -> None:
    assert class_of(replace(DISK, media="ssd"), LinkState()) == SATA
    nvme = replace(DISK, kind="nvme", media="ssd")
    idle = LinkState(now="PCIe 1.0 x4", best="PCIe 4.0 x4")
    assert class_of(nvme, idle) == DriveClass.NVME_4
    assert class_of(nvme, LinkState(now="PCIe 3.0 x4")) == DriveClass.NVME_3
    assert class_of(nvme, LinkState(now="PCIe 3.0 x2")) is None
    assert class_of(replace(DISK, kind="usb", media="ssd", bus="usb"), LinkState()) is None


def test_flash_is_a_stick_or_a_card_and_never_what_is_soldered() -> None:
    flash = replace(DISK, kind="usb", media="flash")
    assert class_of(replace(flash, bus="usb"), LinkState()) == DriveClass.USB_STICK
    assert class_of(replace(flash, kind="mmc", bus="sdio"), LinkState()) == DriveClass.SD_CARD
    assert class_of(replace(flash, kind="mmc", bus="mmc"), LinkState()) is None


def test_the_ends_of_a_range_belong_to_it() -> None:
    assert [range_place(value, 2, 4) for value in (1, 2, 4, 5)] == [
        RangePlace.BELOW, RangePlace.WITHIN, RangePlace.WITHIN, RangePlace.ABOVE,
    ]  # fmt: skip
