# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A step of an experiment in the window: what prevents it, how it ends, and its questions."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tests.builders.answering import Answers
from tests.builders.demo import demo_inventory
from tests.builders.experimenting import DRIVE, NOW, made_experiment
from tests.builders.other_work import OtherWork
from tests.builders.pages.experiment import ShownExperiment

from driveproof.domain.drive.speed_class import SpeedClass
from driveproof.domain.errors import Advice, MachineError, Remedy
from driveproof.domain.experiment.action import FIRMWARE, OTHER, SCHEDULER, TRIM
from driveproof.domain.experiment.experiment import CANCELLED, Experiment, TargetProblem
from driveproof.domain.ongoing import Ongoing, OngoingWork, StartedIn
from driveproof.domain.profile.estimate import ExpectationSource, Rates
from driveproof.ui.experiment.page import CONFIRM, LIVE, STEPS, VERDICT


def test_what_cannot_be_undone_has_its_baseline_twice_or_says_what_that_costs(
    experiment_page: ShownExperiment,
) -> None:
    experiment = made_experiment(TRIM, baselines=2).begun("a", NOW).measured("a", NOW)
    experiment_page.open(experiment)
    panel = experiment_page.page.steps.panel
    assert panel.price.isVisible()
    panel.less_button.click()  # which does nothing yet: the TRIM is asked for by itself
    assert experiment_page.shelf.asked == []
    assert experiment_page.shelf.experiments["p1"] == experiment
    assert experiment_page.button.hasFocus()
    experiment_page.press_start()
    assert experiment_page.view == CONFIRM
    assert experiment_page.shelf.asked == []
    confirm = experiment_page.page.views.confirm
    assert not confirm.proof.isVisible()
    QTest.keyClick(confirm, Qt.Key.Key_Escape)  # a no changes nothing
    assert (experiment_page.view, experiment_page.shelf.asked) == (STEPS, [])
    experiment_page.press_start()
    confirm.button.click()
    experiment_page.settle()
    assert [(one[0], one[1]) for one in experiment_page.shelf.asked] == [("", True)]
    # Nothing but what was looked at: it may be another file system by now.
    (confirmed,) = experiment_page.shelf.confirmed
    assert confirmed is not None and confirmed.target == "/home"


def test_a_preview_that_comes_late_asks_nothing_about_another_experiment(
    experiment_page: ShownExperiment,
) -> None:
    other = made_experiment(OTHER, baselines=1, id="p2")
    page, trims = experiment_page.page, experiment_page.trims
    experiment_page.open(made_experiment(TRIM, baselines=1).begun("a", NOW).measured("a", NOW))
    trims.looks_late = True
    experiment_page.button.click()
    experiment_page.shelf.experiments["p2"] = other
    page.open_experiment("p2", page.inventory)
    experiment_page.qtbot.waitUntil(lambda: page.experiment == other)
    trims.go_on.set()
    experiment_page.settle()
    assert (experiment_page.view, page.experiment) == (STEPS, other)


def test_a_trim_is_asked_about_where_another_process_works_on_the_drive(
    experiment_page: ShownExperiment, answer: Answers
) -> None:
    asked = answer(yes=False)
    page = experiment_page.page
    experiment_page.context.inventory = demo_inventory()
    elsewhere = experiment_page.context.elsewhere
    experiment_page.qtbot.waitUntil(lambda: not elsewhere.busy)  # nothing is running
    elsewhere.others = (
        Ongoing(
            pid=1,
            work=OngoingWork.MEASUREMENT,
            started_in=StartedIn.TERMINAL,
            path="/home",
            devices=frozenset({"nvme0n1"}),
        ),
    )
    experiment_page.open(made_experiment(TRIM, baselines=1).begun("a", NOW).measured("a", NOW))
    experiment_page.press_start()
    page.views.confirm.button.click()
    experiment_page.settle()
    assert len(asked) == 1 and "/home" in asked[0]
    assert (experiment_page.view, experiment_page.shelf.asked) == (CONFIRM, [])


def test_a_trim_that_is_refused_is_not_asked_for(experiment_page: ShownExperiment) -> None:
    experiment_page.trims.previews["/home"] = MachineError(
        "Nothing is mounted.", code=TargetProblem.LOST, advice=Advice("Mount it.")
    )
    experiment_page.open(made_experiment(TRIM, baselines=1).begun("a", NOW).measured("a", NOW))
    experiment_page.press_start()
    assert (experiment_page.view, experiment_page.shelf.asked) == (STEPS, [])
    assert "Nothing is mounted. Mount it." in experiment_page.page.steps.panel.reason.text()


def test_firmware_is_looked_at_and_asked_about(
    experiment_page: ShownExperiment, answer: Answers
) -> None:
    experiment_page.open(made_experiment(FIRMWARE).begun("a", NOW).measured("a", NOW))
    panel = experiment_page.page.steps.panel
    assert DRIVE.firmware in panel.fact.text()
    asked = answer(yes=False)
    experiment_page.button.click()
    assert len(asked) == 1 and experiment_page.shelf.asked == []
    inventory = experiment_page.page.inventory
    newer = tuple(
        replace(one, firmware="5B2Q") if one.name == DRIVE.name else one
        for one in inventory.devices
    )
    experiment_page.page.set_inventory(replace(inventory, devices=newer))
    assert "5B2Q" in panel.fact.text()
    experiment_page.button.click()  # nothing is asked
    experiment_page.settle()
    assert len(asked) == 1 and len(experiment_page.shelf.asked) == 1


def test_escape_ends_the_step_and_nothing_more(experiment_page: ShownExperiment) -> None:
    experiment_page.shelf.at_once = False
    experiment_page.open(made_experiment(OTHER))
    experiment_page.button.click()
    experiment_page.qtbot.waitUntil(experiment_page.shelf.on.is_set)
    assert (experiment_page.view, experiment_page.page.drive, experiment_page.page.busy) == (
        LIVE,
        DRIVE.name,
        True,
    )
    live = experiment_page.page.live
    assert live.measure.head.button.hasFocus()
    assert live.step.whole().startswith("Step 2 of 5: ")
    QTest.keyClick(live, Qt.Key.Key_Escape)
    experiment_page.settle()
    assert (experiment_page.view, experiment_page.page.drive, experiment_page.back) == (
        STEPS,
        "",
        [],
    )
    assert "Not counted: cancelled" in experiment_page.words()


def test_leaving_does_not_end_it_and_another_one_waits(experiment_page: ShownExperiment) -> None:
    experiment_page.shelf.at_once = False
    experiment_page.open(made_experiment(OTHER))
    experiment_page.button.click()
    experiment_page.qtbot.waitUntil(experiment_page.shelf.on.is_set)
    QTest.keyClick(experiment_page.page.live, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert (experiment_page.back, experiment_page.page.busy) == ([None], True)
    other = made_experiment(OTHER, id="p2", name="another")
    experiment_page.shelf.experiments["p2"] = other
    experiment_page.page.open_experiment("p2", experiment_page.page.inventory)
    experiment_page.qtbot.waitUntil(lambda: experiment_page.page.experiment is not None)
    assert not experiment_page.button.isEnabled()
    assert experiment_page.page.steps.panel.reason.isVisible()
    experiment_page.page.open_experiment("p1", experiment_page.page.inventory)
    assert experiment_page.view == LIVE
    assert experiment_page.page.stop_and_wait(20)
    experiment_page.settle()
    assert experiment_page.view == STEPS


def test_what_went_wrong_is_said_with_a_way_on(
    experiment_page: ShownExperiment, monkeypatch: pytest.MonkeyPatch
) -> None:
    experiment_page.shelf.error = MachineError("It is gone.", advice=Advice("Write one."))
    experiment_page.open(made_experiment(OTHER))
    experiment_page.press_start()
    panel = experiment_page.page.steps.panel
    assert panel.reason.text() == "It is gone. Write one."
    assert not panel.folder_button.isVisible()  # it would not help
    experiment_page.shelf.error = MachineError(
        "It is not there.", code=TargetProblem.LOST, advice=Advice(Remedy.NAME_TARGET)
    )
    experiment_page.press_start()
    assert "It is not there." in panel.reason.text()
    assert panel.button.isEnabled()
    asking = "PySide6.QtWidgets.QFileDialog.getExistingDirectory"
    monkeypatch.setattr(asking, lambda *_: "/mnt/elsewhere")
    panel.folder_button.click()
    assert "/mnt/elsewhere" in panel.fact.text()
    experiment_page.shelf.error = None
    panel.button.click()
    experiment_page.settle()
    assert experiment_page.shelf.asked[-1][0] == "/mnt/elsewhere"


def test_a_drive_that_is_not_there_is_waited_for(experiment_page: ShownExperiment) -> None:
    experiment_page.open(made_experiment(OTHER))
    inventory = experiment_page.page.inventory
    without = tuple(one for one in inventory.devices if one.name != DRIVE.name)
    experiment_page.page.set_inventory(replace(inventory, devices=without))
    panel = experiment_page.page.steps.panel
    assert f"{DRIVE.model} ({DRIVE.serial})" in panel.reason.text()
    assert not panel.button.isEnabled()
    moved = replace(DRIVE, name="nvme7n1", path="/dev/nvme7n1")  # by another name
    experiment_page.page.set_inventory(replace(inventory, devices=(*without, moved)))
    assert panel.button.isEnabled()


def test_what_a_step_would_disturb_and_what_it_lacks_is_said(
    experiment_page: ShownExperiment,
) -> None:
    experiment_page.open(made_experiment(SCHEDULER))
    panel = experiment_page.page.steps.panel
    other = OtherWork(experiment_page.context.running, experiment_page.qtbot)
    assert (panel.reason.text(), panel.button.isEnabled()) == (other.said, False)
    other.end()
    assert (panel.reason.text(), panel.button.isEnabled()) == ("", True)
    missing = MachineError("Nobody helps.", advice=Advice("Call one."))
    watch = experiment_page.page.steps.helper
    watch.look = lambda: missing
    watch.again()
    experiment_page.qtbot.waitUntil(lambda: not panel.button.isEnabled())
    assert "Nobody helps." in panel.reason.text()
    experiment_page.page.hide()


def test_giving_up_is_asked_about(experiment_page: ShownExperiment, answer: Answers) -> None:
    experiment_page.open(made_experiment(OTHER))
    answer(yes=False)
    experiment_page.page.steps.give_up_button.click()
    assert experiment_page.shelf.experiments["p1"].status == "open"
    answer(yes=True)
    experiment_page.page.steps.give_up_button.click()
    experiment_page.settle()
    assert experiment_page.shelf.experiments["p1"].status == CANCELLED
    assert not experiment_page.button.isVisible()
    assert not experiment_page.page.steps.give_up_button.isVisible()


def test_a_narrow_window_says_the_cost_below_the_button(experiment_page: ShownExperiment) -> None:
    began = datetime.now(UTC)
    experiment_page.open(made_experiment(TRIM, baselines=2).begun("a", began).measured("a", began))
    panel = experiment_page.page.steps.panel
    wide = panel.button.text()
    experiment_page.page.resize(470, 500)
    QApplication.processEvents()
    assert len(panel.button.text()) < len(wide)
    assert panel.cost.isVisible()
    rights = [one.mapTo(experiment_page.page, one.rect().topRight()).x() for one in (
        panel.button, panel.now_button, panel.less_button,
        experiment_page.page.steps.give_up_button,
    )]  # fmt: skip
    assert max(rights) < 470
    experiment_page.page.resize(1000, 700)
    assert panel.button.text() == wide


def waiting(seconds: float) -> Experiment:
    """The first run of the baseline began so many seconds ago."""
    began = datetime.now(UTC) - timedelta(seconds=seconds)
    return made_experiment(OTHER, baselines=2).begun("a", began).measured("a", began)


def test_a_run_is_waited_for_and_begins_by_itself(experiment_page: ShownExperiment) -> None:
    experiment_page.open(waiting(595))
    page, shelf = experiment_page.page, experiment_page.shelf
    panel = page.steps.panel
    assert (page.steps.left > 0, panel.now_button.isVisible()) == (True, True)
    experiment_page.button.click()
    assert (page.steps.armed, shelf.asked, page.busy) == (True, [], False)
    experiment_page.qtbot.waitUntil(lambda: bool(shelf.asked))
    experiment_page.settle()
    assert (shelf.hasty, page.steps.armed) == ([False], False)
    assert page.experiment is not None and len(page.experiment.runs) == 2


def test_a_wait_can_be_ended_or_left(experiment_page: ShownExperiment) -> None:
    experiment_page.open(waiting(60))
    page, panel = experiment_page.page, experiment_page.page.steps.panel
    before = experiment_page.button.text()
    QTest.keyClick(experiment_page.button, Qt.Key.Key_Space)
    assert page.steps.armed and experiment_page.button.text() != before
    QTest.keyClick(experiment_page.button, Qt.Key.Key_Space)
    assert (page.steps.armed, experiment_page.button.text()) == (False, before)
    other = OtherWork(experiment_page.context.running, experiment_page.qtbot)
    assert not panel.now_button.isEnabled()
    other.end()
    panel.now_button.click()
    experiment_page.settle()
    assert experiment_page.shelf.hasty == [True]


def test_what_a_wait_for_is_disturbed_waits_on(experiment_page: ShownExperiment) -> None:
    experiment_page.open(waiting(595))
    page = experiment_page.page
    experiment_page.button.click()
    other = OtherWork(experiment_page.context.running, experiment_page.qtbot)
    experiment_page.qtbot.waitUntil(lambda: not page.steps.left)
    page.steps.tick()
    assert (page.steps.armed, experiment_page.shelf.asked) == (True, [])
    assert experiment_page.button.isEnabled()  # to stop waiting
    other.end()
    experiment_page.qtbot.waitUntil(lambda: bool(experiment_page.shelf.asked))
    experiment_page.settle()


def test_a_look_that_leaves_something_open_asks_for_another_run_or_the_end(
    experiment_page: ShownExperiment, answer: Answers
) -> None:
    experiment_page.shelf.left = 2
    experiment_page.open(made_experiment(OTHER))
    for _step in range(3):
        experiment_page.press_start()
    page = experiment_page.page
    assert (experiment_page.view, len(page.experiment.looks if page.experiment else ())) == (
        STEPS,
        1,
    )
    assert page.steps.left > 0
    answer(yes=False)
    page.steps.panel.less_button.click()
    assert experiment_page.shelf.experiments["p1"].status == "open"
    answer(yes=True)
    page.steps.panel.less_button.click()
    experiment_page.settle()
    assert experiment_page.shelf.experiments["p1"].status == "finished"
    assert experiment_page.view == VERDICT


def test_what_a_drive_probably_costs_is_said_once_it_is_known(
    experiment_page: ShownExperiment,
) -> None:
    experiment_page.open(made_experiment(OTHER))
    before = experiment_page.button.text()
    rates = Rates(ExpectationSource.CLASS, speed=SpeedClass.SATA)
    experiment_page.page.steps.set_rates(DRIVE, rates, SpeedClass.SATA)
    assert experiment_page.button.text() != before
    other = replace(DRIVE, name="sdz", path="/dev/sdz")
    experiment_page.page.steps.set_rates(other, None, SpeedClass.USB)
    assert experiment_page.button.text() == before  # of another drive nothing is known
