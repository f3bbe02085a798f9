# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What every chart can do, and the axes that they share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from driveproof.ui.charts import painting
from driveproof.ui.charts.chart_style import Look

TITLE_HEIGHT = 26.0
AXIS_HEIGHT = 24.0


@dataclass(frozen=True)
class Table:
    """The figures behind a chart, as they are read aloud and copied."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def as_text(self) -> str:
        """Columns parted by tabs, lines by line ends: what spreadsheets take."""
        return "\n".join("\t".join(row) for row in (self.columns, *self.rows)) + "\n"


@dataclass(frozen=True)
class Margins:
    """Room beside the plot in pixels, the same for charts that stand above each other."""

    left: float = 58.0
    right: float = 56.0


class Chart(ABC):
    """Paints itself anywhere: a widget, a picture, a page. It holds values and no widget."""

    title = ""
    margins = Margins()
    shows_axis = True
    title_at_edge = False
    """Whether the title begins left of the plot: where charts are narrow."""

    @abstractmethod
    def paint(self, painter: QPainter, rect: QRectF, look: Look) -> None:
        """Paints the chart without a pointer."""

    @abstractmethod
    def paint_pointer(self, painter: QPainter, rect: QRectF, look: Look, at: QPointF) -> None:
        """Paints a hair line and the value under the pointer."""

    @abstractmethod
    def table(self) -> Table:
        """The figures that are drawn."""

    @abstractmethod
    def describe(self) -> str:
        """What is to be seen, in a sentence: for people who do not see it."""

    def plot_rect(self, rect: QRectF) -> QRectF:
        """Where the data goes: within title, axis and margins."""
        return rect.adjusted(
            self.margins.left,
            TITLE_HEIGHT if self.title else 8.0,
            -self.margins.right,
            -AXIS_HEIGHT if self.shows_axis else -6.0,
        )

    def paint_title(self, painter: QPainter, rect: QRectF, look: Look) -> None:
        """The title above the plot, with the quantity and its unit."""
        if self.title:
            plot = self.plot_rect(rect)
            left = rect.left() if self.title_at_edge else plot.left()
            words = painting.elided(self.title, look.normal, rect.right() - left)
            at = QPointF(left, rect.top() + TITLE_HEIGHT / 2 - 3)
            painting.text(painter, at, words, look.normal, look.muted)

    def paint_value(self, painter: QPainter, rect: QRectF, look: Look, words: str) -> None:
        """The value under the pointer: at the right end of the title's line, over nothing else."""
        plot = self.plot_rect(rect)
        width = look.width(look.normal, words) + 12
        right = plot.right()
        if plot.left() + look.width(look.normal, self.title) > right - width:
            width = max(width, right - plot.left())  # no room for both: the value wins
        painting.fill(
            painter, QRectF(right - width, rect.top(), width + 2, TITLE_HEIGHT - 5), look.surface
        )
        at = QPointF(right, rect.top() + TITLE_HEIGHT / 2 - 3)
        painting.text(painter, at, words, look.normal, look.text, align=painting.RIGHT)


@dataclass(frozen=True)
class Linear:
    """Values on a straight axis: `low` at the bottom (or left) and `high` at the other end."""

    low: float
    high: float

    def share(self, value: float) -> float:
        """0 at the low end, 1 at the high end."""
        return (value - self.low) / ((self.high - self.low) or 1.0)


def paint_levels(
    painter: QPainter,
    plot: QRectF,
    look: Look,
    marks: list[tuple[float, str]],
) -> None:
    """Grid lines with their labels at the left; `marks` are (share of the height, words)."""
    for share, words in marks:
        y = round(plot.bottom() - share * plot.height())
        painting.hairline(painter, (plot.left(), y, plot.right(), y), look.grid)
        painting.text(
            painter,
            QPointF(plot.left() - 8, y),
            words,
            look.small,
            look.muted,
            align=painting.RIGHT,
        )


def paint_bottom(
    painter: QPainter,
    plot: QRectF,
    look: Look,
    marks: list[tuple[float, str]],
) -> None:
    """Labels below the plot; the first and the last stay within it."""
    y = plot.bottom() + AXIS_HEIGHT / 2 + 2
    free = plot.left() - 20
    for share, words in marks:
        x = plot.left() + share * plot.width()
        width = look.width(look.small, words)
        left = min(max(x - width / 2, plot.left()), plot.right() - width)
        if left < free:
            continue
        free = left + width + 12
        painting.text(painter, QPointF(left, y), words, look.small, look.muted)
