# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Other programs' results dropped on the window: stored and shown, or rejected with a reason."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, Qt
from PySide6.QtGui import (
    QGuiApplication,
)
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot
from tests.builders.demo import demo_inventory
from tests.builders.dropping import dragged, drop
from tests.builders.exported import run_values
from tests.builders.imports import DATA
from tests.builders.made_runs import quick
from tests.builders.rig import Rig
from tests.builders.taking import action
from tests.fakes.reports import DATA as SMART

from driveproof.engine.run.importing import Imported
from driveproof.ui.feeds.pages import HISTORY, MEASURE, OVERVIEW
from driveproof.ui.health.report_dialog import HealthReportDialog


def message(rig: Rig) -> str:
    return rig.history_page().list.message.text.text()


def wait_done(rig: Rig, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not rig.window.importer.busy, timeout=20_000)


def test_a_dropped_file_is_in_the_history(rig: Rig, qtbot: QtBot) -> None:
    rig.tell(demo_inventory())
    with qtbot.waitSignal(rig.window.importer.imported, timeout=20_000):
        assert drop(rig, dragged(str(DATA / "crystaldiskmark-8.txt")))
    assert rig.window.pages.tab is HISTORY
    assert rig.services.history.count() == 1
    page = rig.history_page()
    assert page.list.model.rowCount() == 1  # of an unknown drive: all drives are shown
    said = "1 result of CrystalDiskMark 8.0.4 Shizuku Edition x64 was imported."
    assert message(rig) == said
    assert page.list.chosen() == [rig.services.history.heads()[0].id]


def test_an_import_of_a_connected_drive_chooses_it(rig: Rig, qtbot: QtBot, tmp_path: Path) -> None:
    rig.tell(demo_inventory())
    drive = demo_inventory().get("sdb")
    assert drive is not None
    rig.window.sidebar.choose_all()
    run = quick()
    kept = replace(run, target=replace(run.target, drive=drive.identity))
    file = tmp_path / "run.json"
    file.write_text(json.dumps(run_values(kept)))
    with qtbot.waitSignal(rig.window.importer.imported, timeout=20_000):
        assert drop(rig, dragged(str(file)))
    chosen = rig.window.sidebar.current()
    assert chosen is not None and chosen.name == "sdb" and not rig.window.sidebar.shows_all
    page = rig.history_page()
    assert page.list.chosen() == [rig.services.history.heads()[0].id]
    assert page.list.scope.current() == 0


def test_several_files_at_once(rig: Rig, qtbot: QtBot) -> None:
    names = ("fio-three.json", "hdparm.txt")
    with qtbot.waitSignal(rig.window.importer.imported, timeout=20_000):
        assert drop(rig, dragged(*(str(DATA / name) for name in names)))
    assert rig.services.history.count() == 5
    assert message(rig) == "5 results of fio-3.33, hdparm were imported."


def test_one_bad_file_keeps_all_out_and_says_which(rig: Rig, qtbot: QtBot, tmp_path: Path) -> None:
    bad = tmp_path / "bad <b>.json"
    bad.write_text("[1, 2")
    with qtbot.waitSignal(rig.window.importer.failed, timeout=20_000):
        assert drop(rig, dragged(str(DATA / "hdparm.txt"), str(bad)))
    assert rig.services.history.count() == 0
    assert "bad <b>.json cannot be imported" in message(rig)
    label = rig.history_page().list.message.text
    assert label.textFormat() == Qt.TextFormat.PlainText


@pytest.mark.parametrize(
    "data",
    [dragged("https://example.org/x.json"), dragged("/tmp/a", "smb://host/b"), QMimeData()],
    ids=["remote", "both", "nothing"],
)
def test_what_is_no_local_file_is_not_taken(rig: Rig, data: QMimeData) -> None:
    assert not drop(rig, data)
    assert rig.window.pages.tab is OVERVIEW


def test_a_drop_while_another_is_read_comes_behind_it(
    open_rig: Callable[..., Rig], qtbot: QtBot
) -> None:
    go = threading.Event()
    asked: list[Sequence[str]] = []

    def slow(paths: Sequence[str]) -> Imported:
        go.wait(20)
        asked.append(paths)
        return Imported(())

    rig = open_rig(import_files=slow)
    assert drop(rig, dragged("/a"))
    assert drop(rig, dragged("/b"))
    assert drop(rig, dragged("/c"))
    go.set()
    qtbot.waitUntil(lambda: len(asked) == 3, timeout=20_000)
    wait_done(rig, qtbot)
    assert asked == [("/a",), ("/b",), ("/c",)]


def test_a_dropped_folder_is_measured_in(rig: Rig, qtbot: QtBot, tmp_path: Path) -> None:
    rig.tell(demo_inventory())
    folder = tmp_path / "a <b> folder"
    folder.mkdir()
    with qtbot.waitSignal(rig.window.importer.folder, timeout=20_000):
        assert drop(rig, dragged(str(folder) + "/"))
    assert rig.window.pages.tab is MEASURE
    setup = rig.measure.setup
    assert Path(setup.path) == folder
    assert rig.services.history.count() == 0


def test_several_folders_are_too_many(rig: Rig, qtbot: QtBot, tmp_path: Path) -> None:
    with qtbot.waitSignal(rig.window.importer.failed, timeout=20_000):
        assert drop(rig, dragged(str(tmp_path), str(tmp_path.parent)))
    assert tmp_path.name in message(rig)


def test_the_menu_asks_for_files(rig: Rig, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = [str(DATA / "kdiskmark-3.txt")]
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_args: (chosen, ""))
    assert rig.window.actions_.import_ in rig.window.menu_button.menu().actions()
    with qtbot.waitSignal(rig.window.importer.imported, timeout=20_000):
        rig.window.actions_.import_.trigger()
    assert message(rig) == "1 result of KDiskMark 3.1.4 was imported."


def test_other_events_go_their_way(rig: Rig) -> None:
    assert not rig.window.importer.eventFilter(rig.window, QEvent(QEvent.Type.Show))


REPORTS = SMART / "text"


def opened(rig: Rig) -> list[HealthReportDialog]:
    return rig.window.findChildren(HealthReportDialog)


def test_a_dropped_health_report_is_shown_with_what_to_do_first(rig: Rig, qtbot: QtBot) -> None:
    rig.tell(demo_inventory())
    with qtbot.waitSignal(rig.window.importer.reported, timeout=20_000):
        assert drop(rig, dragged(str(REPORTS / "disk-failed-a.txt")))
    (dialog,) = opened(rig)
    assert dialog.isVisible()
    assert "disk-failed-a.txt" in dialog.windowTitle()
    facts = {value.replace("\u202f", " ") for _, value in dialog.found.facts.facts()}
    assert any(value.startswith("21 800 h") for value in facts)
    assert rig.services.history.count() == 0  # it may be of another machine's drive
    dialog.close_button.click()
    assert not dialog.isVisible()


def test_the_values_of_a_report_are_copied_and_saved(
    rig: Rig, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Its table offered to save itself, and did nothing."""
    with qtbot.waitSignal(rig.window.importer.reported, timeout=20_000):
        assert drop(rig, dragged(str(REPORTS / "disk-bad-x.json")))
    (dialog,) = opened(rig)
    values = dialog.values.attributes
    values.line.button.click()
    table = values.table
    table.arranged.set_wanted(values.column("raw_hex"), wanted=True)
    raw = [head.name for head in table.heads].index("raw")
    assert table.columnWidth(raw) >= table.sizeHintForColumn(raw)  # no number is cut
    table.copy_rows()
    heads, first, *_rest = QGuiApplication.clipboard().text().splitlines()
    assert len(heads.split("\t")) == len(first.split("\t"))
    assert first.split("\t")[-1].startswith("0x")
    path = tmp_path / "values.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (str(path), ""))
    action(table.context_menu(), "save")()
    assert str(path) in dialog.exporting.message.text()
    rows = path.read_text("utf-8").splitlines()
    assert {"table", "id", "value", "raw", "raw_hex"} <= set(rows[0].split(","))
    dialog.close_button.click()


def test_each_report_of_a_file_is_shown_and_the_worst_on_top(
    rig: Rig, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "two.txt"
    parts = [(REPORTS / name).read_bytes() for name in ("disk-failed-a.txt", "sata-ssd-x.txt")]
    path.write_bytes(b"\n".join(parts))
    assert drop(rig, dragged(str(path)))
    qtbot.waitUntil(lambda: len(opened(rig)) == 2, timeout=20_000)
    titles = [dialog.windowTitle() for dialog in opened(rig)]
    assert [f"{number} of 2" in title for number, title in zip((2, 1), titles, strict=True)] == [
        True,
        True,
    ]


def test_reports_and_results_at_once(rig: Rig, qtbot: QtBot) -> None:
    names = (REPORTS / "nvme-x.json", DATA / "hdparm.txt", REPORTS / "sas-a.txt")
    with qtbot.waitSignal(rig.window.importer.imported, timeout=20_000):
        assert drop(rig, dragged(*map(str, names)))
    qtbot.waitUntil(lambda: len(opened(rig)) == 2, timeout=20_000)
    assert rig.services.history.count() > 0


def test_a_health_report_that_is_too_large_says_so(rig: Rig, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "report.txt"
    path.write_bytes((REPORTS / "sas-a.txt").read_bytes())
    with path.open("r+b") as file:
        file.truncate(5 * 2**20)
    with qtbot.waitSignal(rig.window.importer.failed, timeout=20_000):
        assert drop(rig, dragged(str(path)))
    assert "MiB" in message(rig)
    assert opened(rig) == []
