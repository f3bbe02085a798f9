# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The guide through a comparison: what it asks, how it goes on, and its verdict."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel
from tests.ui.guiding import DRIVE, NOW, Guide, guide, made_plan, target

from driveproof.domain.drive.mount_option import ATIME_OPTIONS, atime_option
from driveproof.domain.errors import RefusedError
from driveproof.domain.experiment.experiment import FIRMWARE, MOUNT_OPTIONS, OTHER, SCHEDULER, TRIM
from driveproof.ui.experiment.views import NEW, STEPS, VERDICT, WHOLE

__all__ = ["guide"]
HOSTILE = "<b>&x</b>\x1b[2J"


def test_what_is_known_is_chosen_and_what_it_costs_is_said(guide: Guide) -> None:
    guide.ask(action=TRIM, target="/home", profile="latency")
    new = guide.page.new
    assert guide.view == NEW
    assert new.button.hasFocus()
    assert (new.what.choice.action, new.target.chosen) == (TRIM, "/home")
    wish = new.wish
    assert wish is not None
    assert (wish.profile.name, wish.target, wish.baselines) == ("latency", "/home", 2)
    assert new.details.repeats.value() >= 6
    assert new.costs.text().startswith("3 measurements, in all at most ")
    assert "writes at most" in new.costs.text()
    assert guide.shelf.wishes == []


def test_too_few_repeats_are_said_before_anything_is_measured(guide: Guide) -> None:
    guide.ask(action=OTHER)
    new = guide.page.new
    assert "can be called real" not in new.reason.text()
    new.details.repeats.setValue(2)
    assert "With 2 repeats a side no difference" in new.reason.text()
    new.what.choose(TRIM)
    new.details.baselines.setValue(1)
    assert new.costs.text().startswith("2 measurements")
    assert "look like an effect" in new.details.baselines_note.whole()


def test_the_schedulers_on_offer_are_those_of_the_drive(guide: Guide) -> None:
    guide.ask(action=SCHEDULER, target="/home")
    new = guide.page.new
    offered = [new.what.states.itemData(n) for n in range(new.what.states.count())]
    assert offered == [name for name in DRIVE.schedulers if name != DRIVE.scheduler]
    assert new.costs.text().startswith("4 measurements")
    assert not new.details.baselines.isVisible()
    wish = new.wish
    assert wish is not None
    assert (wish.scheduler, wish.baselines) == (offered[0], None)
    only = replace(DRIVE, schedulers=(DRIVE.scheduler or "none",))
    inventory = guide.page._inventory
    devices = tuple(only if one.name == DRIVE.name else one for one in inventory.devices)
    guide.page.set_inventory(replace(inventory, devices=devices))
    assert not new.button.isEnabled()
    assert f"{DRIVE.path} offers no other I/O scheduler" in new.reason.text()


def test_the_mount_options_that_can_be_tried_are_offered(guide: Guide) -> None:
    guide.ask(action=MOUNT_OPTIONS, target="/home")
    new = guide.page.new
    offered = [new.what.states.itemData(n) for n in range(new.what.states.count())]
    own = atime_option(guide.page._inventory.mount_points()["/home"].mounts[0].options)
    assert set(offered) == set(ATIME_OPTIONS) - {own}
    wish = new.wish
    assert wish is not None
    assert (wish.mount_option, wish.scheduler, wish.baselines) == (offered[0], "", None)
    assert new.head.title.text() == f"/home: {offered[0]} against {own}"
    new.target.choose(DRIVE.path)
    assert not new.button.isEnabled()
    assert "Choose a folder" in new.reason.text()
    guide.open(made_plan(MOUNT_OPTIONS))
    assert guide.button.text().startswith("&Measure with relatime and noatime in turn, at most")


def test_a_refusal_is_said_where_the_person_is(guide: Guide) -> None:
    guide.shelf.refusal = RefusedError("There is no room in /home.", "Choose a smaller --size.")
    guide.ask(action=OTHER)
    guide.page.new.button.click()
    guide.settle()
    new = guide.page.new
    assert guide.view == NEW
    assert "There is no room in /home. Choose a smaller test file" in new.reason.text()
    assert "--" not in new.reason.text()
    new.what.text.setText("a cable")  # another attempt
    assert "no room" not in new.reason.text()
    guide.shelf.refusal = None
    new.button.click()
    guide.settle()
    assert guide.view == STEPS


def test_from_the_first_question_to_the_verdict_by_keyboard(guide: Guide) -> None:
    guide.ask(action=OTHER, target="/home")
    guide.page.new.what.text.setText("new cable")
    QTest.keyClick(guide.page, Qt.Key.Key_G, Qt.KeyboardModifier.AltModifier)
    guide.qtbot.waitUntil(lambda: guide.view == STEPS)
    seen = []
    while guide.view == STEPS:
        assert guide.button.hasFocus()
        seen.append(guide.button.text())
        QTest.keyClick(guide.button, Qt.Key.Key_Return)
        guide.settle()
    assert [text.split(",")[0] for text in seen] == [
        "&Measure the baseline", "It is &done: go on", "&Measure again",
    ]  # fmt: skip
    assert "writes at most" in seen[0]
    assert all(one is not None for _, _, one in guide.shelf.asked)
    assert guide.saved == ["run0", "run1"]
    assert guide.busy == [True, False] * 3
    assert guide.view == VERDICT
    verdict = guide.page.verdict
    assert "writes are 2.1 times as fast" in verdict.head.title.text()
    assert verdict.rows.intervals is not None
    assert len(verdict.rows.intervals.rows) == 6
    assert "known from one run only" in verdict.cautions.text()
    assert verdict.button.hasFocus()
    QTest.keyClick(verdict.button, Qt.Key.Key_Return)
    whole = guide.page.views.whole
    assert guide.view == WHOLE
    assert whole is not None
    assert whole.head.title.text() == verdict.head.title.text()
    QTest.keyClick(whole, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert guide.view == VERDICT
    QTest.keyClick(verdict, Qt.Key.Key_Escape)
    assert guide.back == [None]


def test_schedulers_are_measured_in_one_go(guide: Guide) -> None:
    guide.shelf.told = "I/O scheduler kyber"
    guide.open(made_plan(SCHEDULER))
    assert guide.button.text().startswith("&Measure with none and kyber in turn, at most")
    guide.button.click()
    guide.settle()
    assert guide.saved == ["run0", "run1", "run2", "run3"]
    assert guide.page.live.told.text() == "I/O scheduler kyber"
    assert guide.page.live.step.whole() == "Step 6 of 6: compare"
    assert guide.view == VERDICT


def test_a_verdict_whose_runs_are_gone_is_still_said(guide: Guide) -> None:
    plan = made_plan(OTHER).begun("a").measured("a", NOW).acted(NOW).begun("b").measured("b", NOW)
    guide.open(plan.judged(NOW, "Reads are faster."))
    assert guide.view == VERDICT
    assert guide.page.verdict.head.title.text() == "Reads are faster."
    assert "a" in guide.page.verdict.message.text()
    assert not guide.page.verdict.button.isVisible()


def test_a_plan_that_cannot_be_read_is_told(guide: Guide) -> None:
    guide.page.open_plan("gone", guide.page._inventory)
    guide.settle()
    assert "This comparison cannot be shown" in guide.words()


def test_what_was_read_too_late_takes_nobody_away(guide: Guide) -> None:
    guide.shelf.plans["p1"] = made_plan(OTHER)
    guide.page.open_plan("p1", guide.page._inventory)
    guide.ask(action=OTHER)  # before it was read
    guide.settle()
    assert (guide.view, guide.page.plan) == (NEW, None)


def test_foreign_words_are_words(guide: Guide) -> None:
    foreign = target(path=f"/mnt/{HOSTILE}", identity=None, model=HOSTILE, serial=HOSTILE)
    guide.open(made_plan(OTHER, name=HOSTILE, text=HOSTILE, target=foreign))
    text = guide.words()
    assert "\x1b" not in text
    assert "<b>&x</b>\\x1b[2J" in text
    guide.button.click()
    guide.settle()
    assert "\x1b" not in guide.words()
    guide.page.steps.panel.button.click()
    guide.settle()
    guide.page.steps.panel.button.click()
    guide.settle()
    assert guide.view == VERDICT
    assert "\x1b" not in guide.words()


def mnemonics(guide: Guide) -> list[str]:
    found = []
    for kind in (QAbstractButton, QLabel):
        for one in guide.page.findChildren(kind):
            if one.isVisible() and (isinstance(one, QAbstractButton) or one.buddy() is not None):
                found.append(QKeySequence.mnemonic(one.text()).toString())
    return [one for one in found if one]


@pytest.mark.parametrize("action", [TRIM, SCHEDULER, MOUNT_OPTIONS, FIRMWARE, OTHER])
def test_no_key_means_two_things(guide: Guide, action: str) -> None:
    guide.ask(action=action, target="/home")
    QApplication.processEvents()
    found = mnemonics(guide)
    assert len(found) >= 10
    assert len(found) == len(set(found))
    if action in (SCHEDULER, MOUNT_OPTIONS):
        return
    guide.open(made_plan(action, baselines=2).begun("a").measured("a", NOW))
    found = mnemonics(guide)
    assert len(found) >= 4
    assert len(found) == len(set(found))
