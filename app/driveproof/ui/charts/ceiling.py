# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the link of a drive carries at most, as a line on charts of bandwidth."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPen

from driveproof.domain.run.run import DIRECT, Environment
from driveproof.ui.charts import painting
from driveproof.ui.charts.chart_style import Look
from driveproof.ui.theme.text import shown
from driveproof.wording.catalogue import _
from driveproof.wording.units import format_bandwidth

LABEL = 15.0  # pixels that a line of small text needs
IN_SIGHT = 0.4
"""The line is drawn when the data reach this share of it: below, it would squash them."""


@dataclass(frozen=True, slots=True)
class Ceiling:
    """`value` in bytes per second, `link` as "SATA 6 Gb/s"."""

    link: str
    value: float

    def in_sight(self, highest: float) -> bool:
        """Whether data up to `highest` bytes a second come near enough for the line."""
        return highest >= IN_SIGHT * self.value

    def words(self, *, binary: bool = False) -> str:
        """SATA 6 Gb/s carries 550 MB/s."""
        value = format_bandwidth(self.value, binary=binary)
        return _("{0} carries {1}").format(self.link, value)


def ceiling_of(environment: Environment) -> Ceiling | None:
    """That of a kept run; None where it is not known or memory took part."""
    if not environment.link or not environment.link_ceiling or environment.io_path != DIRECT:
        return None
    return Ceiling(shown(environment.link), float(environment.link_ceiling))


def paint_level(painter: QPainter, plot: QRectF, look: Look, y: float, words: str) -> None:
    """The ceiling as a horizontal line with its words: above it, or below where the axis ends."""
    paint_line(painter, look, QPointF(plot.left(), y), QPointF(plot.right(), y))
    above = y - plot.top() >= LABEL
    at = QPointF(plot.right() - 4, y + (-LABEL / 2 if above else LABEL / 2 + 1))
    width = look.width(look.small, words) + 8
    if width > plot.width():
        return  # the words are in the chart's description
    plate = QRectF(plot.right() - width, at.y() - LABEL / 2 + 1, width, LABEL - 2)
    painting.fill(painter, plate, painting.with_alpha(look.surface, 0.8))
    painting.text(painter, at, words, look.small, look.muted, align=painting.RIGHT)


def paint_line(painter: QPainter, look: Look, start: QPointF, end: QPointF) -> None:
    """Thin and dashed: a limit, and nothing that was measured."""
    pen = QPen(painting.with_alpha(look.text, 0.55), 1)
    pen.setDashPattern([4.0, 3.0])
    painter.setPen(pen)
    painter.drawLine(start, end)
