# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Everyday tasks as bars of their time, divided into the drive's part, the processor's and others.

Only the bars are a plot; titles, times and shares stand beside them.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor

from driveproof.domain.metric import MetricName
from driveproof.domain.run.real_life import Row, real_life_rows
from driveproof.domain.run.run import Run
from driveproof.ui.charts import painting
from driveproof.ui.charts.bars import SHORTEST, BarMark, Bars
from driveproof.ui.charts.chart import Table
from driveproof.ui.charts.chart_style import Look
from driveproof.ui.charts.plot import Plot
from driveproof.ui.charts.rows import HEAD, RowsChart
from driveproof.wording import real_life as words
from driveproof.wording.catalogue import _
from driveproof.wording.figures import write_range
from driveproof.wording.units import NARROW, format_seconds, format_size

ROW = 40.0
KEY = 8.0  # pixels of the square before a part's name
SHARE = 90.0  # pixels at most of the drive's share
_FADED = 0.4
_NOBODY = 0.18


class RealLifeChart(RowsChart):
    """A bar for each task, all on one scale; its parts are the drive's, the processor's and the
    rest.
    """

    def __init__(self, run: Run) -> None:
        super().__init__()
        self.rows = real_life_rows(run)

    @property
    def name(self) -> str:
        return _("Everyday tasks, and how much of them was the drive")

    def heights(self) -> list[float]:
        return [ROW] * max(1, len(self.rows))

    def _left(self, width: float, look: Look) -> float:
        titles = (look.width(look.normal, words.task_title(row)) for row in self.rows)
        return min(max(titles, default=0.0) + 20, width * 0.36)

    def _figure(self, look: Look) -> float:
        """Pixels of the times and their ranges."""
        found = [0.0]
        for row in self.rows:
            found.append(look.width(look.normal, format_seconds(row.time.median)))
            found.append(look.width(look.small, _range(row)))
        return max(found)

    def _share(self, look: Look) -> float:
        """Pixels of the drive's share."""
        head = look.width(look.small, _("drive"))
        cells = (look.width(look.normal, words.share_text(row)) for row in self.rows)
        return min(max(head, *cells, 0.0) + 1, SHARE)

    def across(self, width: float, look: Look) -> tuple[float, float]:
        """Between the times on the left and the drive's share on the right."""
        left = self._left(width, look) + self._figure(look) + 16
        return left, width - self._share(look) - 16

    def draw(self, plot: Plot) -> None:
        look, beside = plot.look, plot.beside
        width = plot.rect().width()
        left = self._left(width, look)
        figures = left + self._figure(look)
        bands = self.bands(plot, (0.0, 1.0))
        self.draw_head(plot, 0, _("Task"))
        self._draw_key(plot)
        top = max((row.time.high for row in self.rows), default=0.0)
        found: list[BarMark] = []
        for row, band in zip(self.rows, bands, strict=False):
            title = painting.elided(words.task_title(row), look.normal, left - 12)
            beside.text(QPointF(0, band.middle), title, look.normal, look.text)
            spread = _range(row)
            at = QPointF(figures, band.middle - (8 if spread else 0))
            time = format_seconds(row.time.median)
            beside.text(at, time, look.normal, look.text, painting.RIGHT)
            if spread:
                at = QPointF(figures, band.middle + 8)
                beside.text(at, spread, look.small, look.muted, painting.RIGHT)
            at = QPointF(width, band.middle - 8)
            beside.text(at, words.share_text(row), look.normal, look.text, painting.RIGHT)
            at = QPointF(width, band.middle + 8)
            beside.text(at, _("drive"), look.small, look.muted, painting.RIGHT)
            if top > 0 and plot.area.width() >= SHORTEST:
                found.append(_bar(row, top, band.place, look))
            beside.rule(0, width, band.box.bottom(), look.line)
        plot.item("bars", Bars, z=10).set_bars(found, look, ROW)

    def _draw_key(self, plot: Plot) -> None:
        """The parts with their colours, above the bars."""
        look, x = plot.look, plot.area.left()
        names = (_("Drive, at most"), _("Processor"), _("Other waiting"))
        for name, color in zip(names, _colors(look), strict=True):
            wide = KEY + 6 + look.width(look.small, name) + 16
            if x + wide > plot.area.right() + 16:
                return
            plot.beside.fill(QRectF(x, (HEAD - KEY) / 2, KEY, KEY), color)
            plot.beside.text(QPointF(x + KEY + 6, HEAD / 2), name, look.small, look.muted)
            x += wide

    def table(self) -> Table:
        rows = tuple(
            (
                words.task_title(row),
                str(row.time.count),
                format_seconds(row.time.median),
                _range(row),
                format_seconds(row.processor),
                format_seconds(row.drive),
                words.share_text(row),
                "–" if row.stalled is None else format_seconds(row.stalled),
                "–" if row.read is None else format_size(row.read),
                "–" if row.written is None else format_size(row.written),
            )
            for row in self.rows
        )
        heads = (
            _("Task"), _("Repeats"), _("Median"), _("Least to greatest"), _("Processor"),
            _("Drive at most"), _("Share"), _("Stalled for I/O"), _("Read"), _("Written"),
        )  # fmt: skip
        return Table(heads, rows)

    def describe(self) -> str:
        return "; ".join(f"{row[0]}: {row[2]}, {row[6]}" for row in self.table().rows).replace(
            NARROW, " "
        )


def _range(row: Row) -> str:
    """The least and the greatest; "" for a single repeat."""
    if row.time.count < 2:
        return ""
    return write_range(MetricName.TIME, row.time)


def _colors(look: Look) -> tuple[QColor, QColor, QColor]:
    """Of the drive, the processor, and what is neither."""
    return (
        look.accent,
        painting.mixed(look.text, look.surface, _FADED),
        painting.mixed(look.text, look.surface, _NOBODY),
    )


def _bar(row: Row, top: float, y: float, look: Look) -> BarMark:
    parts = (row.drive, row.processor, row.other)
    whole = sum(parts)
    shares = tuple(
        (part / whole, color) for part, color in zip(parts, _colors(look), strict=True) if part > 0
    )
    return BarMark.of(row.time, top, y, look.accent, parts=shares if whole > 0 else ())
