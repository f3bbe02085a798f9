# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The pictures of a report: each chart drawn once, as SVG for light and dark, and on paper."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgGenerator

from driveproof.domain.run.run import Run
from driveproof.ui.charts import quantity
from driveproof.ui.charts.bars import ResultBars
from driveproof.ui.charts.ceiling import ceiling_of
from driveproof.ui.charts.chart import Chart, Margins
from driveproof.ui.charts.chart_style import Look, for_paper, for_screen
from driveproof.ui.charts.guided import drawn, guided_chart
from driveproof.ui.charts.line import LineChart
from driveproof.ui.charts.scan import scan_charts
from driveproof.ui.charts.timeline import Timeline
from driveproof.wording.phase import direction_word

WIDTH = 940.0
LINE = 150.0
SCAN = 230.0
MOST_ROWS = 16  # curves of more tests than these make a file that nobody reads
GAP = 16.0
DPI = 96
_ID = re.compile(r"""(\bid=["']|url\(#|href=["']#)""")


@dataclass(frozen=True)
class ChartDrawing:
    """Charts side by side, `height` units of 1/96 inch high and WIDTH wide."""

    charts: tuple[Chart, ...]
    height: float
    key: str
    title: str = ""

    @property
    def alt(self) -> str:
        """What is to be seen."""
        return " ".join(chart.describe() for chart in self.charts)

    def paint(self, painter: QPainter, rect: QRectF, look: Look) -> None:
        """Paint it anywhere."""
        each = (rect.width() - GAP * (len(self.charts) - 1)) / len(self.charts)
        for place, chart in enumerate(self.charts):
            left = rect.left() + place * (each + GAP)
            chart.paint(painter, QRectF(left, rect.top(), each, rect.height()), look)

    def svg(self, *, dark: bool) -> str:
        """One `<svg>` element; its ids are its own among all pictures of a file."""
        data = QByteArray()
        buffer = QBuffer(data)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        generator = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)
        generator.setOutputDevice(buffer)
        generator.setSize(QSize(round(WIDTH), round(self.height)))
        generator.setViewBox(QRectF(0, 0, WIDTH, self.height))
        generator.setResolution(DPI)
        painter = QPainter(generator)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        look = for_screen(dark=True) if dark else for_paper()
        self.paint(painter, QRectF(0, 0, WIDTH, self.height), look)
        painter.end()
        buffer.close()
        text = bytes(data.data()).decode("utf-8")
        own = f"{self.key}-{'dark' if dark else 'light'}-"
        return _ID.sub(lambda found: found[1] + own, text[text.index("<svg") :]).strip()


def run_drawings(run: Run, *, binary: bool = False) -> Sequence[ChartDrawing]:
    """What answers a guided run or a scan; the medians as bars, and each test over time."""
    if not run.phases:
        return ()
    found: list[ChartDrawing] = []
    answer = guided_chart(run, binary=binary)
    if answer is not None:
        found.append(ChartDrawing((answer,), answer.height, "answer"))
    for number, chart in enumerate(scan_charts(run, binary=binary)):
        found.append(ChartDrawing((chart,), SCAN, f"scan{number}"))
    if found and answer is None:
        return found
    bars = ResultBars(drawn(run), binary=binary, ceiling=ceiling_of(run.environment))
    if bars.rows:
        found.append(ChartDrawing((bars,), bars.height, "bars"))
    for number, row in enumerate(bars.rows):
        charts: list[Chart] = []
        for name in bars.directions:
            phase = row.phases.get(name)
            if phase is None or (charts and phase.direction == "mixed"):
                continue
            timeline = Timeline.of_phase(phase)
            if timeline.empty:
                continue
            of = quantity.of_metric(phase.primary, binary=binary)
            ways = " + ".join(direction_word(each) for each in phase.directions)
            words = f"{phase.title} {ways} · {of.unit or of.title}"
            line = LineChart(timeline, of, words, ceiling_of(run.environment))
            line.shows_legend = phase.direction == "mixed"
            line.title_at_edge = True
            line.margins = Margins(48.0, 8.0 if len(phase.directions) == 1 else 40.0)
            charts.append(line)
        if charts and number < MOST_ROWS:
            found.append(ChartDrawing(tuple(charts), LINE, f"row{number}"))
    return found
