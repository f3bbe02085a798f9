# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests of one's own in the window: the editor, the files, and job files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QPushButton
from pytestqt.qtbot import QtBot
from tests.builders.answering import Answers
from tests.builders.demo import demo_inventory
from tests.builders.dropping import dragged, drop
from tests.builders.guided_runs import recording_run
from tests.builders.rig import Rig

from driveproof.domain.profile.draft import draft_of
from driveproof.domain.run.work import Data
from driveproof.engine.run.profiles import Profiles, shipped_file
from driveproof.methods.scan.plan import Plan as ScanPlan
from driveproof.ui.feeds.pages import MEASURE
from driveproof.ui.measure.own_profiles import JobFileDialog, ProblemsDialog
from driveproof.ui.measure.page import SETUP, MeasurePage
from driveproof.ui.theme.style import Theme
from driveproof.ui.widgets.labels import Label

JOB = "[database]\nrw=randrw\nbs=8k\nsize=64m\nruntime=5\ntime_based\ndirect=1\nfsync=1\n"


@pytest.fixture
def rig(open_rig: Callable[..., Rig]) -> Rig:
    made = open_rig(demo_inventory())
    made.window.show_page(MEASURE)
    return made


@pytest.fixture
def page(rig: Rig) -> MeasurePage:
    return rig.measure


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "config" / "profiles"


def entries(page: MeasurePage) -> list[str]:
    page.own.fill()
    return [action.objectName() for action in page.own.menu.actions() if action.objectName()]


def trigger(page: MeasurePage, name: str) -> None:
    page.own.fill()
    (action,) = [one for one in page.own.menu.actions() if one.objectName() == name]
    action.trigger()


def copy_quick(page: MeasurePage) -> None:
    page.setup.profiles.choose("quick")
    trigger(page, "edit copy")
    assert page.stack.currentWidget() is page.editor


def save(page: MeasurePage, qtbot: QtBot) -> None:
    assert page.editor.head.button.isEnabled(), page.editor.head.reason.text()
    page.editor.head.button.click()
    qtbot.waitUntil(lambda: not page.own.busy)


def test_a_copy_is_edited_saved_and_chosen(page: MeasurePage, qtbot: QtBot, folder: Path) -> None:
    copy_quick(page)
    editor = page.editor
    assert editor.model.rowCount() == 8
    editor.words.control("title").setText("")
    qtbot.keyClicks(editor.words.control("title"), "Database log")
    editor.sizes.control("repeats").setValue(8)
    editor.course.control("budget").clear()
    editor.course.control("budget").textEdited.emit("")
    form = editor.form
    form.control("block_size").setEditText("2 MiB")
    assert "2 MiB" in form.control("title").text()
    form.control("title").selectAll()
    qtbot.keyClicks(form.control("title"), "Log")
    form.control("directions").boxes["write"].setChecked(True)
    form.control("directions").boxes["read"].setChecked(False)
    form.control("block_size").setEditText("16 KiB")
    form.control("queue_depth").setValue(2)
    form.control("data").setCurrentText("zeros")
    form.control("limit").selectAll()
    qtbot.keyClicks(form.control("limit"), "256 MiB")
    assert editor.model.data(editor.model.index(0, 1)) == "write"
    save(page, qtbot)
    assert page.stack.currentIndex() == SETUP
    assert "Database log" in page.own.message.text.text()
    assert not page.own.message.action.isVisible()  # nothing was replaced
    profile = Profiles(folder).find("database-log")
    assert page.setup.profiles.profile == profile
    assert not page.setup.profiles.search.text()  # it could hide the new one
    (first, *_rest) = profile.phases
    assert (first.title, first.direction, first.block_size) == ("Log", "write", 16384)
    assert (first.queue_depth, first.data, first.limit) == (2, Data.ZEROS, 2**28)
    assert profile.repeats == 8


def test_every_key_is_checked(page: MeasurePage, qtbot: QtBot) -> None:
    copy_quick(page)
    editor = page.editor
    assert "Test file 1 GiB" in editor.head.reason.text().replace("\u202f", " ") or (
        editor.head.reason.text() and not editor.head.reason.warns
    )
    editor.form.control("block_size").setEditText("16 Ki")
    assert editor.head.reason.warns
    assert editor.draft.tests[0].test.title in editor.head.reason.text()
    assert not editor.head.button.isEnabled()
    assert editor.head.button.accessibleDescription() == editor.head.reason.text()
    qtbot.keyClicks(editor.form.control("block_size").lineEdit(), "B")
    assert not editor.head.reason.warns
    assert editor.head.button.isEnabled()
    for way in editor.form.control("directions").boxes.values():
        way.setChecked(False)
    assert editor.head.reason.warns
    editor.form.control("directions").boxes["mixed"].setChecked(True)
    assert editor.form.control("read_share").isVisible()
    assert editor.head.reason.warns  # it has no limit yet
    qtbot.keyClicks(editor.form.control("limit"), "256 MiB")
    assert not editor.head.reason.warns


def test_tests_are_added_duplicated_moved_and_removed(page: MeasurePage, qtbot: QtBot) -> None:
    copy_quick(page)
    editor = page.editor

    def titles() -> list[str]:
        return [one.test.title for one in editor.draft.tests]

    first, second, *rest = titles()
    editor.down.click()
    assert titles() == [second, first, *rest]
    assert editor.form.control("title").text() == first
    editor.up.click()
    assert titles() == [first, second, *rest]
    editor.copy.click()
    assert titles() == [first, f"{first} (2)", second, *rest]
    # Its settings are the same, so it cannot be saved yet.
    assert editor.head.reason.warns
    editor.form.control("queue_depth").setValue(3)
    assert not editor.head.reason.warns
    editor.remove.click()
    assert titles() == [first, second, *rest]
    editor.message.action.click()
    assert titles() == [first, f"{first} (2)", second, *rest]
    editor.add.click()
    assert titles()[-1].endswith(" (2)")
    for _ in range(len(titles()) - 1):
        editor.remove.click()
    assert len(titles()) == 1
    assert not editor.remove.isVisible()


def test_a_name_that_is_taken_is_replaced_only_on_request(
    page: MeasurePage, qtbot: QtBot, folder: Path, answer: Answers
) -> None:
    copy_quick(page)
    save(page, qtbot)
    name = "quick-benchmark-my-copy"
    before = (folder / f"{name}.toml").read_text()
    kept = answer(yes=False)
    page.setup.profiles.choose("quick")
    trigger(page, "edit copy")
    page.editor.sizes.control("repeats").setValue(3)
    save(page, qtbot)
    assert page.stack.currentWidget() is page.editor
    assert (folder / f"{name}.toml").read_text() == before
    replaced = answer(yes=True)
    page.editor.head.button.click()
    qtbot.waitUntil(lambda: not page.own.busy and page.stack.currentIndex() == SETUP)
    assert Profiles(folder).find(name).repeats == 3
    page.own.message.action.click()  # undo
    qtbot.waitUntil(lambda: not page.own.busy)
    assert (folder / f"{name}.toml").read_text() == before
    assert len(kept) == len(replaced) == 1 and name in kept[0]


def test_ones_own_is_edited_renamed_deleted_and_comes_back(
    page: MeasurePage, qtbot: QtBot, folder: Path
) -> None:
    copy_quick(page)
    save(page, qtbot)
    assert entries(page)[:4] == ["edit", "edit text", "edit copy", "delete"]
    trigger(page, "edit")
    page.editor.words.control("title").selectAll()
    qtbot.keyClicks(page.editor.words.control("title"), "Mine")
    save(page, qtbot)
    assert [path.name for path in folder.iterdir()] == ["mine.toml"]
    chosen = page.setup.profiles.profile
    assert chosen is not None and chosen.name == "mine"
    trigger(page, "delete")
    qtbot.waitUntil(lambda: not page.own.busy)
    assert list(folder.iterdir()) == []
    assert "Mine" in page.own.message.text.text()
    page.own.message.action.click()
    qtbot.waitUntil(lambda: not page.own.busy)
    assert [path.name for path in folder.iterdir()] == ["mine.toml"]
    assert page.setup.profiles.profile == chosen


def test_leaving_asks_only_when_something_was_entered(
    page: MeasurePage, qtbot: QtBot, answer: Answers
) -> None:
    asked = answer(yes=False)
    copy_quick(page)
    qtbot.keyClick(page.editor, Qt.Key.Key_Escape)
    assert page.stack.currentIndex() == SETUP and not asked
    copy_quick(page)
    page.editor.sizes.control("repeats").setValue(9)
    page.editor.head.cancel.click()
    assert page.stack.currentWidget() is page.editor and len(asked) == 1
    asked = answer(yes=True)
    page.start_for("/tmp")
    assert page.stack.currentIndex() == SETUP and len(asked) == 1


def test_any_other_profile_is_edited_as_text(page: MeasurePage, qtbot: QtBot, folder: Path) -> None:
    page.setup.profiles.choose("scan")
    assert entries(page)[0] == "edit copy as text"
    trigger(page, "show")
    assert page.own.message.isVisible()
    trigger(page, "edit copy as text")
    qtbot.waitUntil(lambda: page.stack.currentWidget() is page.text)
    view = page.text
    assert "title = " in view.view.toPlainText()
    assert view.head.button.isEnabled()
    view.view.setPlainText(
        'title = "Fine scan"\nquestion = "Where?"\nmethod = "scan"\npositions = 1'
    )
    assert not view.head.button.isEnabled()
    assert "positions" in view.head.reason.text()
    view.view.moveCursor(QTextCursor.MoveOperation.End)
    qtbot.keyClicks(view.view, "000")
    assert view.head.button.isEnabled()
    view.head.button.click()
    qtbot.waitUntil(lambda: not page.own.busy)
    assert page.stack.currentIndex() == SETUP
    assert "Fine scan" in page.own.message.text.text()
    chosen = page.setup.profiles.profile
    assert chosen is not None and isinstance(chosen.plan, ScanPlan)
    assert (chosen.name, chosen.plan.positions) == ("fine-scan", 1000)
    assert entries(page)[:3] == ["edit text", "edit copy as text", "delete"]


def test_a_file_keeps_its_comments_when_it_is_edited_as_text(
    page: MeasurePage, qtbot: QtBot, folder: Path
) -> None:
    copy_quick(page)
    save(page, qtbot)
    path = folder / "quick-benchmark-my-copy.toml"
    path.write_text("# by hand\n" + path.read_text())
    trigger(page, "edit text")
    qtbot.waitUntil(lambda: page.stack.currentWidget() is page.text)
    view = page.text
    assert view.view.toPlainText().startswith("# by hand\n")
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert page.stack.currentIndex() == SETUP
    trigger(page, "edit text")
    qtbot.waitUntil(lambda: page.stack.currentWidget() is page.text)
    view.view.setPlainText(view.view.toPlainText().replace("\nrepeats = 3", "\nrepeats = 2"))
    view.head.button.click()
    qtbot.waitUntil(lambda: not page.own.busy)
    assert path.read_text().startswith("# by hand\n")
    assert Profiles(folder).find("quick-benchmark-my-copy").repeats == 2


def test_a_dropped_job_file_is_offered_as_a_profile(
    rig: Rig, page: MeasurePage, qtbot: QtBot, tmp_path: Path, folder: Path
) -> None:
    path = tmp_path / "Data base.fio"
    path.write_text(JOB)
    assert drop(rig, dragged(str(path)))

    def chosen() -> bool:
        profile = page.setup.profiles.profile
        return profile is not None and profile.title == "Data base.fio"

    qtbot.waitUntil(chosen)
    assert entries(page) == ["edit copy", "show", "open"]
    trigger(page, "edit copy")
    assert "fsync" in page.editor.form.beside.text()
    save(page, qtbot)
    saved = Profiles(folder).find("data-base-fio")
    assert saved.phases[0].asked.fsync == 1
    # Again: the same file takes the place of what was opened before.
    assert drop(rig, dragged(str(path)))
    qtbot.waitUntil(lambda: not rig.window.importer.busy and not page.own.busy)
    titles = [profile.title for profile in page.setup.profiles.profiles]
    assert titles.count("Data base.fio") == 2  # the file, and the profile made from it


def test_a_job_file_of_any_name_is_known_by_its_content(
    rig: Rig, page: MeasurePage, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "ssd.conf"
    path.write_text(JOB)
    assert drop(rig, dragged(str(path)))

    def chosen() -> bool:
        profile = page.setup.profiles.profile
        return profile is not None and profile.title == "ssd.conf"

    qtbot.waitUntil(chosen)


def test_job_files_with_the_same_long_beginning_get_names_of_their_own(page: MeasurePage) -> None:
    """The name that was made for one was taken as well, and was made again without end."""
    one = page.setup.profiles.profiles[0]
    alike = [replace(one, name="a" * 34, title=f"job {number}") for number in range(6)]
    page.own.jobs = alike
    names = [profile.name for profile in page.own.with_jobs(())]
    assert len(names) == len(set(names)) == 6
    assert [profile.name for profile in page.own.with_jobs(())] == names


def test_a_dangerous_job_file_is_refused_with_its_reason(
    rig: Rig, page: MeasurePage, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "evil.fio"
    path.write_text(f"{JOB}exec_prerun=touch {tmp_path}/mark\n")
    assert drop(rig, dragged(str(path)))
    qtbot.waitUntil(lambda: "exec_prerun" in page.own.message.text.text())
    assert not (tmp_path / "mark").exists()


def test_all_problems_of_a_job_file_are_shown(
    rig: Rig, page: MeasurePage, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[ProblemsDialog] = []
    monkeypatch.setattr(QDialog, "exec", lambda dialog: shown.append(dialog) or 0)
    path = tmp_path / "many.fio"
    path.write_text(f"{JOB}exec_prerun=id\nverify=md5\nbs=4kib\n")
    assert drop(rig, dragged(str(path)))
    message = page.own.message
    qtbot.waitUntil(lambda: "exec_prerun" in message.text.text())
    assert len(message.text.text().splitlines()) == 1
    message.action.click()
    (dialog,) = shown
    for word in ("exec_prerun", "verify", "4kib"):
        assert word in dialog.view.toPlainText()


def test_the_job_file_is_copied_and_saved(
    page: MeasurePage, theme: Theme, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[JobFileDialog] = []
    monkeypatch.setattr(QDialog, "exec", lambda dialog: shown.append(dialog) or 0)
    page.setup.profiles.choose("quick")
    trigger(page, "show")
    (dialog,) = shown
    assert "[global]" in dialog.view.toPlainText()
    dialog.copy.click()
    assert QGuiApplication.clipboard().text() == dialog.view.toPlainText()
    path = tmp_path / "quick.fio"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_a: (str(path), ""))
    dialog.save.click()
    assert path.read_text() == dialog.view.toPlainText()
    assert str(path) in dialog.written.message.text()
    dialog.copy.timer.stop()
    QApplication.processEvents()


def test_the_editor_keeps_what_it_has_no_field_for(page: MeasurePage) -> None:
    draft = draft_of(Profiles().find("quick"), title="X")
    page.editor.edit(draft)
    assert not page.editor.changed
    for index in range(len(draft.tests)):
        page.editor.table.choose([index])
        assert page.editor.form.draft == draft.tests[index]
    assert not page.editor.changed


def test_a_broken_profile_says_why_and_is_mended(
    open_rig: Callable[..., Rig], qtbot: QtBot, folder: Path
) -> None:
    folder.mkdir(parents=True)
    (folder / "mine.toml").write_text('title = "Mine"\nquestion = 5\n')
    rig = open_rig(demo_inventory())
    rig.window.show_page(MEASURE)
    page = rig.measure
    broken = page.own.broken
    assert broken.isVisible()
    (said,) = [label.text() for label in broken.findChildren(Label)]
    assert "mine.toml" in said and "question" in said
    edit, _show = broken.findChildren(QPushButton)
    qtbot.mouseClick(edit, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.stack.currentWidget() is page.text)
    assert not page.text.head.button.isEnabled()
    page.text.view.setPlainText(toml_of_quick("Mine"))
    page.text.head.button.click()
    qtbot.waitUntil(lambda: not page.own.busy)
    assert page.stack.currentIndex() == SETUP
    assert not broken.isVisible()
    assert Profiles(folder).find("mine").title == "Mine"


def toml_of_quick(title: str) -> str:
    return shipped_file("quick").replace('title = "Quick benchmark"', f'title = "{title}"')


def test_what_is_being_edited_gives_way_to_nothing_unasked(
    page: MeasurePage, answer: Answers
) -> None:
    trigger(page, "edit copy")
    QTest.keyClicks(page.editor.words.control("title"), "Mine")
    entered = page.editor.draft
    asked = answer(yes=False)
    page.make_profile(recording_run())  # of a recording, from the History page
    assert len(asked) == 1
    page.own.edit.emit(draft_of(Profiles().find("latency"), title="late"))  # was still being read
    assert page.stack.currentWidget() is page.editor
    assert page.editor.draft == entered
