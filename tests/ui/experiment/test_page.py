# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The experiment page through a whole experiment: its questions, its steps, its verdict."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel
from tests.builders.deep import deep
from tests.builders.experimenting import DRIVE, NOW, made_experiment, target
from tests.builders.pages.experiment import ShownExperiment
from tests.fakes.made_looks import looked

from driveproof.domain.errors import Advice, RefusedError, Remedy
from driveproof.domain.experiment.action import (
    ATIME_OPTIONS,
    FIRMWARE,
    MOUNT_OPTIONS,
    OTHER,
    SCHEDULER,
    TRIM,
    atime_option,
)
from driveproof.domain.notes import Note
from driveproof.ui.experiment.page import NEW, STEPS, VERDICT, WHOLE
from driveproof.wording.experiment import verdict_text

HOSTILE = "<b>&x</b>\x1b[2J"


def test_what_is_known_is_chosen_and_what_it_costs_is_said(
    experiment_page: ShownExperiment,
) -> None:
    experiment_page.ask(action=TRIM, target="/home", profile="latency")
    new = experiment_page.page.new
    assert experiment_page.view == NEW
    assert new.button.hasFocus()
    assert (new.what.choice.action, new.target.chosen) == (TRIM, "/home")
    request = new.request
    assert request is not None
    assert (request.profile.name, request.target, request.baselines) == ("latency", "/home", 2)
    assert request.repeats is None  # as the profile says
    assert all(value in new.costs.text() for value in ("3", "4"))
    assert experiment_page.shelf.requests == []


def test_too_few_repeats_are_said_before_anything_is_measured(
    experiment_page: ShownExperiment,
) -> None:
    experiment_page.ask(action=OTHER)
    new = experiment_page.page.new
    assert not new.details.few
    new.details.form.control("repeats").setValue(2)
    assert new.details.few and new.details.few in new.reason.text()
    new.details.form.control("baselines").setValue(1)
    request = new.request
    assert request is not None and (request.repeats, request.baselines) == (2, 1)
    assert "2 or 3 measurements" in new.costs.text()


def test_the_schedulers_on_offer_are_those_of_the_drive(experiment_page: ShownExperiment) -> None:
    experiment_page.ask(action=SCHEDULER, target="/home")
    new = experiment_page.page.new
    offered = [new.what.states.itemData(n) for n in range(new.what.states.count())]
    assert offered == [name for name in DRIVE.schedulers if name != DRIVE.scheduler]
    assert new.costs.text().startswith("4 measurements, at most")
    assert not new.details.form.control("baselines").isVisible()
    request = new.request
    assert request is not None
    assert (request.scheduler, request.baselines) == (offered[0], None)
    only = replace(DRIVE, schedulers=(DRIVE.scheduler or "none",))
    inventory = experiment_page.page.inventory
    devices = tuple(only if one.name == DRIVE.name else one for one in inventory.devices)
    experiment_page.page.set_inventory(replace(inventory, devices=devices))
    assert not new.button.isEnabled()
    said = new.what.why_not.text()
    assert DRIVE.path in said  # beside the choice, and only there
    assert said not in new.reason.text() and new.reason.text()


def test_the_mount_options_that_can_be_tried_are_offered(experiment_page: ShownExperiment) -> None:
    experiment_page.ask(action=MOUNT_OPTIONS, target="/home")
    new = experiment_page.page.new
    offered = [new.what.states.itemData(n) for n in range(new.what.states.count())]
    own = atime_option(experiment_page.page.inventory.mount_points()["/home"].mounts[0].options)
    assert set(offered) == set(ATIME_OPTIONS) - {own}
    request = new.request
    assert request is not None
    assert (request.mount_option, request.scheduler, request.baselines) == (offered[0], "", None)
    assert offered[0] in new.head.title.text() and own in new.head.title.text()
    new.target.choose(DRIVE.path)
    assert not new.button.isEnabled()
    assert new.what.why_not.isVisible()


def test_the_commands_for_a_mount_option_are_named_and_can_be_copied(
    experiment_page: ShownExperiment,
) -> None:
    experiment_page.open(made_experiment(MOUNT_OPTIONS))
    panel = experiment_page.page.steps.panel
    assert "relatime" in experiment_page.button.text()
    assert not panel.command.isVisible()
    for options, state in (("noatime", "noatime"), ("atime,relatime", "relatime")):
        experiment_page.press_start()
        command = f"sudo mount -o remount,bind,{options} /home"
        assert (panel.command.text(), panel.copy.isVisible()) == (command, True)
        panel.copy.click()
        assert QApplication.clipboard().text() == command
        experiment_page.shelf.error = RefusedError("It is {found}.", found="strictatime")
        experiment_page.press_start()
        assert "strictatime" in panel.reason.text()
        assert experiment_page.button.isEnabled()
        experiment_page.shelf.error = None
        experiment_page.press_start()
        assert state in experiment_page.button.text()
        assert not panel.command.isVisible()


def test_a_refusal_is_said_where_the_person_is(experiment_page: ShownExperiment) -> None:
    experiment_page.shelf.refusal = RefusedError(
        "There is no room in /home.", advice=Advice(Remedy.CHOOSE_SMALLER_FILE)
    )
    experiment_page.ask(action=OTHER)
    experiment_page.page.new.button.click()
    experiment_page.settle()
    new = experiment_page.page.new
    assert experiment_page.view == NEW
    assert "/home." in new.reason.text()
    assert "--" not in new.reason.text()
    new.what.text.setText("a cable")  # another attempt
    assert "no room" not in new.reason.text()
    experiment_page.shelf.refusal = None
    new.button.click()
    experiment_page.settle()
    assert experiment_page.view == STEPS


def test_from_the_first_question_to_the_verdict_by_keyboard(
    experiment_page: ShownExperiment,
) -> None:
    experiment_page.ask(action=OTHER, target="/home")
    experiment_page.page.new.what.text.setText("new cable")
    experiment_page.page.new.details.form.control("baselines").setValue(1)
    QTest.keyClick(experiment_page.page, Qt.Key.Key_S, Qt.KeyboardModifier.AltModifier)
    experiment_page.qtbot.waitUntil(lambda: experiment_page.view == STEPS)
    seen = []
    while experiment_page.view == STEPS:
        assert experiment_page.button.hasFocus()
        seen.append(experiment_page.button.text())
        QTest.keyClick(experiment_page.button.window().windowHandle(), Qt.Key.Key_Return)
        experiment_page.settle()
    assert len(set(seen)) == len(seen) == 3
    assert all(one is not None for _, _, one in experiment_page.shelf.asked)
    assert experiment_page.saved == ["run0", "run1"]
    assert experiment_page.busy == [True, False] * 3
    assert experiment_page.view == VERDICT
    verdict = experiment_page.page.verdict
    assert "2.1" in verdict.head.title.text()
    assert verdict.rows.intervals is not None
    assert len(verdict.rows.intervals.rows) == 6
    assert verdict.button.hasFocus()
    QTest.keyClick(verdict.button.window().windowHandle(), Qt.Key.Key_Return)
    whole = experiment_page.page.views.whole
    assert experiment_page.view == WHOLE
    assert whole is not None
    assert whole.head.title.text() == verdict.head.title.text()
    QTest.keyClick(whole, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert experiment_page.view == VERDICT
    QTest.keyClick(verdict, Qt.Key.Key_Escape)
    assert experiment_page.back == [None]


def test_schedulers_are_measured_in_one_go(experiment_page: ShownExperiment) -> None:
    experiment_page.shelf.told = Note("Now it is {name}", name="kyber")
    experiment_page.open(made_experiment(SCHEDULER))
    assert all(name in experiment_page.button.text() for name in ("none", "kyber"))
    experiment_page.press_start()
    assert experiment_page.saved == ["run0", "run1", "run2", "run3"]
    assert experiment_page.page.live.note.text() == "Now it is kyber"
    assert "6" in experiment_page.page.live.step.whole()
    assert experiment_page.view == VERDICT


def test_a_verdict_whose_runs_are_gone_is_still_said(experiment_page: ShownExperiment) -> None:
    experiment = (
        made_experiment(OTHER)
        .begun("a", NOW)
        .measured("a", NOW)
        .acted(NOW)
        .begun("b", NOW)
        .measured("b", NOW)
    )
    over = looked(experiment)
    experiment_page.open(over)
    assert experiment_page.view == VERDICT
    assert experiment_page.page.verdict.head.title.text() == verdict_text(over)
    assert "a" in experiment_page.page.verdict.exporting.message.text()
    assert not experiment_page.page.verdict.button.isVisible()


def test_a_plan_that_cannot_be_read_is_told(experiment_page: ShownExperiment) -> None:
    experiment_page.page.open_experiment("gone", experiment_page.page.inventory)
    experiment_page.settle()
    assert experiment_page.words()


def test_what_was_read_too_late_takes_nobody_away(experiment_page: ShownExperiment) -> None:
    experiment_page.shelf.experiments["p1"] = made_experiment(OTHER)
    experiment_page.page.open_experiment("p1", experiment_page.page.inventory)
    experiment_page.ask(action=OTHER)  # before it was read
    experiment_page.settle()
    assert (experiment_page.view, experiment_page.page.experiment) == (NEW, None)


def test_foreign_words_are_words(experiment_page: ShownExperiment) -> None:
    foreign = target(path=f"/mnt/{HOSTILE}", identity=None, model=HOSTILE, serial=HOSTILE)
    experiment_page.open(made_experiment(OTHER, name=HOSTILE, text=HOSTILE, target=foreign))
    text = experiment_page.words()
    assert "\x1b" not in text
    assert "<b>&x</b>\\x1b[2J" in text
    experiment_page.press_start()
    assert "\x1b" not in experiment_page.words()
    experiment_page.page.steps.panel.button.click()
    experiment_page.settle()
    experiment_page.page.steps.panel.button.click()
    experiment_page.settle()
    assert experiment_page.view == VERDICT
    assert "\x1b" not in experiment_page.words()


def mnemonics(experiment_page: ShownExperiment) -> list[str]:
    found = []
    for kind in (QAbstractButton, QLabel):
        for one in experiment_page.page.findChildren(kind):
            if one.isVisible() and (isinstance(one, QAbstractButton) or one.buddy() is not None):
                found.append(QKeySequence.mnemonic(one.text()).toString())
    return [one for one in found if one]


@pytest.mark.parametrize("action", [TRIM, *deep(SCHEDULER, MOUNT_OPTIONS, FIRMWARE, OTHER)])
def test_no_key_means_two_things(experiment_page: ShownExperiment, action: str) -> None:
    experiment_page.ask(action=action, target="/home")
    QApplication.processEvents()
    found = mnemonics(experiment_page)
    assert len(found) >= 10
    assert len(found) == len(set(found))
    if action == SCHEDULER:
        return
    experiment_page.open(made_experiment(action, baselines=2).begun("a", NOW).measured("a", NOW))
    found = mnemonics(experiment_page)
    assert len(found) >= 3
    assert len(found) == len(set(found))
