# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which attribute of an ATA report counts as what, and how two sources of one counter combine."""

from __future__ import annotations

from typing import Any

import pytest
from tests.fakes.reports import Report, as_bytes, attribute, sata_ssd, statistic, statistics

from driveproof.domain.health.judge import judge_health
from driveproof.domain.health.report import Health
from driveproof.domain.health.rules import attribute_word
from driveproof.system.smart.smartctl import parse_report


def parse(report: Report) -> Health:
    return parse_report(as_bytes(report), "report.json")


def ssd(*rows: Report, family: str = "", **more: Any) -> Report:
    """An SSD with these attributes alone, and no other log."""
    report = sata_ssd()
    for name in ("ata_device_statistics", "ata_smart_error_log", "ata_smart_self_test_log"):
        del report[name]
    report["ata_smart_attributes"]["table"] = list(rows)
    return report | ({"model_family": family} if family else {}) | more


def unknown(*rows: Report, **more: Any) -> Report:
    return ssd(*rows, in_smartctl_database=False, **more)


WEAROUT = "Media_Wearout_Indicator"
LEVELING = "Wear_Leveling_Count"
LEFT = "SSD_Life_Left"


@pytest.mark.parametrize(
    ("family", "row", "used"),
    [
        # WDS500G2B0A: normalized 1, raw 1 % used.
        ("WD Blue / Red / Green SSDs", attribute(230, WEAROUT, value=1, raw=0x010001), None),
        ("WD Blue / Red / Green SSDs", attribute(230, WEAROUT, value=100, raw=0), None),
        ("Phison Driven SSDs", attribute(231, LEFT, value=100, raw=6), None),
        ("Phison Driven SSDs", attribute(231, LEFT, value=94, raw=94), 0.06),
        ("Phison Driven SSDs", attribute(231, LEFT, value=94, raw=94, string="0x5e"), 0.06),
        ("Intel 730 and DC S35x0/3610/3700 Series SSDs", attribute(233, WEAROUT, value=97), 0.03),
        ("Plextor M3/M5/M6/M7 Series SSDs", attribute(233, WEAROUT, value=97), None),
        ("", attribute(233, WEAROUT, value=97), None),
        ("Samsung based SSDs", attribute(177, LEVELING, value=91, raw=180), 0.09),
        ("Silicon Motion based SSDs", attribute(177, LEVELING, value=100, raw=180), None),
        ("Crucial/Micron Client SSDs", attribute(202, LEFT, value=88), None),
        ("", attribute(202, "Percent_Lifetime_Remain", value=88, raw=12), 0.12),
        ("", attribute(169, "Remaining_Lifetime_Perc", value=100, raw=80), None),
        ("Samsung based SSDs", attribute(177, LEVELING, value=200), None),
    ],
)
def test_only_what_is_known_to_count_down_is_wear(
    family: str, row: Report, used: float | None
) -> None:
    health = parse(ssd(row, family=family))
    assert health.used == used
    assert bool(health.used_source) == (used is not None)


ERASED = "Average_Erase_Count"


@pytest.mark.parametrize(
    ("value", "raw", "others", "used"),
    [
        (14, 86, [(244, ERASED, 131)], 0.14),  # a Kingston SA400: the value counts the wrong way
        (86, 14, [(244, ERASED, 131)], 0.14),  # the other way round
        (100, 87, [(167, ERASED, 134), (168, "Max_Erase_Count_of_Spec", 1000)], 0.13),
        (100, 87, [(167, ERASED, 500), (168, "Max_Erase_Count_of_Spec", 1000)], None),
        (100, 96, [(164, ERASED, 126)], 0.04),
        (100, 6, [], None),
        (100, 6, [(244, ERASED, 20)], 0.0),  # 20 of many are nothing: the raw value is no life
        (95, 90, [(244, ERASED, 200)], None),  # both could be
        (95, 95, [(244, ERASED, 9000)], 0.05),  # both say the same
        (100, 2**33, [(244, ERASED, 20)], None),
    ],
)
def test_life_is_believed_where_erase_counts_agree(
    value: int, raw: int, others: list[tuple[int, str, int]], used: float | None
) -> None:
    rows = [attribute(number, name, raw=count) for number, name, count in others]
    health = parse(ssd(attribute(231, LEFT, value=value, raw=raw), *rows, family="Phison"))
    assert health.used == (None if used is None else pytest.approx(used))
    assert health.used_attribute == (None if used is None else 231)


@pytest.mark.parametrize(
    ("more", "names", "expected"),
    [
        ({"rotation_rate": 0}, ["Seek_Error_Rate"], False),
        ({"rotation_rate": 7200}, [], True),
        ({"rotation_rate": 5400, "trim": {"supported": True}}, [], True),  # a shingled disk
        ({"trim": {"supported": True}}, ["Power_On_Hours"], False),
        ({}, ["Wear_Leveling_Count"], False),
        ({}, ["Reallocate_NAND_Blk_Cnt"], False),
        ({}, ["SSD_Life_Left"], False),
        ({"model_name": "INTEL SSDSA2CW160G3"}, [], False),
        ({"model_name": "ST2000DX001-1CM164 SSHD", "rotation_rate": 7200}, [], True),
        ({"rotation_rate": 7200}, ["Wear_Leveling_Count"], False),
        ({}, ["Seek_Error_Rate"], True),
        ({}, ["Load_Cycle_Count"], True),
        ({}, ["Erase_Fail_Count_Total", "Head_Flying_Hours"], True),  # Fujitsu MHZ2250BH G2
        ({}, ["Erase_Fail_Count_Total"], None),
        ({}, ["Ave_Block-Erase_Count"], False),
        ({}, ["Power_On_Hours", "Reallocated_Sector_Ct"], None),
    ],
)
def test_a_drive_is_an_ssd_when_anything_says_so(
    more: Report, names: list[str], expected: bool | None
) -> None:
    rows = [attribute(10 + place, name) for place, name in enumerate(names)]
    report = ssd(*rows, **{"model_name": "Made drive", **more})
    for key in ("rotation_rate", "trim"):
        if key not in more:
            report.pop(key, None)
    assert parse(report).rotational is expected


@pytest.mark.parametrize(
    ("rows", "sectors", "written"),
    [
        ([("Host_Writes_32MiB", 1383854)], 497955808, 1383854 * 2**25),  # AMD R3SL240G
        ([("Lifetime_Writes_GiB", 7389)], None, 7389 * 2**30),
        ([("Host_Writes_GiB", 7)], 5, 7 * 2**30),
        ([("Lifetime_Wts_Frm_Hst_GB", 7)], None, 7 * 10**9),
        ([("Total_Writes_GB", 7)], None, 7 * 10**9),
        ([("Total_LBAs_Written", 22402)], 1468158056, 1468158056 * 512),  # Apacer AS340
        ([("Total_LBAs_Written", 22402)], None, None),  # 11 MB in 4 200 hours
        ([("Total_LBAs_Written", 0)], None, None),
        ([("Total_LBAs_Written", 10**9)], None, 512 * 10**9),
        ([("Host_Writes_32MiB", 10)], None, 10 * 2**25),  # the unit is known: it did not write more
        ([("Host_Writes_32MiB", 10**9)], None, None),  # more than goes through SATA
        ([], 22402, 22402 * 512),
        ([], 10**14, None),
        ([("NAND_Writes_1GiB", 7), ("Flash_Writes_GiB", 7), ("TLC_Writes_32MiB", 7)], None, None),
    ],
)
def test_the_unit_of_host_writes_is_in_smartctls_own_name(
    rows: list[tuple[str, int]], sectors: int | None, written: int | None
) -> None:
    table = [attribute(240 + place, name, raw=raw) for place, (name, raw) in enumerate(rows)]
    more: Report = {}
    if sectors is not None:
        page = [statistic("Logical Sectors Written", sectors)]
        more = {"ata_device_statistics": statistics(General=page)}
    assert parse(ssd(*table, **more)).written == written


def test_writes_that_are_not_believed_are_a_note_and_no_verdict() -> None:
    made = [ssd(attribute(241, "Total_LBAs_Written", raw=raw)) for raw in (3851, 10**9)]
    few, many = map(parse, made)
    assert (few.written, few.written_per_day) == (None, None)
    assert len(few.notes) == len(many.notes) + 1
    assert judge_health(few, saved=True).word == judge_health(many, saved=True).word
    # a new drive has written next to nothing
    fresh = made[0] | {"power_on_time": {"hours": 99}}
    assert parse(fresh).written == 3851 * 512


def test_an_unreliable_life_gives_way_to_the_next() -> None:
    rows = attribute(231, LEFT, raw=6), attribute(202, "Percent_Lifetime_Remain", value=88)
    assert parse(ssd(*rows)).used == 0.12


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize(
    ("value", "threshold", "when", "prefail", "expected"),
    [
        (36, 36, "now", True, "failing"),
        (36, 36, "", True, "failing"),  # by the figures, whatever is said
        (36, 36, "now", False, "caution"),
        (37, 36, "past", True, "good"),
        (37, 36, "now", True, "good"),
        (1, 0, "", True, "good"),  # 0 never fails
        (0, 0, "", True, "good"),
        (1, 254, "now", True, "good"),  # 254 is invalid
        (200, 255, "", True, "failing"),  # 255 always fails
        (200, 255, "", False, "caution"),
    ],
)
def test_a_threshold_is_the_makers_own_statement(
    known: bool, value: int, threshold: int, when: str, prefail: bool, expected: str
) -> None:
    name = "Throughput_Performance" if known else "Unknown_Attribute"
    row = attribute(2, name, value=value, thresh=threshold, when=when, prefail=prefail)
    health = parse(ssd(row, in_smartctl_database=known))
    assert judge_health(health).word == expected
    assert (health.attributes[0].failed == "now") == (expected != "good")


def test_without_figures_the_reports_own_word_counts() -> None:
    row = attribute(2, "Throughput_Performance", when="now", prefail=True)
    del row["thresh"]
    assert judge_health(parse(ssd(row))).word == "failing"


BAD = (
    attribute(5, "Reallocated_Sector_Ct", raw=2000, prefail=True, thresh=10),
    attribute(197, "Current_Pending_Sector", raw=500),
    attribute(198, "Offline_Uncorrectable", raw=0),
)


def test_a_hard_disk_that_the_database_does_not_know() -> None:
    health = parse(unknown(*BAD, rotation_rate=7200, model_name="Made disk"))
    assert (health.reallocated, health.pending, health.uncorrectable) == (2000, 500, 0)
    verdict = judge_health(health)
    assert verdict.word == "failing"
    assert any("attributes" in note.values for note in health.notes)


def test_what_counts_without_a_database_is_not_called_unjudged() -> None:
    rows = (*BAD, attribute(189, "High_Fly_Writes", raw=8))
    health = parse(unknown(*rows, rotation_rate=7200, model_name="Made disk"))
    assert [attribute_word(row) for row in health.attributes] == ["good"] * 3 + ["unknown"]
    assert {row.named for row in health.attributes} == {False}


@pytest.mark.parametrize(
    ("raw", "string", "expected"),
    [
        (0, "0 0 0", 0),
        (5, "0 0 5", 5),
        (0x0001_0001_0003, "1 1 3", 3),
        (2, "2", 2),
        (0x0001_0001_0001, str(0x0001_0001_0001), None),  # packed, and nobody unpacks it
        (65537, "65537", None),
    ],
)
def test_command_timeouts_are_counted_where_they_are_plain(
    raw: int, string: str, expected: int | None
) -> None:
    row = attribute(188, "Command_Timeout", raw=raw, string=string)
    assert parse(ssd(row)).command_timeouts == expected


def test_a_name_that_is_not_the_default_is_no_counter() -> None:
    health = parse(unknown(attribute(197, "Unknown_HDD_Attribute", raw=7), rotation_rate=7200))
    assert health.pending is None
    assert judge_health(health).word == "caution"


def test_an_ssd_that_the_database_does_not_know() -> None:
    health = parse(unknown(*BAD))
    assert (health.reallocated, health.pending) == (None, None)
    verdict = judge_health(health)
    assert verdict.word == "caution"
    (found,) = verdict.summary
    rows = [one.values for one in found.say[0].values["attributes"].names]
    assert [("5" in one["name"].values.values(), one["text"]) for one in rows] == [
        (True, 2000),
        (False, 500),
    ]


@pytest.mark.parametrize("number", [5, 187, 197, 198])
def test_none_of_the_well_known_is_passed_over(number: int) -> None:
    name = "Unknown_SSD_Attribute"
    assert judge_health(parse(unknown(attribute(number, name, raw=1)))).word == "caution"
    assert judge_health(parse(unknown(attribute(number, name, raw=0)))).word == "good"
    assert judge_health(parse(unknown(attribute(number + 20, name, raw=1)))).word == "good"
    known = ssd(attribute(number, name, raw=1), attribute(9, "Power_On_Hours", raw=1))
    assert judge_health(parse(known)).word == "good"


@pytest.mark.parametrize(
    ("raw", "told", "expected"), [(2000, 0, 2000), (0, 7, 7), (5, 5, 5), (5, -1, 5)]
)
def test_the_larger_of_attribute_and_statistic(raw: int, told: int, expected: int) -> None:
    health = parse(
        ssd(
            attribute(5, "Reallocated_Sector_Ct", raw=raw),
            attribute(197, "Current_Pending_Sector", raw=raw),
            ata_device_statistics=statistics(
                Disk=[
                    statistic("Number of Reallocated Logical Sectors", told),
                    statistic("Number of Realloc. Candidate Logical Sectors", told),
                ]
            ),
        )
    )
    assert (health.reallocated, health.pending) == (expected, expected)


def test_a_normalized_statistic_is_no_count() -> None:
    told = statistic("Number of Reallocated Logical Sectors", 100, normalized=True)
    health = parse(ssd(ata_device_statistics=statistics(Disk=[told])))
    assert health.reallocated is None
    assert [(one.value, one.unit) for one in health.figures] == [(100, "")]


def test_other_counters_of_the_statistics_are_for_want_of_an_attribute() -> None:
    pages = statistics(
        Errors=[statistic("Number of Reported Uncorrectable Errors", 9)],
        Transport=[statistic("Number of Interface CRC Errors", 8)],
    )
    rows = (
        attribute(187, "Reported_Uncorrect", raw=1),
        attribute(199, "UDMA_CRC_Error_Count", raw=2),
    )
    health = parse(ssd(*rows, ata_device_statistics=pages))
    assert (health.media_errors, health.crc_errors) == (1, 2)
    health = parse(ssd(attribute(9, "Power_On_Hours"), ata_device_statistics=pages))
    assert (health.media_errors, health.crc_errors) == (9, 8)


def test_a_statistic_that_knows_more_speaks_for_an_unknown_attribute() -> None:
    pages = statistics(Disk=[statistic("Number of Reallocated Logical Sectors", 8)])
    row = attribute(5, "Reallocated_Sector_Ct", raw=8)
    assert judge_health(parse(unknown(row, ata_device_statistics=pages))).word == "good"
    row = attribute(5, "Reallocated_Sector_Ct", raw=9)
    assert judge_health(parse(unknown(row, ata_device_statistics=pages))).word == "caution"
