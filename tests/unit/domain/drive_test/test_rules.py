# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the test of a drive finds, when it stops, and its verdict."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.builders.made_drive_tests import (
    HOUR,
    at,
    begun_test,
    failed_self_test,
    good_test,
    half_written,
    health,
    in_folder,
    moved,
    returned_test,
    with_short_test,
)

from driveproof.domain.drive.endurance import Endurance
from driveproof.domain.drive.speed_class import SpeedClass
from driveproof.domain.drive_test.answer import drive_test_answer
from driveproof.domain.drive_test.drive_test import (
    READ_BACK,
    DriveTest,
    Temperatures,
    Way,
)
from driveproof.domain.drive_test.plan import foreseen, remaining, segment_size, step_seconds
from driveproof.domain.drive_test.rules import (
    DriveTestCode,
    DriveVerdict,
    findings,
    stop,
    verdict,
)
from driveproof.domain.notes import Note
from driveproof.domain.profile.estimate import ExpectationSource, Rates
from driveproof.domain.run.areas import Area, AreaState

ACCEPT, RETURN, UNCERTAIN = DriveVerdict


def codes(test: DriveTest) -> set[str]:
    return {one.code for one in findings(test)}


@pytest.mark.parametrize(
    ("test", "expected"),
    [
        (good_test(), ACCEPT),
        (in_folder(), ACCEPT),
        (returned_test(), RETURN),
        (failed_self_test(), RETURN),
        (half_written(), None),
        (half_written().cancelled(), UNCERTAIN),
    ],
)
def test_the_verdict(test: DriveTest, expected: DriveVerdict | None) -> None:
    assert verdict(test) == expected
    assert drive_test_answer(test).bad is (expected is RETURN)


def test_what_a_bad_drive_lost_is_told_by_kind() -> None:
    found = codes(returned_test())
    assert {DriveTestCode.LOST_DATA, DriveTestCode.READ_ERRORS} <= found
    assert DriveTestCode.DEFECTS_GROWN in found
    assert DriveTestCode.ALL_RIGHT not in found


@pytest.mark.parametrize(
    ("before", "after", "code", "expected"),
    [
        ({}, {"media_errors": 1}, DriveTestCode.DEFECTS_GROWN, RETURN),
        ({"reallocated": 0}, {"reallocated": 8}, DriveTestCode.DEFECTS_GROWN, RETURN),
        ({"pending": 0}, {"pending": 8}, DriveTestCode.DEFECTS_GROWN, RETURN),
        ({"crc_errors": 0}, {"crc_errors": 3}, DriveTestCode.ERRORS_GROWN, UNCERTAIN),
        ({"power_on": 4000 * HOUR}, {"power_on": 4001 * HOUR}, DriveTestCode.NOT_NEW, UNCERTAIN),
        ({}, {"source": "UDisks2 (NVMe health log)"}, DriveTestCode.ANOTHER_DRIVE, ACCEPT),
        ({}, {"warnings": ("readonly",), "passed": False}, DriveTestCode.FAILING, RETURN),
    ],
)
def test_what_smart_values_prove(
    before: dict[str, Any], after: dict[str, Any], code: DriveTestCode, expected: DriveVerdict
) -> None:
    made = good_test()
    test = replace(made, before=health(**before), after=health(taken=at(60), **before | after))
    assert code in codes(test)
    assert verdict(test) is expected


def test_hours_of_a_drive_that_was_sold_used_are_a_fact() -> None:
    old = {"power_on": 4000 * HOUR, "power_cycles": 300}
    made = good_test()
    test = replace(made, before=health(**old), after=health(taken=at(60), **old), used=True)
    assert DriveTestCode.USE in codes(test)
    assert verdict(test) is ACCEPT


def test_a_drive_that_became_too_hot() -> None:
    made = good_test()
    hot = replace(made.done[2], temperatures=Temperatures(40, 83))
    test = replace(made, done=(*made.done[:2], hot, *made.done[3:]))
    assert verdict(test) is UNCERTAIN
    assert DriveTestCode.TOO_HOT in codes(test)


@pytest.mark.parametrize(
    ("state", "code"),
    [
        (AreaState.CHANGED, DriveTestCode.LOST_DATA),
        (AreaState.EMPTY, DriveTestCode.LOST_DATA),
        (AreaState.UNREADABLE, DriveTestCode.READ_ERRORS),
    ],
)
def test_it_stops_where_data_is_lost(state: AreaState, code: DriveTestCode) -> None:
    test = moved(with_short_test(begun_test()).going(at(3)), 300).finished(at(9), 300)
    assert test.step == READ_BACK and stop(test) is None
    test = moved(test.going(at(9)), 5, {3: state})
    found = stop(test)
    assert found is not None and found.code == code


def test_it_stops_where_the_probe_finds_a_fake() -> None:
    block, true = 4096, 8 * 2**30
    test = with_short_test(begun_test()).going(at(3))
    areas = [
        Area(0, block, AreaState.RIGHT, block),
        Area(true, block, AreaState.ALIAS, block, 0, block),
        Area(3 * true, block, AreaState.ALIAS, block, 0, block),
    ]
    found = stop(test.probed(areas))
    assert found is not None and found.code == DriveTestCode.FAKE_CAPACITY


def test_a_slow_area_alone_does_not_stop_it() -> None:
    test = moved(with_short_test(begun_test()).going(at(3)), 300).finished(at(9), 300)
    test = moved(test.going(at(9)), 5, {3: AreaState.SLOW})
    assert stop(test) is None
    assert DriveTestCode.SLOW_AREAS in codes(test)


def test_what_could_not_be_written_whole_is_not_certain() -> None:
    made = in_folder()
    skipped = replace(made.done[1], skipped=Note("The folder is full."))
    test = replace(made, done=(made.done[0], skipped, *made.done[2:]), read=None, written=None)
    assert verdict(test) is UNCERTAIN


def test_a_report_has_what_a_shop_asks_for() -> None:
    answer = drive_test_answer(returned_test())
    keys = {fact.key for fact in answer.facts}
    assert {"model", "serial", "wwn", "firmware", "size", "began", "ended", "temperature"} <= keys
    smart = {row[0].code: row for row in answer.table("smart").rows}  # type: ignore[union-attr]
    assert smart["media_errors"][1:3] == (0, 3)
    assert answer.table("steps").rows[0][0].code == "smart-before"  # type: ignore[union-attr]
    assert len(answer.table("bad_ranges").rows) == 3


# What it costs


def rates(speed: SpeedClass) -> Rates:
    return Rates(ExpectationSource.CLASS, speed=speed)


def test_the_cost_of_a_hard_disk() -> None:
    size = 4 * 10**12
    test = begun_test(size=size)
    endurance = Endurance(rated=600 * 10**12)
    told = {"short": 120.0, "extended": 8 * HOUR}
    cost = foreseen(test, rates(SpeedClass.DISK), endurance, told, rotational=True).cost
    assert cost.seconds is not None and 15 * HOUR < cost.seconds < 20 * HOUR
    assert (cost.bytes_written, cost.share) == (size, size / endurance.rated)  # type: ignore[operator]
    assert dict(cost.self_tests) == told


def test_reading_costs_no_endurance_and_half_the_time() -> None:
    written = foreseen(begun_test(), rates(SpeedClass.SATA), None, {})
    read = foreseen(begun_test(way=Way.READ), rates(SpeedClass.SATA), None, {})
    assert (read.cost.bytes_written, read.cost.share) == (0, 0.0)
    assert written.cost.share is None
    assert read.cost.seconds and written.cost.seconds
    assert read.cost.seconds < 0.6 * written.cost.seconds


def test_the_rest_of_a_pass_follows_from_its_own_speed() -> None:
    test = half_written()
    known = test.current
    assert known is not None and known.rate is not None
    left = remaining(test)
    reading = step_seconds(test, READ_BACK)
    assert left is not None and reading is not None
    assert left == pytest.approx((known.size - known.done) / known.rate + reading + 60 + 2100 + 5)
    assert remaining(good_test()) == 0


@pytest.mark.parametrize("size", [2**30, 10**12, 22 * 10**12])
def test_a_restart_repeats_a_small_part(size: int) -> None:
    part = segment_size(size)
    assert not part % 2**20
    assert part <= max(2**30, size / 190)
