# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What raw values mean on certain drives, and what a drive can have moved at most."""

from __future__ import annotations

from typing import Any

import pytest
from tests.builders.patterns import matching
from tests.fakes.reports import as_bytes, attribute, sata_ssd, statistic, statistics

from driveproof.domain.health.raw_values import RawReading, raw_readings_of, read_raw_readings
from driveproof.domain.health.report import FlashWrites, Health
from driveproof.system.smart.known_drives import shipped_raw_readings
from driveproof.system.smart.smartctl import parse_report

SECTORS = "Total_LBAs_Written"


def read(*rows: dict[str, Any], **more: Any) -> Health:
    """An SSD with these attributes, that has run for 4200 hours."""
    report = sata_ssd()
    del report["ata_device_statistics"]
    report["ata_smart_attributes"]["table"] = list(rows)
    return parse_report(as_bytes(report | more), "report.json")


def test_every_shipped_entry_is_read_on_a_drive_of_its_own() -> None:
    known = shipped_raw_readings()
    for entry in known:
        for pattern in entry.models:
            version = matching(entry.firmware[0]) if entry.firmware else "other"
            assert raw_readings_of(matching(pattern), version, known)[0] is entry, pattern


@pytest.mark.parametrize(
    ("model", "firmware", "value", "raw", "used"),
    [
        ("KINGSTON SA400S37240G", "SBFK71E0", 14, 86, 0.14),
        ("KINGSTON SA400S37240G", "03070009", 86, 14, 0.14),
        ("KINGSTON SA400S37240G", "SBFK62C3", 100, 0, None),  # a new one does not count it
        ("KINGSTON SA400S37240G", "SBFK71E0", 100, 101, None),
        ("HFS128G32TND-N210A", "", 100, 7, 0.07),
        ("HFS128G32TND-N210A", "", 100, 0x0500000007, 0.07),  # more is in the upper bytes
        ("HFS256G39TNF-N3A0A", "", 100, 93, 0.07),
        ("Another", "", 100, 93, None),
    ],
)
def test_the_life_that_is_left(
    model: str, firmware: str, value: int, raw: int, used: float | None
) -> None:
    row = attribute(231, "SSD_Life_Left", value=value, raw=raw)
    found = read(row, model_name=model, firmware_version=firmware)
    assert found.used == (None if used is None else pytest.approx(used))


@pytest.mark.parametrize(
    ("model", "name", "raw", "sectors", "written"),
    [
        ("TOSHIBA THNSNJ256GCSU", SECTORS, 22_402, None, 22_402 * 2**25),
        ("TOSHIBA THNSNJ256GCSU", "Unknown_Attribute", 22_402, None, 22_402 * 2**25),
        ("TOSHIBA THNSNJ256GCSU", SECTORS, 22_402, 10**9, 512 * 10**9),  # the statistics are sure
        ("TOSHIBA THNSNJ256GCSU", "Host_Writes_GiB", 7, None, 7 * 2**30),
        ("TOSHIBA THNSNJ256GCSU", SECTORS, 10**9, None, None),  # not in 4200 hours
        ("HFS128G32TND-N210A", "Unknown_Attribute", 900, None, 900 * 10**9),
        ("Another", "Unknown_Attribute", 900, None, None),
    ],
)  # fmt: skip
def test_the_unit_of_what_the_host_wrote(
    model: str, name: str, raw: int, sectors: int | None, written: int | None
) -> None:
    more: dict[str, Any] = {"model_name": model}
    if sectors is not None:
        table = [statistic("Logical Sectors Written", sectors)]
        more["ata_device_statistics"] = statistics(General=table)
    assert read(attribute(241, name, raw=raw), **more).written == written


@pytest.mark.parametrize(("times", "believed"), [(99_000, True), (101_000, False)])
def test_more_than_its_flash_could_take(times: int, *, believed: bool) -> None:
    """Its hours alone would do for both."""
    found = read(
        attribute(241, "Host_Writes_MB", raw=times * 1000),
        power_on_time={"hours": 500_000},
        user_capacity={"bytes": 10**9},
    )
    assert (found.written is not None) == believed
    assert len(found.notes) == (not believed)


HOST = attribute(241, "Host_Writes_GiB", raw=100)


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ([HOST, attribute(233, "Flash_Writes_GiB", raw=230)],
         FlashWrites(flash=230 * 2**30, host=100 * 2**30, unit=1)),
        ([HOST, attribute(243, "NAND_Writes_32MiB", raw=6400)],
         FlashWrites(flash=200 * 2**30, host=100 * 2**30, unit=1)),
        ([HOST, attribute(249, "Total_NAND_Prog_Ct_GiB", raw=120)],
         FlashWrites(flash=120 * 2**30, host=100 * 2**30, unit=1)),
        ([HOST, attribute(233, "NAND_GB_Written_TLC", raw=90),
          attribute(234, "NAND_GB_Written_SLC", raw=60)],
         FlashWrites(flash=150 * 2**30, host=100 * 2**30, unit=1)),
        ([attribute(247, "Host_Program_Page_Count", raw=1000),
          attribute(248, "FTL_Program_Page_Count", raw=1500)],
         FlashWrites(flash=2500, host=1000)),
        ([attribute(247, "Host_Program_Page_Count", raw=1000)], None),
        ([attribute(233, "Flash_Writes_GiB", raw=230)], None),  # nothing to compare it with
        ([HOST], None),
    ],
)  # fmt: skip
def test_what_went_to_the_flash(rows: list[dict[str, Any]], found: FlashWrites | None) -> None:
    assert read(*rows).flash_writes == found


@pytest.mark.parametrize(
    "wrong",
    ["attribute = 231", 'life = "raw"', "unit = 0", "", 'attribute = 1\nlife = "worn"', "more = 1"],
)
def test_a_broken_entry_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError):
        read_raw_readings(f'[[reading]]\nmodels = ["a"]\nsource = "c"\n{wrong}\n')


def test_an_entry_without_versions_is_that_of_every_version() -> None:
    every = RawReading(models=("Made *",), source="a page", unit=1)
    assert raw_readings_of(" Made 1 ", "", [every]) == (every,)
