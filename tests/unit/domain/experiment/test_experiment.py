# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An experiment follows its steps and no others, whatever happens in whatever order."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.builders.experiments import (
    NOW,
    after,
    experiment,
    measured,
    until_the_first_look,
)
from tests.fakes.made_looks import headline, look

from driveproof.domain.codec import DecodeError
from driveproof.domain.comparison.difference import Verdict
from driveproof.domain.comparison.judge import ALPHA
from driveproof.domain.errors import UsageError
from driveproof.domain.experiment.action import (
    ACTIONS,
    FIRMWARE,
    MOUNT_OPTIONS,
    OTHER,
    SCHEDULER,
    TRIM,
)
from driveproof.domain.experiment.defaults import plan_for, proposed_repeats
from driveproof.domain.experiment.experiment import (
    ACTION,
    AFTER,
    BASELINE,
    CHECK,
    FINISHED,
    GIVEN_UP,
    ONE_BASELINE,
    OPEN,
    RESTORE,
    VERDICT,
    Experiment,
    ExperimentStep,
    PlannedProfile,
)
from driveproof.domain.experiment.sentences import action_title, next_step, question, stage_title
from driveproof.domain.notes import Note
from driveproof.engine.run.profiles import Profiles
from driveproof.history.experiments import pack_experiment, unpack_experiment

NOTE = Note("from {before} to {after}", before="1.0", after="2.0")


def steps(one: Experiment) -> list[ExperimentStep]:
    return [stage.step for stage in one.stages]


@pytest.mark.parametrize(("baselines", "alphas"), [
    (None, (0.02, 0.03)), (1, (0.01, 0.04)), (2, (0.02, 0.03)), (3, (0.01, 0.015, 0.025)),
])  # fmt: skip
def test_runs_and_looks_are_planned(baselines: int | None, alphas: tuple[float, ...]) -> None:
    for action in (TRIM, FIRMWARE, OTHER):
        one = experiment(action, plan=plan_for(action, baselines))
        assert (one.plan.alphas, one.plan.spacing) == (alphas, 600)
        assert steps(one) == [
            CHECK, *[BASELINE] * (baselines or 2), ACTION, *[AFTER, VERDICT] * len(alphas)
        ]  # fmt: skip
        # Together they are the chance of a false claim that is promised.
        assert sum(alphas) == pytest.approx(ALPHA)
        sure = [stage.step for stage in one.stages if one.needed(stage)]
        assert sure == steps(one)[: len(sure)] and sure[-2:] == [AFTER, VERDICT]


def test_schedulers_are_interleaved() -> None:
    one = experiment(SCHEDULER)
    assert steps(one) == [CHECK, BASELINE, AFTER, AFTER, BASELINE, VERDICT]
    assert [one.side_name(step) for step in (BASELINE, AFTER)] == ["none", "bfq"]
    assert one.plan.alphas == (ALPHA,)
    one = one.checked(NOW)
    for number in range(4):
        assert one.due is None  # in turn: what drifts falls on both alike
        one = measured(one, f"r{number}")


def test_mount_options_are_interleaved_by_the_person() -> None:
    one = experiment(MOUNT_OPTIONS, text="")
    there = [BASELINE, ACTION, AFTER, AFTER]
    assert steps(one) == [CHECK, *there, RESTORE, BASELINE, VERDICT]
    assert [one.side_name(step) for step in (*there[:3], RESTORE)] == [
        "relatime", "noatime", "noatime", "relatime"
    ]  # fmt: skip
    assert (one.interleaved, one.switched, one.compared) == (True, False, "mount_options")
    assert all(option in str(action_title(one)) for option in ("noatime", "relatime"))
    commands, left, at_once = [], [], []
    for number, stage in enumerate(one.stages[:-1]):
        commands.append(one.command)
        left.append(one.left_mount_option)
        at_once.append(len(one.at_once))
        assert one.by_person is (stage.step in (ACTION, RESTORE))
        if stage.step == CHECK:
            one = one.checked(NOW)
        elif stage.measures:
            one = measured(one, f"run{number}")
        else:
            assert commands[-1]
            one = one.acted(NOW)
    assert [command for command in commands if command] == [
        "sudo mount -o remount,bind,noatime /mnt",
        "sudo mount -o remount,bind,atime,relatime /mnt",
    ]
    assert left == [BASELINE not in (stage.step,) and 2 < number <= len(there) + 1
                    for number, stage in enumerate(one.stages[:-1])]  # fmt: skip
    assert at_once[1:4] == [1, 1, 2]


@pytest.mark.parametrize("wrong", ["", "discard", "NOATIME"])
def test_a_kept_mount_option_that_is_none(wrong: str) -> None:
    document = kept(experiment(MOUNT_OPTIONS)) | {"mount_option": wrong}
    with pytest.raises(DecodeError):
        unpack_experiment(json.dumps(document))


def test_a_whole_way() -> None:
    one = measured(experiment(FIRMWARE).checked(NOW), "r1")
    one = one.begun("r2", NOW).given_up("r2", GIVEN_UP)
    assert one.stage is not None and one.stage.step == BASELINE
    one = measured(one, "r3")
    assert one.by_person
    one = measured(one.acted(NOW, NOTE), "r4")
    one = one.looked(look(), headline(Verdict.FASTER))
    assert one.status == FINISHED and one.stage is None
    assert one.sides == {BASELINE: ("r1", "r3"), AFTER: ("r4",)}
    assert steps(one)[-2:] == [AFTER, VERDICT]  # nothing was left open
    assert [attempt.run for attempt in one.attempts] == ["r2"]
    assert one.compared == "firmware"


@pytest.mark.parametrize("move", [
    lambda one: one.checked(NOW),
    lambda one: one.acted(NOW),
    lambda one: one.looked(look(), headline()),
    lambda one: one.ended(),
    lambda one: one.measured("r9", NOW),
    lambda one: one.given_up("r9", GIVEN_UP),
    lambda one: one.begun("r1", NOW).begun("r2", NOW),
    lambda one: one.begun("r1", NOW).acted(NOW),
    lambda one: one.begun("r1", NOW).measured("r2", NOW),
    lambda one: one.begun("r1", NOW).given_up("r1", GIVEN_UP).begun("r1", NOW),
    lambda one: one.cancelled().begun("r1", NOW),
    lambda one: one.cancelled().cancelled(),
    lambda one: one.without_another_baseline(),
])  # fmt: skip
def test_a_move_that_cannot_be_is_refused(move: Callable[[Experiment], Experiment]) -> None:
    with pytest.raises(UsageError):
        move(experiment().checked(NOW))


def test_the_second_baseline_can_be_left_out() -> None:
    one = measured(experiment(TRIM).checked(NOW), "r1")
    shorter = one.without_another_baseline()
    assert shorter.stage is not None and shorter.stage.step == ACTION
    assert shorter.notes == (ONE_BASELINE,) and shorter.sides[BASELINE] == ("r1",)
    # Nothing was seen yet by which they could have been chosen.
    assert shorter.plan == plan_for(TRIM, 1)


def test_a_further_run_waits_for_its_moment() -> None:
    """Ten minutes after the one before began, however long that took; the first waits for none."""
    one = experiment(OTHER).checked(NOW)
    assert one.due is None
    one = one.begun("r1", after(5))
    assert one.due is None
    one = one.given_up("r1", GIVEN_UP).begun("r2", after(60)).measured("r2", after(95))
    assert one.due == after(660)  # what does not count is no run of this state
    one = measured(one, "r3", after(4000))
    assert one.due is None
    one = one.acted(after(4100))
    assert one.due is None  # the change was between
    one = measured(one, "r4", after(4200)).looked(look(left=1), headline(Verdict.UNDECIDED))
    assert one.due == after(4800)
    assert one.began(BASELINE) == (after(60), after(4000))


def test_a_look_that_leaves_something_open_has_another() -> None:
    one = until_the_first_look(experiment(OTHER), left=2)
    assert (one.status, one.verdict) == (OPEN, headline(Verdict.UNDECIDED))
    assert one.stage is not None and (one.stage.step, one.stage.number) == (AFTER, 2)
    assert one.needed(one.stage)
    last = measured(one, "r4", after(1400)).looked(look(0.03, left=2), headline(Verdict.FASTER))
    assert last.status == FINISHED  # the plan has no third, whatever is open
    assert [found.alpha for found in last.looks] == [0.02, 0.03]
    assert last.verdict == headline(Verdict.FASTER)


def test_a_look_that_leaves_nothing_open_is_the_end() -> None:
    one = until_the_first_look(experiment(OTHER), left=0)
    assert (one.status, one.stage) == (FINISHED, None)
    assert len(one.stages) == len(one.done) == 6


def test_a_person_may_end_it_with_what_was_found() -> None:
    one = until_the_first_look(experiment(OTHER), left=1).ended()
    assert (one.status, one.stage, len(one.stages)) == (FINISHED, None, len(one.done))
    assert one.verdict is not None and one.notes


# Whatever comes, in whatever order.
_RUNS = st.sampled_from([f"r{number}" for number in range(8)])
_EVENTS = st.one_of(
    st.tuples(st.sampled_from(["checked", "acted"]), st.just(NOW)),
    st.tuples(st.sampled_from(["begun"]), _RUNS, st.just(NOW)),
    st.tuples(st.just("measured"), _RUNS, st.just(NOW)),
    st.tuples(st.just("given_up"), _RUNS, st.just(GIVEN_UP)),
    st.tuples(
        st.just("looked"),
        st.integers(0, 2).map(lambda left: look(left=left)),
        st.just(headline(Verdict.UNDECIDED)),
    ),
    st.tuples(st.just("ended")),
    st.tuples(st.just("without_another_baseline"), st.just(NOTE)),
    st.tuples(st.just("next")),
    st.tuples(st.just("cancelled")),
)


def _next(one: Experiment, number: int) -> Experiment:
    """The move that is due, so that most ways get far."""
    stage = one.require_open()
    if stage.measures and one.running is None:
        return one.begun(f"n{number}", NOW)
    if stage.measures:
        assert one.running is not None
        return one.measured(one.running, NOW)
    moves = {CHECK: one.checked, ACTION: one.acted, RESTORE: one.acted}
    if stage.step == VERDICT:
        return one.looked(look(left=number % 2), headline(Verdict.UNDECIDED))
    return moves[stage.step](NOW)


@given(st.sampled_from(ACTIONS), st.integers(1, 9), st.integers(1, 3), st.lists(_EVENTS))
def test_any_order_of_events(
    action: str, repeats: int, baselines: int, events: list[tuple[Any, ...]]
) -> None:
    one = experiment(
        action, profile=PlannedProfile("quick", repeats), plan=plan_for(action, baselines)
    )
    for number, (name, *arguments) in enumerate(events):
        before = one
        try:
            one = _next(one, number) if name == "next" else getattr(one, name)(*arguments)
        except UsageError:
            assert one is before
        assert len(before.done) <= len(one.done) <= len(before.done) + 1
        assert one.done[: len(before.done)] == before.done
        assert len(one.done) <= len(one.stages)
        assert (one.status == FINISHED) == (len(one.done) == len(one.stages))
        assert one.running is None or (one.stage is not None and one.stage.measures)
        known = [*one.runs, *(attempt.run for attempt in one.attempts)]
        assert len(known) == len(set(known)) and one.running not in known
        for stage, done in zip(one.stages, one.done, strict=False):
            assert stage.measures == (done.run is not None)
        if one.status == FINISHED:
            sides = {side: sum(stage.step == side for stage in one.stages) for side in one.sides}
            assert len(one.looks) == sum(stage.step == VERDICT for stage in one.stages)
            assert {side: len(runs) for side, runs in one.sides.items()} == sides
        if before.status != OPEN:
            assert one is before
        assert unpack_experiment(pack_experiment(one)) == one
        assert next_step(one) and str(action_title(one)) and question(one)
        assert all(stage_title(one, stage) for stage in one.stages)


def kept(one: Experiment) -> dict[str, Any]:
    """As the history has it."""
    return cast("dict[str, Any]", json.loads(pack_experiment(one)))


_JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
    | st.sampled_from([*ACTIONS, OPEN, FINISHED, NOW.isoformat()]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=4,
)  # fmt: skip


@given(st.data())
def test_damage_is_told_or_read_as_a_plan(data: st.DataObject) -> None:
    """Never anything else, wherever it is."""
    one = until_the_first_look(experiment(FIRMWARE), left=1).begun("r5", NOW)
    document = kept(one.given_up("r5", GIVEN_UP))
    place: Any = document
    while isinstance(place, dict | list) and place:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(place[key], dict | list) or data.draw(st.booleans()):
            place[key] = data.draw(_JUNK)
            break
        place = place[key]
    try:
        found = unpack_experiment(json.dumps(document))
    except DecodeError:
        return
    assert next_step(found) and found.sides
    assert all(stage_title(found, stage) for stage in found.stages)


def test_fields_of_a_later_version_are_no_fault() -> None:
    document = kept(experiment())
    document["target"]["colour"] = "red"
    assert unpack_experiment(json.dumps({**document, "more": 1})) == experiment()


@pytest.mark.parametrize("change", [
    {"action": "dance"}, {"status": "x"}, {"done": [{"at": "yesterday", "run": None, "notes": ""}]},
    {"created": "2026-01-01T00:00:00"}, {"profile": None}, {"target": {}}, {"tests": "many"},
    {"done": [{"at": NOW.isoformat(), "run": None, "notes": [], "began": None}] * 11},
    {"plan": {"before": 0, "after": 1, "alphas": [0.05], "spacing": 600}},
    {"plan": {"before": 2, "after": 2, "alphas": [0.05, 2], "spacing": 600}},
    {"looks": [None]},
])  # fmt: skip
def test_what_is_no_plan_is_told(change: dict[str, Any]) -> None:
    with pytest.raises(DecodeError):
        unpack_experiment(json.dumps(kept(experiment()) | change))


def test_a_run_has_the_rounds_of_its_profile_and_never_too_few() -> None:
    quick = Profiles().find("quick")
    for own, most, proposed in ((3, 6, (3, 6)), (10, 0, (10, 0)), (1, 0, (3, 0)), (2, 6, (3, 0))):
        profile = replace(quick, repeats=own, max_repeats=most)
        assert proposed_repeats(profile) == proposed
