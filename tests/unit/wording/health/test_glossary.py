# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names and explanations of values, and the marks on those that decided a verdict."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.builders.health_values import DISK, SSD, before, told
from tests.fakes.reports import ALL, DATA, as_bytes

from driveproof.domain.health.glossary import attribute_meaning, explained, figure_meaning
from driveproof.domain.health.marks import marks
from driveproof.domain.health.report import NOW, Attribute, Health, LogValue
from driveproof.system.smart.smartctl import parse_report
from driveproof.wording.say import say_text, value_text


def row(number: int, name: str, **more: object) -> Attribute:
    return Attribute(id=number, name=name, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("number", "name", "title"),
    [
        (5, "Reallocated_Sector_Ct", "Reallocated sectors"),
        (5, "reallocated-sector-count", "Reallocated sectors"),  # libatasmart
        (5, "Retired_Block_Count", "Reallocated sectors"),
        (9, "Power_On_Hours", "Power-on time"),
        (177, "Wear_Leveling_Count", "Wear (erase cycles)"),
        # the same number, other makers
        (202, "Percent_Lifetime_Remain", "Life left"),
        (233, "Media_Wearout_Indicator", "Life left"),
        (233, "Total_NAND_Writes_GiB", "Flash writes"),
        (233, "Other_Thing", "Other Thing"),
        (225, "Load_Cycle_Count", "Head load cycles"),
        (225, "Host_Writes_32MiB", "Data written"),
        (183, "SATA_Interfac_Downshift", "Link downshifts"),
        (183, "Runtime_Bad_Block", "Bad blocks"),
        (190, "Airflow_Temperature_Cel", "Airflow temperature"),
        (190, "Uncorrectable_Error_Cnt", "Uncorrectable errors"),
        (231, "Temperature_Celsius", "Temperature"),
        (231, "SSD_Life_Left", "Life left"),
        (241, "Host_Writes_32MiB", "Data written"),
        (198, "Host_Reads_GiB", "Data read"),
        (199, "Host_Writes_GiB", "Data written"),
        (196, "Total_Erase_Failures", "Erase failures"),
        (201, "Power_Loss_Cap_Test", "Power-loss protection"),
        (167, "SSD_Protect_Mode", "Write protection"),
        (173, "Avg_Write/Erase_Count", "Erase cycles"),
        (3, "Not_In_Use", "Not In Use"),
        # what the table does not have is shown as it is
        (77, "Vendor<b>_Thing", "Vendor<b> Thing"),
        (77, "", "Attribute 77"),
    ],
)
def test_the_name_of_an_attribute(number: int, name: str, title: str) -> None:
    assert value_text(attribute_meaning(row(number, name)).title) == title


def test_on_a_drive_that_no_database_knows_it_is_what_it_usually_means() -> None:
    known = attribute_meaning(row(5, "Reallocated_Sector_Ct")).explanation
    unknown = attribute_meaning(row(5, "Reallocated_Sector_Ct", named=False)).explanation
    assert known and unknown
    assert say_text(unknown) == f"Usual meaning: {say_text(known)}"
    assert attribute_meaning(row(77, "Unknown_Attribute", named=False)).explanation is None


def healths() -> list[Health]:
    made = [parse_report(as_bytes(make()), "x") for make in ALL.values()]
    return [*made, *(parse_report(one.read_bytes(), "x") for one in (DATA / "text").glob("*.txt"))]


def test_everything_on_usual_drives_has_a_name() -> None:
    for health in healths():
        for one in health.attributes:
            if one.named and not one.name.startswith("Unknown"):
                title = value_text(attribute_meaning(one).title)
                assert title != one.name.replace("_", " "), one.name
        assert all(figure_meaning(figure).title for figure in health.figures)


def test_a_good_drive_has_no_marks() -> None:
    healthy = replace(DISK, attributes=(row(5, "Reallocated_Sector_Ct", raw=0),))
    assert marks(healthy, told(healthy)) == ({}, {})


def test_the_attribute_that_is_a_reason_is_marked() -> None:
    rows = (
        row(1, "Raw_Read_Error_Rate", value=1, threshold=51, prefail=True, failed=NOW),
        row(9, "Power_On_Hours", raw=9000),
        row(197, "Current_Pending_Sector", raw=3),
        row(199, "UDMA_CRC_Error_Count", raw=4),
    )
    drive = replace(DISK, attributes=rows, pending=3, crc_errors=4)
    marked = marks(drive, told(drive))
    assert marked.attributes == {1: "failing", 197: "caution", 199: "caution"}
    assert [(one.id, word) for one, _, word in explained(rows, marked)] == [
        (1, "failing"), (197, "caution"), (199, "caution"),
    ]  # fmt: skip
    grown = marks(drive, told(drive, since=before(DISK)))
    assert grown.attributes[197] == "worn"


def test_what_was_accepted_is_not_marked() -> None:
    drive = replace(DISK, attributes=(row(197, "Current_Pending_Sector", raw=3),), pending=3)
    assert marks(drive, told(drive, acknowledged={"pending": 3})).attributes == {}


@pytest.mark.parametrize(
    ("health", "key", "word"),
    [
        (replace(SSD, used=1.04), "percentage_used", "worn"),
        (replace(SSD, spare=0.0), "available_spare", "failing"),
        (replace(SSD, media_errors=2), "media_errors", "caution"),
    ],
)
def test_the_line_of_a_log_that_is_a_reason_is_marked(health: Health, key: str, word: str) -> None:
    lines = (
        LogValue(key="percentage_used", title="", value=health.used),
        LogValue(key="available_spare", title="", value=health.spare),
        LogValue(key="media_errors", title="", value=health.media_errors),
        LogValue(key="data_units_written", title="", value=5),
    )
    drive = replace(health, figures=lines)
    assert marks(drive, told(drive)).figures == {key: word}
