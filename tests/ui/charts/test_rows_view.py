# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Interaction with charts of rows and with bars of sides."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget
from pytestqt.qtbot import QtBot
from tests.builders.changes import changes

from driveproof.domain.access import Direction
from driveproof.domain.comparison.difference import Verdict
from driveproof.domain.comparison.matching import RepeatValue
from driveproof.domain.comparison.side_plots import side_repeats_groups
from driveproof.domain.figure import Interval
from driveproof.domain.metric import MetricName
from driveproof.ui.charts import quantity
from driveproof.ui.charts.changes import Intervals, on_axis
from driveproof.ui.charts.chart_style import for_paper
from driveproof.ui.charts.groups import GroupsChart
from driveproof.ui.charts.picture import image_of, write_chart
from driveproof.ui.charts.plot import drawn
from driveproof.ui.charts.rows_view import RowsView
from driveproof.ui.charts.view import ChartView
from driveproof.ui.theme.style import Theme


def intervals() -> Intervals:
    faster = Interval(2.0, 1.9, 2.1, Verdict.FASTER)
    alike = Interval(1.0, 0.99, 1.01, Verdict.WITHIN)
    return Intervals(changes(read=faster, write=alike, trim=None))


@pytest.fixture
def view(qtbot: QtBot, theme: Theme) -> RowsView:
    made = RowsView(theme)
    qtbot.addWidget(made)
    made.show_rows(intervals())
    made.resize(900, made.height())
    made.show()
    return made


def row_of(view: RowsView, number: int, x: float = 20) -> QPoint:
    area = view.plot.area
    return QPoint(round(x), round(area.top() + (number + 0.5) * area.height() / 3))


def test_a_click_and_keys_choose_a_row(view: RowsView) -> None:
    told: list[int] = []
    view.row_chosen.connect(told.append)
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=row_of(view, 1))
    assert told == [1]
    QTest.keyClick(view, Qt.Key.Key_Down)
    QTest.keyClick(view, Qt.Key.Key_Down)  # there is no other
    QTest.keyClick(view, Qt.Key.Key_Up)
    assert told == [1, 2, 1]
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(20, 10))  # the heads
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(20, view.height() - 3))
    assert told == [1, 2, 1]


def test_a_drag_over_the_intervals_selects_a_span_and_no_row(view: RowsView) -> None:
    told: list[int] = []
    view.row_chosen.connect(told.append)
    area = view.plot.area
    left, right = (row_of(view, 0, area.left() + share * area.width()) for share in (0.55, 0.95))
    ends = [view.plot.data_at(QPointF(at)) for at in (left, right)]
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=left)
    QTest.mouseMove(view, right)
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=right)
    assert ends[0] is not None and ends[1] is not None and not told
    assert view.plot.span == pytest.approx((ends[0][0], ends[1][0]))
    QTest.mouseDClick(view, Qt.MouseButton.LeftButton, pos=left)
    assert view.plot.span is None


def test_the_wheel_looks_closer_with_control_alone(view: RowsView) -> None:
    at = view.plot.area.center()
    for modifiers in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier):
        event = QWheelEvent(
            at, view.mapToGlobal(at), QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton,
            modifiers, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(view, event)
        zoomed = modifiers == Qt.KeyboardModifier.ControlModifier
        assert event.isAccepted() == zoomed
        assert (view.plot.span is not None) == zoomed
    assert view.plot.bottom.marks is not None
    low, high = view.plot.span or (0.0, 0.0)
    marks = view.plot.bottom.marks(low, high, view.plot.area.width())
    assert len([mark for mark in marks if low <= mark.value <= high]) >= 2


def test_what_lies_beyond_the_view_is_a_triangle_at_its_end() -> None:
    chart = intervals()
    with drawn(chart, QRectF(0, 0, 900, chart.height), for_paper()) as plot:
        plot.look_at(on_axis(0.9), on_axis(1.1))
        assert plot.span is not None
        low, high = plot.span
        assert low <= 0.0 <= high < on_axis(2.0)
        assert plot.x_of(on_axis(2.0)) > plot.area.right()
        beyond = plot.area.right() + 3
        looked = plot.area.top() + plot.area.height() / 6
    image = image_of_zoomed(chart)
    assert image.pixelColor(round(beyond), round(looked)) == for_paper().good


def image_of_zoomed(chart: Intervals) -> QImage:
    image = QImage(900, round(chart.height), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    with drawn(chart, QRectF(image.rect()), for_paper()) as plot:
        plot.look_at(on_axis(0.9), on_axis(1.1))
        plot.render(painter, QRectF(image.rect()))
    painter.end()
    return image


def sides() -> GroupsChart:
    def repeats(*values: float) -> tuple[RepeatValue, ...]:
        return tuple(RepeatValue(value, place == 2, "run") for place, value in enumerate(values))

    values = (repeats(1e8, 1.1e8, 1.2e8), repeats(9e8, 8e8, 7e8))
    metric = MetricName.BANDWIDTH
    groups = side_repeats_groups(("before", "after"), values, metric, Direction.WRITE)
    return GroupsChart(groups, quantity.bandwidth())


def test_a_side_is_hidden_by_its_name_below(qtbot: QtBot, theme: Theme) -> None:
    view = ChartView(theme, 200)
    qtbot.addWidget(view)
    view.resize(400, 200)
    view.set_chart(sides())
    view.show()
    view.grab()  # the names are placed when they are painted
    places = {series: rect for rect, series in view.plot.frame.places}
    assert set(places) == {"before", "after"} == set(view.plot.series)
    high = view.plot.box.viewRange()[1][1]
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=places["after"].center().toPoint())
    assert not view.plot.shows("after")
    assert view.plot.box.viewRange()[1][1] < high  # the axis fits the other
    area = view.plot.area
    view.point(QPointF(area.left() + 0.75 * area.width(), area.center().y()))
    assert not view.plot.readout.words
    view.point(QPointF(area.left() + 0.25 * area.width(), area.center().y()))
    assert "median of 3" in view.plot.readout.words and not view.plot.hair.isVisible()


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("file_format", ["png", "svg", "pdf"])
def test_rows_and_sides_go_into_files(tmp_path: Path, file_format: str) -> None:
    for chart, size in ((intervals(), QSize(900, 180)), (sides(), QSize(400, 200))):
        path = tmp_path / f"chart.{file_format}"
        write_chart(chart, path, file_format, size, look=for_paper(), scale=2)
        assert path.stat().st_size > 1000
        if file_format == "svg":
            words = [one.text for one in ElementTree.parse(path).iter() if one.text]
            assert any("faster" in one or "after" in one for one in words)
    small, large = (image_of(intervals(), QSize(900, 180), for_paper(), k) for k in (1, 2))
    assert (large.width(), large.height()) == (2 * small.width(), 2 * small.height())


def test_enlarged_rows_keep_their_height_and_scroll(qtbot: QtBot, theme: Theme) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    page.resize(900, 500)
    view = RowsView(theme, page)
    chart = Intervals(changes(**{f"test {number}": Interval(2.0) for number in range(40)}))
    view.show_rows(chart)
    page.show()
    view.enlarge()
    large = view.enlarged
    assert large is not None
    qtbot.waitUntil(lambda: large.view.width() > 800)
    assert large.view.height() >= chart.height > page.height()
    assert large.view.plot.area.height() >= sum(chart.heights())
    bar = large.findChildren(QScrollArea)[0].verticalScrollBar()
    assert bar.maximum() >= chart.height - page.height() and bar.value() == 0
    QTest.keyClick(large.view, Qt.Key.Key_PageDown)
    assert bar.value() > 0
    few = intervals()
    view.show_rows(few)
    qtbot.waitUntil(lambda: bar.maximum() == 0)
    assert large.view.plot.area.height() > sum(few.heights())  # where there is room they grow
    QTest.keyClick(large.view, Qt.Key.Key_Escape)
    assert view.enlarged is None
