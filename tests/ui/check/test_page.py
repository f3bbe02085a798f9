# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of "Check this drive": its promise, its progress, its result."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog
from tests.builders.deep import deep
from tests.builders.demo import demo_inventory
from tests.builders.made_checks import (
    HOSTILE,
    Checks,
    open_intro,
    outcome,
)
from tests.builders.made_findings import left_out
from tests.builders.other_work import OtherWork
from tests.builders.pages.words import page_text
from tests.builders.recorded import run_events
from tests.builders.rig import Rig

from driveproof.domain.check.check import OF_A_DRIVE, TOPIC_TITLES
from driveproof.domain.drive.drive import Inventory
from driveproof.domain.errors import Advice, MachineError
from driveproof.domain.notes import failure_of
from driveproof.domain.ongoing import WORK_TITLES, OngoingWork
from driveproof.domain.rating import BAD, FINE, ODD, Rating
from driveproof.engine.check.session import TopicBegun, TopicsPlanned
from driveproof.engine.check.target import Subject
from driveproof.history.store import History
from driveproof.ui.check.page import INTRO, LIVE, RESULT, CheckPage
from driveproof.ui.feeds.pages import CHECK, MEASURE, OVERVIEW, MeasureFolder
from driveproof.ui.widgets.rows import mark_text
from driveproof.wording.rating import rating_text
from driveproof.wording.say import say_text


def marked(rating: Rating) -> str:
    return mark_text(rating, rating_text(rating))


def words_of(page: CheckPage) -> str:
    return page_text(page.result)


def test_it_says_what_it_writes_and_where_before_anything_is_done(
    checking: Rig, checks: Checks, tmp_path: Path
) -> None:
    page = open_intro(checking)
    assert page.stack.currentIndex() == INTRO and checks.made == []
    assert "GB" in page.intro.button.text()  # what is written
    assert page.intro.button.hasFocus()  # a key is enough
    rows = page_text(page.intro)
    assert str(tmp_path) in rows
    assert page.intro.less.isVisible()
    checking.qtbot.keyClick(page.intro.button, Qt.Key.Key_Escape)
    assert checking.overview.isVisible()


def test_the_progress_is_that_of_the_last_of_several_events(checking: Rig) -> None:
    live = open_intro(checking).live
    live.begin("Check")
    live.take([TopicsPlanned(OF_A_DRIVE), TopicBegun(OF_A_DRIVE[-1]), *run_events()])
    assert live.head.progress.value() > 500


def test_a_check_shows_its_steps_and_ends_on_one_page(checking: Rig, checks: Checks) -> None:
    page = open_intro(checking)
    works: list[OngoingWork | None] = []
    running = checking.window.context.running
    running.works_changed.connect(lambda: works.append(running.work))
    page.intro.button.click()
    checking.qtbot.waitUntil(lambda: bool(checks.made) and checks.made[0].waiting.is_set())
    checking.qtbot.waitUntil(page.live.picture.isVisible)
    assert page.live.step.whole().startswith(say_text(TOPIC_TITLES[OF_A_DRIVE[-1]]))
    assert page.stack.currentIndex() == LIVE and page.busy
    found = page_text(page.live.findings)
    assert marked(ODD) in found and "use <b>bold</b>\\x1b[2J is odd." in found
    checking.qtbot.waitUntil(lambda: page.live.head.progress.value() > 500)
    checks.go_on.set()
    checking.qtbot.waitUntil(lambda: page.stack.currentIndex() == RESULT)
    checking.qtbot.waitUntil(lambda: not page.busy)
    assert works == [OngoingWork.CHECK, None]
    assert checks.made[0].path == "/dev/nvme0n1" and checks.made[0].measure
    words = words_of(page)
    assert "2026, " in page.result.head.detail.whole()  # as the date of every other page
    assert words.index(marked(ODD)) < words.index(marked(FINE))
    assert "\x1b" not in words and "<b>bold</b>" in words
    page.result.back_button.click()
    assert checking.overview.isVisible()


def test_that_it_cannot_be_kept_is_said_before_and_offered_to_be_saved_after(
    open_rig: Callable[..., Rig],
    checks: Checks,
    history: History,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    history.path.mkdir(parents=True)  # in the place of the file
    refused = failure_of(MachineError("No room."))
    checks.outcome = outcome(FINE, unkept=refused)
    rig = open_rig(demo_inventory(), new_check=checks.new, plan_check=checks.plan)
    page = open_intro(rig)
    rig.qtbot.waitUntil(page.intro.unkept.isVisible)
    checks.go_on.set()
    page.intro.button.click()
    rig.qtbot.waitUntil(lambda: page.stack.currentIndex() == RESULT)
    bar = page.result.exporting.bar
    assert bar.isVisible() and bar.save_button.isVisible()
    file = tmp_path / "check.json"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(file), ""))
    bar.save_button.click()
    assert json.loads(file.read_text("utf-8"))["version"]
    assert not bar.save_button.isVisible()
    rig.qtbot.waitUntil(lambda: not page.busy)
    history.path.rmdir()
    page.open(demo_inventory().devices[0], demo_inventory())
    rig.qtbot.waitUntil(page.intro.unkept.isHidden)


def test_a_cancel_gives_what_there_is(checking: Rig, checks: Checks) -> None:
    page = open_intro(checking)
    page.intro.button.click()
    checking.qtbot.waitUntil(lambda: bool(checks.made) and checks.made[0].waiting.is_set())
    checking.qtbot.keyClick(page.live.head.button, Qt.Key.Key_Escape)
    checking.qtbot.waitUntil(lambda: page.stack.currentIndex() == RESULT)
    assert checks.made[0].cancelled
    assert not page.live.head.button.isEnabled()


def test_only_the_person_knows_whether_it_was_sold_as_new(checking: Rig, checks: Checks) -> None:
    checks.go_on.set()
    page = open_intro(checking)
    assert page.intro.new_box.isVisible() and not page.intro.new_box.isChecked()
    page.intro.new_box.click()
    page.intro.less.click()
    checking.qtbot.waitUntil(lambda: page.stack.currentIndex() == RESULT)
    assert checks.sold_as_new is True


def test_without_measuring_it_is_told_so(checking: Rig, checks: Checks) -> None:
    checks.go_on.set()
    page = open_intro(checking)
    page.intro.less.click()
    checking.qtbot.waitUntil(lambda: page.stack.currentIndex() == RESULT)
    assert not checks.made[0].measure
    assert not page.live.picture.isVisibleTo(page.live)


@pytest.mark.parametrize("raises", [True, False])
def test_where_it_cannot_measure_it_says_why_and_does_the_rest(
    checking: Rig, checks: Checks, raises: bool
) -> None:
    checks.go_on.set()
    checks.subject = (
        MachineError("No {hostile}.", hostile=HOSTILE)
        if raises
        else Subject("/dev/x", None, ("/dev/x",), "", None, left_out(f"No {HOSTILE}."))
    )
    page = open_intro(checking)
    rows = page_text(page.intro)
    assert "No <b>bold</b>\\x1b[2J." in rows
    assert "GB" not in page.intro.button.text()  # nothing is written
    assert not page.intro.less.isVisible()
    page.intro.button.click()
    checking.qtbot.waitUntil(lambda: page.stack.currentIndex() == RESULT)


def test_a_check_that_cannot_begin_says_why_and_can_be_tried_again(
    checking: Rig, checks: Checks
) -> None:
    checks.outcome = MachineError("It is gone.", advice=Advice("Look for it."))
    page = open_intro(checking)
    page.intro.button.click()
    checking.qtbot.waitUntil(lambda: "gone" in page.intro.reason.text())
    assert page.stack.currentIndex() == INTRO
    checking.qtbot.waitUntil(page.intro.button.isEnabled)
    assert not page.busy
    page.intro.set_busy("")  # as what comes back from looking where it can be measured
    assert "gone" in page.intro.reason.text() and page.intro.reason.isVisible()


def test_another_drive_is_looked_at_meanwhile_and_waits_for_its_turn(
    checking: Rig, checks: Checks
) -> None:
    page = open_intro(checking)
    page.intro.button.click()
    checking.qtbot.waitUntil(lambda: bool(checks.made) and checks.made[0].waiting.is_set())
    checking.window.sidebar.select("sda")
    overview = checking.overview
    assert overview.isVisible()
    overview.check_button.click()
    assert page.stack.currentIndex() == INTRO
    assert "990 PRO" in page.intro.reason.text() and not page.intro.button.isEnabled()
    checking.window.sidebar.select("nvme0n1")
    overview.check_button.click()
    assert page.stack.currentIndex() == LIVE
    checks.go_on.set()
    checking.qtbot.waitUntil(lambda: page.stack.currentIndex() == RESULT)


def test_none_begins_while_something_is_measured(checking: Rig, checks: Checks) -> None:
    page = open_intro(checking)
    other = OtherWork(checking.window.context.running, checking.qtbot)
    assert not page.intro.button.isEnabled() and page.intro.reason.text() == other.said
    other.end()
    assert page.intro.button.isEnabled() and not page.intro.reason.isVisible()


def test_nothing_is_measured_while_one_is_on(checking: Rig, checks: Checks, tmp_path: Path) -> None:
    page = open_intro(checking)
    page.intro.button.click()
    checking.qtbot.waitUntil(lambda: bool(checks.made) and checks.made[0].waiting.is_set())
    checking.window.show_page(MEASURE, MeasureFolder(str(tmp_path)))  # the Measure page is made now
    setup = checking.measure.setup
    assert (
        not setup.button.isEnabled()
        and say_text(WORK_TITLES[OngoingWork.CHECK]) in setup.reason.text()
    )
    checks.go_on.set()
    checking.qtbot.waitUntil(setup.button.isEnabled)
    assert "check" not in setup.reason.text()


def test_news_of_the_drives_does_not_take_the_result_away(checking: Rig, checks: Checks) -> None:
    checks.go_on.set()
    page = open_intro(checking)
    page.intro.button.click()
    checking.qtbot.waitUntil(lambda: page.stack.currentIndex() == RESULT)
    checking.tell(demo_inventory())
    assert page.result.isVisible()
    page.result.again_button.click()
    assert page.stack.currentIndex() == INTRO


@pytest.mark.parametrize("ending", [".html", *deep(".pdf", "")])
def test_the_report_is_written(
    checking: Rig, checks: Checks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    checks.go_on.set()
    page = open_intro(checking)
    page.intro.button.click()
    checking.qtbot.waitUntil(lambda: page.stack.currentIndex() == RESULT)
    file = tmp_path / f"report{ending}"
    files = iter([str(file), str(tmp_path / "none" / "x.html")])
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (next(files), ""))
    checking.window.actions_.export.trigger()  # of what is shown, not of a run of the history
    assert checking.window.pages.tab is OVERVIEW
    assert page.result.exporting.menu.isVisible()
    page.result.exporting.menu.close()
    page.result.exporting.write_as()
    written = file if ending else file.with_name("report.html")
    data = written.read_bytes()
    assert data.startswith(b"%PDF" if ending == ".pdf" else b"<!DOCTYPE html>")
    assert str(written) in page.result.exporting.message.text()
    page.result.exporting.write_as()
    assert str(written) not in page.result.exporting.message.text()


def test_a_failing_drive_is_called_so_first(open_rig: Callable[..., Rig], checks: Checks) -> None:
    checks.outcome = outcome(BAD, FINE)
    checks.go_on.set()
    rig = open_rig(demo_inventory(), new_check=checks.new, plan_check=checks.plan)
    page = open_intro(rig)
    page.intro.button.click()
    rig.qtbot.waitUntil(lambda: page.stack.currentIndex() == RESULT)
    assert words_of(page).index(marked(BAD)) < words_of(page).index(marked(FINE))


def test_a_drive_that_takes_over_a_name_does_not_take_over_a_check(
    open_rig: Callable[..., Rig], checks: Checks
) -> None:
    checks.outcome = outcome(BAD)
    checks.go_on.set()
    rig = open_rig(new_check=checks.new, plan_check=checks.plan)
    inventory = demo_inventory()
    rig.tell(inventory)
    page = open_intro(rig)
    page.intro.button.click()
    rig.qtbot.waitUntil(lambda: page.stack.currentIndex() == RESULT and not page.busy)
    pages = rig.window.pages
    assert pages.current is CHECK
    drive = inventory.get("nvme0n1")
    assert drive is not None
    rig.tell(Inventory((replace(drive, model="Another", serial="another", wwn=""),)))
    assert rig.window.sidebar.select("nvme0n1")
    assert pages.current is OVERVIEW
