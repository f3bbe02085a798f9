# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What every chart can do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from driveproof.ui.charts import painting
from driveproof.ui.charts.chart_style import AXIS_HEIGHT, TITLE_HEIGHT, Look
from driveproof.ui.charts.frame import Reading
from driveproof.ui.charts.plot import Plot, drawn
from driveproof.wording.catalogue import _


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
    """Holds values and no widget. It is drawn from items of a plot: in the window, on a picture, on
    a page.
    """

    title = ""
    margins = Margins()
    shows_axis = True
    title_at_edge = False
    """Whether the title begins left of the plot: where charts are narrow."""
    zooms = False
    """Whether one can look closer at a part of the horizontal axis."""

    @property
    def name(self) -> str:
        """What the chart is called where it is read aloud."""
        return self.title or _("Chart")

    @property
    def closest(self) -> float:
        """No less of the horizontal axis is shown."""
        return 0.0

    @property
    def least_height(self) -> float:
        """In less its words would not fit, in pixels; 0 where any height will do."""
        return 0.0

    @abstractmethod
    def draw(self, plot: Plot) -> None:
        """Put what is to be seen into the plot. Called again whenever something has changed."""

    @abstractmethod
    def table(self) -> Table:
        """The figures that are drawn."""

    @abstractmethod
    def describe(self) -> str:
        """What is to be seen, in a sentence: for people who do not see it."""

    def reading(self, plot: Plot, x: float, y: float | None) -> Reading | None:
        """The value at a place of the axes; `y` is None where another chart's pointer asks."""
        return None

    def plot_rect(self, rect: QRectF, look: Look) -> QRectF:
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
            plot = self.plot_rect(rect, look)
            left = rect.left() if self.title_at_edge else plot.left()
            words = painting.elided(self.title, look.normal, rect.right() - left)
            at = QPointF(left, rect.top() + TITLE_HEIGHT / 2 - 3)
            painting.text(painter, at, words, look.normal, look.muted)

    def paint_value(self, painter: QPainter, rect: QRectF, look: Look, words: str) -> None:
        """The value under the pointer: at the right end of the title's line, over nothing else."""
        plot = self.plot_rect(rect, look)
        width = look.width(look.normal, words) + 12
        right = plot.right()
        if plot.left() + look.width(look.normal, self.title) > right - width:
            width = max(width, right - plot.left())  # no room for both: the value wins
        painting.fill(
            painter, QRectF(right - width, rect.top(), width + 2, TITLE_HEIGHT - 5), look.surface
        )
        at = QPointF(right, rect.top() + TITLE_HEIGHT / 2 - 3)
        painting.text(painter, at, words, look.normal, look.text, align=painting.RIGHT)

    def paint(self, painter: QPainter, rect: QRectF, look: Look) -> None:
        """Paint the same items anywhere: on an image, a page or a drawing."""
        with drawn(self, rect, look) as plot:
            plot.render(painter, rect)


@dataclass(frozen=True)
class Linear:
    """A straight axis from `low` at the bottom (or left) to `high` at the other end."""

    low: float
    high: float
