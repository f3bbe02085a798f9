# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of runs in another order: by a click on a column's header, and by the keyboard."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from tests.builders import recorded
from tests.builders.demo import demo_inventory
from tests.builders.history_rows import ids, run_column
from tests.builders.rig import Rig, select

from driveproof.domain.run.run import Run
from driveproof.history.query import Order
from driveproof.history.store import History
from driveproof.ui.results.model import FIRMWARE_ROLE
from driveproof.ui.runs.page import HistoryPage


def faster(run: Run, factor: float) -> Run:
    phases = tuple(
        replace(
            phase,
            repeats=tuple(
                replace(
                    repeat,
                    directions={
                        name: replace(
                            result, iops=result.iops * factor, bandwidth=result.bandwidth * factor
                        )
                        for name, result in repeat.directions.items()
                    },
                )
                for repeat in phase.repeats
            ),
        )
        for phase in run.phases
    )
    return replace(run, phases=phases)


@pytest.fixture
def page(rig: Rig, history: History) -> HistoryPage:
    """Four runs of all drives, the second the fastest, the third without any result."""
    run = recorded.finished_run()
    for number, (name, label, factor) in enumerate(
        [("a", "zebra", 1.0), ("b", "", 3.0), ("c", "Apple", 0.0), ("d", "mango", 2.0)]
    ):
        kept = faster(run, factor) if factor else replace(run, phases=())
        started = run.started + timedelta(hours=number)
        target = replace(run.target, drive="of-all", firmware="new" if number > 1 else "old")
        history.save(replace(kept, id=name, label=label, started=started, target=target))
    rig.window.resize(1280, 800)  # where every column fits
    rig.tell(demo_inventory())
    page = rig.open_history()
    page.list.scope.choose(1)
    return page


def click(page: HistoryPage, column: int) -> None:
    header = page.list.table.horizontalHeader()
    place = QPoint(header.sectionViewportPosition(column) + 12, header.height() // 2)
    QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_figures_come_largest_first_and_what_has_none_last(page: HistoryPage) -> None:
    assert ids(page) == ["d", "c", "b", "a"]
    click(page, run_column("sequential_read"))
    assert ids(page) == ["b", "d", "a", "c"]
    click(page, run_column("sequential_read"))
    assert ids(page) == ["a", "d", "b", "c"]
    click(page, run_column("random_write"))
    assert ids(page) == ["b", "d", "a", "c"]
    click(page, run_column("when"))
    assert ids(page) == ["d", "c", "b", "a"]
    click(page, run_column("when"))
    assert ids(page) == ["a", "b", "c", "d"]


def test_texts_come_from_a_in_any_case_and_empty_ones_last(page: HistoryPage) -> None:
    click(page, run_column("label"))
    assert ids(page) == ["c", "d", "a", "b"]
    click(page, run_column("label"))
    assert ids(page) == ["a", "d", "c", "b"]


def test_what_is_chosen_stays_chosen_and_reading_again_keeps_the_order(page: HistoryPage) -> None:
    select(page, "b")
    click(page, run_column("label"))
    assert page.list.chosen() == ["b"]
    page.refresh()
    assert (ids(page), page.list.chosen()) == (["c", "d", "a", "b"], ["b"])


def test_another_firmware_is_only_marked_where_nothing_came_between(page: HistoryPage) -> None:
    def marks() -> list[object]:
        model = page.list.model
        return [model.index(row, 0).data(FIRMWARE_ROLE) for row in range(model.rowCount())]

    assert [bool(mark) for mark in marks()] == [False, True, False, False]
    click(page, run_column("random_read"))
    assert marks() == [None] * 4


def test_sorting_by_the_keyboard(rig: Rig, page: HistoryPage) -> None:
    table = page.list.table
    table.setFocus()
    table.customContextMenuRequested.emit(QPoint(20, 20))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    sort, columns = (action.menu() for action in menu.actions() if action.menu())
    assert isinstance(columns, QMenu)
    assert [action.text() for action in columns.actions()][:2] == ["Test", "Label"]
    assert isinstance(sort, QMenu)
    names = [action.text() for action in sort.actions()]
    assert names[:3] == ["When", "Test", "Label"]
    assert [action.text() for action in sort.actions() if action.isChecked()] == ["When"]
    sort.actions()[2].trigger()
    menu.close()
    assert ids(page) == ["c", "d", "a", "b"]


def test_nothing_else_can_be_sorted_by(history: History) -> None:
    with pytest.raises(ValueError, match="remarks"):
        history.heads(order=Order("remarks"))


def test_the_chosen_runs_are_copied_as_lines_below_the_plain_titles(page: HistoryPage) -> None:
    select(page, "b")
    table = page.list.table
    QTest.keySequence(table, QKeySequence(QKeySequence.StandardKey.Copy))
    head, line, end = QGuiApplication.clipboard().text().split("\n")
    assert end == ""
    assert head.split("\t")[:2] == ["When", "Test"]  # without the arrow of the order
    assert len(line.split("\t")) == len(head.split("\t"))
    table.clearSelection()
    table.copy_rows()
    assert QGuiApplication.clipboard().text().count("\n") == 5
