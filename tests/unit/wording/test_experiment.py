# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Texts of an experiment that waits for a person."""

from __future__ import annotations

from dataclasses import replace

from tests.builders.experiments import NOW, experiment, measured, until_the_first_look

from driveproof.domain.experiment.action import FIRMWARE, MOUNT_OPTIONS, OTHER, SCHEDULER
from driveproof.domain.experiment.defaults import plan_for, too_few
from driveproof.domain.experiment.experiment import CANCELLED, PlannedProfile
from driveproof.domain.experiment.forecast import ExperimentCost
from driveproof.domain.experiment.plan import IN_TURN, before_and_after
from driveproof.domain.experiment.sentences import (
    armed,
    look_title,
    next_step,
    price_of_now,
    question,
    stage_title,
    standing,
    wait,
)
from driveproof.domain.profile.estimate import ExpectationSource, Expected
from driveproof.domain.profile_cost import later_compared
from driveproof.wording.dates import date_and_time
from driveproof.wording.run import note_text
from driveproof.wording.say import say_text, say_texts, value_text


def test_a_firmware_that_is_not_told_is_not_called_the_old_one() -> None:
    one = experiment(FIRMWARE)
    assert "still reports 1.0" in say_texts(question(one))
    silent = replace(one, target=replace(one.target, firmware=""))
    said = say_texts(question(silent))
    assert "updated?" in said and "still" not in said


def test_too_few_is_said_before() -> None:
    assert too_few(3) is None
    assert note_text(too_few(2)) == (
        "With 2 repeats, only very large changes are detectable. Measure 3."
    )


def test_a_wait_says_how_long_it_is_and_what_it_costs_not_to() -> None:
    one = measured(experiment(OTHER).checked(NOW), "r1")
    assert say_text(wait(402)) == "Next run in 6\u202fmin 42\u202fs, or now."
    assert say_text(wait(0)) == "Next run: now."
    assert say_text(armed(7.2)).startswith("Next run in 8\u202fs")
    assert "10\u202fmin apart" in say_text(price_of_now(one))
    assert one.due is not None and date_and_time(one.due) in say_texts(next_step(one))
    assert say_text(standing(one)) == "1 of 3 runs are measured."


def test_what_a_look_found_and_left_open_is_said() -> None:
    one = until_the_first_look(experiment(OTHER), left=1)
    assert say_text(look_title(one.looks[0])) == ("1 of 2 tests changed, 1 open (level 2\u202f%)")
    assert say_text(standing(one)) == "1 of 2 tests open."
    stage = one.require_open()
    assert value_text(stage_title(one, stage)) == "Run 2 after the change, 3 to 6 repeats"
    before = experiment(OTHER)
    assert value_text(stage_title(before, stage)) == (
        "Run 2 after the change, if needed, 3 to 6 repeats"
    )


def test_a_run_of_its_own_says_what_a_comparison_could() -> None:
    assert later_compared(3, 8) is later_compared(5, 0) is None
    few = later_compared(1, 1)
    assert few is not None and say_text(few) == ("1 repeat of each test. A comparison needs 3.")


def test_what_a_person_must_do_is_said() -> None:
    one = measured(experiment(FIRMWARE, plan=plan_for(FIRMWARE, 1)).checked(NOW), "r")
    text = say_texts(next_step(one, command=True))
    assert "Model (S1)" in text and "experiment continue 0abc" in text
    other = replace(one, action=OTHER)
    assert "cable" in say_texts(next_step(other, command=True))
    assert say_texts(next_step(one.cancelled(), command=True)).startswith("Cancelled")
    assert one.cancelled().status == CANCELLED


def test_what_is_next_is_a_sentence_before_how_to_go_on() -> None:
    one = experiment(OTHER).checked(NOW)
    stage = one.require_open()
    said = f"Next: {value_text(stage_title(one, stage))}."
    assert (
        say_texts(next_step(one, command=True))
        == f"{said} Continue with 'driveproof experiment continue 0abc'."
    )


def test_both_schedulers_that_are_measured_in_turn_are_named() -> None:
    one = experiment(SCHEDULER, scheduler="none", own_scheduler="bfq").checked(NOW)
    assert say_texts(next_step(one)) == "Measures bfq and none in turn, and restores bfq."


def test_the_command_of_a_mount_option_is_part_of_what_is_next() -> None:
    one = experiment(MOUNT_OPTIONS, text="", profile=PlannedProfile("quick", 2))
    one = one.checked(NOW).begun("run", NOW).measured("run", NOW)
    said = "Run the command below to mount it with noatime."
    assert (
        say_texts(next_step(one, command=True))
        == f"{said} Continue with 'driveproof experiment continue 0abc'."
    )
    assert say_texts(next_step(one)) == said
    assert value_text(stage_title(one, one.require_open())) == "Mount with noatime"
    assert say_text(standing(one)) == "Next: Mount with noatime."


def test_what_it_costs_is_what_is_expected_and_what_is_the_most() -> None:
    found = Expected(36, 2_500_000_000, ExpectationSource.RUNS, 36, 36, sure=True)
    cost = ExperimentCost(4, 4 * 50, 12_000_000_000, found)
    assert say_text(cost.whole(before_and_after())) == (
        "3 or 4 measurements, 10\u202fmin apart, about 40\u202fs each. Total: writes about"
        " 10\u202fGB, at most 12\u202fGB"
    )
    assert say_text(ExperimentCost(1, 50, 3_000_000_000, found).sentence) == (
        "about 40\u202fs, writes about 2.5\u202fGB, at most 3\u202fGB"
    )
    assert say_text(ExperimentCost(6, 300, 0).whole(before_and_after(3))) == (
        "4 to 6 measurements, 10\u202fmin apart, at most 50\u202fs each. Total: writes nothing"
    )
    assert say_text(ExperimentCost(4, 200, None).whole(IN_TURN)) == (
        "4 measurements, at most 50\u202fs each. Total: no write limit set"
    )
