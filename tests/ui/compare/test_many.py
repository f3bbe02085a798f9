# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""More than two results on the comparison page: grouped bars, and a table sorted by a test."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from tests.builders.compared_runs import STEADY, phase, run, times
from tests.builders.comparing import Open, wait
from tests.builders.deep import deep
from tests.builders.made_runs import pair, quick
from tests.builders.painted import painted
from tests.builders.rig import Rig

from driveproof.domain.access import Direction
from driveproof.domain.comparison.answer import by_test
from driveproof.domain.run.run import Run
from driveproof.export.report.document import PictureBlock
from driveproof.history.store import History
from driveproof.ui.charts.chart_style import shade_color
from driveproof.ui.charts.frame import key_columns
from driveproof.ui.charts.groups import GroupsChart
from driveproof.ui.compare.files import picture_of
from driveproof.ui.compare.page import ComparePage
from driveproof.ui.output.drawing import ChartDrawing
from driveproof.ui.runs.page import HistoryPage
from driveproof.ui.widgets.labels import FoldedLabel
from driveproof.ui.widgets.table import CellTable


def runs(*factors: float) -> list[Run]:
    return [
        quick(factor, id=f"r{number:02}aa", label=f"state {number}", days=number)
        for number, factor in enumerate(factors)
    ]


def bare(name: str) -> str:
    """The name of a side without what marks the baseline."""
    return name.partition(" (")[0]


def names(made: ComparePage) -> list[str]:
    assert made.overview is not None
    model = made.overview.table.model()
    return [bare(str(model.index(row, 0).data())) for row in range(model.rowCount())]


def test_a_click_on_a_test_sorts_by_it(compare: Open) -> None:
    made = compare(*runs(1.0, 0.7, 1.4))
    assert made.overview is not None
    assert names(made) == ["state 0", "state 1", "state 2"]
    made.overview.table.sortByColumn(1, Qt.SortOrder.DescendingOrder)
    assert names(made) == ["state 2", "state 0", "state 1"]
    cell = made.overview.table.model().index(0, 1)
    assert str(cell.data()).endswith("*")
    assert "(+40" in str(cell.data(Qt.ItemDataRole.ToolTipRole))


def test_the_base_is_chosen_on_the_page(rig: Rig, compare: Open) -> None:
    made = compare(*runs(1.0, 0.7, 1.4))
    made.choice.baseline.setCurrentIndex(2)
    made.choice.baseline.activated.emit(2)
    rig.qtbot.waitUntil(lambda: names(made)[0] == "state 2")
    wait(rig, made)
    assert names(made) == ["state 2", "state 0", "state 1"]


def test_two_have_no_overview(compare: Open) -> None:
    assert compare(*pair()).overview is None


def test_each_test_has_a_group_with_a_bar_for_each_side(compare: Open) -> None:
    made = compare(*runs(1.0, 0.7, 1.4))
    assert made.overview is not None
    chart = made.overview.view.chart
    assert isinstance(chart, GroupsChart)
    assert len(set(chart.table().columns[1:])) == 6
    assert [bare(row[0]) for row in chart.table().rows] == ["state 0", "state 1", "state 2"]
    assert "state 2" in chart.describe()
    QApplication.processEvents()
    plot = made.overview.view.plot
    first, step = 0.5 + 0.5, 4.0  # the middle of the first bar; three bars and a gap
    for group in range(6):
        reading = chart.reading(plot, group * step + first, 0.5)
        assert reading is not None and reading.words.startswith("state 0: ")
    assert chart.reading(plot, 6 * step + first, 0.5) is None


def test_a_bar_shows_how_far_its_repeats_are_apart(compare: Open) -> None:
    made = compare(*runs(1.0, 0.7, 1.4))
    assert made.overview is not None
    chart = made.overview.view.chart
    assert isinstance(chart, GroupsChart)
    assert chart.title
    best = chart.figures.groups[0].bars[2]
    assert best is not None and best.spread is not None
    low, high = best.spread
    assert low == pytest.approx(0.99, abs=0.005) and high == pytest.approx(1.01, abs=0.005)
    plot = made.overview.view.plot
    (_left, _right), (_bottom, top) = plot.box.viewRange()
    assert high < top / 100 < 1.1 * high  # nor is its whisker cut, with the line at its end


def test_a_page_has_the_groups_and_says_whose_drives_they_are(compare: Open) -> None:
    made = compare(*runs(1.0, 0.7, 1.4))
    assert made.compared is not None
    report = picture_of(made.compared)
    drawn = [
        block.drawing for block in report.sections[0].blocks if isinstance(block, PictureBlock)
    ]
    charts = [chart for one in drawn if isinstance(one, ChartDrawing) for chart in one.charts]
    assert any(isinstance(chart, GroupsChart) for chart in charts)
    # A picture is passed on without its page.
    assert all("Disk X" in line for line in report.subject) and "Driveproof " in report.footer


def test_thirteen_are_refused_with_what_to_do(
    rig: Rig, page: HistoryPage, history: History
) -> None:
    some = runs(*[1.0] * 13)
    history.save(*some)
    page.refresh()
    page.compare([one.id for one in some])
    made = page.comparison
    assert made is not None
    rig.qtbot.waitUntil(lambda: not made.tasks.busy and made.exporting.message.isVisible())
    said = made.exporting.message.whole()
    assert "13" in said and "12" in said
    assert "label" in said
    assert made.back_button.isVisible()
    assert not made.choice.baseline.isVisible() and not made.choice.pool.isVisible()
    assert made.choice.height() == made.choice.sizeHint().height()


def test_nothing_is_cut_in_a_narrow_overview(compare: Open, rig: Rig) -> None:
    """Headings lost their first letters, and figures their unit."""
    rig.window.resize(1280, 800)
    made = compare(*runs(1.0, 0.7, 1.4))
    assert made.overview is not None
    table = made.overview.table
    rig.qtbot.waitUntil(lambda: table.width() > 800)
    assert all(
        table.columnWidth(column) >= table.sizeHintForColumn(column)
        for column in range(table.model().columnCount())
    )
    head = table.model().headerData(1, Qt.Orientation.Horizontal)
    assert head.endswith("\nMB/s") and head.count("\n") > 1
    assert "MB/s" not in str(table.model().index(1, 1).data())


@pytest.mark.parametrize("width", [760, *deep(1280)])
def test_twelve_sides_leave_their_charts_room(compare: Open, rig: Rig, width: int) -> None:
    """The legend of a dozen names took all but six pixels of the latencies."""
    rig.window.resize(width, 800)
    some = runs(*[1 + number / 12 for number in range(12)])
    made = compare(*(replace(one, label=f"{one.label} of the new drive") for one in some))
    assert made.overview is not None and made.detail is not None
    for view in (made.overview.view, *made.detail.views):
        rig.qtbot.waitUntil(lambda view=view: view.plot.area.height() > 80)
        look, chart = view.look, view.chart
        assert chart is not None
        columns = key_columns(chart.key_names, view.plot.area.width(), look)
        room = view.plot.area.width() / columns
        if width == 1280:  # nothing is cut where there is room
            assert all(look.width(look.small, name) < room - 30 for name in chart.key_names)


def test_a_side_has_one_colour_in_every_chart(compare: Open) -> None:
    made = compare(*runs(1.0, 0.7, 1.4))
    assert made.compared is not None
    ways = [one.direction for one in by_test(made.compared.comparison)]
    writes = ways.index(Direction.WRITE)
    made.rows.choose(writes)
    assert made.detail is not None
    QApplication.processEvents()
    rates, latencies, bars = made.detail.views
    chart = bars.chart
    assert isinstance(chart, GroupsChart)
    shades = [bar.shade for group in chart.figures.groups for bar in group.bars if bar]
    painted = [shade_color(shade, bars.look).name() for shade in shades]
    for view in (rates, latencies):
        assert [key.color.name() for key in view.plot.frame.keys] == painted


DRIVES = (
    ("WD_BLACK SN850X 2000GB", "2211"),
    ("WD_BLACK SN770 1TB", "2311"),
    ("Samsung SSD 990 PRO with Heatsink 2TB", "S7KH"),
)


def drives(repeats: Sequence[float], labels: Sequence[str] = ("", "", "")) -> list[Run]:
    """Three drives with eight tests each, two of them with the same first word."""
    rates = (("sequential", 8, 70.0), ("sequential", 1, 60.0))
    rates += (("random", 32, 1200.0), ("random", 1, 572.0))
    return [
        run(
            *(
                phase(times(rate * factor, repeats), pattern=pattern, depth=depth, direction=way)
                for pattern, depth, rate in rates
                for way in ("read", "write")
            ),
            id=f"d{number}aaa",
            days=number,
            label=labels[number],
            target={"model": model, "serial": serial, "drive": f"serial:{serial}"},
        )
        for number, (factor, (model, serial)) in enumerate(zip((1, 0.7, 1.4), DRIVES, strict=True))
    ]  # fmt: skip


def test_figures_and_drives_stay_readable_in_the_smallest_window(compare: Open, rig: Rig) -> None:
    """Figures lost their last digits, and two drives were called the same."""
    rig.window.resize(760, 480)
    made = compare(*drives((100, 103, 98)))
    assert made.overview is not None and made.detail is not None
    rig.window.resize(760, 3000)  # what is below the edge, too
    table = made.overview.table
    bar = table.horizontalScrollBar()
    rig.qtbot.waitUntil(lambda: bar.maximum() > 0)

    def whole(one: CellTable) -> bool:
        return all(
            one.isColumnHidden(column) or one.columnWidth(column) >= one.sizeHintForColumn(column)
            for column in range(1, one.model().columnCount())
        )

    rig.qtbot.waitUntil(lambda: all(map(whole, made.findChildren(CellTable))))
    assert all(
        table.columnWidth(column) >= table.title_width(column, sorts=False)
        for column in range(1, table.model().columnCount())
    )

    def inside(widget: QWidget, wide: int) -> list[str]:
        """What is painted in so many pixels of a widget at its left, from top to bottom."""
        place = QRectF(QRect(widget.mapTo(rig.window, QPoint()), QSize(wide, widget.height())))
        found = [one for one in painted(rig.window) if place.contains(one.box.center())]
        return [one.text for one in sorted(found, key=lambda one: one.box.top())]

    names = inside(table.viewport(), table.columnWidth(0))
    assert names == ["SN850X 2000GB", "SN770 1TB", "Samsung…nk 2TB"]
    rows = inside(made.rows, made.rows.width())
    assert {"Q8 read", "Q8 write", "Q1 read", "Q1 write"} <= {*rows}
    assert {"SN770 1TB", "Samsung…nk 2TB"} <= {*rows}
    bars = made.detail.views[-1]

    def drives_are_named() -> None:
        found = [text for text in inside(bars, bars.width()) if text.startswith("WD")]
        assert found and not [text for text in found if "…" in text], (bars.width(), found)

    rig.qtbot.waitUntil(drives_are_named)
    bar.setValue(bar.maximum())  # the names stay beside the last figures
    assert {*names} <= {*inside(table.viewport(), table.columnWidth(0))}


LABELS = tuple(
    f"the {which} of the three drives with its heat sink" for which in ("first", "second", "third")
)


def test_a_long_headline_takes_three_lines_and_its_rest_is_below(compare: Open, rig: Rig) -> None:
    rig.window.resize(760, 480)
    made = compare(*drives(STEADY, LABELS))
    title = made.head.title
    assert isinstance(title, FoldedLabel)
    rig.qtbot.waitUntil(lambda: title.folds and made.whole.isVisible())
    lines = title.height() / title.fontMetrics().lineSpacing()
    assert lines < 3.5
    assert made.whole.text() == title.whole() == title.accessibleName()
    assert QLabel.text(title).endswith("…")
    rig.window.resize(1600, 900)
    rig.qtbot.waitUntil(lambda: not title.folds and not made.whole.isVisible())
    assert QLabel.text(title).endswith(".")
