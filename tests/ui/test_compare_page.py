# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The compare view with a real history: chosen in the list, read in a thread, shown, exported."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QMenu
from tests.ui.demo import demo_inventory
from tests.ui.desk import Desk
from tests.ui.made_runs import STEADY, drawn, pair, phase, quick, run, scanned, times

from driveproof.domain.health import ATA, UDISKS_ATA, Health
from driveproof.domain.run import Run
from driveproof.domain.snapshot import AFTER, BEFORE
from driveproof.history.snapshots import Snapshots
from driveproof.history.store import History
from driveproof.ui.page_stack import HISTORY
from driveproof.ui.pages.compare import ComparePage
from driveproof.ui.pages.compare_export import write
from driveproof.ui.pages.history import HistoryPage
from driveproof.ui.plots.overlaid import Overlaid
from driveproof.ui.plots.overlaid_scan import OverlaidScan
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.zoom_view import ZoomView

HOSTILE = "<img src=x>\n\x1b[31m\u202eevil&\u00e9" + "W" * 300
CONTROL = Qt.KeyboardModifier.ControlModifier
Open = Callable[..., ComparePage]


@pytest.fixture
def page(desk: Desk) -> HistoryPage:
    """The history of all drives."""
    desk.tell(demo_inventory())
    desk.window.show_page(HISTORY)
    page = desk.window.pages.history_page()
    page.list.scope.choose(1)
    return page


@pytest.fixture
def compare(desk: Desk, page: HistoryPage, history: History) -> Open:
    """Keeps runs, compares them and waits until they are shown."""

    def start(*runs: Run) -> ComparePage:
        history.save(*runs)
        page.refresh()
        page.compare([one.id for one in runs])
        made = page._compare
        assert made is not None
        wait(desk, made)
        return made

    return start


def wait(desk: Desk, made: ComparePage) -> None:
    desk.qtbot.waitUntil(lambda: not made._work.busy and made.compared is not None)


def texts(made: ComparePage) -> list[str]:
    QApplication.processEvents()  # a layout shows what it was given in its own time
    labels = [one for one in made._body.findChildren(QLabel) if one.isVisibleTo(made)]
    return [one.whole() if isinstance(one, Label) else one.text() for one in labels]


def test_two_are_chosen_with_the_mouse(desk: Desk, page: HistoryPage, history: History) -> None:
    history.save(*pair())
    page.refresh()
    table = page.list.table
    for row, held in ((0, Qt.KeyboardModifier.NoModifier), (1, CONTROL)):
        at = table.visualRect(page.list.model.index(row, 0)).center()
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, held, at)
    assert page.list.primary.text() == "&Compare 2 results"
    QTest.mouseClick(page.list.primary, Qt.MouseButton.LeftButton)
    assert page._compare is not None and page._compare.isVisible()
    wait(desk, page._compare)
    said = page._compare.head.title.whole()
    assert said.startswith("Sequential writes are 2.1 times as fast"), said
    QTest.keyClick(page._compare, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert page.list.isVisible() and len(page.list.chosen()) == 2


def test_two_are_chosen_with_the_keys(desk: Desk, page: HistoryPage, history: History) -> None:
    history.save(*pair())
    page.refresh()
    assert page.list.primary.text() == "O&pen result"
    page.list.table.setFocus()
    page.list.select("bbbb2")
    QTest.keyClick(page.list.table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert sorted(page.list.chosen()) == ["aaaa1", "bbbb2"]
    QTest.keyClick(page.list.table, Qt.Key.Key_Return)
    assert page._compare is not None and page._compare.isVisible()
    wait(desk, page._compare)
    assert page._compare.back_button.hasFocus()


def test_the_menu_compares(
    desk: Desk, page: HistoryPage, history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QMenu, "popup", lambda *_: None)  # no platform here can show one
    history.save(*pair())
    page.refresh()
    page.list.table.selectAll()
    page.list._menu(QPoint(5, 5))
    menu = page.list.findChild(QMenu)
    assert menu is not None
    action = next(one for one in menu.actions() if "Compare 2" in one.text())
    action.trigger()
    menu.deleteLater()
    assert page._compare is not None
    wait(desk, page._compare)


def test_the_oldest_is_the_baseline_and_sides_are_swapped(desk: Desk, compare: Open) -> None:
    after, before = reversed(pair())
    made = compare(after, before)
    assert made.compared is not None and made.rows.intervals is not None
    assert made.compared.names == ("before TRIM", "after TRIM")
    rows = made.rows.intervals.rows
    assert [row.verdict for row in rows if row.title.endswith("write")] == ["faster"] * 3
    assert all("none seen" in row.verdict for row in rows if row.title.endswith("read"))
    assert made.rows.intervals.selected == 1  # the first that answers
    QTest.mouseClick(made.choice.swap, Qt.MouseButton.LeftButton)
    desk.qtbot.waitUntil(lambda: made.compared.names[0] == "after TRIM")
    wait(desk, made)
    assert "slower" in made.head.title.whole()
    assert any("was measured before" in text for text in texts(made))
    assert made.rows.intervals.rows[1].tone == "bad"


def test_every_chart_has_values_a_table_and_a_name(desk: Desk, compare: Open) -> None:
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
        plot = chart.plot_rect(QRectF(view.rect()))
        view._point(QPointF(plot.left() + plot.width() * 0.3, plot.center().y()))
        if view is not made.rows:  # there everything is written out
            assert view.grab().toImage() != before, chart.title
        view._toggle.click()
        assert view.shows_table
        view._toggle.click()
    rows = made.rows.intervals
    assert rows is not None
    metrics = {row[2]: row for row in rows.table().rows if row[0] == "Random 4 KiB, Q32 write"}
    assert metrics["IOPS"][7] == "faster" and metrics["Bandwidth"][7] == ""


def test_another_test_is_opened_by_key_and_click(desk: Desk, compare: Open) -> None:
    made = compare(*pair())
    made.rows.setFocus()
    QTest.keyClick(made.rows, Qt.Key.Key_Down)
    assert "Random 4 KiB, Q32 read" in texts(made)
    intervals = made.rows.intervals
    assert intervals is not None
    QTest.mouseClick(
        made.rows, Qt.MouseButton.LeftButton, pos=QPoint(40, round(intervals.height) - 45)
    )
    assert intervals.selected == 5


def test_one_looks_closer_and_pans(desk: Desk, compare: Open) -> None:
    made = compare(*pair())
    assert made.detail is not None
    view = next(one for one in made.detail.views if isinstance(one, ZoomView))
    chart = view.chart
    assert isinstance(chart, Overlaid)
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Plus)
    QTest.keyClick(view, Qt.Key.Key_Plus)
    assert chart.view is not None
    start, end = chart.view
    assert end - start == pytest.approx(chart.length / 1.25**2)
    QTest.keyClick(view, Qt.Key.Key_PageDown)
    assert chart.view[0] > start and chart.view[1] <= chart.length
    middle = view.rect().center()
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=middle)
    QTest.mouseMove(view, middle + QPoint(100, 0))
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=middle + QPoint(100, 0))
    assert chart.view[0] >= 0
    QTest.keyClick(view, Qt.Key.Key_0)
    assert chart.view is None


def test_runs_of_one_label_are_pooled_if_wanted(desk: Desk, compare: Open) -> None:
    old = [quick(id=f"aa{n}", label="old", days=n / 24) for n in range(2)]
    new = [quick(1.3, id=f"bb{n}", label="new", days=1 + n / 24) for n in range(2)]
    made = compare(*new, *old)
    assert made.compared is not None
    assert made.compared.names == ("old", "new")
    assert made.compared.comparison.primary[0].repeats == (12, 12)
    assert made.choice.pool.isVisible() and made.choice.pool.isChecked()
    QTest.mouseClick(made.choice.pool, Qt.MouseButton.LeftButton)
    desk.qtbot.waitUntil(lambda: len(made.compared.names) == 4)
    wait(desk, made)
    assert len(set(made.compared.names)) == 4
    assert not made.choice.swap.isVisible() and made.choice.pool.isVisible()


def test_three_sides(desk: Desk, compare: Open) -> None:
    runs = [
        quick(factor, id=f"id{n}", label=f"state {n}", days=n)
        for n, factor in enumerate((1.0, 1.5, 0.5))
    ]
    made = compare(*runs)
    assert made.rows.intervals is not None and made.compared is not None
    rows = made.rows.intervals.rows
    assert [(row.side, row.tone) for row in rows[:2]] == [("state 1", "good"), ("state 2", "bad")]
    assert "state 1:" in made.head.title.whole() and "state 2:" in made.head.title.whole()
    made.choice.baseline.setCurrentIndex(2)
    made.choice.baseline.activated.emit(2)
    desk.qtbot.waitUntil(lambda: made.compared.names[0] == "state 2")
    wait(desk, made)
    assert made.choice.baseline.currentIndex() == 2


def test_hostile_labels_are_plain_text(desk: Desk, compare: Open, tmp_path: Path) -> None:
    before, after = pair()
    target = replace(after.target, model=HOSTILE, serial="S2", drive="serial:S2")
    made = compare(replace(before, label=HOSTILE), replace(after, label="x", target=target))
    everything = [*texts(made), made.head.title.whole(), made.head.detail.whole()]
    assert any("<img" in text for text in everything)
    assert not any("\x1b" in text or "\u202e" in text for text in everything)
    for label in made.findChildren(QLabel):
        assert label.textFormat() == Qt.TextFormat.PlainText
    assert desk.window.minimumSizeHint().width() < 1000
    assert made.compared is not None
    for kind in ("png", "svg", "pdf", "csv", "json"):
        write(made.compared, tmp_path / f"x.{kind}", kind)
        assert (tmp_path / f"x.{kind}").stat().st_size > 1000
    assert "<img" not in (tmp_path / "x.svg").read_text()


def test_no_test_in_common(desk: Desk, compare: Open, tmp_path: Path) -> None:
    one = run(phase(STEADY), id="aa1")
    made = compare(one, run(phase(STEADY, pattern="sequential"), id="bb2", days=1))
    assert made.head.title.whole() == "Nothing can be compared: no test is in both."
    assert made.detail is None and not made.copy.isVisible()
    assert any(text.startswith("only in") for text in texts(made))
    made.grab()
    assert made.compared is not None
    write(made.compared, tmp_path / "none.png", "png")


def test_one_repeat_and_missing_values(desk: Desk, compare: Open) -> None:
    lone = phase([5000.0])
    result = lone.repeats[0].directions["read"]
    bare = replace(
        result, bytes=None, ios=None, seconds=None, longest_stall=None,
        latency=replace(result.latency, mean=None, p50=None, p95=None, p99=None, p999=None,
                        max=None),
    )  # fmt: skip
    lone = replace(lone, repeats=(replace(lone.repeats[0], directions={"read": bare}),))
    environment = {"driveproof": None, "source": "fio", "kernel": None}
    imported = run(lone, id="aa1", environment=environment, seconds=0.0)
    made = compare(imported, run(phase([6000.0]), id="bb2", days=1))
    assert made.head.title.whole().startswith("Too few repeats to say")
    assert any("not measured by this program" in text for text in texts(made))
    assert made.rows.intervals is not None
    (row,) = made.rows.intervals.rows
    assert (row.change, row.verdict, row.low) == ("+20\u202f%", "too few repeats", None)
    assert "–" in texts(made)
    made.grab()


def test_a_disturbed_repeat_is_marked(desk: Desk, compare: Open) -> None:
    calm = run(drawn(phase(STEADY)), id="aa1")
    odd = drawn(phase(times(1.2), disturbed={2: ("foreign I/O",)}))
    made = compare(calm, run(odd, id="bb2", days=1))
    assert made.rows.intervals is not None and made.detail is not None
    assert made.rows.intervals.rows[0].marked
    assert any("1 repeat was disturbed (foreign I/O)" in text for text in texts(made))
    bars = made.detail.views[-1].chart
    assert bars is not None
    assert [row[3] for row in bars.table().rows].count("disturbed") == 1


def test_different_drives_and_what_else_changed(desk: Desk, compare: Open) -> None:
    before, after = pair()
    target = replace(after.target, model="Disk Y", serial="S2", drive="serial:S2")
    other = replace(
        after, label="", target=target, environment=replace(after.environment, kernel="6.13")
    )
    made = compare(replace(before, label=""), other)
    assert made.compared is not None and made.compared.names == ("Disk X", "Disk Y")
    said = texts(made)
    assert any(text.startswith("Drive is Disk X in Disk X and Disk Y") for text in said)
    assert {"What else changed", "Kernel", "6.12", "6.13"} <= set(said)


def test_scans_lie_over_each_other(desk: Desk, compare: Open) -> None:
    made = compare(scanned(1.0, id="aa1"), scanned(1.2, id="bb2", days=1))
    assert made.detail is not None
    chart = made.detail.views[0].chart
    assert isinstance(chart, OverlaidScan) and not chart.empty
    assert len(chart.table().rows) == 2 * 6 * 100
    made.grab()


def test_the_health_of_the_drive_over_both(desk: Desk, compare: Open, history: History) -> None:
    runs = pair()
    snapshots = Snapshots(history)
    for number, one in enumerate(runs):
        for minutes, reason in ((0, BEFORE), (1, AFTER)):
            taken = one.started + timedelta(minutes=minutes)
            health = Health(
                taken=taken, source=UDISKS_ATA, kind=ATA, serial="S1",
                written=10**12 * (1 + number), reallocated=3 * number,
            )  # fmt: skip
            snapshots.add("serial:S1", health, reason, one.id, taken)
    made = compare(*runs)
    said = texts(made)
    assert "Health of the drive" in said, said
    assert any("+3" in text for text in said)


def test_a_run_that_is_gone_is_said(desk: Desk, page: HistoryPage, history: History) -> None:
    history.save(*pair())
    page.compare(["aaaa1", "gone"])
    made = page._compare
    assert made is not None
    desk.qtbot.waitUntil(lambda: not made._work.busy)
    assert made.head.title.whole() == "These results cannot be compared"
    assert "gone" in made.message.text() and made.message.isVisible()
    assert not made.area.isVisible()


def test_the_latest_wish_is_what_is_shown(desk: Desk, page: HistoryPage, history: History) -> None:
    one, two = pair()
    third = quick(1.4, id="cccc3", label="third", days=2)
    history.save(one, two, third)
    page.compare([one.id, two.id])
    page.compare([one.id, third.id])
    made = page._compare
    assert made is not None
    wait(desk, made)
    assert made.compared is not None and made.compared.names == ("before TRIM", "third")


def test_export_asks_and_writes(
    desk: Desk, compare: Open, page: HistoryPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = compare(*pair())
    path = tmp_path / "out.json"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    page.export_current()
    assert json.loads(path.read_text())["verdict"] == made.head.title.whole().replace("\u202f", " ")
    assert made.message.text().startswith("Written:")
    monkeypatch.setattr(
        QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "no" / "x.png"), "")
    )
    made.export()
    assert "was not written" in made.message.text()


def test_dark_and_another_unit(desk: Desk, compare: Open) -> None:
    made = compare(*pair())
    light = made.rows.grab().toImage()
    made._theme.force("dark")
    assert made.rows.grab().toImage() != light
    made.switch.choose(binary=True)
    assert made.rows.intervals is not None
    assert "MiB/s" in made.rows.intervals.rows[0].before
    assert made.rows.intervals.selected == 1
