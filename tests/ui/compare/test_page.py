# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The comparison page with a real history: runs selected, read in a thread, shown, exported."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu
from tests.builders.comparing import Open, texts, wait
from tests.builders.made_runs import pair, quick
from tests.builders.rig import Rig, select

from driveproof.domain.comparison.difference import Verdict
from driveproof.history.store import History
from driveproof.ui.charts.plot_chart import PlotChart
from driveproof.ui.runs.page import HistoryPage
from driveproof.ui.theme.style import Theme
from driveproof.ui.widgets.table import CellTable

CONTROL = Qt.KeyboardModifier.ControlModifier


def test_two_are_chosen_with_the_mouse(rig: Rig, page: HistoryPage, history: History) -> None:
    history.save(*pair())
    page.refresh()
    table = page.list.table
    for row, held in ((0, Qt.KeyboardModifier.NoModifier), (1, CONTROL)):
        at = table.visualRect(page.list.model.index(row, 0)).center()
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, held, at)
    assert page.list.primary.text() == "&Compare 2 results"
    QTest.mouseClick(page.list.primary, Qt.MouseButton.LeftButton)
    assert page.comparison is not None and page.comparison.isVisible()
    wait(rig, page.comparison)
    said = page.comparison.head.title.whole()
    assert "2.1" in said, said
    QTest.keyClick(page.comparison, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert page.list.isVisible() and len(page.list.chosen()) == 2


def test_two_are_chosen_with_the_keys(rig: Rig, page: HistoryPage, history: History) -> None:
    history.save(*pair())
    page.refresh()
    page.list.table.setFocus()
    select(page, "bbbb2")
    QTest.keyClick(page.list.table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert sorted(page.list.chosen()) == ["aaaa1", "bbbb2"]
    QTest.keyClick(page.list.table, Qt.Key.Key_Return)
    assert page.comparison is not None and page.comparison.isVisible()
    wait(rig, page.comparison)
    assert page.comparison.back_button.hasFocus()


def test_the_menu_compares(
    rig: Rig, page: HistoryPage, history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QMenu, "popup", lambda *_: None)  # no platform here can show one
    history.save(*pair())
    page.refresh()
    page.list.table.selectAll()
    page.list.open_menu(QPoint(5, 5))
    menu = page.list.findChild(QMenu)
    assert menu is not None
    action = next(one for one in menu.actions() if "Compare 2" in one.text())
    action.trigger()
    menu.deleteLater()
    assert page.comparison is not None
    wait(rig, page.comparison)


def test_the_oldest_is_the_baseline_and_sides_are_swapped(rig: Rig, compare: Open) -> None:
    after, before = reversed(pair())
    made = compare(after, before)
    assert made.compared is not None and made.rows.intervals is not None
    assert made.compared.names == ("before TRIM", "after TRIM")
    rows = made.rows.intervals.rows
    verdicts = [(row.title.rpartition(" ")[2], row.change.verdict) for row in rows]
    assert verdicts == [("read", Verdict.WITHIN), ("write", Verdict.FASTER)] * 3
    assert made.rows.intervals.selected == 1  # the first that answers
    QTest.mouseClick(made.choice.swap, Qt.MouseButton.LeftButton)
    rig.qtbot.waitUntil(lambda: made.compared.names[0] == "after TRIM")
    wait(rig, made)
    assert "slower" in made.head.title.whole()
    assert any("was measured before" in text for text in texts(made))
    assert made.rows.intervals.rows[1].change.verdict is Verdict.SLOWER


def test_every_chart_has_values_a_table_and_a_name(rig: Rig, compare: Open) -> None:
    made = compare(*pair())
    assert made.detail is not None
    views = [made.rows, *made.detail.views]
    assert len(views) == 4
    for view in views:
        chart = view.chart
        assert chart is not None
        assert view.accessibleName() and view.accessibleDescription()
        table = chart.table()
        assert table.rows and all(len(row) == len(table.columns) for row in table.rows)
        before = view.grab().toImage()
        plot = view.plot.area
        view.point(QPointF(plot.left() + plot.width() * 0.3, plot.center().y()))
        if view is not made.rows:  # there everything is written out
            assert view.grab().toImage() != before, chart.title
        view.toggle.click()
        assert view.shows_table
        view.toggle.click()
    rows = made.rows.intervals
    assert rows is not None
    verdicts = [row[-1] for row in rows.table().rows]
    assert sum(map(bool, verdicts)) == len(rows.rows) == len(verdicts)


def test_another_test_is_opened_by_key_and_click(rig: Rig, compare: Open) -> None:
    made = compare(*pair())
    made.rows.setFocus()
    QTest.keyClick(made.rows, Qt.Key.Key_Down)
    intervals = made.rows.intervals
    assert intervals is not None and intervals.selected == 2
    QTest.mouseClick(
        made.rows, Qt.MouseButton.LeftButton, pos=QPoint(40, round(intervals.height) - 45)
    )
    assert intervals.selected == 5


def test_one_looks_closer_and_pans(rig: Rig, compare: Open) -> None:
    made = compare(*pair())
    assert made.detail is not None
    view = next(one for one in made.detail.views if one.zooms)
    chart = view.chart
    assert isinstance(chart, PlotChart)
    rig.qtbot.waitUntil(lambda: view.plot.area.width() > 0)  # it is laid out, and so drawn
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Plus)
    QTest.keyClick(view, Qt.Key.Key_Plus)
    assert view.plot.span is not None
    start, end = view.plot.span
    assert end - start == pytest.approx(chart.across[1] / 1.25**2)
    QTest.keyClick(view, Qt.Key.Key_PageDown)
    assert view.plot.span[0] > start and view.plot.span[1] <= chart.across[1]
    middle = view.rect().center()
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=middle)
    QTest.mouseMove(view, middle + QPoint(100, 0))
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=middle + QPoint(100, 0))
    assert view.plot.span[0] >= 0
    QTest.keyClick(view, Qt.Key.Key_0)
    assert view.plot.span is None


def test_the_latest_wish_is_what_is_shown(rig: Rig, page: HistoryPage, history: History) -> None:
    one, two = pair()
    third = quick(1.4, id="cccc3", label="third", days=2)
    history.save(one, two, third)
    page.compare([one.id, two.id])
    page.compare([one.id, third.id])
    made = page.comparison
    assert made is not None
    wait(rig, made)
    assert made.compared is not None and made.compared.names == ("before TRIM", "third")


def test_export_asks_and_writes(
    rig: Rig, compare: Open, page: HistoryPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = compare(*pair())
    path = tmp_path / "out.json"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    page.export()
    assert QApplication.activePopupWidget() is made.exporting.menu
    made.exporting.menu.close()
    made.exporting.write_as("json")
    assert json.loads(path.read_text())["answer"]["sentences"]
    assert made.exporting.message.text().startswith("Written:")
    monkeypatch.setattr(
        QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "no" / "x.html"), "")
    )
    made.exporting.write_as("html")
    assert "x.html" in made.exporting.message.text()


def test_dark_and_another_unit(rig: Rig, compare: Open, theme: Theme) -> None:
    made = compare(*pair())
    light = made.rows.grab().toImage()
    theme.force("dark")
    assert made.rows.grab().toImage() != light
    made.switch.choose(binary=True)
    assert made.rows.intervals is not None
    assert "MiB/s" in made.rows.intervals.rows[0].first
    assert made.rows.intervals.selected == 1


def test_what_cannot_be_read_holds_nothing_up(
    rig: Rig, page: HistoryPage, history: History
) -> None:
    """Other runs are selected while it is still being read: its error no longer matters."""
    history.save(*pair())
    page.refresh()
    page.compare(["gone1", "gone2"])
    page.compare(["aaaa1", "bbbb2"])
    assert page.comparison is not None
    wait(rig, page.comparison)
    assert "2.1" in page.comparison.head.title.whole()
    assert not page.comparison.exporting.message.isVisible()


def test_a_result_is_compared_with_the_previous_one(
    rig: Rig, page: HistoryPage, history: History
) -> None:
    history.save(*pair())
    page.refresh()
    page.open("aaaa1")
    result = page.result
    assert result is not None and not result.view.previous.isVisible()  # the first one
    page.open("bbbb2")
    result = page.result
    assert result is not None and result.view.previous.isVisible()
    assert history.load("aaaa1").label in result.view.previous.toolTip()
    QTest.mouseClick(result.view.previous, Qt.MouseButton.LeftButton)
    assert page.comparison is not None and page.comparison.isVisible()
    wait(rig, page.comparison)
    compared = page.comparison.compared
    assert compared is not None
    assert [side.runs[0].id for side in compared.comparison.sides] == ["aaaa1", "bbbb2"]


def test_the_menu_of_the_list_compares_with_the_previous_one(
    rig: Rig, page: HistoryPage, history: History
) -> None:
    history.save(*pair())
    page.refresh()
    for chosen in ("aaaa1", "bbbb2"):
        select(page, chosen)
        menu = QMenu()
        page.list.fill_menu(menu)
        (action,) = (one for one in menu.actions() if "pre&vious" in one.text())
        action.trigger()
        menu.deleteLater()
        if chosen == "aaaa1":
            assert page.list.message.isVisible()
    assert page.comparison is not None and page.comparison.isVisible()
    wait(rig, page.comparison)


def test_no_figure_and_no_verdict_is_cut_in_a_small_window(rig: Rig, compare: Open) -> None:
    rig.window.resize(760, 480)
    made = compare(*pair())
    assert made.detail is not None
    (table,) = made.detail.findChildren(CellTable)

    def whole() -> bool:
        shown = [column for column in range(1, 6) if not table.isColumnHidden(column)]
        wide = (table.columnWidth(one) >= table.sizeHintForColumn(one) for one in shown)
        return len(shown) >= 4 and all(wide)

    rig.qtbot.waitUntil(whole)
    heads = table.as_text([0]).splitlines()[0].split("\t")
    assert len(heads) == table.model().columnCount()  # copied although it has no room
