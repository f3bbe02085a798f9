# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A grid of an answer as a surface in a box that can be turned, or two of them: before and after.

It is projected and painted from back to front here, so that vector files have shapes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from driveproof.domain.figure import Grid
from driveproof.domain.run.columns import Floats
from driveproof.ui.charts import painting
from driveproof.ui.charts.chart import Margins
from driveproof.ui.charts.chart_style import ChartStyle
from driveproof.ui.charts.curve import in_pixels, visible
from driveproof.ui.charts.frame import PointerReading
from driveproof.ui.charts.grid import GridChart, figures_of, places_of
from driveproof.ui.charts.plot import ChartPlot
from driveproof.ui.charts.quantity import of_unit
from driveproof.ui.charts.ticks import linear_ticks, log_limits, log_ticks
from driveproof.wording.catalogue import _
from driveproof.wording.say import say_text

STEPS = 24
"""Number of shades of a surface."""
SIDE, TOP, BOTTOM = 72.0, 22.0, 54.0  # margins for labels beside, above and below the box
REACH = 12.0  # pixels within which a single point is under the pointer
GAP = 10.0  # between an edge and its label, in pixels
LINE = 15.0  # height of a line of text, in pixels
STEEP = 30.0  # degrees
_ZERO = np.zeros(())
HEIGHT = 0.6
"""Height of the box; its base is a unit square, with the origin at the centre of the box."""
LOWEST, HIGHEST = 5.0, 85.0
"""Range of the viewer's elevation, in degrees."""


@dataclass(frozen=True)
class ViewAngle:
    """The viewer's direction in degrees: azimuth around the box, and elevation above its base."""

    azimuth: float = 215.0
    elevation: float = 28.0

    def turned(self, around: float, up: float) -> ViewAngle:
        """Another direction, within the limits."""
        return ViewAngle(
            (self.azimuth + around) % 360.0, min(max(self.elevation + up, LOWEST), HIGHEST)
        )

    @property
    def _angles(self) -> tuple[float, float]:
        return math.radians(self.azimuth), math.radians(self.elevation)

    @property
    def near(self) -> tuple[float, float]:
        """The ends of x and y that are nearer to the viewer, each -0.5 or 0.5."""
        around, _ = self._angles
        return math.copysign(0.5, math.sin(around)), math.copysign(0.5, math.cos(around))

    def seen(self, x: Floats, y: Floats, z: Floats) -> tuple[Floats, Floats, Floats]:
        """Points of the box as (right, down, nearness), in units of the box; larger is nearer."""
        around, up = self._angles
        right = x * math.cos(around) - y * math.sin(around)
        ground = x * math.sin(around) + y * math.cos(around)
        down = ground * math.sin(up) - z * math.cos(up)
        return right, down, ground * math.cos(up) + z * math.sin(up)

    @property
    def extent(self) -> tuple[float, float]:
        """The width and height that hold the box at every azimuth, so that turning keeps its
        size.
        """
        _, up = self._angles
        return math.sqrt(2), math.sqrt(2) * math.sin(up) + HEIGHT * math.cos(up)

    def order(self, rows: int, columns: int) -> list[tuple[int, int]]:
        """The cells of a grid from back to front, as (row, column); rows go along y.

        A cell can hide another only if it is no farther in x and no farther in y, whatever their
        sizes and heights. The distances of their centres do not guarantee that: a large cell beside
        small ones would be painted too late.
        """
        x, y = self.near
        across = range(columns) if x > 0 else range(columns - 1, -1, -1)
        along = range(rows) if y > 0 else range(rows - 1, -1, -1)
        return [(row, column) for row in along for column in across]


@dataclass(frozen=True)
class SurfaceFacet:
    """A painted piece of a surface. `surface` counts from 0, the muted one."""

    polygon: QPolygonF
    shade: int
    surface: int
    corners: tuple[tuple[int, int], ...]
    """Its position in the grid: row, column."""


class SurfaceScene:
    """The projected chart in an area of pixels, from the viewer's direction."""

    def __init__(self, chart: SurfaceChart, area: QRectF, hidden: frozenset[str]) -> None:
        self.chart, self.turn = chart, chart.turn
        self.low, self.high, self.ticks = chart.limits()
        width, height = self.turn.extent
        self._box = area.adjusted(SIDE, TOP, -SIDE, -BOTTOM)
        self._scale = max(1.0, min(self._box.width() / width, self._box.height() / height))
        self.sides = [
            (number, figures)
            for number, figures in enumerate(chart.sides)
            if chart.name_of(number) not in hidden
        ]
        self._x, self._y = (places_of(axis) - 0.5 for axis in chart.axes)
        self.points = {number: self._points_of(figures) for number, figures in self.sides}
        self.cells = self._cells()
        self.singles = self._singles()

    def at(self, x: float, y: float, z: float) -> QPointF:
        """The pixel of a point in the box."""
        across, down = self.pixels(np.array(x), np.array(y), np.array(z))
        return QPointF(float(across), float(down))

    def pixels(self, x: Floats, y: Floats, z: Floats) -> tuple[Floats, Floats]:
        """The same for an array of points."""
        right, down, _near = self.turn.seen(x, y, z)
        middle = self._box.center()
        return middle.x() + self._scale * right, middle.y() + self._scale * down

    def share(self, values: Floats) -> Floats:
        """Figures as fractions of the height of the box."""
        if self.chart.grid.log:
            with np.errstate(invalid="ignore"):
                low, high = math.log10(self.low), math.log10(self.high)
                return (np.log10(values) - low) / (high - low)
        return (values - self.low) / (self.high - self.low)

    def _points_of(self, figures: Floats) -> tuple[Floats, Floats, Floats]:
        """Pixels and fractions of the height, each as an array over (y, x)."""
        share = self.share(figures)
        x, y = np.meshgrid(self._x, self._y)
        return *self.pixels(x, y, (share - 0.5) * HEIGHT), share

    def _cells(self) -> list[SurfaceFacet]:
        """From back to front; of two surfaces the lower cell comes first."""
        cells = []
        for row, column in self.turn.order(len(self._y) - 1, len(self._x) - 1):
            here = []
            for number, _figures in self.sides:
                across, down, share = self.points[number]
                corners = [
                    corner
                    for corner in (
                        (row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column),
                    )
                    if math.isfinite(share[corner])
                ]  # fmt: skip
                if len(corners) < 3:
                    continue
                mean = float(np.mean([share[corner] for corner in corners]))
                polygon = QPolygonF(
                    [QPointF(float(across[one]), float(down[one])) for one in corners]
                )
                shade = min(STEPS - 1, int(mean * STEPS))
                here.append((mean, SurfaceFacet(polygon, shade, number, tuple(corners))))
            cells += [cell for _mean, cell in sorted(here, key=lambda one: one[0])]
        return cells

    def _singles(self) -> list[tuple[int, int, int]]:
        """Known points that belong to no cell, as (surface, row, column)."""
        shown = {(cell.surface, *corner) for cell in self.cells for corner in cell.corners}
        return [
            (number, int(row), int(column))
            for number, figures in self.sides
            for row, column in np.argwhere(np.isfinite(figures))
            if (number, int(row), int(column)) not in shown
        ]

    def pixel(self, surface: int, row: int, column: int) -> QPointF:
        """The pixel of a measured point."""
        across, down, _share = self.points[surface]
        return QPointF(float(across[row, column]), float(down[row, column]))

    def place_at(self, at: QPointF) -> tuple[int, int, int] | None:
        """The measured point nearest to a pixel on the front surface: (surface, row, column).

        None outside every surface.
        """

        def far(place: tuple[int, int, int]) -> float:
            way = self.pixel(*place) - at
            return math.hypot(way.x(), way.y())

        single = min(self.singles, key=far, default=None)
        if single is not None and far(single) <= REACH:
            return single
        for cell in reversed(self.cells):
            if cell.polygon.containsPoint(at, Qt.FillRule.WindingFill):
                return min(((cell.surface, *corner) for corner in cell.corners), key=far)
        return None


class SurfaceItem(pg.GraphicsObject):
    """Paints the box, its labels, and the polygons of the surfaces from back to front."""

    def __init__(self) -> None:
        super().__init__()
        self._chart: SurfaceChart | None = None
        self._look: ChartStyle | None = None
        self._hidden: frozenset[str] = frozenset()

    def set_chart(self, chart: SurfaceChart, look: ChartStyle, hidden: frozenset[str]) -> None:
        """Show another chart, or the same from another direction."""
        self._chart, self._look, self._hidden = chart, look, hidden
        self.update()

    def boundingRect(self) -> QRectF:
        return visible(self)

    def viewTransformChanged(self) -> None:
        self.prepareGeometryChange()

    def paint(self, painter: QPainter, *_: Any) -> None:
        chart, look = self._chart, self._look
        if chart is None or look is None:
            return
        with in_pixels(painter, self) as place:
            area = place.mapRect(visible(self))
            painter.setClipRect(area)
            scene = SurfaceScene(chart, area, self._hidden)
            box = _Box(painter, scene, look)
            box.paint_lines()
            self._paint_cells(painter, scene, look)
            box.paint_words(area)

    def _paint_cells(self, painter: QPainter, scene: SurfaceScene, look: ChartStyle) -> None:
        assert self._chart is not None
        two = len(scene.sides) > 1
        brushes = [self._chart.shades(look, number) for number in range(len(self._chart.sides))]
        for number, shades in enumerate(brushes):
            if two:  # the surface behind shows through
                alpha = 0.85 if number == len(brushes) - 1 else 0.6
                brushes[number] = [painting.with_alpha(shade, alpha) for shade in shades]
        pens = [
            QPen(painting.mixed(self._chart.color(look, number), look.surface, 0.55), 0.7)
            if two and number == 0
            else QPen(painting.with_alpha(look.surface, 0.75), 0.8)
            for number in range(len(brushes))
        ]
        for pen in pens:
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        for cell in scene.cells:
            painter.setPen(pens[cell.surface])
            painter.setBrush(brushes[cell.surface][cell.shade])
            painter.drawPolygon(cell.polygon, Qt.FillRule.WindingFill)
        painter.setPen(look.surface)
        for number, row, column in scene.singles:
            painter.setBrush(self._chart.color(look, number))
            painter.drawEllipse(scene.pixel(number, row, column), 4, 4)


class _Box:
    """The base and the two walls behind the surface, and the labels of the edges.

    The labels of x and y are at the edges near the viewer: at those behind, the surface would cover
    them. Those of the height are at the leftmost edge, which nothing covers.
    """

    def __init__(self, painter: QPainter, scene: SurfaceScene, look: ChartStyle) -> None:
        self._painter, self._scene, self._look = painter, scene, look
        self._near = scene.turn.near
        self._taken: list[QRectF] = []
        self._area = QRectF()

    def paint_words(self, area: QRectF) -> None:
        """Paint titles and ticks of the axes, within an area."""
        self._area = area
        self._paint_height()
        for number in (0, 1):
            self._paint_axis(number)

    def _line(self, *ends: tuple[float, float, float]) -> None:
        self._painter.drawPolyline(QPolygonF([self._scene.at(*end) for end in ends]))

    def paint_lines(self) -> None:
        """Paint base, walls, and their grid lines, behind the surface."""
        scene, (x, y), low = self._scene, self._near, -HEIGHT / 2
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.setPen(QPen(painting.mixed(self._look.line, self._look.surface, 0.8), 1))
        for tick in scene.ticks:
            z = self._height_of(tick)
            self._line((x, -y, z), (-x, -y, z), (-x, y, z))
        self._painter.setPen(QPen(self._look.line, 1))
        corners = ((x, y), (x, -y), (-x, -y), (-x, y))
        for one, other in zip(corners, (*corners[1:], corners[0]), strict=True):
            self._line((*one, low), (*other, low))
        for corner in corners[1:]:
            self._line((*corner, low), (*corner, -low))

    def _height_of(self, value: float) -> float:
        return (float(self._scene.share(np.array(value))) - 0.5) * HEIGHT

    def _paint_height(self) -> None:
        """Paint the axis of the figures, with the colour scale beside it."""
        scene, look = self._scene, self._look
        corners = [(x, y) for x in (-0.5, 0.5) for y in (-0.5, 0.5)]
        x, y = min(corners, key=lambda corner: scene.at(corner[0], corner[1], 0.0).x())
        top, bottom = (scene.at(x, y, z) for z in (HEIGHT / 2, -HEIGHT / 2))
        shades = scene.chart.shades(look, len(scene.chart.sides) - 1)
        step = (bottom.y() - top.y()) / STEPS
        for number, shade in enumerate(shades):
            strip = QRectF(top.x() - 8, bottom.y() - (number + 1) * step, 5, step + 0.3)
            painting.fill(self._painter, strip, shade)
        words = [
            (scene.at(x, y, self._height_of(tick)), scene.chart.mark(tick, scene.high))
            for tick in scene.ticks
        ]
        name = scene.chart.axis_name
        end = QPointF(top.x() - look.width(look.small, name) / 2, top.y() - LINE)
        self._write(self._inside(end, name), name, look.text)
        self._write_apart([(at - QPointF(4, 0), text) for at, text in words], QPointF(-1, 0))

    def _paint_axis(self, number: int) -> None:
        """Paint the labels of x (0) or y (1): ticks at measured values, and the title."""
        scene, look = self._scene, self._look
        axis, (x, y), low = scene.chart.axes[number], self._near, -HEIGHT / 2
        places = [
            (at, y, low) if number == 0 else (x, at, low) for at in (places_of(axis) - 0.5).tolist()
        ]
        middle = (0.0, y) if number == 0 else (x, 0.0)
        away = self._away(*middle)
        counted = of_unit(axis.unit)
        texts = [counted.mark(value, axis.numbers[-1]) for value in axis.numbers]
        widest = max(look.width(look.small, text) for text in texts)
        extra = abs(away.x()) * (widest + 6) + abs(away.y()) * LINE
        name = say_text(axis.title)
        self._write_apart([(scene.at(*middle, low) + away * extra, name)], away, look.text)
        self._write_apart(
            [(scene.at(*place), text) for place, text in zip(places, texts, strict=True)], away
        )

    def _away(self, x: float, y: float) -> QPointF:
        """The direction from the middle of the base to the middle of an edge, on the screen.

        At a low elevation it would run along the edge, over other labels: then the direction seen
        from above is used.
        """
        turn = self._scene.turn
        seen = ViewAngle(turn.azimuth, max(turn.elevation, STEEP))
        right, down, _near = (float(one) for one in seen.seen(np.array(x), np.array(y), _ZERO))
        length = math.hypot(right, down)
        return QPointF(right / length, down / length)

    def _write_apart(
        self, words: list[tuple[QPointF, str]], away: QPointF, color: QColor | None = None
    ) -> None:
        """Paint labels beside their points, in the direction `away`, evenly thinned out to those
        that fit.
        """
        found = []
        for at, text in words:
            width = self._look.width(self._look.small, text)
            far = GAP + abs(away.x()) * width / 2 + abs(away.y()) * LINE / 4
            place = self._inside(at + away * far, text)
            room = self._room(place, text)
            if not any(room.intersects(other) for other in self._taken):
                found.append((place, text, room))
        for step in range(1, len(found) + 1):
            some = found[::step]
            if not any(one[2].intersects(next_one[2]) for one, next_one in pairwise(some)):
                for place, text, _room in some:
                    self._write(place, text, color or self._look.muted)
                return

    def _inside(self, at: QPointF, text: str) -> QPointF:
        """The centre of a label, moved so that nothing of it is cut."""
        wide, high = self._look.width(self._look.small, text) / 2, LINE / 2
        area = self._area.adjusted(wide, high, -wide, -high)
        return QPointF(
            max(area.left(), min(at.x(), area.right())),
            max(area.top(), min(at.y(), area.bottom())),
        )

    def _room(self, at: QPointF, text: str) -> QRectF:
        width = self._look.width(self._look.small, text)
        return QRectF(at.x() - width / 2 - 2, at.y() - LINE / 2 + 1, width + 4, LINE - 2)

    def _write(self, at: QPointF, text: str, color: QColor) -> None:
        self._taken.append(self._room(at, text))
        painting.text(self._painter, at, text, self._look.small, color, align=painting.CENTRE)


class SurfaceChart(GridChart):
    """One surface in shades of its direction's colour, or two: before muted, after strong.

    The shades of one hue differ only in lightness, so they can be distinguished without colour
    vision. The viewer's direction (`turn`) belongs to the chart: a file shows what the window
    shows. Raises ValueError for two grids that were not measured at the same values.
    """

    margins = Margins(16.0, 56.0)
    shows_axis = False

    def __init__(
        self,
        grid: Grid,
        *,
        before: Grid | None = None,
        names: tuple[str, str] = ("", ""),
        binary: bool = False,
    ) -> None:
        super().__init__(grid, say_text(grid.title), binary=binary)
        if before is not None:
            if (before.across, before.down) != self.axes:
                raise ValueError("two surfaces in one picture need the same grid")
            self.sides = (figures_of(before), *self.sides)
        self._names = (names[0] or _("Before"), names[1] or _("After"))
        self.turn = ViewAngle()

    @property
    def axis_name(self) -> str:
        """The title of the axis of the figures, with the unit where its ticks are plain numbers."""
        unit = self.quantity.unit
        return f"{self.figure}, {unit}" if unit else self.figure

    def mark(self, value: float, top: float) -> str:
        """A tick of the axis of the figures."""
        each = self.quantity.divisor
        return self.quantity.mark(value / each, top / each)

    def name_of(self, number: int) -> str:
        return self._names[number] if len(self.sides) > 1 else ""

    def limits(self) -> tuple[float, float, tuple[float, ...]]:
        """The ends of the axis of the figures, from zero if it is linear, and its ticks."""
        known = np.concatenate([one[np.isfinite(one)] for one in self.sides])
        if self.grid.log:
            low, high = (
                log_limits(float(known.min()), float(known.max())) if known.size else (1.0, 100.0)
            )
            return low, high, log_ticks(low, high)
        factor = self.quantity.divisor
        top = float(known.max()) / factor if known.size else 0.0
        ticks = tuple(tick * factor for tick in linear_ticks(top))
        return 0.0, ticks[-1], ticks

    def color(self, look: ChartStyle, number: int) -> QColor:
        """The colour of a surface: muted before, strong after."""
        strong = number == len(self.sides) - 1
        return look.direction(self.grid.direction) if strong else look.muted

    def shades(self, look: ChartStyle, number: int) -> list[QColor]:
        """From the smallest to the largest figure."""
        color = self.color(look, number)
        shares = np.linspace(0.25, 1.0, STEPS).tolist()
        return [painting.mixed(color, look.surface, share) for share in shares]

    def draw(self, plot: ChartPlot) -> None:
        plot.range((0.0, 1.0), (0.0, 1.0))
        if not any(np.isfinite(one).any() for one in self.sides):
            plot.say(_("No data"))
        item = plot.item("surface", SurfaceItem, z=5)
        item.set_chart(self, plot.look, frozenset(plot.hidden))
        for number in range(len(self.sides)):
            name = self.name_of(number)
            if name:
                plot.key("area", name, self.color(plot.look, number), series=name)

    def reading(self, plot: ChartPlot, x: float, y: float | None) -> PointerReading | None:
        if y is None or plot.area.isEmpty():
            return None
        scene = SurfaceScene(self, plot.area, frozenset(plot.hidden))
        place = scene.place_at(QPointF(plot.x_of(x), plot.y_of(y)))
        if place is None:
            return None
        _side, row, column = place
        words = [self.place_words(row, column)]
        dots = []
        for number, figures in scene.sides:
            value = float(figures[row, column])
            if math.isfinite(value):
                words.append(f"{self.name_of(number)} {self.quantity.write(value)}".strip())
                at = scene.pixel(number, row, column)
                place_on_axes = plot.data_at(at)
                if place_on_axes is not None:
                    dots.append((*place_on_axes, self.color(plot.look, number)))
        return PointerReading("  ".join(words), dots, hair=False)
