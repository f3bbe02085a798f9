# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A surface over two settings in a box that can be turned, or two of them: before and after."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from driveproof.domain.access import Direction
from driveproof.domain.run.columns import Floats
from driveproof.domain.surface import GridAxis, Surface
from driveproof.ui.charts import painting
from driveproof.ui.charts.chart import Chart, ChartTable, Margins
from driveproof.ui.charts.chart_style import ChartStyle
from driveproof.ui.charts.curve import in_pixels, visible
from driveproof.ui.charts.frame import PointerReading
from driveproof.ui.charts.plot import ChartPlot
from driveproof.ui.charts.projection import HEIGHT, ViewAngle
from driveproof.ui.charts.quantity import of_unit
from driveproof.ui.charts.ticks import linear_ticks, log_limits, log_ticks
from driveproof.wording.catalogue import _

STEPS = 24
"""Number of shades of a surface."""
SIDE, TOP, BOTTOM = 72.0, 22.0, 54.0  # margins for labels beside, above and below the box
REACH = 12.0  # pixels within which a single point is under the pointer
GAP = 10.0  # between an edge and its label, in pixels
LINE = 15.0  # height of a line of text, in pixels
STEEP = 30.0  # degrees
_ZERO = np.zeros(())


@dataclass(frozen=True)
class SurfaceFacet:
    """A painted piece of a surface. `surface` counts from 0, the muted one."""

    polygon: QPolygonF
    shade: int
    surface: int
    corners: tuple[tuple[int, int], ...]
    """Its position in the grid: row, column."""


class Scene:
    """The projected chart in an area of pixels, from the viewer's direction."""

    def __init__(self, chart: SurfaceChart, area: QRectF, hidden: frozenset[str]) -> None:
        self.chart, self.turn = chart, chart.turn
        self.low, self.high, self.ticks = chart.limits()
        width, height = self.turn.extent
        self._box = area.adjusted(SIDE, TOP, -SIDE, -BOTTOM)
        self._scale = max(1.0, min(self._box.width() / width, self._box.height() / height))
        self.surfaces = [
            (number, surface)
            for number, surface in enumerate(chart.surfaces)
            if chart.name_of(number) not in hidden
        ]
        self._x, self._y = (axis.places() - 0.5 for axis in (chart.axes[0], chart.axes[1]))
        self.points = {number: self._points_of(surface) for number, surface in self.surfaces}
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
        if self.chart.log:
            with np.errstate(invalid="ignore"):
                low, high = math.log10(self.low), math.log10(self.high)
                return (np.log10(values) - low) / (high - low)
        return (values - self.low) / (self.high - self.low)

    def _points_of(self, surface: Surface) -> tuple[Floats, Floats, Floats]:
        """Pixels and fractions of the height, each as an array over (y, x)."""
        share = self.share(surface.grid)
        x, y = np.meshgrid(self._x, self._y)
        return *self.pixels(x, y, (share - 0.5) * HEIGHT), share

    def _cells(self) -> list[SurfaceFacet]:
        """From back to front; of two surfaces the lower cell comes first."""
        cells = []
        for row, column in self.turn.order(len(self._y) - 1, len(self._x) - 1):
            here = []
            for number, _surface in self.surfaces:
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
            for number, surface in self.surfaces
            for row, column in np.argwhere(np.isfinite(surface.grid))
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
            scene = Scene(chart, area, self._hidden)
            box = _Box(painter, scene, look)
            box.paint_lines()
            self._paint_cells(painter, scene, look)
            box.paint_words(area)

    def _paint_cells(self, painter: QPainter, scene: Scene, look: ChartStyle) -> None:
        assert self._chart is not None
        two = len(scene.surfaces) > 1
        brushes = [self._chart.shades(look, number) for number in range(len(self._chart.surfaces))]
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

    def __init__(self, painter: QPainter, scene: Scene, look: ChartStyle) -> None:
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
        shades = scene.chart.shades(look, len(scene.chart.surfaces) - 1)
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
            (at, y, low) if number == 0 else (x, at, low) for at in (axis.places() - 0.5).tolist()
        ]
        middle = (0.0, y) if number == 0 else (x, 0.0)
        away = self._away(*middle)
        counted = of_unit(axis.unit)
        texts = [counted.mark(value, axis.values[-1]) for value in axis.values]
        widest = max(look.width(look.small, text) for text in texts)
        extra = abs(away.x()) * (widest + 6) + abs(away.y()) * LINE
        name = axis.name
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
        """The centre of a label, moved so that neither end is cut."""
        half = self._look.width(self._look.small, text) / 2
        low, high = self._area.left() + half, self._area.right() - half
        return QPointF(max(low, min(at.x(), high)), at.y())

    def _room(self, at: QPointF, text: str) -> QRectF:
        width = self._look.width(self._look.small, text)
        return QRectF(at.x() - width / 2 - 2, at.y() - LINE / 2 + 1, width + 4, LINE - 2)

    def _write(self, at: QPointF, text: str, color: QColor) -> None:
        self._taken.append(self._room(at, text))
        painting.text(self._painter, at, text, self._look.small, color, align=painting.CENTRE)


class SurfaceChart(Chart):
    """One surface in shades of its direction's colour, or two: before muted, after strong.

    The shades of one hue differ only in lightness, so they can be distinguished without colour
    vision. The viewer's direction (`turn`) belongs to the chart: a file shows what the window
    shows. Raises ValueError for two surfaces that were not measured at the same values.
    """

    margins = Margins(16.0, 56.0)
    shows_axis = False

    def __init__(
        self,
        surface: Surface,
        title: str = "",
        *,
        direction: Direction = Direction.READ,
        before: Surface | None = None,
        names: tuple[str, str] = ("", ""),
    ) -> None:
        if before is not None and not before.same_grid(surface):
            raise ValueError("two surfaces in one picture need the same grid")
        self.title = title or surface.name
        self.surfaces = (surface,) if before is None else (before, surface)
        self.direction = direction
        self._names = (names[0] or _("Before"), names[1] or _("After"))
        self.quantity, self.log = of_unit(surface.unit, binary=surface.binary), surface.log
        self.figure = surface.name
        self.axes: tuple[GridAxis, GridAxis] = (surface.x, surface.y)
        self.turn = ViewAngle()

    def written(self, value: float) -> str:
        """A figure with its unit."""
        return self.quantity.write(value)

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
        """The name of one of two surfaces; a single one has none."""
        return self._names[number] if len(self.surfaces) > 1 else ""

    def limits(self) -> tuple[float, float, tuple[float, ...]]:
        """The ends of the axis of the figures, from zero if it is linear, and its ticks."""
        known = np.concatenate([one.grid[np.isfinite(one.grid)] for one in self.surfaces])
        if self.log:
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
        strong = number == len(self.surfaces) - 1
        return look.direction(self.direction) if strong else look.muted

    def shades(self, look: ChartStyle, number: int) -> list[QColor]:
        """From the smallest to the largest figure."""
        color = self.color(look, number)
        shares = np.linspace(0.25, 1.0, STEPS).tolist()
        return [painting.mixed(color, look.surface, share) for share in shares]

    def draw(self, plot: ChartPlot) -> None:
        plot.range((0.0, 1.0), (0.0, 1.0))
        if not any(np.isfinite(one.grid).any() for one in self.surfaces):
            plot.say(_("No data"))
        item = plot.item("surface", SurfaceItem, z=5)
        item.set_chart(self, plot.look, frozenset(plot.hidden))
        for number in range(len(self.surfaces)):
            name = self.name_of(number)
            if name:
                plot.key("area", name, self.color(plot.look, number), series=name)

    def reading(self, plot: ChartPlot, x: float, y: float | None) -> PointerReading | None:
        if y is None or plot.area.isEmpty():
            return None
        scene = Scene(self, plot.area, frozenset(plot.hidden))
        place = scene.place_at(QPointF(plot.x_of(x), plot.y_of(y)))
        if place is None:
            return None
        _surface, row, column = place
        words = [self._place_words(row, column)]
        dots = []
        for number, surface in scene.surfaces:
            value = float(surface.grid[row, column])
            if math.isfinite(value):
                words.append(f"{self.name_of(number)} {self.written(value)}".strip())
                at = scene.pixel(number, row, column)
                place_on_axes = plot.data_at(at)
                if place_on_axes is not None:
                    dots.append((*place_on_axes, self.color(plot.look, number)))
        return PointerReading("  ".join(words), dots, hair=False)

    def _place_words(self, row: int, column: int) -> str:
        """Both settings of a figure: "Block size 4 KiB, Queue depth 32"."""
        x, y = self.axes
        across, along = of_unit(x.unit).write, of_unit(y.unit).write
        return f"{x.name} {across(x.values[column])}, {y.name} {along(y.values[row])}"

    def table(self) -> ChartTable:
        x, y = self.axes
        heads = [self.name_of(number) or self.figure for number in range(len(self.surfaces))]
        across_text, along_text = of_unit(x.unit).write, of_unit(y.unit).write
        rows = []
        for row, along in enumerate(y.values):
            for column, across in enumerate(x.values):
                values = [float(one.grid[row, column]) for one in self.surfaces]
                words = [self.written(v) if math.isfinite(v) else "–" for v in values]
                rows.append((across_text(across), along_text(along), *words))
        return ChartTable((x.name, y.name, *heads), tuple(rows))

    def describe(self) -> str:
        parts = []
        for number, surface in enumerate(self.surfaces):
            if not np.isfinite(surface.grid).any():
                continue
            least, most = (
                np.unravel_index(find(surface.grid), surface.grid.shape)
                for find in (np.nanargmin, np.nanargmax)
            )
            said = _("{figure} from {low} ({low_at}) to {high} ({high_at})").format(
                figure=self.figure,
                low=self.written(float(surface.grid[least])),
                low_at=self._place_words(int(least[0]), int(least[1])),
                high=self.written(float(surface.grid[most])),
                high_at=self._place_words(int(most[0]), int(most[1])),
            )
            name = self.name_of(number)
            parts.append(f"{name}: {said}" if name else said)
        return "; ".join(parts) or _("No data")
