# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The moves of a test of a drive: what comes next, what a stop leaves, what an end refuses."""

from __future__ import annotations

import pytest
from tests.builders.made_drive_tests import (
    NOW,
    SIZE,
    at,
    begun_test,
    good_test,
    half_written,
    in_folder,
    moved,
    returned_test,
    with_short_test,
    written_and_read,
)

from driveproof.domain.drive_test.drive_test import (
    AFTER,
    BEFORE,
    CANCELLED,
    EXTENDED,
    FINISHED,
    FREE_SPACE,
    OPEN,
    RANDOM,
    READ,
    READ_BACK,
    SHORT,
    WRITE,
    DriveTestStep,
    FullPass,
    Temperatures,
    Way,
)
from driveproof.domain.errors import UsageError
from driveproof.domain.notes import Failure, Note
from driveproof.domain.run.areas import AreaState


@pytest.mark.parametrize(
    ("way", "without", "steps"),
    [
        (Way.OVERWRITE, (), (BEFORE, SHORT, WRITE, READ_BACK, RANDOM, EXTENDED, AFTER)),
        (Way.READ, (), (BEFORE, SHORT, READ, RANDOM, EXTENDED, AFTER)),
        (Way.FOLDER, (EXTENDED, SHORT), (BEFORE, FREE_SPACE, RANDOM, AFTER)),
    ],
)
def test_the_steps_follow_from_the_way(
    way: Way, without: tuple[DriveTestStep, ...], steps: tuple[DriveTestStep, ...]
) -> None:
    assert begun_test(way=way, without=without).steps == steps


def test_a_good_one_goes_through_every_step() -> None:
    test = good_test()
    assert tuple(one.step for one in test.done) == test.steps
    assert (test.status, test.step, test.stopped) == (FINISHED, None, False)


def test_a_pass_goes_on_where_it_was_interrupted() -> None:
    test = half_written()
    assert (test.status, test.step) == (OPEN, WRITE)
    assert test.current is not None and 0 < test.current.done < SIZE
    assert [one.offset for one in test.current.segments] == [
        sum(each.bytes for each in test.current.segments[:n])
        for n in range(len(test.current.segments))
    ]
    assert test.worked == 360  # before the restart, and since


def test_bad_areas_of_several_parts_are_kept_apart() -> None:
    test = returned_test()
    assert test.read is not None
    assert [one.state for one in test.read.faults] == [
        AreaState.CHANGED,
        AreaState.UNREADABLE,
        AreaState.EMPTY,
    ]


def test_after_a_stop_only_the_smart_values_are_read() -> None:
    test = moved(with_short_test(begun_test()).going(at(3)), 2).stopping(at(4), 60)
    assert (test.status, test.step) == (OPEN, AFTER)
    assert test.of(WRITE) is not None and test.of(RANDOM) is None
    assert test.going(at(5)).finished(at(5), 1).status == FINISHED


def test_a_step_has_the_temperatures_of_its_time_alone() -> None:
    test = begun_test().going(NOW).warmed(30).warmed(50).warmed(40).finished(NOW, 1)
    assert test.done[0].temperatures == Temperatures(30, 50)
    assert test.temperatures is None


def test_an_interruption_keeps_the_step() -> None:
    why = Failure(Note("cancelled"))
    test = begun_test().going(NOW).interrupted(at(1), 60, why)
    assert (test.step, test.since, test.interruptions[0].step) == (BEFORE, NOW, BEFORE)
    assert test.finished(at(3), 40).done[0].seconds == 100


def test_one_that_has_ended_takes_no_move() -> None:
    for test in (good_test(), half_written().cancelled()):
        with pytest.raises(UsageError):
            test.going(NOW)
    assert half_written().cancelled().status == CANCELLED


def test_a_move_of_another_step_is_refused() -> None:
    with pytest.raises(UsageError):
        begun_test().probed(())
    with pytest.raises(UsageError):
        written_and_read(begun_test()).with_free_space(FullPass(1), FullPass(1), "r")


def test_only_what_overwrites_writes_to_a_device() -> None:
    assert half_written().writes_next
    assert not written_and_read(begun_test()).writes_next
    assert not begun_test(way=Way.READ).writes_next
    assert not in_folder().writes_next
