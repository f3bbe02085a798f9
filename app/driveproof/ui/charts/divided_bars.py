# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests as bars on one scale, each divided into parts; a key above them names the colours.

Only the bars are a plot; titles and figures stand on their left, what is said of the parts on their
right.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor

from driveproof.domain.figure import Table
from driveproof.domain.run.run import Summary
from driveproof.ui.charts import painting
from driveproof.ui.charts.bars import SHORTEST, BarMark, Bars
from driveproof.ui.charts.chart_style import ChartStyle
from driveproof.ui.charts.plot import ChartPlot
from driveproof.ui.charts.rows import HEAD, AnswerRows
from driveproof.wording.say import value_text

_AWAY = 9.0  # pixels of two lines from the middle of their row
_KEY = 8.0  # pixels of the square before a part's name
_TITLES = 0.36  # of the width, at most
_GAP = 16.0  # pixels beside the bars, and between the names of the key


class DividedRow(NamedTuple):
    """A test in words: its median, the least and greatest below it ("" for a single repeat), and
    what is said of its parts in two lines, each "" for none.
    """

    title: str
    summary: Summary
    value: str
    spread: str
    said: str
    quietly: str


class DividedBars(AnswerRows):
    """The base of charts whose bars have parts."""

    row = 48.0
    """The height of a row in pixels."""
    most_said = 190.0
    """Pixels at most of what is said of the parts."""

    def __init__(
        self, lines: Sequence[DividedRow], figures: Table, *, binary: bool = False
    ) -> None:
        super().__init__(figures, binary=binary)
        self.lines = tuple(lines)

    @abstractmethod
    def key(self, look: ChartStyle) -> Sequence[tuple[str, QColor]]:
        """The parts and their colours."""

    @abstractmethod
    def parts(
        self, number: int, look: ChartStyle
    ) -> tuple[QColor, tuple[tuple[float, QColor], ...]]:
        """The colour of a bar, and its parts: shares of its length, with their colours."""

    def heights(self) -> list[float]:
        return [self.row] * max(1, len(self.lines))

    def _left(self, width: float, look: ChartStyle) -> float:
        titles = (look.width(look.normal, line.title) for line in self.lines)
        return min(max(titles, default=0.0) + 20, width * _TITLES)

    def _figures(self, look: ChartStyle) -> float:
        """Pixels of the medians and their ranges."""
        return max((_width(line.value, line.spread, look) for line in self.lines), default=0.0)

    def _said(self, look: ChartStyle) -> float:
        """Pixels of what is said of the parts."""
        widest = max((_width(line.said, line.quietly, look) for line in self.lines), default=0.0)
        return min(widest + 1, self.most_said)

    def across(self, width: float, look: ChartStyle) -> tuple[float, float]:
        """Between the figures on the left and what is said on the right."""
        left = self._left(width, look) + self._figures(look)
        return left + _GAP, width - self._said(look) - _GAP

    def draw(self, plot: ChartPlot) -> None:
        look, beside = plot.look, plot.beside
        width = plot.rect().width()
        left = self._left(width, look)
        figures = left + self._figures(look)
        bands = self.bands(plot, (0.0, 1.0))
        self.draw_head(plot, 0, value_text(self.figures.columns[0].title))
        self._draw_key(plot)
        top = max((line.summary.high for line in self.lines), default=0.0)
        found: list[BarMark] = []
        for number, (line, band) in enumerate(zip(self.lines, bands, strict=False)):
            title = painting.elided(line.title, look.normal, left - 12)
            beside.text(QPointF(0, band.middle), title, look.normal, look.text)
            self._draw_two(plot, QPointF(figures, band.middle), line.value, line.spread)
            said = painting.elided(line.said, look.normal, self.most_said)
            quietly = painting.elided(line.quietly, look.small, self.most_said)
            self._draw_two(plot, QPointF(width, band.middle), said, quietly)
            if top > 0 and plot.area.width() >= SHORTEST:
                color, parts = self.parts(number, look)
                found.append(BarMark.of(line.summary, top, band.place, color, parts=parts))
            beside.rule(0, width, band.box.bottom(), look.line)
        plot.item("bars", Bars, z=10).set_bars(found, look, self.row)

    def _draw_two(self, plot: ChartPlot, at: QPointF, said: str, quietly: str) -> None:
        """Two lines that end there, or the one there is in the middle of the row."""
        look = plot.look
        away = _AWAY if said and quietly else 0.0
        lines = ((said, look.normal, look.text, -away), (quietly, look.small, look.muted, away))
        for text, font, color, down in lines:
            if text:
                plot.beside.text(at + QPointF(0, down), text, font, color, painting.RIGHT)

    def _draw_key(self, plot: ChartPlot) -> None:
        """The parts with their colours, above the bars, as many as there is room for."""
        look, x = plot.look, plot.area.left()
        for name, color in self.key(look):
            wide = _KEY + 6 + look.width(look.small, name)
            if x + wide > plot.area.right():
                return
            plot.beside.fill(QRectF(x, (HEAD - _KEY) / 2, _KEY, _KEY), color)
            plot.beside.text(QPointF(x + _KEY + 6, HEAD / 2), name, look.small, look.muted)
            x += wide + _GAP


def _width(said: str, quietly: str, look: ChartStyle) -> float:
    return max(look.width(look.normal, said), look.width(look.small, quietly))
