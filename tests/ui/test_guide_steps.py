# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A step of a comparison in the guide: what stands in its way, how it ends, and what is asked."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tests.ui.guiding import DRIVE, NOW, Guide, answer, guide, made_plan

from driveproof.domain.errors import MachineError
from driveproof.domain.experiment.experiment import CANCELLED, FIRMWARE, OTHER, SCHEDULER, TRIM
from driveproof.ui.experiment.views import CONFIRM, LIVE, STEPS

__all__ = ["guide"]


def test_what_cannot_be_undone_has_its_baseline_twice_or_says_what_that_costs(
    guide: Guide,
) -> None:
    plan = made_plan(TRIM, baselines=2).begun("a").measured("a", NOW)
    guide.open(plan)
    panel = guide.page.steps.panel
    assert "Another day" in panel.purpose.text()
    panel.later_button.click()
    assert (guide.back, guide.shelf.asked) == ([None], [])
    assert "cannot be told from an effect" in panel.price.text()
    panel.less_button.click()  # which does nothing yet: the TRIM is asked for by itself
    assert guide.shelf.asked == []
    assert guide.shelf.plans["p1"] == plan
    assert guide.button.text() == "&Trim /home…"
    assert guide.button.hasFocus()
    guide.button.click()
    guide.settle()
    assert guide.view == CONFIRM
    assert guide.shelf.asked == []
    confirm = guide.page.views.confirm
    assert "cannot" in guide.words().lower()
    assert not confirm.proof.isVisible()
    QTest.keyClick(confirm, Qt.Key.Key_Escape)  # a no changes nothing
    assert (guide.view, guide.shelf.asked) == (STEPS, [])
    guide.button.click()
    guide.settle()
    confirm.button.click()
    guide.settle()
    assert [(one[0], one[1]) for one in guide.shelf.asked] == [("", True)]
    # Nothing but what was looked at: it may be another file system by now.
    (confirmed,) = guide.shelf.confirmed
    assert confirmed is not None and confirmed.target == "/home"
    assert guide.button.text().startswith("&Measure again")


def test_a_trim_that_is_refused_is_not_asked_for(guide: Guide) -> None:
    guide.trims.previews["/home"] = MachineError("Nothing is mounted.", "Mount it.")
    guide.open(made_plan(TRIM, baselines=1).begun("a").measured("a", NOW))
    guide.button.click()
    guide.settle()
    assert (guide.view, guide.shelf.asked) == (STEPS, [])
    assert "Nothing is mounted. Mount it." in guide.page.steps.panel.reason.text()


def test_firmware_is_looked_at_and_asked_about(guide: Guide) -> None:
    guide.open(made_plan(FIRMWARE).begun("a").measured("a", NOW))
    panel = guide.page.steps.panel
    assert f"The firmware is {DRIVE.firmware}, as it was" in panel.fact.text()
    answer("Not yet")()
    guide.button.click()
    assert guide.shelf.asked == []
    inventory = guide.page._inventory
    newer = tuple(
        replace(one, firmware="5B2Q") if one.name == DRIVE.name else one
        for one in inventory.devices
    )
    guide.page.set_inventory(replace(inventory, devices=newer))
    assert panel.fact.text() == f"The firmware was {DRIVE.firmware} and is 5B2Q now."
    guide.button.click()  # nothing is asked
    guide.settle()
    assert len(guide.shelf.asked) == 1


def test_escape_ends_the_step_and_nothing_more(guide: Guide) -> None:
    guide.shelf.at_once = False
    guide.open(made_plan(OTHER))
    guide.button.click()
    guide.qtbot.waitUntil(guide.shelf.on.is_set)
    assert (guide.view, guide.page.drive, guide.page.busy) == (LIVE, DRIVE.name, True)
    live = guide.page.live
    assert live.measure.button.hasFocus()
    assert live.step.whole() == "Step 2 of 5: baseline, 6 repeats of each test"
    QTest.keyClick(live, Qt.Key.Key_Escape)
    guide.settle()
    assert (guide.view, guide.page.drive, guide.back) == (STEPS, "", [])
    assert "Did not count, and stays in the history: cancelled" in guide.words()
    assert guide.button.text().startswith("&Measure the baseline,")


def test_leaving_does_not_end_it_and_another_one_waits(guide: Guide) -> None:
    guide.shelf.at_once = False
    guide.open(made_plan(OTHER))
    guide.button.click()
    guide.qtbot.waitUntil(guide.shelf.on.is_set)
    QTest.keyClick(guide.page.live, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert (guide.back, guide.page.busy) == ([None], True)
    other = made_plan(OTHER, id="p2", name="another")
    guide.shelf.plans["p2"] = other
    guide.page.open_plan("p2", guide.page._inventory)
    guide.qtbot.waitUntil(lambda: guide.page.plan is not None)
    assert not guide.button.isEnabled()
    assert "one after the other" in guide.page.steps.panel.reason.text()
    guide.page.open_plan("p1", guide.page._inventory)
    assert guide.view == LIVE
    assert guide.page.stop_and_wait(20)
    guide.settle()
    assert guide.view == STEPS


def test_what_went_wrong_is_said_with_a_way_on(
    guide: Guide, monkeypatch: pytest.MonkeyPatch
) -> None:
    guide.shelf.error = MachineError("There is no profile.", "Write one.")
    guide.open(made_plan(OTHER))
    guide.button.click()
    guide.settle()
    panel = guide.page.steps.panel
    assert panel.reason.text() == "There is no profile. Write one."
    assert not panel.folder_button.isVisible()  # it would not help
    guide.shelf.error = MachineError("It is not there.", "Name the folder with --target.")
    guide.button.click()
    guide.settle()
    assert panel.reason.text() == "It is not there. Mount it, or choose the folder below."
    assert panel.button.isEnabled()
    asking = "driveproof.ui.experiment.questions.QFileDialog.getExistingDirectory"
    monkeypatch.setattr(asking, lambda *_: "/mnt/elsewhere")
    panel.folder_button.click()
    assert "/mnt/elsewhere" in panel.fact.text()
    guide.shelf.error = None
    panel.button.click()
    guide.settle()
    assert guide.shelf.asked[-1][0] == "/mnt/elsewhere"


def test_a_drive_that_is_not_there_is_waited_for(guide: Guide) -> None:
    guide.open(made_plan(OTHER))
    inventory = guide.page._inventory
    without = tuple(one for one in inventory.devices if one.name != DRIVE.name)
    guide.page.set_inventory(replace(inventory, devices=without))
    panel = guide.page.steps.panel
    assert f"{DRIVE.model} (serial {DRIVE.serial}) is not there. Plug it in" in panel.reason.text()
    assert not panel.button.isEnabled()
    moved = replace(DRIVE, name="nvme7n1", path="/dev/nvme7n1")  # by another name
    guide.page.set_inventory(replace(inventory, devices=(*without, moved)))
    assert panel.button.isEnabled()


def test_what_a_step_would_disturb_and_what_it_lacks_is_said(guide: Guide) -> None:
    guide.open(made_plan(SCHEDULER))
    panel = guide.page.steps.panel
    guide.page.set_disturbing("A TRIM is running.")
    assert (panel.reason.text(), panel.button.isEnabled()) == ("A TRIM is running.", False)
    guide.page.set_disturbing("")
    assert (panel.reason.text(), panel.button.isEnabled()) == ("", True)
    missing = MachineError("The helper is not installed.", "Install it.")
    watch = guide.page.steps.helper
    watch._look = lambda: missing
    watch.again()
    guide.qtbot.waitUntil(lambda: not panel.button.isEnabled())
    assert panel.reason.text() == "The helper is not installed. Install it."
    guide.page.hide()


def test_giving_up_is_asked_about(guide: Guide) -> None:
    guide.open(made_plan(OTHER))
    answer("Keep")()
    guide.page.steps.give_up_button.click()
    assert guide.shelf.plans["p1"].status == "open"
    answer("Give")()
    guide.page.steps.give_up_button.click()
    guide.settle()
    assert guide.shelf.plans["p1"].status == CANCELLED
    assert "It was given up" in guide.words()
    assert not guide.button.isVisible()
    assert not guide.page.steps.give_up_button.isVisible()


def test_a_narrow_window_says_the_cost_below_the_button(guide: Guide) -> None:
    guide.open(made_plan(TRIM, baselines=2).begun("a").measured("a", NOW))
    panel = guide.page.steps.panel
    assert "writes at most" in panel.button.text()
    guide.page.resize(470, 500)
    QApplication.processEvents()
    assert panel.button.text() == "&Measure the baseline once more"
    assert panel.cost.isVisible()
    assert "writes at most" in panel.cost.text()
    rights = [one.mapTo(guide.page, one.rect().topRight()).x() for one in (
        panel.button, panel.later_button, panel.less_button, guide.page.steps.give_up_button
    )]  # fmt: skip
    assert max(rights) < 470
    guide.page.resize(1000, 700)
    assert "writes at most" in panel.button.text()
