# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The base of every chart."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QPainter

from driveproof.domain import figure
from driveproof.ui.charts import painting
from driveproof.ui.charts.chart_style import AXIS_HEIGHT, NO_AXIS_HEIGHT, TITLE_HEIGHT, ChartStyle
from driveproof.ui.charts.frame import KEY_GAP, KEY_LINE, PointerReading, key_rows
from driveproof.ui.charts.plot import ChartPlot, drawn
from driveproof.wording.catalogue import _
from driveproof.wording.table import Style, text_columns


@dataclass(frozen=True)
class ChartTable:
    """The figures behind a chart, to be read aloud and copied."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @staticmethod
    def of(figures: figure.Table, *, binary: bool = False) -> ChartTable:
        """A table of an answer as the window shows it."""
        columns = text_columns(figures, Style.WINDOW, binary=binary)
        rows = zip(*(column.cells for column in columns), strict=True)
        return ChartTable(tuple(column.head for column in columns), tuple(rows))

    def as_text(self) -> str:
        """Columns separated by tabs, rows by newlines: what spreadsheets accept."""
        return "\n".join("\t".join(row) for row in (self.columns, *self.rows)) + "\n"


@dataclass(frozen=True)
class Margins:
    """Space beside the plot in pixels, the same for charts above each other."""

    left: float = 58.0
    right: float = 56.0


class Chart(ABC):
    """Holds values, not widgets. A plot's items draw it in the window, in a picture or on a
    page.
    """

    title = ""
    brief_title = ""
    """In the title's place where that has no room; "" to cut it."""
    margins = Margins()
    shows_axis = True
    title_at_edge = False
    """Whether the title starts left of the plot, for narrow charts."""
    zooms = False
    """Whether the horizontal axis can be zoomed."""
    key_names: tuple[str, ...] = ()
    """The words of the legend where it stands in rows below the title, since the title's line has
    no room for so many.
    """

    @property
    def name(self) -> str:
        """The accessible name of the chart."""
        return self.title or _("Chart")

    @property
    def closest(self) -> float:
        """The shortest part of the horizontal axis that a zoom may show."""
        return 0.0

    @property
    def least_height(self) -> float:
        """The minimum height in pixels for its text; 0 where any height will do."""
        return 0.0

    @abstractmethod
    def draw(self, plot: ChartPlot) -> None:
        """Put everything visible into the plot. Called again after every change."""

    @abstractmethod
    def table(self) -> ChartTable:
        """The figures that are drawn."""

    @abstractmethod
    def describe(self) -> str:
        """What the chart shows, in a sentence for people who cannot see it."""

    def reading(self, plot: ChartPlot, x: float, y: float | None) -> PointerReading | None:
        """The value at a point of the axes; `y` is None where another chart's pointer asks."""
        return None

    def plot_rect(self, rect: QRectF, look: ChartStyle) -> QRectF:
        """The data area: within title, legend, axis and margins."""
        left, right = self.margins.left, self.margins.right
        rows = self._key_rows(rect.width(), look)
        top = (TITLE_HEIGHT if self.title else 8.0) + rows * KEY_LINE + (KEY_GAP if rows else 0.0)
        bottom = AXIS_HEIGHT if self.shows_axis else NO_AXIS_HEIGHT
        return rect.adjusted(left, top, -right, -bottom)

    def _key_rows(self, width: float, look: ChartStyle) -> int:
        return key_rows(self.key_names, width - self.margins.left - self.margins.right, look)

    def more_height(self, width: float, look: ChartStyle) -> float:
        """The pixels that a legend of several rows takes from the plot of a chart so wide."""
        return max(0, self._key_rows(width, look) - 1) * KEY_LINE

    def title_middle(self, look: ChartStyle) -> tuple[float, QFont]:
        """Where the title's line is, in pixels from the top to its middle, and its font: a button
        beside it has its text on the same baseline.
        """
        return TITLE_HEIGHT / 2 - 3, look.normal

    def paint_title(self, painter: QPainter, rect: QRectF, look: ChartStyle) -> None:
        """Paint the title above the plot, with the quantity and its unit."""
        if self.title:
            plot = self.plot_rect(rect, look)
            left = rect.left() if self.title_at_edge else plot.left()
            room = rect.right() - left
            fits = not self.brief_title or look.width(look.normal, self.title) <= room
            words = self.title if fits else self.brief_title
            words = painting.elided(words, look.normal, room)
            at = QPointF(left, rect.top() + TITLE_HEIGHT / 2 - 3)
            painting.text(painter, at, words, look.normal, look.muted)

    def paint_value(
        self, painter: QPainter, rect: QRectF, look: ChartStyle, words: str, right: float
    ) -> None:
        """Paint the value under the pointer at the right end of the title's line, which is at
        `right`: it hides nothing there.
        """
        plot = self.plot_rect(rect, look)
        width = look.width(look.normal, words) + 12
        if plot.left() + look.width(look.normal, self.title) > right - width:
            width = max(width, right - plot.left())  # no room for both: the value takes precedence
        painting.fill(
            painter, QRectF(right - width, rect.top(), width + 2, TITLE_HEIGHT - 5), look.surface
        )
        at = QPointF(right, rect.top() + TITLE_HEIGHT / 2 - 3)
        painting.text(painter, at, words, look.normal, look.text, align=painting.RIGHT)

    def paint(self, painter: QPainter, rect: QRectF, look: ChartStyle) -> None:
        """Paint the same items anywhere: on an image, a page or a drawing."""
        with drawn(self, rect, look) as plot:
            plot.render(painter, rect)
