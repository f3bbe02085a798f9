# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The whole comparison of a session: the intended change is named, in either direction."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.builders.experimenting import NOW, made_experiment
from tests.builders.made_runs import quick
from tests.builders.pages.experiment import ShownExperiment

from driveproof.domain.comparison.cautions import Caution
from driveproof.domain.comparison.comparison import compare_sides
from driveproof.domain.comparison.summary import headline_of
from driveproof.domain.experiment.action import FIRMWARE, SCHEDULER
from driveproof.domain.experiment.experiment import AFTER, BASELINE, Experiment
from driveproof.engine.comparison.reading import ComparedRuns
from driveproof.engine.experiment.judge import look
from driveproof.export.text.forum_comparison import forum_comparison
from driveproof.ui.compare.page import ComparePage


def over(experiment_page: ShownExperiment, experiment: Experiment) -> Experiment:
    """All of it measured, with runs of another scheduler and firmware after the change."""
    while (stage := experiment.stage) is not None:
        if not stage.measures:
            done = (
                _looked(experiment_page, experiment)
                if stage.step == "verdict"
                else experiment.acted(NOW)
            )
            experiment = done
            continue
        number, changed = len(experiment.runs), stage.step == AFTER
        run = quick(writes=2.1 if changed else 1.0, id=f"run{number}", days=number / 100)
        environment = replace(run.environment, scheduler="kyber" if changed else "none")
        target = replace(run.target, firmware="2" if changed else "1")
        experiment_page.shelf.history.save(replace(run, environment=environment, target=target))
        experiment = experiment.begun(run.id, NOW).measured(run.id, NOW)
    return experiment


def _looked(experiment_page: ShownExperiment, experiment: Experiment) -> Experiment:
    found, judged = look(experiment, experiment_page.shelf.history, lambda _: (), NOW)
    return experiment.looked(replace(found, left=0), headline_of(judged.comparison))


def whole(experiment_page: ShownExperiment, experiment: Experiment) -> ComparePage:
    experiment_page.open(over(experiment_page, experiment))
    experiment_page.page.verdict.button.click()
    page = experiment_page.page.views.whole
    assert page is not None
    return page


def runs_of(compared: ComparedRuns) -> list[list[str]]:
    return [[run.id for run in side.runs] for side in compared.comparison.sides]


def swap(experiment_page: ShownExperiment, page: ComparePage) -> None:
    shown = page.compared
    page.choice.swap.click()
    experiment_page.qtbot.waitUntil(lambda: page.compared not in (shown, None))


@pytest.mark.parametrize(
    ("action", "names", "heads"),
    [
        (SCHEDULER, ("none", "kyber"), ("none", "kyber")),
        (FIRMWARE, (BASELINE, AFTER), ("Before", "After")),
    ],
)
def test_swapped_sides_are_the_sessions_own(
    experiment_page: ShownExperiment, action: str, names: tuple[str, str], heads: tuple[str, str]
) -> None:
    page = whole(experiment_page, made_experiment(action, baselines=2))
    first = page.compared
    assert first is not None and first.names == names
    assert page.rows.intervals is not None and page.rows.intervals.heads == heads
    # The other of the two has changed as well: that belongs to what speaks against it.
    (said,) = [one for one in first.comparison.cautions if one.code == Caution.SEVERAL_DIFFER]

    swap(experiment_page, page)
    second = page.compared
    assert second is not None and second.names == names[::-1]
    assert runs_of(second) == runs_of(first)[::-1]
    assert said in second.comparison.cautions
    assert (
        second.comparison.cautions
        == compare_sides(second.comparison.sides, compared=action).cautions
    )
    assert page.rows.intervals.heads == names[::-1]  # no "before" above what came after
    assert "before" not in forum_comparison(second.comparison).splitlines()[0]
    assert not page.choice.pool.isVisible()

    swap(experiment_page, page)
    assert page.compared is not None
    assert runs_of(page.compared) == runs_of(first)
    third = page.compared.comparison
    assert (third.metrics, third.cautions) == (first.comparison.metrics, first.comparison.cautions)
    assert page.rows.intervals.heads == heads
