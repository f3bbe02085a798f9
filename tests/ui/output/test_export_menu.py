# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""One export menu for everything, and what is offered after a file was written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QFileDialog, QPushButton
from pytestqt.qtbot import QtBot
from tests.builders import recorded
from tests.builders.answering import Answers
from tests.builders.exported import table_of
from tests.builders.guided_runs import file_sizes_run

from driveproof.domain.check.check import Check
from driveproof.export.gnuplot import gnuplot_text
from driveproof.methods import answer_of
from driveproof.ui.check.result import ResultView
from driveproof.ui.output.export import ExportMenu
from driveproof.ui.output.files import FileFormat
from driveproof.ui.results.run_view import RunView
from driveproof.ui.settings import Settings
from driveproof.ui.theme.style import Theme


@pytest.fixture
def view(qtbot: QtBot, qapp: QGuiApplication, tmp_path: Path) -> RunView:
    made = RunView(Theme(qapp, "light"), Settings(tmp_path / "window.ini"))
    qtbot.addWidget(made)
    made.show_run(recorded.finished_run())
    made.show()
    return made


@pytest.fixture
def check(qtbot: QtBot, qapp: QGuiApplication, tmp_path: Path) -> ResultView:
    run = recorded.finished_run()
    made = ResultView(Theme(qapp, "light"), Settings(tmp_path / "window.ini"))
    qtbot.addWidget(made)
    made.show_check(
        Check(taken=run.started, seconds=9.0, target="/dev/sda", device=None, findings=(), run=run)
    )
    made.show()
    return made


def able(menu: ExportMenu) -> dict[str, bool]:
    menu.refresh()
    return {
        one.objectName(): one.isEnabled()
        for one in menu.actions()
        if one.isVisible() and not one.isSeparator()
    }


def test_every_page_has_the_same_entries_and_a_reason_for_a_grey_one(
    view: RunView, check: ResultView
) -> None:
    whole, part = able(view.exporting.menu), able(check.exporting.menu)
    assert list(whole) == list(part)
    assert all(whole.values())
    able_to = [FileFormat.HTML, FileFormat.REPORT, FileFormat.JSON, FileFormat.TEXT]
    assert [name for name, on in part.items() if on] == able_to
    for action in check.exporting.menu.actions():
        if not action.isSeparator() and not action.isEnabled():
            assert action.toolTip()
    assert check.exporting.menu.toolTipsVisible()


def test_only_file_sizes_are_offered_for_gnuplot(
    view: RunView, check: ResultView, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = FileFormat.GNUPLOT
    assert name not in able(view.exporting.menu) and name not in able(check.exporting.menu)
    view.show_run(file_sizes_run())
    assert able(view.exporting.menu)[name]
    shown = [one.text() for one in view.exporting.menu.actions() if one.isVisible() and one.text()]
    letters = [found[1].lower() for one in shown if (found := re.search("&(.)", one))]
    assert len(set(letters)) == len(letters) == len(shown)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "maps"), ""))
    view.exporting.write_as("gnuplot")
    run = file_sizes_run()
    assert (tmp_path / "maps.gp").read_text("utf-8") == gnuplot_text(run, answer_of(run))


def test_a_result_is_written_as_the_text_of_the_terminal(
    view: RunView, check: ResultView, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, shown in (("run", view), ("check", check)):
        path = tmp_path / f"{name}.txt"
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, path=path: (str(path), ""))
        shown.exporting.write_as("text")
    run = (tmp_path / "run.txt").read_text("utf-8")
    assert run.startswith(table_of(recorded.finished_run(), details=True)[:80])
    assert "/dev/sda" in (tmp_path / "check.txt").read_text("utf-8")


@pytest.mark.parametrize(
    ("typed", "chosen", "written"),
    [
        ("a", "svg", "a.svg"),
        ("a.png", "svg", "a.svg"),  # the format that was chosen
        ("a.json", "html", "a.json"),  # the suffix that was typed
        ("a.b", "csv", "a.b.csv"),
    ],
)
def test_the_suffix_follows_the_format(
    view: RunView,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    typed: str,
    chosen: str,
    written: str,
) -> None:
    def choose(*asked: str) -> tuple[str, str]:
        (wanted,) = [one for one in asked[3].split(";;") if one.endswith(f"(*.{chosen})")]
        return str(tmp_path / typed), wanted

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    view.exporting.write_as()
    assert str(tmp_path / written) in view.exporting.message.text()
    assert (tmp_path / written).stat().st_size


@pytest.mark.parametrize("replace", [True, False])
def test_a_file_that_the_dialog_did_not_ask_about_is_asked_about(
    view: RunView,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    answer: Answers,
    *,
    replace: bool,
) -> None:
    there = tmp_path / "a.json"
    there.write_text("mine", "utf-8")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "a"), ""))
    asked = answer(yes=replace)
    view.exporting.write_as("json")
    assert len(asked) == 1 and "a.json" in asked[0]
    assert (there.read_text("utf-8") == "mine") is not replace
    assert view.exporting.bar.isVisible() is replace


def button(view: RunView, name: str) -> QPushButton:
    found: QPushButton = getattr(view.exporting.bar, f"{name}_button")
    return found


@pytest.fixture
def written(view: RunView, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "a & b.json"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    view.exporting.write_as("json")
    return path


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the desktop is asked to open; it opens everything."""
    found: list[str] = []

    def open_url(url: QUrl) -> bool:
        found.append(url.toLocalFile())
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    return found


def test_the_file_is_opened_and_its_path_copied(
    view: RunView, written: Path, opened: list[str]
) -> None:
    assert all(button(view, name).isVisible() for name in ("open", "folder", "copy"))
    button(view, "open").click()
    assert opened == [str(written)]
    button(view, "copy").click()
    assert QGuiApplication.clipboard().text() == str(written)
    view.exporting.say("Copied.")
    assert not button(view, "open").isVisible()


def test_a_desktop_that_opens_nothing_says_so(
    view: RunView, written: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda _url: False)
    button(view, "open").click()
    assert written.name in view.exporting.message.text()


def test_without_a_file_manager_on_the_bus_the_folder_is_opened(
    view: RunView, written: Path, opened: list[str], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", f"unix:path={written.parent}/no-bus")
    button(view, "folder").click()
    qtbot.waitUntil(lambda: opened == [str(written.parent)])
