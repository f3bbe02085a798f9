# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Experiments are stored unchanged, beside what a file already contained."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from tests.builders.compared_runs import STEADY, phase, run, sentence, times
from tests.builders.exported import compared_document
from tests.builders.stored_trims import OUTCOME
from tests.pseudo import spoken, untranslated

from driveproof.domain.codec import DecodeError
from driveproof.domain.comparison.comparison import compare_sides
from driveproof.domain.comparison.matching import Side
from driveproof.domain.comparison.summary import headline_of
from driveproof.domain.errors import Advice, MachineError, Remedy, UsageError
from driveproof.domain.experiment.action import OTHER
from driveproof.domain.experiment.defaults import too_few
from driveproof.domain.experiment.experiment import Experiment, ExperimentTarget, PlannedProfile
from driveproof.domain.experiment.plan import before_and_after
from driveproof.domain.notes import Failure, Note
from driveproof.domain.quantity import Seconds
from driveproof.engine.experiment.create import NO_CHANGE
from driveproof.engine.experiment.judge import trim_notes
from driveproof.export.json import values_of
from driveproof.export.json.experiment import experiment_document
from driveproof.history.experiments import (
    Experiments,
    pack_experiment,
    unpack_experiment,
)
from driveproof.history.store import History
from driveproof.wording.errors import Face, failure_text
from driveproof.wording.experiment import done_text, verdict_text
from driveproof.wording.run import note_text
from driveproof.wording.say import say_text

NOW = datetime(2026, 3, 3, 12, 30, tzinfo=UTC)
PLAN = Experiment(
    id="0abc11", created=NOW, name="\udcff", action=OTHER, profile=PlannedProfile("quick", 6),
    target=ExperimentTarget("/mnt/\udcff", "file", "wwn:1"), tests=4, plan=before_and_after(1),
)  # fmt: skip
LATER = replace(PLAN, id="0abd22", created=NOW + timedelta(days=1))


def test_it_comes_back_as_it_was(history: History) -> None:
    experiments = Experiments(history)
    experiments.save(PLAN)
    moved = PLAN.checked(NOW).begun("r1", NOW).measured("r1", NOW)
    sides = (Side(name, (run(phase(STEADY), id=name),)) for name in "ab")
    result = compared_document(compare_sides(tuple(sides)))
    experiments.save(moved, result)
    history.close()
    assert experiments.load(PLAN.id).experiment == moved
    experiments.save(moved.cancelled())
    assert values_of(experiments.load(PLAN.id).result) == values_of(result)
    experiments.save(LATER)
    assert [experiment.id for experiment in experiments.all()] == [LATER.id, PLAN.id]


@pytest.mark.parametrize("values", [(1e-30, *STEADY[1:]), (0.0,) * len(STEADY)])
def test_a_comparison_of_next_to_nothing_comes_back(
    values: tuple[float, ...], history: History
) -> None:
    """A ratio and what would have been found have no bound, and a side may have no value."""
    sides = (Side("a", (run(phase(STEADY), id="a"),)), Side("b", (run(phase(values), id="b"),)))
    result = compared_document(compare_sides(sides))
    experiments = Experiments(history)
    experiments.save(PLAN, result)
    assert values_of(experiments.load(PLAN.id).result) == values_of(result)


def test_one_is_found_by_the_beginning_of_its_id(history: History) -> None:
    experiments = Experiments(history)
    with pytest.raises(MachineError):
        experiments.find("")
    experiments.save(PLAN)
    assert experiments.find("").experiment == experiments.find("OABC").experiment == PLAN
    experiments.save(LATER)
    assert experiments.find("latest").experiment == experiments.find("0abd").experiment == LATER
    for word in ("0ab", ""):
        with pytest.raises(UsageError, match="0abd22, 0abc11"):
            experiments.find(word)
    experiments.save(LATER.cancelled())
    assert experiments.find("").experiment == PLAN
    for word in ("zz", " "):
        with pytest.raises(MachineError, match=re.escape(f"'{word}'")):
            experiments.find(word)
    with pytest.raises(MachineError, match="nothing"):
        experiments.load("nothing")


def test_a_damaged_one_is_left_out(history: History) -> None:
    experiments = Experiments(history)
    experiments.save(PLAN)
    experiments.save(LATER)
    history.close()
    with closing(sqlite3.connect(history.path)) as connection:
        connection.execute("UPDATE plans SET plan = '{' WHERE id = ?", (LATER.id,))
        connection.commit()
    assert experiments.all() == (PLAN,)
    with pytest.raises(MachineError, match="cannot be read"):
        experiments.load(LATER.id)


def noted() -> Experiment:
    """With a note of every kind: of itself, of its steps, and of runs that do not count."""
    away = Note("it was measured with {found}, and not with {wanted}", found="bfq", wanted="none")
    full = Failure(Note("The disk became full."), Advice(Remedy.CHOOSE_SMALLER_FILE))
    few = too_few(1)
    assert few is not None
    one = replace(PLAN, notes=(few, NO_CHANGE)).checked(NOW)
    one = one.begun("r1", NOW).given_up("r1", Failure(away)).begun("r2", NOW).given_up("r2", full)
    one = one.begun("r3", NOW).measured("r3", NOW, Note("only {time} of it", time=Seconds(90)))
    return one.acted(NOW, *trim_notes(OUTCOME)).begun("r4", NOW).cancelled()


def test_notes_are_worded_when_they_are_read(history: History) -> None:
    experiments = Experiments(history)
    with spoken():
        experiments.save(noted())
    found = experiments.load(PLAN.id).experiment
    assert found == noted()
    assert done_text(found.done[-1]).startswith("12\u202fGB")
    assert say_text(found.notes[0]) == note_text(too_few(1))
    with spoken():
        words = [done_text(found.done[-1]), *map(say_text, found.notes)]
        words += [failure_text(one.why, Face.WINDOW) for one in found.attempts]
        assert len(words) == 6
        for text in words:
            assert not untranslated(text, ("bfq", "none")), text


def test_a_document_has_them_in_english_whatever_the_language() -> None:
    english = values_of(experiment_document(noted()))
    with spoken():
        assert values_of(experiment_document(noted())) == english
    assert english["steps"][2]["note"].startswith("12 GB")
    assert len(english["attempts"]) == 3


def test_a_verdict_is_kept_as_values_and_worded_when_it_is_read() -> None:
    slow = run(phase(times(0.5)), id="b", days=1)
    sides = (Side("before", (run(phase(STEADY), id="a"),)), Side("after", (slow,)))
    found = compare_sides(sides)
    ended = unpack_experiment(pack_experiment(replace(PLAN, verdict=headline_of(found))))
    assert ended.verdict == headline_of(found)
    assert verdict_text(ended) == sentence(found)
    english = values_of(experiment_document(ended))["answer"]
    assert " ".join(one["text"] for one in english["sentences"]) == sentence(found)
    with spoken():
        other = verdict_text(ended)
        assert values_of(experiment_document(ended))["answer"] == english
    assert other.startswith("⟦") and "slower" not in other


@pytest.mark.parametrize("damaged", [3, {"tests": []}])
def test_a_damaged_verdict_is_no_experiment(damaged: object) -> None:
    with pytest.raises(DecodeError):
        unpack_experiment(json.dumps(json.loads(pack_experiment(PLAN)) | {"verdict": damaged}))
