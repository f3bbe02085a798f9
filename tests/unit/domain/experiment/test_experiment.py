# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An experiment follows its steps and no others, whatever happens in whatever order."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from driveproof.domain.errors import UsageError
from driveproof.domain.experiment.action import (
    ACTIONS,
    FIRMWARE,
    MOUNT_OPTIONS,
    OTHER,
    SCHEDULER,
    TRIM,
)
from driveproof.domain.experiment.defaults import (
    proposed_baselines,
    proposed_repeats,
)
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
    ExperimentTarget,
    PlannedProfile,
)
from driveproof.domain.notes import Note
from driveproof.history.experiments import experiment_from_json, experiment_to_json
from driveproof.wording.experiment import (
    action_text,
    command_of,
    next_text,
    question_text,
    stage_text,
)

NOW = datetime(2026, 3, 3, 12, 30, 0, 123456, tzinfo=timezone(timedelta(hours=1)))
TARGET = ExperimentTarget(
    "/mnt/\udcff", "file", "wwn:0x5", "Model", "S1", "1.0", 10**12, "/mnt", "a"
)

NOTE = Note("firmware {before} before, {after} after", before="1.0", after="2.0")


def experiment(action: str = OTHER, **more: Any) -> Experiment:
    values = {
        "id": "0abc", "created": NOW, "name": "A name", "action": action,
        "profile": PlannedProfile("quick", 6), "target": TARGET, "tests": 4, "text": "cable",
        "baselines": proposed_baselines(action),
        **({"scheduler": "bfq", "own_scheduler": "none"} if action == SCHEDULER else {}),
        **({"mount_option": "noatime", "own_mount_option": "relatime"}
           if action == MOUNT_OPTIONS else {}),
        **more,
    }  # fmt: skip
    return Experiment(**values)


def steps(one: Experiment) -> list[tuple[str, int]]:
    return [(stage.step, stage.repeats) for stage in one.stages]


def test_what_cannot_be_undone_has_its_baseline_twice() -> None:
    measured = [(BASELINE, 6), (BASELINE, 6), (ACTION, 0), (AFTER, 6)]
    for action in (TRIM, FIRMWARE):
        assert steps(experiment(action)) == [(CHECK, 0), *measured, (VERDICT, 0)]
    assert steps(experiment(OTHER)) == [(CHECK, 0), *measured[1:], (VERDICT, 0)]


@pytest.mark.parametrize(("repeats", "runs"), [
    (6, [(BASELINE, 3), (AFTER, 3), (AFTER, 3), (BASELINE, 3)]),
    (7, [(BASELINE, 4), (AFTER, 4), (AFTER, 3), (BASELINE, 3)]),
    (1, [(BASELINE, 1), (AFTER, 1)]),
])  # fmt: skip
def test_schedulers_are_interleaved(repeats: int, runs: list[tuple[str, int]]) -> None:
    one = experiment(SCHEDULER, profile=PlannedProfile("quick", repeats))
    assert steps(one) == [(CHECK, 0), *runs, (VERDICT, 0)]
    assert [one.side_name(step) for step, _ in runs[:2]] == ["none", "bfq"]


@pytest.mark.parametrize(("repeats", "there", "back"), [
    (6, [(BASELINE, 3), (ACTION, 0), (AFTER, 3), (AFTER, 3)], [(RESTORE, 0), (BASELINE, 3)]),
    (1, [(BASELINE, 1), (ACTION, 0), (AFTER, 1)], [(RESTORE, 0)]),
])  # fmt: skip
def test_mount_options_are_interleaved_by_the_person(
    repeats: int, there: list[tuple[str, int]], back: list[tuple[str, int]]
) -> None:
    one = experiment(MOUNT_OPTIONS, text="", profile=PlannedProfile("quick", repeats))
    assert steps(one) == [(CHECK, 0), *there, *back, (VERDICT, 0)]
    assert [one.side_name(step) for step, _ in (*there[:3], back[0])] == [
        "relatime", "noatime", "noatime", "relatime"
    ]  # fmt: skip
    assert (one.interleaved, one.switched, one.compared) == (True, False, "mount_options")
    assert action_text(one) == "mount option noatime against relatime"
    commands, left, at_once = [], [], []
    for number, stage in enumerate(one.stages[:-1]):
        commands.append(command_of(one))
        left.append(one.left_mount_option)
        at_once.append(len(one.at_once))
        assert one.by_person is (stage.step in (ACTION, RESTORE))
        if stage.step == CHECK:
            one = one.checked(NOW)
        elif stage.measures:
            one = one.begun(f"run{number}").measured(f"run{number}", NOW)
        else:
            assert "below" in next_text(one) and commands[-1]
            one = one.acted(NOW)
    assert [command for command in commands if command] == [
        "sudo mount -o remount,bind,noatime /mnt",
        "sudo mount -o remount,bind,atime,relatime /mnt",
    ]
    assert left == [BASELINE not in (stage.step,) and 2 < number <= len(there) + 1
                    for number, stage in enumerate(one.stages[:-1])]  # fmt: skip
    assert at_once[1:4] == [1, 1, 2 if repeats > 1 else 1]


def test_a_plan_of_before_there_were_mount_options() -> None:
    old = experiment_to_json(experiment(SCHEDULER))
    del old["mount_option"], old["own_mount_option"]
    assert experiment_from_json(old) == experiment(SCHEDULER)


@pytest.mark.parametrize("wrong", ["", "discard", "NOATIME"])
def test_a_kept_mount_option_that_is_none(wrong: str) -> None:
    document = experiment_to_json(experiment(MOUNT_OPTIONS)) | {"mount_option": wrong}
    with pytest.raises(ValueError, match="no experiment"):
        experiment_from_json(document)


def test_a_whole_way() -> None:
    one = experiment(FIRMWARE).checked(NOW)
    one = one.begun("r1").measured("r1", NOW)
    one = one.begun("r2").given_up("r2", GIVEN_UP)
    assert one.stage is not None and one.stage.step == BASELINE
    one = one.begun("r3").measured("r3", NOW)
    assert one.by_person
    one = one.acted(NOW, NOTE).begun("r4").measured("r4", NOW)
    one = one.judged(NOW, Note("Nothing changed."))
    assert one.status == FINISHED and one.stage is None
    assert one.sides == {BASELINE: ("r1", "r3"), AFTER: ("r4",)}
    assert [attempt.run for attempt in one.attempts] == ["r2"]
    assert one.compared == "firmware"


@pytest.mark.parametrize("move", [
    lambda one: one.checked(NOW),
    lambda one: one.acted(NOW),
    lambda one: one.judged(NOW, Note("")),
    lambda one: one.measured("r9", NOW),
    lambda one: one.given_up("r9", GIVEN_UP),
    lambda one: one.begun("r1").begun("r2"),
    lambda one: one.begun("r1").acted(NOW),
    lambda one: one.begun("r1").measured("r2", NOW),
    lambda one: one.begun("r1").given_up("r1", GIVEN_UP).begun("r1"),
    lambda one: one.cancelled().begun("r1"),
    lambda one: one.cancelled().cancelled(),
    lambda one: one.without_another_baseline(),
])  # fmt: skip
def test_a_move_that_cannot_be_is_refused(move: Callable[[Experiment], Experiment]) -> None:
    with pytest.raises(UsageError, match="0abc"):
        move(experiment().checked(NOW))


def test_the_second_baseline_can_be_left_out() -> None:
    one = experiment(TRIM).checked(NOW).begun("r1").measured("r1", NOW)
    shorter = one.without_another_baseline()
    assert shorter.stage is not None and shorter.stage.step == ACTION
    assert shorter.notes == (ONE_BASELINE,) and shorter.sides[BASELINE] == ("r1",)


# Whatever comes, in whatever order.
_RUNS = st.sampled_from([f"r{number}" for number in range(8)])
_EVENTS = st.one_of(
    st.tuples(st.sampled_from(["checked", "acted"]), st.just(NOW)),
    st.tuples(st.sampled_from(["begun"]), _RUNS),
    st.tuples(st.just("measured"), _RUNS, st.just(NOW)),
    st.tuples(st.just("given_up"), _RUNS, st.just(GIVEN_UP)),
    st.tuples(st.just("judged"), st.just(NOW), st.just(Note("words"))),
    st.tuples(st.just("without_another_baseline"), st.just(NOTE)),
    st.tuples(st.just("next")),
    st.tuples(st.just("cancelled")),
)


def _next(one: Experiment, number: int) -> Experiment:
    """The move that is due, so that most ways get far."""
    stage = one.require_open()
    if stage.measures and one.running is None:
        return one.begun(f"n{number}")
    if stage.measures:
        assert one.running is not None
        return one.measured(one.running, NOW)
    moves = {CHECK: one.checked, ACTION: one.acted, RESTORE: one.acted}
    return one.judged(NOW, Note("words")) if stage.step == VERDICT else moves[stage.step](NOW)


@given(st.sampled_from(ACTIONS), st.integers(1, 9), st.integers(1, 3), st.lists(_EVENTS))
def test_any_order_of_events(
    action: str, repeats: int, baselines: int, events: list[tuple[Any, ...]]
) -> None:
    one = experiment(action, profile=PlannedProfile("quick", repeats), baselines=baselines)
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
            assert {side: len(runs) for side, runs in one.sides.items()} == sides
        if before.status != OPEN:
            assert one is before
        assert experiment_from_json(json.loads(json.dumps(experiment_to_json(one)))) == one
        assert next_text(one) and action_text(one) and question_text(one)
        assert all(stage_text(one, stage) for stage in one.stages)


_JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
    | st.sampled_from([*ACTIONS, OPEN, FINISHED, NOW.isoformat()]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=4,
)  # fmt: skip


@given(st.data())
def test_damage_is_told_or_read_as_a_plan(data: st.DataObject) -> None:
    """Never anything else, wherever it is."""
    one = experiment(FIRMWARE).checked(NOW).begun("r1").measured("r1", NOW, NOTE).begun("r2")
    document = experiment_to_json(one.given_up("r2", GIVEN_UP))
    place: Any = document
    while isinstance(place, dict | list) and place:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(place[key], dict | list) or data.draw(st.booleans()):
            place[key] = data.draw(_JUNK)
            break
        place = place[key]
    try:
        found = experiment_from_json(document)
    except ValueError:
        return
    assert next_text(found) and found.sides
    assert all(stage_text(found, stage) for stage in found.stages)


def test_fields_of_a_later_version_are_no_fault() -> None:
    document = experiment_to_json(experiment())
    document["target"]["colour"] = "red"
    assert experiment_from_json({**document, "more": 1}) == experiment()


@pytest.mark.parametrize("change", [
    {"action": "dance"}, {"status": "x"}, {"done": [{"at": "yesterday", "run": None, "note": ""}]},
    {"created": "2026-01-01T00:00:00"}, {"profile": None}, {"target": {}}, {"tests": "many"},
    {"done": [{"at": NOW.isoformat(), "run": None, "note": ""}] * 9},
])  # fmt: skip
def test_what_is_no_plan_is_told(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"experiment|date|isoformat|valid"):
        experiment_from_json({**experiment_to_json(experiment()), **change})


def test_six_repeats_or_more_are_proposed() -> None:
    assert proposed_repeats(1) == 3
    assert proposed_repeats(10) == 10
