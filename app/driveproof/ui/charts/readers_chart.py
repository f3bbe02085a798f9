# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Readers of a mirror as bars, each divided into what the devices served of it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor

from driveproof.domain.metric import MetricName
from driveproof.domain.run.readers import ReaderTest, legs_of_run, reader_tests
from driveproof.domain.run.run import Run
from driveproof.domain.run.work import Part
from driveproof.domain.text import shown
from driveproof.ui.charts import painting
from driveproof.ui.charts.bars import SHORTEST, BarMark, Bars
from driveproof.ui.charts.chart import Table
from driveproof.ui.charts.chart_style import Look
from driveproof.ui.charts.plot import Plot
from driveproof.ui.charts.rows import HEAD, RowsChart
from driveproof.wording import readers as words
from driveproof.wording.catalogue import _
from driveproof.wording.figures import write_metric, write_range
from driveproof.wording.units import NARROW

ROW = 48.0
SERVED = 190.0  # pixels at most of the devices that served
KEY = 8.0  # pixels of the square before a device's name
_FADES = (1.0, 0.45, 0.72, 0.25)
"""How strong the colour of each device is, in the order of their names; then again."""


class ReadersChart(RowsChart):
    """A bar for each test, all on one scale; its parts are the shares of the devices."""

    def __init__(self, run: Run, *, binary: bool = False) -> None:
        super().__init__()
        self.run = run
        self.rows = reader_tests(run)
        self.binary = binary

    @property
    def name(self) -> str:
        return _("Readers, and the devices that served them")

    def heights(self) -> list[float]:
        return [ROW] * max(1, len(self.rows))

    def _left(self, width: float, look: Look) -> float:
        titles = (look.width(look.normal, words.reader_title(test)) for test in self.rows)
        return min(max(titles, default=0.0) + 24, width * 0.3)

    def _figure(self, look: Look) -> float:
        """Pixels of the speeds and their ranges."""
        found = [0.0]
        for test in self.rows:
            found.append(look.width(look.normal, self._value(test)))
            found.append(look.width(look.small, self._range(test)))
        return max(found)

    def _served(self, look: Look) -> float:
        """Pixels of the devices that served."""
        found = [0.0]
        for test in self.rows:
            found.append(look.width(look.normal, words.served_text(self.run, test)))
            found.append(look.width(look.small, words.shares_text(test)))
        return min(max(found) + 1, SERVED)

    def _value(self, test: ReaderTest) -> str:
        return write_metric(MetricName.BANDWIDTH, test.rate.median, binary=self.binary)

    def _range(self, test: ReaderTest) -> str:
        """The least and the greatest; "" for a single repeat."""
        if test.rate.count < 2:
            return ""
        return write_range(MetricName.BANDWIDTH, test.rate, binary=self.binary)

    def across(self, width: float, look: Look) -> tuple[float, float]:
        """Between the figures on the left and the devices on the right."""
        right = width - self._served(look) - 16
        return self._left(width, look) + self._figure(look) + 16, right

    def draw(self, plot: Plot) -> None:
        look, beside = plot.look, plot.beside
        width = plot.rect().width()
        left = self._left(width, look)
        figures = left + self._figure(look)
        bands = self.bands(plot, (0.0, 1.0))
        self.draw_head(plot, 0, _("Test"))
        self._draw_key(plot, plot.area.left())
        top = max((test.rate.high for test in self.rows), default=0.0)
        found: list[BarMark] = []
        for test, band in zip(self.rows, bands, strict=False):
            title = painting.elided(words.reader_title(test), look.normal, left - 12)
            beside.text(QPointF(0, band.middle), title, look.normal, look.text)
            spread = self._range(test)
            at = QPointF(figures, band.middle - (9 if spread else 0))
            beside.text(at, self._value(test), look.normal, look.text, painting.RIGHT)
            if spread:
                at = QPointF(figures, band.middle + 9)
                beside.text(at, spread, look.small, look.muted, painting.RIGHT)
            self._draw_served(plot, test, width, band.middle)
            if top > 0 and plot.area.width() >= SHORTEST:
                found.append(_bar(test, top, band.place, look))
            beside.rule(0, width, band.box.bottom(), look.line)
        plot.item("bars", Bars, z=10).set_bars(found, look, ROW)

    def _draw_key(self, plot: Plot, x: float) -> None:
        """The devices with their colours, above the bars."""
        look = plot.look
        names = legs_of_run(self.run) if any(test.legs for test in self.rows) else ()
        for number, device in enumerate(names):
            name = shown(device)
            wide = KEY + 6 + look.width(look.small, name) + 16
            if x + wide > plot.area.right():
                return
            square = QRectF(x, (HEAD - KEY) / 2, KEY, KEY)
            plot.beside.fill(square, _shade(look.read, number, look))
            plot.beside.text(QPointF(x + KEY + 6, HEAD / 2), name, look.small, look.muted)
            x += wide

    def _draw_served(self, plot: Plot, test: ReaderTest, right: float, y: float) -> None:
        look = plot.look
        served = words.served_text(self.run, test)
        lines = [text for text in (served, words.shares_text(test)) if text]
        for number, text in enumerate(lines):
            away = (number - (len(lines) - 1) / 2) * 18
            font, color = (look.normal, look.text) if served and not number else (
                look.small, look.muted,
            )  # fmt: skip
            at = QPointF(right, y + away)
            plot.beside.text(at, painting.elided(text, font, SERVED), font, color, painting.RIGHT)

    def table(self) -> Table:
        rows = tuple(
            (
                words.reader_title(test),
                str(test.rate.count),
                write_metric(MetricName.BANDWIDTH, test.rate.median, binary=self.binary),
                write_range(MetricName.BANDWIDTH, test.rate, binary=self.binary),
                words.served_text(self.run, test),
                words.shares_text(test),
            )
            for test in self.rows
        )
        heads = (_("Test"), _("Repeats"), _("Median"), _("Least to greatest"))
        return Table((*heads, _("Served by"), _("Share of the reads")), rows)

    def describe(self) -> str:
        return "; ".join(f"{row[0]}: {row[2]}, {row[5]}" for row in self.table().rows).replace(
            NARROW, " "
        )


def _shade(color: QColor, number: int, look: Look) -> QColor:
    return painting.mixed(color, look.surface, _FADES[number % len(_FADES)])


def _bar(test: ReaderTest, top: float, y: float, look: Look) -> BarMark:
    color = look.write if test.part is Part.COPY else look.read
    parts = tuple((leg.share, _shade(color, number, look)) for number, leg in enumerate(test.legs))
    return BarMark.of(test.rate, top, y, color, parts=parts)
