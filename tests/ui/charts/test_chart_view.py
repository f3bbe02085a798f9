# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Interaction with a chart: wheel, drag, double click, keys, labels, menu, enlarging."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from tests.builders import recorded
from tests.builders.painted import painted

from driveproof.domain.run.run import Run
from driveproof.domain.run.timeline import Timeline
from driveproof.ui.charts import quantity
from driveproof.ui.charts.chart_style import for_paper, for_screen
from driveproof.ui.charts.curve import CurveItem
from driveproof.ui.charts.heatmap import HeatCells, LatencyChart
from driveproof.ui.charts.picture import image_of, write_chart
from driveproof.ui.charts.plot import drawn
from driveproof.ui.charts.time_chart import LineChart
from driveproof.ui.charts.view import ChartView, link, share_axis
from driveproof.ui.theme.style import Theme

SIZE = QSize(640, 220)


@pytest.fixture(scope="module")
def run() -> Run:
    return recorded.finished_run()


def read_line(run: Run) -> LineChart:
    return LineChart(Timeline.of_phase(run.phases[2]), quantity.iops(), "IOPS")


def mixed(run: Run) -> LineChart:
    return LineChart(Timeline.of_phase(run.phases[4]), quantity.bandwidth(), "Bandwidth")


@pytest.fixture
def page(qtbot: QtBot, theme: Theme) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    QVBoxLayout(made)
    made.resize(700, 500)
    return made


@pytest.fixture
def show(page: QWidget, theme: Theme) -> Callable[[LineChart | LatencyChart], ChartView]:
    def make(chart: LineChart | LatencyChart) -> ChartView:
        view = ChartView(theme, 200)
        layout = page.layout()
        assert layout is not None
        layout.addWidget(view)
        view.set_chart(chart)
        page.show()
        QApplication.processEvents()
        return view

    return make


def wheel(view: ChartView, modifiers: Qt.KeyboardModifier) -> bool:
    at = QPointF(view.rect().center())
    event = QWheelEvent(
        at, view.mapToGlobal(at), QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton, modifiers,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(view, event)
    return event.isAccepted()


def length(view: ChartView) -> float:
    low, high = view.plot.span or view.plot.full
    return high - low


def test_the_wheel_alone_is_for_the_page(show: Callable[..., ChartView], run: Run) -> None:
    view = show(read_line(run))
    assert not wheel(view, Qt.KeyboardModifier.NoModifier)
    assert view.plot.span is None
    whole = length(view)
    assert wheel(view, Qt.KeyboardModifier.ControlModifier)
    assert length(view) == pytest.approx(whole / 1.25)


def test_what_is_under_the_pointer_stays_there(show: Callable[..., ChartView], run: Run) -> None:
    view = show(read_line(run))
    at = QPointF(view.plot.area.left() + 100, 50)
    before = view.plot.data_at(at)
    view.zoom(1.5, at.x())
    after = view.plot.data_at(at)
    assert before is not None and after is not None
    assert after[0] == pytest.approx(before[0])


def test_no_less_than_twenty_samples_are_shown(show: Callable[..., ChartView], run: Run) -> None:
    view = show(read_line(run))
    view.zoom(1e9)
    assert view.chart is not None
    assert length(view) == pytest.approx(view.chart.closest)  # type: ignore[attr-defined]


def drag(view: ChartView, start: QPoint, end: QPoint) -> None:
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(view, (start + end) / 2)
    QTest.mouseMove(view, end)
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=end)


def test_a_drag_selects_a_span_and_then_moves_it(show: Callable[..., ChartView], run: Run) -> None:
    view = show(read_line(run))
    area = view.plot.area
    left, right = QPoint(round(area.left()) + 100, 80), QPoint(round(area.right()) - 20, 90)
    ends = [view.plot.data_at(QPointF(at)) for at in (left, right)]
    drag(view, left, right)
    assert ends[0] is not None and ends[1] is not None
    assert view.plot.span == pytest.approx((ends[0][0], ends[1][0]))
    assert not view.plot.selection.isVisible()
    before = view.plot.span
    assert before is not None
    drag(view, left, left + QPoint(60, 0))
    moved = view.plot.span
    assert moved is not None and moved[0] < before[0]
    assert moved[1] - moved[0] == pytest.approx(before[1] - before[0])
    QTest.mouseDClick(view, Qt.MouseButton.LeftButton, pos=left)
    assert view.plot.span is None


def test_a_click_selects_nothing(show: Callable[..., ChartView], run: Run) -> None:
    view = show(read_line(run))
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=view.rect().center())
    assert view.plot.span is None


def test_keys_look_closer_move_and_show_all(show: Callable[..., ChartView], run: Run) -> None:
    view = show(read_line(run))
    whole = length(view)
    QTest.keyClick(view, Qt.Key.Key_Plus)
    assert length(view) == pytest.approx(whole / 1.25)
    span = view.plot.span
    QTest.keyClick(view, Qt.Key.Key_PageUp)
    assert span is not None and view.plot.span is not None and view.plot.span[0] < span[0]
    QTest.keyClick(view, Qt.Key.Key_Minus)
    assert length(view) == pytest.approx(whole)
    QTest.keyClick(view, Qt.Key.Key_Plus)
    QTest.keyClick(view, Qt.Key.Key_0)
    assert view.plot.span is None


def test_one_looks_closer_before_the_view_has_its_size(
    qtbot: QtBot, theme: Theme, run: Run
) -> None:
    view = ChartView(theme)
    qtbot.addWidget(view)
    chart = read_line(run)
    view.set_chart(chart)
    QTest.keyClick(view, Qt.Key.Key_Plus)
    assert length(view) == pytest.approx(chart.timeline.length / 1.25)
    span = view.plot.span
    view.resize(640, 200)
    view.show()
    assert view.plot.span == span


def test_a_series_is_hidden_by_its_label(show: Callable[..., ChartView], run: Run) -> None:
    view = show(mixed(run))
    view.grab()  # the labels are placed when they are painted
    look = view.plot.look
    places = {series: rect for rect, series in view.plot.frame.places}
    assert set(places) == {"read", "write"}

    def blue() -> bool:
        image = view.grab().toImage()
        area = view.plot.area.toRect().adjusted(2, 2, -2, -2)
        return any(
            QColor(image.pixel(x, y)) == look.read
            for x in range(area.left(), area.right())
            for y in range(area.top(), area.bottom())
        )

    assert blue()
    middle = places["read"].center().toPoint()
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=middle)
    assert not view.plot.shows("read") and view.plot.shows("write")
    assert not blue()
    places = {series: rect for rect, series in view.plot.frame.places}
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=places["read"].center().toPoint())
    assert view.plot.shows("read") and blue()


def test_the_axis_fits_what_is_shown(show: Callable[..., ChartView], run: Run) -> None:
    view = show(mixed(run))
    chart = view.chart
    assert isinstance(chart, LineChart)
    both = chart.levels(view.plot)[1]
    view.toggle_series("read")
    assert chart.levels(view.plot)[1] < both
    view.toggle_series("write")  # nothing is left: the axis stays
    assert chart.levels(view.plot)[1] == both


def test_the_menu_has_all_of_it(show: Callable[..., ChartView], run: Run) -> None:
    view = show(mixed(run))
    menu = view.menu()
    actions = {one.objectName(): one for one in menu.actions() if not one.isSeparator()}
    assert list(actions)[3:] == ["table", *view.plot.series, "reset", "enlarge"]
    assert not actions["reset"].isEnabled()
    actions["read"].trigger()
    assert not view.plot.shows("read")
    actions["table"].trigger()
    assert view.shows_table
    view.toggle.click()
    actions["copy picture"].trigger()
    assert not QGuiApplication.clipboard().image().isNull()
    QGuiApplication.clipboard().clear()  # what lies there must not outlive the interpreter
    menu.deleteLater()


def test_enlarged_until_escape(
    show: Callable[..., ChartView], run: Run, page: QWidget, qtbot: QtBot
) -> None:
    view = show(mixed(run))
    with qtbot.waitActive(page):
        page.activateWindow()
    view.toggle_series("read")
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Return)
    large = view.enlarged
    assert large is not None and large.geometry() == page.rect()
    assert not large.view.plot.shows("read")
    page.resize(800, 600)
    assert large.geometry() == page.rect()
    assert "enlarge" not in [one.objectName() for one in large.view.menu().actions()]
    QTest.keyClick(large.view, Qt.Key.Key_Escape)
    assert view.enlarged is None and not large.isVisible()
    assert view.hasFocus()


def test_linked_charts_show_the_same_part(show: Callable[..., ChartView], run: Run) -> None:
    upper, lower = show(read_line(run)), show(LatencyChart(Timeline.of_phase(run.phases[2])))
    link(upper, lower)
    upper.zoom(1.5)
    assert upper.plot.span is not None and lower.plot.span == upper.plot.span
    lower.reset()
    assert upper.plot.span is None
    upper.look_at(1.0, 4.0)
    start = upper.plot.area.center().toPoint()
    QTest.mouseMove(upper, start)
    drag(upper, start, start - QPoint(80, 0))
    assert upper.plot.hair.isVisible() and lower.plot.hair.isVisible()
    assert lower.plot.hair.value() == upper.plot.hair.value()
    assert upper.plot.x_of(upper.plot.hair.value()) == pytest.approx(start.x() - 80, abs=1)


def test_charts_above_each_other_label_their_axis_once(
    show: Callable[..., ChartView], run: Run, page: QWidget
) -> None:
    views = show(read_line(run)), show(LatencyChart(Timeline.of_phase(run.phases[2])))

    def times() -> list[int]:
        said = [one.text for one in painted(page)]
        return [sum(words in one for one in said) for words in ("repeat 1", "each")]

    assert times() == [2, 2]
    share_axis(*views)
    assert times() == [1, 1]
    assert views[0].plot.area.bottom() > views[1].plot.area.bottom()  # within their views
    views[0].enlarge()  # alone it has its axis
    large = views[0].enlarged
    assert large is not None and not large.view.plot.shares_axis
    QTest.keyClick(large.view, Qt.Key.Key_Escape)


def test_a_label_is_at_the_visible_end_of_its_line(
    show: Callable[..., ChartView], run: Run
) -> None:
    view = show(mixed(run))
    view.look_at(0.5, 2.0)
    assert view.plot.span is not None
    for label in view.plot.frame.labels:
        line = view.plot.drawn[label.series]
        assert isinstance(line, CurveItem)
        x, y = line.samples
        assert label.at == pytest.approx(np.interp(view.plot.span[1], x, y))


@pytest.mark.parametrize("scale", [1, 1.25, 2])
def test_cells_begin_where_their_neighbours_end(qapp: QApplication, run: Run, scale: float) -> None:
    """Reads and writes share an interval: no pixel is of both, and none between them of neither."""
    image = QImage(round(720 * scale), round(220 * scale), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(scale)
    rect = QRectF(0, 0, 720, 220)
    with drawn(LatencyChart(Timeline.of_phase(run.phases[4])), rect, for_paper()) as plot:
        painter = QPainter(image)
        plot.render(painter, rect)
        painter.end()
        masks = []
        for direction in ("read", "write"):
            cells = plot.drawn[f"cells {direction}"]
            assert isinstance(cells, HeatCells) and cells.image is not None
            pixels = cells.image[1]
            assert pixels.width() == pytest.approx(plot.area.width() * scale, abs=1)
            whole = np.array(pixels.constBits()).reshape(pixels.height(), pixels.width(), 4)
            masks.append(whole[:, :, 3] > 0)
    reads, writes = masks
    assert not (reads & writes).any()
    fullest = (reads | writes).sum(axis=1).argmax()
    assert (reads | writes)[fullest].all()


def test_the_value_under_the_pointer(show: Callable[..., ChartView], run: Run) -> None:
    view = show(mixed(run))
    QTest.mouseMove(view, view.rect().center())
    words = view.plot.readout.words
    assert re.search(r"repeat 2\b.*read .*MB/s .*write .*MB/s", words.replace("\u202f", " "))
    view.toggle_series("write")
    QTest.mouseMove(view, view.rect().center() + QPoint(1, 0))
    assert "write" not in view.plot.readout.words and len(view.plot.dots.points()) == 1


def test_what_grows_stays_where_one_looks(show: Callable[..., ChartView], run: Run) -> None:
    chart = read_line(run)
    view = show(chart)
    view.look_at(1.0, 6.5)
    chart.timeline.begin(4)
    view.refresh(live=True)
    assert view.plot.span == pytest.approx((1.0, 6.5))


def test_a_live_chart_is_drawn_once_it_is_seen(
    show: Callable[..., ChartView], page: QWidget, run: Run
) -> None:
    chart = read_line(run)
    view = show(chart)
    drawings = []
    chart.draw = drawings.append  # type: ignore[method-assign]
    view.refresh(live=True)
    assert len(drawings) == 1
    page.hide()
    view.refresh(live=True)
    view.refresh(live=True)
    assert len(drawings) == 1
    page.show()
    assert len(drawings) == 2


def test_another_theme(show: Callable[..., ChartView], run: Run, theme: Theme) -> None:
    view = show(read_line(run))
    light = view.grab().toImage().pixelColor(300, 3)
    theme.force("dark")
    QApplication.processEvents()
    image = view.grab().toImage()
    assert image.pixelColor(300, 3).lightness() < light.lightness()
    reads = for_screen(dark=True).read
    assert any(image.pixelColor(x, y) == reads for x in range(60, 500) for y in range(28, 120))


@pytest.mark.parametrize("scale", [1, 2, 3])
def test_lines_are_as_wide_on_every_screen(qapp: QApplication, run: Run, scale: int) -> None:
    """A stroke of 1.5 units covers as many rows of a picture as its scale says."""
    chart = LineChart(Timeline.of_phase(run.phases[2]), quantity.temperature(), "Temperature")
    image = image_of(chart, SIZE, for_paper(), scale)
    look = for_paper()
    x = image.width() // 2
    dark = sum(
        1 - image.pixelColor(x, y).lightnessF()
        for y in range(45 * scale, (SIZE.height() - 45) * scale)
        if image.pixelColor(x, y) != look.grid
    ) / (1 - look.text.lightnessF())
    assert dark == pytest.approx(1.5 * scale, rel=0.35)


def test_the_words_of_a_drawing_are_words(qapp: QApplication, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "chart.svg"
    write_chart(mixed(run), path, "svg", SIZE, look=for_paper())
    root = ElementTree.fromstring(path.read_text("utf-8"))
    words = {"".join(one.itertext()).strip() for one in root.iter() if one.tag.endswith("text")}
    assert {"Bandwidth", "read", "write", "repeat 1", "repeat 3", "0"} <= words
    assert not [one for one in root.iter() if one.tag.endswith("image")]


def test_a_heat_map_is_drawn_from_cells_in_files(
    qapp: QApplication, run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "chart.svg"
    write_chart(LatencyChart(Timeline.of_phase(run.phases[2])), path, "svg", SIZE, look=for_paper())
    text = path.read_text("utf-8")
    assert "<image" not in text and text.count("<path") > 5
    assert len(text) < 200_000


def test_nothing_is_drawn_beside_the_plot(qapp: QApplication, run: Run) -> None:
    """A chart that is looked at closely, painted on the half of a picture."""
    image = QImage(800, 220, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    rect = QRectF(400, 0, 400, 220)
    with drawn(read_line(run), rect, for_paper()) as plot:
        plot.look_at(2.0, 7.5)
        painter = QPainter(image)
        plot.render(painter, rect)
        painter.end()
        left = 400 + round(plot.area.left())
    whole = np.array(image.constBits()).reshape(220, 800, 4)
    assert (whole[:, :400] == 255).all()
    blue = for_paper().read
    seen = {image.pixelColor(x, y).name() for x in range(400, left - 2) for y in range(220)}
    assert blue.name() not in seen


def test_the_handle_is_beside_the_title(show: Callable[..., ChartView], run: Run) -> None:
    """It lay over the first word where the title is in the corner."""
    chart = read_line(run)
    view = show(chart)
    assert view.handle.geometry().right() < view.plot_rect().left()
    chart.title_at_edge = True
    view.set_chart(chart)
    width = view.look.width(view.look.normal, chart.title)
    assert width < view.handle.x() < width + 20


def test_no_menu_is_left_open(show: Callable[..., ChartView], run: Run) -> None:
    view = show(read_line(run))
    QTest.mouseClick(view.handle, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    QTest.keyClick(menu, Qt.Key.Key_Escape)
    assert QApplication.activePopupWidget() is None
