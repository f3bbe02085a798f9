# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A plot: a chart as one pyqtgraph item, for a view in the window and for every kind of file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath
from PySide6.QtWidgets import QGraphicsSceneResizeEvent
from shiboken6 import delete

from driveproof.domain.run.columns import Floats
from driveproof.ui.charts import painting
from driveproof.ui.charts.axis import ChartAxis, Marks, Tick
from driveproof.ui.charts.chart_style import AXIS_HEIGHT, NO_AXIS_HEIGHT, ChartStyle
from driveproof.ui.charts.curve import EDGE, CurveItem, cut
from driveproof.ui.charts.frame import (
    ChartFrame,
    LegendEntry,
    Readout,
    RowBackdrop,
    SeriesName,
)
from driveproof.ui.charts.marks import BandItem, BorderLine, LevelLine, LevelWords
from driveproof.wording.units import NARROW, three_digits

_DOT = 4.0  # the radius of a dot under the pointer, in pixels
VEIL = 0.055
"""How much of the colour of texts a shaded range has: lines below it stay visible."""

if TYPE_CHECKING:
    from driveproof.ui.charts.chart import Chart

Item = TypeVar("Item", bound=pg.GraphicsObject)
Value = TypeVar("Value", float, Floats)


def _shade() -> pg.LinearRegionItem:
    return pg.LinearRegionItem(movable=False, pen=pg.mkPen(None))


class ChartBox(pg.ViewBox):
    """The view box of a plot; only the plot sets its range."""

    def __init__(self, plot: ChartPlot) -> None:
        super().__init__(plot, enableMouse=False, enableMenu=False, defaultPadding=0)
        # Nobody links views by name; pyqtgraph would still disconnect each registered one at exit,
        # at which PySide6 6.8 warns of those that are gone.
        self.unregister()
        self.disableAutoRange()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def shape(self) -> QPainterPath:
        """The clip of the data: slightly wider, so that a line or a dot at an edge is whole."""
        path = QPainterPath()
        path.addRect(self.rect().adjusted(-EDGE, -EDGE, EDGE, EDGE + 1))
        return path


class ChartPlot(pg.GraphicsWidget):
    """Draws one chart.

    `Chart.draw` names what is visible: an item with the same name is updated, and one that is no
    longer named is removed.
    """

    def __init__(self, look: ChartStyle) -> None:
        super().__init__()
        self.look = look
        self.chart: Chart | None = None
        self.full = (0.0, 1.0)
        """The full range of the horizontal axis."""
        self.span: tuple[float, float] | None = None
        """The visible range of it; None for all."""
        self.hidden: set[str] = set()
        self.box = ChartBox(self)
        self.left, self.bottom = ChartAxis(self, "left"), ChartAxis(self, "bottom")
        self.frame, self.readout = ChartFrame(self), Readout(self)
        self.beside = RowBackdrop(self)
        self.corner = 0.0
        """Pixels at the right end of the top line that are reserved for buttons of the window."""
        self.shares_axis = False
        """Whether a chart below it has the labels of the horizontal axis of both."""
        self.area = QRectF()
        """The data area, in pixels."""
        self.drawn: dict[str, pg.GraphicsObject] = {}
        self._named: set[str] = set()

    # What a file never has, made when it is first needed

    def _over(self, item: Item, z: float) -> Item:
        """An item above the data, not visible yet."""
        item.setZValue(z)
        item.setVisible(False)
        self.box.addItem(item, ignoreBounds=True)
        return item

    @cached_property
    def hair(self) -> pg.InfiniteLine:
        """The vertical line under the pointer."""
        return self._over(pg.InfiniteLine(angle=90), 60)

    @cached_property
    def dots(self) -> pg.ScatterPlotItem:
        """A dot on each line where the pointer is."""
        return self._over(pg.ScatterPlotItem(size=2 * _DOT, antialias=True), 61)

    @cached_property
    def selection(self) -> pg.LinearRegionItem:
        """The range of the horizontal axis that is being selected by a drag."""
        return self._over(_shade(), 40)

    @property
    def title_end(self) -> float:
        """Where legend and value end in the title's line, in pixels."""
        return min(self.area.right(), self.rect().width() - self.corner)

    # What is shown

    def show_chart(self, chart: Chart | None) -> None:
        """Show another chart; hidden series and the zoom are reset."""
        self.chart = chart
        self.span = None
        self.hidden = set()
        self.point(None)
        self.refresh()

    def refresh(self, look: ChartStyle | None = None) -> None:
        """Draw the chart again after a change of values, size or look."""
        self.look = look or self.look
        self._place()
        self._named.clear()
        self.frame.clear()
        self.beside.clear()
        self.left.marks = self.bottom.marks = None
        self.left.grid_lines, self.bottom.grid_lines = True, False
        self.bottom.note, self.bottom.overhang = "", 0.0
        if self.chart is not None:  # even without room: this determines its axes
            self.chart.draw(self)
        for name in set(self.drawn) - self._named:
            self.box.removeItem(self.drawn.pop(name))
        self.update()
        for item in (self.left, self.bottom, self.frame, self.beside, *self.drawn.values()):
            item.update()

    def resizeEvent(self, event: QGraphicsSceneResizeEvent) -> None:
        super().resizeEvent(event)
        self.refresh()

    def _place(self) -> None:
        if self.chart is None:
            self.area = QRectF()
            return
        whole = QRectF(0, 0, self.rect().width(), self.rect().height())
        self.area = area = self.area_of(whole)
        self.box.setGeometry(
            QRectF(area.left(), area.top(), max(1.0, area.width()), max(1.0, area.height()))
        )

    def area_of(self, whole: QRectF) -> QRectF:
        """The data area in a plot as large as `whole`, in pixels."""
        if self.chart is None:
            return whole
        area = self.chart.plot_rect(whole, self.look)
        if self.shares_axis and self.chart.shows_axis:
            area.setBottom(area.bottom() + AXIS_HEIGHT - NO_AXIS_HEIGHT)
        area.setWidth(max(0.0, area.width()))
        area.setHeight(max(0.0, area.height()))
        return area

    # What a chart draws

    def range(self, across: tuple[float, float], up: tuple[float, float]) -> None:
        """Set the axes, from their low to their high ends."""
        self.full = across
        low, high = self.span or across
        self.box.setRange(xRange=(low, high), yRange=up, padding=0)
        self.box.updateMatrix()

    def marks(self, *, left: Marks | None = None, bottom: Marks | None = None) -> None:
        """Set the ticks of the axes."""
        self.left.marks, self.bottom.marks = left, bottom

    def left_marks(self, marks: list[tuple[float, str]]) -> None:
        """Set ticks of the vertical axis that do not depend on what is visible."""
        found = [Tick(*mark) for mark in marks]
        self.left.marks = lambda _low, _high, _room: found

    def item(
        self, name: str, make: Callable[[], Item], *, z: float = 0.0, series: str = ""
    ) -> Item:
        """The item of this name: the first call makes it, later calls return it."""
        item = self.drawn.get(name)
        if item is None:
            item = self.drawn[name] = make()
            item.setZValue(z)
            self.box.addItem(item, ignoreBounds=True)
        item.setVisible(self.shows(series))
        self._named.add(name)
        return item

    def curve(
        self,
        name: str,
        x: Floats,
        y: Floats,
        color: QColor,
        *,
        width: float = 1.5,
        dash: tuple[float, ...] = (),
        area: bool = False,
        series: str = "",
    ) -> CurveItem:
        """A line through samples, with an `area` down to zero where the axis begins there."""
        curve = self.item(name, CurveItem, z=10, series=series)
        curve.color, curve.width, curve.dash = color, width, dash
        curve.area = painting.with_alpha(color, 0.14) if area else None
        curve.set_samples(x, y)
        return curve

    def shade(self, name: str, start: float, end: float) -> None:
        """A shaded range of the horizontal axis, below everything else but the grid, which shows
        through.
        """
        band = self.item(name, _shade, z=-500)
        band.setBrush(painting.with_alpha(self.look.text, VEIL))
        band.setRegion((start, end))

    def stall(self, name: str, start: float, end: float) -> None:
        """A hatched range with its duration: no I/O completed in these seconds."""
        band = self.item(name, BandItem, z=30)
        words = f"{three_digits(end - start)}{NARROW}s"
        band.set_band(start, end, self.look.warning, words=words, look=self.look)

    def strip(self, name: str, start: float, end: float) -> None:
        """A thin strip at the base of the plot, in the colour of a warning."""
        band = self.item(name, BandItem, z=31)
        band.set_band(start, end, self.look.warning, strip=True)

    def line_at(self, name: str, value: float, words: str = "", *, left: bool = False) -> None:
        """A dashed horizontal line: a limit, never measured data. Its label is at the right end,
        or at the `left` one.
        """
        self.item(name, LevelLine, z=20).set_level(value, self.look)
        if words:  # above the hatching of a stall
            self.item(f"{name} in words", LevelWords, z=32).set_words(
                value, words, self.look, left=left
            )

    def border_at(self, name: str, place: float, color: QColor | None = None) -> None:
        """A vertical hairline between two parts of the data."""
        self.item(name, BorderLine, z=-400).set_border(place, color or self.look.grid)

    def label(self, words: str, color: QColor, x: Floats, y: Floats, series: str = "") -> None:
        """A label at the right end of what is visible of a line, or else at its last value."""
        _x, seen = cut(x, y, *(self.span or self.full))
        good = [part[np.isfinite(part)] for part in (y, seen)]
        ends = [float(part[-1]) for part in good if len(part)]
        if ends:
            self.frame.labels.append(SeriesName(words, color, ends[-1], series))

    def name_below(self, words: str, color: QColor, x: float, series: str = "") -> None:
        """A label below the plot, centred at `x` of the horizontal axis."""
        self.frame.below.append(SeriesName(words, color, x, series))

    def key(
        self, kind: str, words: str, color: QColor, *, series: str = "", text: QColor | None = None
    ) -> None:
        """An entry of the legend."""
        self.frame.keys.append(LegendEntry(kind, words, color, series, text))

    def ramp(self, words: str, brief: str, ramps: Sequence[tuple[QColor, ...]]) -> None:
        """An entry of the legend with rows of shades of cells, from light to dark; `brief` is said
        where `words` have no room.
        """
        entry = LegendEntry("ramp", words, self.look.muted, brief=brief, ramps=tuple(ramps))
        self.frame.keys.append(entry)

    def say(self, words: str) -> None:
        """A message in the middle, if there is nothing to draw."""
        self.frame.message = words

    def shows(self, series: str) -> bool:
        """Whether a series is visible; what belongs to no series ("") always is."""
        return not series or series not in self.hidden

    # Positions

    def x_of(self, value: Value) -> Value:
        """The pixel column of a position on the horizontal axis, or those of an array."""
        (low, high), _ = self.box.viewRange()
        return self.area.left() + (value - low) / ((high - low) or 1.0) * self.area.width()

    def y_of(self, value: Value) -> Value:
        """The pixel row of a position on the vertical axis, or those of an array."""
        _, (low, high) = self.box.viewRange()
        return self.area.bottom() - (value - low) / ((high - low) or 1.0) * self.area.height()

    def data_at(self, at: QPointF) -> tuple[float, float] | None:
        """The position on both axes at a pixel, None outside the data area."""
        area = self.area
        if area.width() <= 0 or not area.left() <= at.x() <= area.right():
            return None
        (left, right), (low, high) = self.box.viewRange()
        return (
            left + (at.x() - area.left()) / area.width() * (right - left),
            low + (area.bottom() - at.y()) / (area.height() or 1.0) * (high - low),
        )

    def render(self, painter: QPainter, rect: QRectF) -> None:
        """Paint it anywhere: on an image, a page or a drawing."""
        scene = self.scene()
        scene.prepareForPaint()
        painter.save()
        scene.render(painter, rect, QRectF(QPointF(0, 0), rect.size()))
        painter.restore()

    # Interaction

    @property
    def series(self) -> dict[str, str]:
        """The series that can be hidden, each with its name, in the order of these."""
        frame = self.frame
        found: dict[str, str] = {}
        named: tuple[SeriesName | LegendEntry, ...]
        named = (*frame.labels, *frame.keys, *frame.below)
        for one in named:
            if one.series:
                found.setdefault(one.series, one.words.replace("\n", " "))
        return found

    def toggle(self, series: str) -> None:
        """Hide a series, or show it again."""
        self.hidden ^= {series}
        self.refresh()

    def look_at(self, low: float, high: float) -> None:
        """Zoom to a range of the horizontal axis, within its limits; show all if it is as long."""
        first, last = self.full
        closest = self.chart.closest if self.chart is not None else 0.0
        length = max(high - low, closest, 1e-9 * (last - first))
        if length >= (last - first) * (1 - 1e-9):
            self.span = None
        else:
            start = min(max(first, low), last - length)
            self.span = (start, start + length)
        self.refresh()

    def zoom(self, factor: float, at: float | None = None) -> None:
        """Zoom by `factor`; the position `at`, or the middle, stays in place."""
        low, high = self.span or self.full
        middle = (low + high) / 2 if at is None else at
        share = (middle - low) / (high - low)
        length = (high - low) / factor
        self.look_at(middle - share * length, middle + (1 - share) * length)

    def select(self, one: float, other: float) -> None:
        """Show what is being selected, from one position of the horizontal axis to another."""
        self.selection.setBrush(painting.with_alpha(self.look.accent, 0.12))
        self.selection.setRegion((one, other))
        self.selection.setVisible(True)

    def pan(self, by: float) -> None:
        """Move the visible range by a fraction of its length."""
        if self.span is not None:
            low, high = self.span
            self.look_at(low + by * (high - low), high + by * (high - low))

    def point(self, x: float | None, y: float | None = None) -> None:
        """Show the value at a point of the axes; `y` may be unknown. None hides it."""
        reading = None
        if x is not None and self.chart is not None:
            reading = self.chart.reading(self, x, y)
        if reading is None or x is None:
            self.hair.setVisible(False)
            self.dots.setVisible(False)
            self.readout.say("")
            return
        self.hair.setPen(self.look.muted)
        self.hair.setValue(x)
        self.hair.setVisible(reading.hair)
        dots = [dot for dot in reading.dots if np.isfinite(dot[1])]
        at = np.array([dot[:2] for dot in dots]).reshape(-1, 2)
        colors = [dot[2] for dot in dots]
        self.dots.setData(pos=at, brush=colors, pen=self.look.surface)
        self.dots.setVisible(True)
        self.readout.say(reading.words)

    def paint(self, *_: Any) -> None:
        """The item itself paints nothing."""


@contextmanager
def drawn(chart: Chart, rect: QRectF, look: ChartStyle) -> Iterator[ChartPlot]:
    """A plot of the chart, as large as `rect`, in an invisible scene."""
    view = pg.GraphicsView(background=None)
    plot = ChartPlot(look)
    view.setCentralItem(plot)
    plot.setGeometry(QRectF(QPointF(0, 0), rect.size()))
    plot.show_chart(chart)
    try:
        yield plot
    finally:
        delete(view)
