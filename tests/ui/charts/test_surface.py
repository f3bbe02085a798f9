# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A surface in its box: projection, painting order, labels, turning it, and files of it."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from tests.builders import made_surfaces

from driveproof.domain.access import Direction
from driveproof.domain.figure import Setting
from driveproof.domain.say import Say
from driveproof.ui.charts.chart_style import for_paper, for_screen
from driveproof.ui.charts.picture import image_of, write_chart
from driveproof.ui.charts.surface import (
    HEIGHT,
    HIGHEST,
    LOWEST,
    SurfaceChart,
    SurfaceScene,
    ViewAngle,
)
from driveproof.ui.charts.surface_view import SurfaceView
from driveproof.ui.theme.style import Theme

SIZE = QSize(640, 400)
AREA = QRectF(0, 0, 640, 400)
NONE: frozenset[str] = frozenset()
turns = st.builds(ViewAngle, st.floats(0, 359.9), st.floats(LOWEST, HIGHEST))
places = st.floats(-0.5, 0.5)


def two() -> SurfaceChart:
    return SurfaceChart(made_surfaces.load(1.1e6, 30), before=made_surfaces.load(9e5, 8))


def small(rows: list[list[float]], *, log: bool = False) -> SurfaceChart:
    """A surface of as many values in both directions."""
    counts = tuple(range(1, len(rows) + 1))
    x, y = (Setting(name, Say(name), counts) for name in "xy")
    return SurfaceChart(made_surfaces.grid(np.array(rows), x, y, log=log))


# Projection


@given(turns, places, places, places)
def test_the_projection_keeps_the_box_within_its_extent(
    turn: ViewAngle, x: float, y: float, z: float
) -> None:
    right, down, _near = turn.seen(np.array(x), np.array(y), np.array(z * HEIGHT))
    width, height = turn.extent
    assert abs(right) <= width / 2 + 1e-9
    assert abs(down) <= height / 2 + 1e-9


@given(turns, st.tuples(places, places, places), st.tuples(places, places, places))
def test_the_projection_is_a_rotation(
    turn: ViewAngle, one_place: tuple[float, ...], other_place: tuple[float, ...]
) -> None:
    one, other = np.array(one_place), np.array(other_place)
    seen = [np.array(turn.seen(*(np.array(v) for v in place))) for place in (one, other)]
    assert np.linalg.norm(seen[0] - seen[1]) == pytest.approx(np.linalg.norm(one - other))


@given(turns, places, places)
def test_what_is_higher_is_seen_higher_and_what_is_near_lower(
    turn: ViewAngle, x: float, y: float
) -> None:
    at = np.array(x), np.array(y)
    assert turn.seen(*at, np.array(0.3))[1] < turn.seen(*at, np.array(-0.3))[1]
    near, far = turn.near, tuple(-end for end in turn.near)
    ends = [turn.seen(np.array(end[0]), np.array(end[1]), np.array(0.0)) for end in (near, far)]
    assert ends[0][1] > ends[1][1]
    assert ends[0][2] > ends[1][2]


@given(turns, st.floats(-1000, 1000), st.floats(-1000, 1000))
def test_a_turn_stays_above_the_ground(turn: ViewAngle, around: float, up: float) -> None:
    turned = turn.turned(around, up)
    assert 0 <= turned.azimuth <= 360
    assert LOWEST <= turned.elevation <= HIGHEST


# Painting order


@given(
    turns,
    st.lists(st.floats(0.01, 1), min_size=1, max_size=8),
    st.lists(st.floats(0.01, 1), min_size=1, max_size=8),
    places,
    places,
)
def test_whatever_stands_between_a_place_and_the_viewer_is_painted_later(
    turn: ViewAngle, widths: list[float], depths: list[float], x: float, y: float
) -> None:
    """Walks over the ground towards the viewer: the cells on the way come in this order."""
    x_edges, y_edges = (
        np.concatenate(([0], np.cumsum(sizes))) / sum(sizes) - 0.5 for sizes in (widths, depths)
    )
    order = {cell: rank for rank, cell in enumerate(turn.order(len(depths), len(widths)))}
    assert len(order) == len(depths) * len(widths)
    angle = math.radians(turn.azimuth)
    ranks = []
    for step in np.linspace(0, 1.5, 400):
        at = x + step * math.sin(angle), y + step * math.cos(angle)
        if max(map(abs, at)) >= 0.5:
            break
        column = int(np.searchsorted(x_edges, at[0], side="right")) - 1
        row = int(np.searchsorted(y_edges, at[1], side="right")) - 1
        ranks.append(order[min(row, len(depths) - 1), min(column, len(widths) - 1)])
    assert ranks == sorted(ranks)


@given(turns)
def test_the_lower_of_two_surfaces_is_painted_first_in_each_cell(turn: ViewAngle) -> None:
    chart = two()
    chart.turn = turn
    scene = SurfaceScene(chart, AREA, NONE)
    assert len(scene.cells) == 2 * 8 * 4
    for first, then in zip(scene.cells[::2], scene.cells[1::2], strict=True):
        assert set(first.corners) == set(then.corners)
        heights = [
            np.mean([scene.points[cell.surface][2][corner] for corner in cell.corners])
            for cell in (first, then)
        ]
        assert heights[0] <= heights[1]


@given(turns)
def test_no_part_of_a_surface_leaves_the_area(turn: ViewAngle) -> None:
    chart = SurfaceChart(made_surfaces.bandwidth())
    chart.turn = turn
    for cell in SurfaceScene(chart, AREA, NONE).cells:
        assert AREA.contains(cell.polygon.boundingRect())


# What is unknown


def test_what_is_unknown_leaves_a_hole() -> None:
    chart = SurfaceChart(made_surfaces.latency())
    scene = SurfaceScene(chart, AREA, NONE)
    shown = [corner for cell in scene.cells for corner in cell.corners]
    assert (2, 4) not in shown
    assert (3, 5) in shown
    whole = SurfaceScene(SurfaceChart(made_surfaces.load()), AREA, NONE)
    assert len(scene.cells) < len(whole.cells)
    assert ("16", "4", "–") in chart.table().rows
    assert sum(row[2] == "–" for row in chart.table().rows) == 4


def test_a_place_without_neighbours_is_a_dot(qapp: QApplication) -> None:
    nothing = math.nan
    chart = small([[nothing] * 3, [nothing, 5, nothing], [nothing] * 3])
    scene = SurfaceScene(chart, AREA, NONE)
    assert not scene.cells
    assert scene.singles == [(0, 1, 1)]
    assert scene.place_at(scene.pixel(0, 1, 1) + QPointF(3, 3)) == (0, 1, 1)
    assert scene.place_at(scene.pixel(0, 1, 1) + QPointF(60, 0)) is None
    image = image_of(chart, SIZE, for_paper())
    blue = for_paper().read
    assert any(
        image.pixelColor(x, y) == blue for x in range(SIZE.width()) for y in range(SIZE.height())
    )


def test_a_surface_without_figures_says_so(qapp: QApplication) -> None:
    for log in (False, True):
        chart = small([[math.nan, math.nan]] * 2, log=log)
        assert chart.describe()
        assert not image_of(chart, SIZE, for_paper()).isNull()


def test_surfaces_of_different_grids_are_refused() -> None:
    with pytest.raises(ValueError, match="same grid"):
        SurfaceChart(made_surfaces.load(), before=made_surfaces.bandwidth())


# Words


def test_table_and_description_have_the_figures() -> None:
    chart = two()
    table = chart.table()
    assert len(table.columns) == 4
    assert len(table.rows) == 9 * 5
    assert table.rows[0][:2] == ("1", "1")
    assert table.rows[-1][:2] == ("256", "16")
    assert all(value in chart.describe() for value in ("100k", "256", "16"))


def test_the_shades_of_a_surface_differ_in_lightness() -> None:
    for look in (for_paper(), for_screen(dark=True)):
        for direction in (Direction.READ, Direction.WRITE):
            chart = SurfaceChart(made_surfaces.load(direction=direction))
            light = [_luminance(shade) for shade in chart.shades(look, 0)]
            assert light == sorted(light, reverse=not look.dark)
            assert abs(light[0] - light[-1]) > 0.15


def _luminance(color: QColor) -> float:
    return 0.2126 * color.redF() + 0.7152 * color.greenF() + 0.0722 * color.blueF()


# In the window


@pytest.fixture
def page(qtbot: QtBot, theme: Theme) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    QVBoxLayout(made)
    made.resize(720, 480)
    return made


@pytest.fixture
def show(page: QWidget, theme: Theme) -> Callable[[SurfaceChart], SurfaceView]:
    def make(chart: SurfaceChart) -> SurfaceView:
        view = SurfaceView(theme, 300)
        layout = page.layout()
        assert layout is not None
        layout.addWidget(view)
        view.set_chart(chart)
        page.show()
        QApplication.processEvents()
        return view

    return make


def grabbed(view: SurfaceView) -> QImage:
    return view.grab().toImage()


def test_a_drag_turns_it_and_a_double_click_turns_it_back(
    show: Callable[[SurfaceChart], SurfaceView],
) -> None:
    view = show(two())
    first = grabbed(view)
    other = QPushButton(view.parentWidget())
    other.show()
    other.setFocus()
    assert view.window().focusWidget() is other
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=QPoint(300, 200))
    assert view.window().focusWidget() is view  # the arrow keys go on from here
    QTest.mouseMove(view, QPoint(360, 180))
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=QPoint(360, 180))
    assert view.surface is not None
    assert view.surface.turn == ViewAngle().turned(-30, -10)
    assert grabbed(view) != first
    QTest.mouseMove(view, QPoint(400, 220))
    assert view.surface.turn == ViewAngle().turned(-30, -10)
    QTest.mouseDClick(view, Qt.MouseButton.LeftButton, pos=QPoint(300, 200))
    assert view.surface.turn == ViewAngle()


def test_keys_turn_it_and_0_turns_it_back(show: Callable[[SurfaceChart], SurfaceView]) -> None:
    view = show(two())
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Left, Qt.Key.Key_Up):
        QTest.keyClick(view, key)
    assert view.surface is not None
    assert view.surface.turn == ViewAngle().turned(10, -5)
    QTest.keyClick(view, Qt.Key.Key_Right)
    QTest.keyClick(view, Qt.Key.Key_Down)
    assert view.surface.turn == ViewAngle().turned(5, 0)
    reset = [action for action in view.menu().actions() if action.objectName() == "reset"]
    assert [action.isEnabled() for action in reset] == [True]
    for key in (Qt.Key.Key_0, Qt.Key.Key_Home):
        view.turn(20, 3)
        QTest.keyClick(view, key)
        assert view.surface.turn == ViewAngle()


def test_another_chart_is_seen_from_the_same_side(
    show: Callable[[SurfaceChart], SurfaceView],
) -> None:
    view = show(two())
    view.turn(33, 7)
    other = SurfaceChart(made_surfaces.bandwidth())
    view.set_chart(other)
    assert other.turn == ViewAngle().turned(33, 7)


def test_the_pointer_reads_what_is_in_front(show: Callable[[SurfaceChart], SurfaceView]) -> None:
    view = show(two())
    assert view.surface is not None
    scene = SurfaceScene(view.surface, view.plot.area, NONE)
    at = scene.pixel(1, 4, 8) + QPointF(3, 8)
    QTest.mouseMove(view, at.toPoint())
    words = view.plot.readout.words
    assert words.startswith("Queue depth 256, Processes 16")
    assert "Before 898k" in words
    assert "After 1\N{NARROW NO-BREAK SPACE}092k" in words
    QTest.mouseMove(view, QPoint(4, 290))
    assert view.plot.readout.words == ""


def test_a_hidden_surface_is_neither_drawn_nor_read(
    show: Callable[[SurfaceChart], SurfaceView],
) -> None:
    view = show(two())
    assert list(view.plot.series) == ["Before", "After"]
    both = grabbed(view)
    view.toggle_series("Before")
    assert grabbed(view) != both
    assert view.surface is not None
    scene = SurfaceScene(view.surface, view.plot.area, frozenset(view.plot.hidden))
    assert {cell.surface for cell in scene.cells} == {1}


def test_enlarged_it_can_be_turned_and_stays_so(
    show: Callable[[SurfaceChart], SurfaceView],
) -> None:
    view = show(two())
    view.turn(10, 0)
    QTest.keyClick(view, Qt.Key.Key_Return)
    large = view.window().findChildren(SurfaceView)[-1]
    assert large is not view
    QTest.keyClick(large, Qt.Key.Key_Left)
    QTest.keyClick(large, Qt.Key.Key_Escape)
    assert view.surface is not None
    assert view.surface.turn == ViewAngle().turned(15, 0)


def test_it_has_a_name_a_description_and_a_table(
    show: Callable[[SurfaceChart], SurfaceView],
) -> None:
    view = show(two())
    assert view.accessibleName() == "IOPS, random read"
    assert view.accessibleDescription().startswith("Before: IOPS from")
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0] == "Queue depth\tProcesses\tBefore\tAfter"
    assert len(lines) == 46


# Files


@pytest.mark.parametrize("file_format", ["png", "svg", "pdf"])
def test_files_show_what_the_window_shows(
    qapp: QApplication, tmp_path: Path, file_format: str
) -> None:
    chart = two()
    write_chart(chart, tmp_path / "first", file_format, SIZE, look=for_paper())
    chart.turn = ViewAngle().turned(40, 10)
    write_chart(chart, tmp_path / "then", file_format, SIZE, look=for_paper())
    first, then = ((tmp_path / name).read_bytes() for name in ("first", "then"))
    assert first != then
    if file_format == "svg":
        assert (
            first.count(b"<polygon") + first.count(b"<path") >= 64
        )  # shapes, and no picture of them
        assert b"<image" not in first
        assert b"Queue depth" in first
    if file_format == "pdf":
        assert b"/Subtype /Image" not in first


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("scale", [1, 2])
def test_it_is_drawn_in_its_colours(qapp: QApplication, dark: bool, scale: int) -> None:
    look = for_screen(dark=dark)
    chart = SurfaceChart(made_surfaces.load(direction=Direction.WRITE))
    image = image_of(chart, SIZE, look, scale)
    scene = SurfaceScene(chart, QRectF(32, 42, 536, 336), NONE)
    cell = next(cell for cell in scene.cells if cell.corners[0] == (1, 5))
    seen = image.pixelColor((cell.polygon.boundingRect().center() * scale).toPoint())
    shades = [shade.rgb() for shade in chart.shades(look, 0)]
    assert seen.rgb() in shades
    assert image.pixelColor(2, 2) == look.surface
