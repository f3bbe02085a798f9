# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Charts as a report and a picture show them: painted anywhere, or as SVG for light and dark."""

from __future__ import annotations

import re
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QPainter

from driveproof.ui.charts.chart import Chart
from driveproof.ui.charts.chart_style import ChartStyle, for_paper, for_screen
from driveproof.ui.charts.picture import svg_data

WIDTH = 940.0
NARROW = 480.0
"""Of charts for browsers that have no room for WIDTH: their text would be half as large there."""
GAP = 16.0
_NAMED = re.compile(r"<(title|desc)>[^<]*</\1>\s*")
_ID = re.compile(r"""(\bid=["']|url\(#|href=["']#)""")


@dataclass(frozen=True)
class ChartDrawing:
    """Charts side by side, `height` units of 1/96 inch high beside the rows of their legends, and
    WIDTH wide; below each other where they are NARROW.
    """

    charts: tuple[Chart, ...]
    height: float
    key: str
    title: str = ""
    tabled: bool = False
    """Whether the table that follows has the same rows: there is no NARROW drawing of it."""
    columns: int = 0
    """Beside how many charts these stand, where other drawings have more than this one."""

    @property
    def alt(self) -> str:
        """What the charts show."""
        return " ".join(chart.describe() for chart in self.charts)

    def height_in(self, width: float, look: ChartStyle) -> float:
        """With all rows of the legends of charts that are so wide together."""
        each = self._each(width)
        return self.height + max(chart.more_height(each, look) for chart in self.charts)

    def _each(self, width: float) -> float:
        count = max(self.columns, len(self.charts))
        return (width - GAP * (count - 1)) / count

    def paint(self, painter: QPainter, rect: QRectF, look: ChartStyle) -> None:
        """Paint it anywhere."""
        each = self._each(rect.width())
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
        heights = [self.height + chart.more_height(NARROW, look) for chart in self.charts]
        width, height = WIDTH, self.height_in(WIDTH, look)
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
