# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""No page accesses the history in the window's own thread, whatever the person does."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tests.ui import recorded
from tests.ui.demo import demo_inventory
from tests.ui.made_health import let_work_end
from tests.ui.rig import Rig, select
from tests.ui.test_history_page import fill

from driveproof.composition.root import Application, Folders
from driveproof.domain.run.run import Run
from driveproof.history.store import History
from driveproof.ui.results.columns import Column
from driveproof.ui.shell.pages import HEALTH, HISTORY, MEASURE, OVERVIEW, TRIM


class Watched(History):
    """A history that notes in which thread its file is opened, read and written."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.threads: list[threading.Thread] = []

    def _connection(self) -> sqlite3.Connection:
        self.threads.append(threading.current_thread())
        return super()._connection()

    def _note(self) -> None:
        self.threads.append(threading.current_thread())

    @property
    def message(self) -> str:
        self._note()
        return super().message

    def reading(self) -> AbstractContextManager[sqlite3.Connection]:
        self._note()
        return super().reading()

    def keep(self, work: Callable[[sqlite3.Connection], None]) -> None:
        self._note()
        super().keep(work)


@pytest.fixture
def run() -> Run:
    return recorded.finished_run()


@pytest.fixture
def watched(tmp_path: Path, run: Run) -> Iterator[Watched]:
    """A history with a few runs in it; the test's own accesses do not count."""
    made = Watched(tmp_path / "history.sqlite")
    fill(made, run, {"aaa1": "nvme0n1", "bbb2": "nvme0n1", "ccc3": "sda"})
    made.threads.clear()
    yield made
    let_work_end()
    made.close()


def test_the_observer_sees_the_thread(watched: Watched) -> None:
    watched.heads()
    assert set(watched.threads) == {threading.main_thread()}


def test_nothing_asks_the_history_in_the_windows_thread(
    watched: Watched, open_rig: Callable[..., Rig], tmp_path: Path
) -> None:
    services = Application(Folders.below(tmp_path), history=watched).services()
    rig = open_rig(
        history=watched, import_files=services.import_files,
        health=services.health, trim=services.trim, link=services.link, rates=services.rates,
        experiments=services.experiments,
    )  # fmt: skip
    window = rig.window
    rig.tell(demo_inventory())
    for page in (OVERVIEW, HEALTH, TRIM, MEASURE, HISTORY):
        window.show_page(page)
        QApplication.processEvents()
    window.sidebar.select("sda")
    window.sidebar.select("nvme0n1")
    history = rig.history_page()
    history.list.scope.choose(1)
    history.list.table.sort_by(Column.RANDOM_READ)
    select(history, "bbb2")
    history.list.model.set_label("bbb2", "another name")
    history.list.table.setFocus()
    QTest.keyClick(history.list.table, Qt.Key.Key_Return)
    result = history._result
    assert result is not None and result.isVisible()
    result.label.setText("a third name")
    result.label.editingFinished.emit()
    result.notes.setText("a note")
    result.notes.editingFinished.emit()
    history.back()
    history.compare(["aaa1", "bbb2"])
    compared = history._compare
    assert compared is not None
    rig.qtbot.waitUntil(lambda: compared.compared is not None)
    history.back()
    history.delete(["ccc3"])
    assert history.list.model.row_of("ccc3") is None
    history.undo()
    assert history.list.model.row_of("ccc3") is not None
    history.show_experiments()
    history.list.filter.setText("third")
    history.refresh()
    assert history.list.model.total == 1
    window.show_page(MEASURE)
    window._refresh()
    rig.qtbot.waitUntil(lambda: not window.pages.experiments.busy)
    assert history.list.model.total == 1
    asked = set(watched.threads)
    assert asked and threading.main_thread() not in asked
    window.close()
    let_work_end()
    assert threading.main_thread() not in set(watched.threads)
    kept = watched.load("bbb2")
    assert (kept.label, kept.remarks) == ("a third name", "a note")
