# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""No page accesses the history in the window's own thread, whatever the person does.

The fixture `no_page_asks_the_history` looks in every test of the window; here everything that
reads or writes it is done once.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tests.builders import history_reads, recorded
from tests.builders.demo import demo_inventory
from tests.builders.history_rows import fill, run_column
from tests.builders.kept_checks import identity, made
from tests.builders.made_health import let_work_end
from tests.builders.rig import Rig, select

from driveproof.composition.application import Application, Folders
from driveproof.composition.services import Services
from driveproof.domain.run.run import Run
from driveproof.history.checks import Checks
from driveproof.history.store import History
from driveproof.ui.feeds.pages import (
    CHECK,
    EXPERIMENT,
    HEALTH,
    HISTORY,
    MEASURE,
    MONITOR,
    OVERVIEW,
    TRIM,
    ShowCheck,
    ShowWhySlow,
)


@pytest.fixture
def run() -> Run:
    return recorded.finished_run()


@pytest.fixture
def filled(tmp_path: Path, run: Run) -> Iterator[History]:
    """A history with a few runs in it."""
    made = History(tmp_path / "history.sqlite")
    fill(made, run, {"aaa1": "nvme0n1", "bbb2": "nvme0n1", "ccc3": "sda"})
    yield made
    let_work_end()
    made.close()


def test_a_query_of_the_window_in_its_thread_is_noticed(filled: History) -> None:
    assert history_reads.found == []  # a test may ask
    asking = compile("history.heads()", history_reads.WINDOW + "runs/page.py", "exec")
    work = partial(exec, asking, {"history": filled})
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert history_reads.found == []
    work()
    assert history_reads.found[0].startswith("ui/runs/page.py:1, <module>: ")
    history_reads.found.clear()


def test_nothing_asks_the_history_in_the_windows_thread(
    filled: History, open_rig: Callable[..., Rig], tmp_path: Path
) -> None:
    services = Services(Application(Folders.below(tmp_path), history=filled))
    rig = open_rig(
        history=filled, import_files=services.import_files, measuring=services.measuring,
        health=services.health, trim=services.trim, link=services.link,
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
    history.list.table.sort_by(run_column("random_read"))
    select(history, "bbb2")
    history.list.model.set_label("bbb2", "another name")
    history.list.table.setFocus()
    QTest.keyClick(history.list.table, Qt.Key.Key_Return)
    result = history.result
    assert result is not None and result.isVisible()
    result.label.setText("a third name")
    result.label.editingFinished.emit()
    result.notes.setText("a note")
    result.notes.editingFinished.emit()
    history.show_runs_list()
    history.compare(["aaa1", "bbb2"])
    compared = history.comparison
    assert compared is not None
    rig.qtbot.waitUntil(lambda: compared.compared is not None)
    history.show_runs_list()
    history.list.delete(["ccc3"])
    assert history.list.model.row_of("ccc3") is None
    history.list.undo()
    assert history.list.model.row_of("ccc3") is not None
    history.show_experiments()
    history.list.filter.setText("third")
    history.refresh()
    assert history.list.model.total == 1
    window.show_page(MEASURE)
    window.refresh()
    rig.qtbot.waitUntil(lambda: not window.context.experiments.busy)
    assert history.list.model.total == 1
    window.close()
    let_work_end()
    kept = filled.load("bbb2")
    assert (kept.label, kept.remarks) == ("a third name", "a note")


def test_the_guided_views_ask_it_in_a_thread(
    filled: History, open_rig: Callable[..., Rig], tmp_path: Path
) -> None:
    """Check, why, what happens now, experiments, choosing a profile, and all drives."""
    Checks(filled).add(made("nvme0n1", "fine"), identity("nvme0n1"))
    services = Services(Application(Folders.below(tmp_path), history=filled))
    rig = open_rig(
        history=filled, health=services.health, trim=services.trim, link=services.link,
        measuring=services.measuring, experiments=services.experiments,
    )  # fmt: skip
    window = rig.window
    rig.tell(demo_inventory())
    window.sidebar.select("nvme0n1")
    window.show_page(CHECK)
    QApplication.processEvents()
    window.show_page(CHECK, ShowWhySlow())
    QApplication.processEvents()
    window.show_page(MONITOR)
    window.show_page(EXPERIMENT)
    QApplication.processEvents()
    window.show_page(MEASURE)
    chooser = rig.measure.setup.profiles
    for name in ("quick", "sustained", "capacity", "mirror"):
        chooser.choose(name)
        QApplication.processEvents()
    window.show_page(HISTORY)
    rig.history_page().show_checks()
    QApplication.processEvents()
    (kept,) = Checks(filled).heads()
    window.show_page(HISTORY, ShowCheck(kept.id))
    rig.qtbot.waitUntil(lambda: not window.context.experiments.busy)
    model = window.sidebar.model
    window.sidebar.view.setCurrentIndex(model.index(model.overall_row() or 0))
    window.refresh()
    let_work_end()
    QApplication.processEvents()
    window.close()
    let_work_end()
