# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""In another language nothing stays English while something is measured, checked or compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from tests.builders.demo import demo_inventory
from tests.builders.experimenting import NOW, made_experiment
from tests.builders.live_steps import steps
from tests.builders.made_checks import Checks, open_intro
from tests.builders.pages.experiment import ShownExperiment
from tests.builders.recorded import finished_run, run_events
from tests.builders.recorded_scan import scan_events
from tests.builders.rig import Rig
from tests.builders.said import english
from tests.pseudo import spoken

from driveproof.domain.experiment.action import ACTIONS, TRIM
from driveproof.engine.run import events
from driveproof.ui.check.page import RESULT
from driveproof.ui.experiment.views import CONFIRM
from driveproof.ui.measure.live import RunLiveView
from driveproof.ui.theme.style import Theme

ATIME = ("noatime", "strictatime")
VALUES = (demo_inventory(), finished_run())


@pytest.fixture(autouse=True)
def language() -> Iterator[None]:
    with spoken():
        yield


# A check


def test_before_a_check(checking: Rig, tmp_path: Path) -> None:
    page = open_intro(checking)
    assert not english(page.intro, VALUES, str(tmp_path), only=5)


def test_a_check(checking: Rig, checks: Checks) -> None:
    page = open_intro(checking)
    page.intro.button.click()
    checking.qtbot.waitUntil(lambda: bool(checks.made) and checks.made[0].waiting.is_set())
    checking.qtbot.waitUntil(page.live.picture.isVisible)
    assert not english(page.live, VALUES, checks.outcome)
    checks.go_on.set()
    checking.qtbot.waitUntil(lambda: page.stack.currentIndex() == RESULT)
    assert not english(page.result, VALUES, checks.outcome)


# A measurement


@pytest.mark.parametrize(
    "recorded",
    [lambda: list(run_events()), lambda: list(scan_events())],
    ids=["tests", "scan"],
)
def test_a_measurement(
    recorded: Callable[[], list[events.Event]], qtbot: QtBot, theme: Theme
) -> None:
    view = RunLiveView(theme)
    qtbot.addWidget(view)
    view.begin("x", "/home")
    view.resize(1000, 700)
    view.show()
    found: dict[str, list[str]] = {}
    for event in recorded():
        view.take([event])
        if isinstance(event, events.Started | events.Preparing | events.Measured | events.RunEnded):
            continue
        found |= english(view, VALUES)
    assert not found


# An experiment


@pytest.mark.parametrize("action", ACTIONS)
def test_each_step_of_an_experiment(experiment_page: ShownExperiment, action: str) -> None:
    for experiment in steps(made_experiment(action)):
        experiment_page.open(experiment)
        own = (experiment, experiment.name, experiment.command)
        assert not english(experiment_page.page, VALUES, ATIME, *own)


def test_an_experiment_is_begun_and_listed(experiment_page: ShownExperiment) -> None:
    for action in ACTIONS:
        experiment_page.ask(action=action)
        assert not english(experiment_page.page, VALUES, ATIME)


def test_a_trim_in_an_experiment(experiment_page: ShownExperiment) -> None:
    experiment = made_experiment(TRIM, baselines=1).begun("a", NOW).measured("a", NOW)
    experiment_page.open(experiment)
    experiment_page.press_start()
    assert experiment_page.view == CONFIRM
    assert not english(experiment_page.page, VALUES, ATIME, experiment, experiment.name)
