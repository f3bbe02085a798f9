# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The charts of a report: each drawn once, as SVG for light and dark, and on paper."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QPainter

from driveproof.domain.run.result import ChartKind
from driveproof.domain.run.run import Run
from driveproof.ui.charts.chart import Chart
from driveproof.ui.charts.chart_style import ChartStyle, for_paper, for_screen
from driveproof.ui.charts.picture import svg_data
from driveproof.ui.output.run_charts import SCAN_HEIGHT, printed

WIDTH = 940.0
NARROW = 480.0
"""Of charts for browsers that have no room for WIDTH: their text would be half as large there."""
LINE = 150.0
SCAN = SCAN_HEIGHT
GAP = 16.0
_NAMED = re.compile(r"<(title|desc)>[^<]*</\1>\s*")
_ID = re.compile(r"""(\bid=["']|url\(#|href=["']#)""")


@dataclass(frozen=True)
class ChartDrawing:
    """Charts side by side, `height` units of 1/96 inch high and WIDTH wide; below each other where
    they are NARROW.
    """

    charts: tuple[Chart, ...]
    height: float
    key: str
    title: str = ""
    tabled: bool = False
    """Whether the table that follows has the same rows: there is no NARROW drawing of it."""

    @property
    def alt(self) -> str:
        """What the charts show."""
        return " ".join(chart.describe() for chart in self.charts)

    def paint(self, painter: QPainter, rect: QRectF, look: ChartStyle) -> None:
        """Paint it anywhere."""
        each = (rect.width() - GAP * (len(self.charts) - 1)) / len(self.charts)
        for place, chart in enumerate(self.charts):
            left = rect.left() + place * (each + GAP)
            chart.paint(painter, QRectF(left, rect.top(), each, rect.height()), look)

    def svg(self, *, dark: bool, narrow: bool = False) -> str:
        """One `<svg>` element, with ids that are unique in the file; "" for a narrow one of what a
        table says as well.
        """
        if narrow and self.tabled:
            return ""
        look = for_screen(dark=True) if dark else for_paper()
        heights = [self._narrow_height(chart, look) for chart in self.charts]
        width, height = WIDTH, self.height
        if narrow:
            width, height = NARROW, sum(heights) + GAP * (len(heights) - 1)

        def paint(painter: QPainter) -> None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if not narrow:
                self.paint(painter, QRectF(0, 0, width, height), look)
                return
            top = 0.0
            for chart, high in zip(self.charts, heights, strict=True):
                chart.paint(painter, QRectF(0, top, width, high), look)
                top += high + GAP

        text = svg_data(QSizeF(width, height), "", "", paint).decode()
        own = f"{self.key}-{'dark' if dark else 'light'}-{'narrow-' if narrow else ''}"
        element = _NAMED.sub("", text[text.index("<svg") :])  # the figure around it is named
        return _ID.sub(lambda found: found[1] + own, element).strip()

    def _narrow_height(self, chart: Chart, look: ChartStyle) -> float:
        """With the rows that a legend takes more where it is NARROW."""
        each = (WIDTH - GAP * (len(self.charts) - 1)) / len(self.charts)
        return self.height + chart.more_height(NARROW, look) - chart.more_height(each, look)


def run_drawings(run: Run, *, binary: bool = False) -> Sequence[ChartDrawing]:
    """The charts of a run: for each test over time only the curve; the tables have the
    latencies.
    """
    if not run.phases:
        return ()
    found: list[ChartDrawing] = []
    for number, drawn in enumerate(printed(run, binary=binary)):
        if drawn.kind is ChartKind.CURVES:
            found.append(ChartDrawing(drawn.charts[::2], LINE, f"{drawn.kind.value}{number}"))
        else:
            key = f"{drawn.kind.value}{number}"
            found.append(ChartDrawing(drawn.charts, drawn.height, key))
    return found
