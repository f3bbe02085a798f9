# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The last measurement of a session with a TRIM is that TRIM's strongest proof."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from tests.builders.compared_runs import STEADY, phase, run, times
from tests.builders.experiments import NOW, experiment
from tests.builders.stored_trims import OUTCOME
from tests.fakes import quoted
from tests.fakes.made_looks import look

from driveproof.domain.comparison.comparison import Comparison, compare_sides
from driveproof.domain.comparison.matching import Side
from driveproof.domain.comparison.summary import headline_of
from driveproof.domain.experiment.action import OTHER, TRIM
from driveproof.domain.experiment.defaults import plan_for
from driveproof.domain.experiment.experiment import Experiment
from driveproof.domain.trim.job import (
    EFFECT,
    INCONCLUSIVE,
    NOT_TRIED,
    PROVED,
    Proof,
    ProofCode,
)
from driveproof.engine.experiment.judge import effect_of, keep_effect, time_of_trim, trim_notes
from driveproof.export.json import values_of
from driveproof.export.json.experiment import experiment_document
from driveproof.history.store import History
from driveproof.history.trims import Trims

HOUR = timedelta(hours=1)


def compared(reads: float, writes: float) -> Comparison:
    before = run(phase(STEADY), phase(STEADY, direction="write"))
    after = run(phase(times(reads)), phase(times(writes), direction="write"), id="0b", days=1)
    return compare_sides([Side("before", (before,)), Side("after", (after,))], compared="")


def ready(action: str = TRIM) -> Experiment:
    """Trimmed between the first hour and the second; only the verdict is missing."""
    one = experiment(action, plan=plan_for(action, 1)).checked(NOW)
    one = one.begun("r1", NOW).measured("r1", NOW + HOUR)
    one = one.acted(NOW + 2 * HOUR, *trim_notes(OUTCOME))
    return one.begun("r2", NOW).measured("r2", NOW + 3 * HOUR)


@pytest.mark.parametrize(
    ("reads", "writes", "verdict"),
    [
        (1.0, 1.3, PROVED),
        (0.8, 1.3, PROVED),
        (1.3, 1.0, INCONCLUSIVE),  # reads need no free blocks
        (1.0, 0.8, INCONCLUSIVE),
        (1.0, 1.0, INCONCLUSIVE),
    ],
)
def test_only_faster_writes_prove_it(reads: float, writes: float, verdict: str) -> None:
    proof = effect_of(compared(reads, writes))
    assert (proof.tier, proof.verdict) == ("effect", verdict)


def test_a_slower_write_beside_a_faster_one_proves_nothing() -> None:
    shapes = ({"direction": "write"}, {"direction": "write", "pattern": "sequential"})
    before = run(*(phase(STEADY, **shape) for shape in shapes))
    after = run(phase(times(1.3), **shapes[0]), phase(times(0.7), **shapes[1]), id="0b", days=1)
    sides = [Side("before", (before,)), Side("after", (after,))]
    assert effect_of(compare_sides(sides, compared="")).verdict == INCONCLUSIVE


def test_when_the_trim_was() -> None:
    assert time_of_trim(ready()) == (NOW + HOUR, NOW + 2 * HOUR)
    assert time_of_trim(ready(OTHER)) is None
    assert time_of_trim(experiment(TRIM)) is None


def test_it_is_shown_and_kept_with_the_trim(history: History) -> None:
    tried = (
        *OUTCOME.proof,
        Proof(EFFECT, NOT_TRIED, quoted.evidence("Measure.")),
    )
    Trims(history).add(["wwn:0x5"], replace(OUTCOME, started=NOW + 1.5 * HOUR, proof=tried))
    one = ready()
    comparison = compared(1.0, 1.3)
    notes = keep_effect(one, comparison, history)
    ended = one.looked(look(at=NOW + 4 * HOUR), headline_of(comparison), *notes)
    document = values_of(experiment_document(ended))
    assert document["steps"][-1]["note"] == "effect: proved"
    (kept,) = Trims(history).of("wwn:0x5")
    assert [(proof.tier, proof.verdict) for proof in kept.proof] == [
        ("accepted", "proved"),
        ("effect", "proved"),
    ]
    assert [one.code for one in kept.proof[-1].evidence] == [ProofCode.COMPARED]


def test_another_action_proves_nothing_of_a_trim(history: History) -> None:
    assert keep_effect(ready(OTHER), compared(1.0, 1.3), history) == ()


def test_a_history_that_fails_does_not_cost_the_verdict(tmp_path: Path) -> None:
    (tmp_path / "no").mkdir()
    broken = History(tmp_path / "no")
    (note,) = keep_effect(ready(), compared(1.0, 1.3), broken)
    assert str(note).endswith("proved")
    broken.close()
