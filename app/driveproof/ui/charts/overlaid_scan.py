# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Scans of several sides over each other: throughput, or access time, by position."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from driveproof.ui.charts import painting
from driveproof.ui.charts.chart import Linear, Table, paint_bottom, paint_levels
from driveproof.ui.charts.chart_style import Look
from driveproof.ui.charts.position_chart import ByPosition, Pass, size_ticks
from driveproof.ui.charts.quantity import bandwidth
from driveproof.ui.charts.scan import Accesses, Throughput
from driveproof.ui.charts.sides import SidesChart, paint_dot, side_color
from driveproof.ui.charts.ticks import latency_label, linear_ticks, log_marks
from driveproof.ui.charts.timeline import Floats, envelope
from driveproof.ui.theme.text import shown
from driveproof.wording.catalogue import _
from driveproof.wording.units import format_size


class OverlaidScan(SidesChart):
    """Each side's passes as one cloud; `sequential` draws lines from zero, else dots (log)."""

    def __init__(
        self,
        sides: Sequence[tuple[str, Sequence[Pass]]],
        size: int,
        direction: str,
        title: str,
        *,
        sequential: bool,
        binary: bool = False,
    ) -> None:
        self.title = title
        self.direction = direction
        self.sequential = sequential
        self.names = [name for name, _ in sides]
        made: list[ByPosition] = [
            Throughput(size, passes, binary=binary) if sequential else Accesses(size, passes)
            for _, passes in sides
        ]
        self.parts = made
        self.size = max((part.size for part in made), default=1)
        self.quantity = bandwidth(binary=binary)
        values = np.concatenate([part.values for part in made] or [np.empty(0)])
        self.low, self.high = 0.0, 1.0
        self._ticks: tuple[float, ...] = (0.0, 1.0)
        if len(values) and sequential:
            self._ticks = linear_ticks(float(values.max()) / self.quantity.divisor)
            self.high = self._ticks[-1] * self.quantity.divisor
        elif len(values):
            self.low, self.high = float(values.min()) / 1.4, float(values.max()) * 1.4

    @property
    def empty(self) -> bool:
        """Whether nothing was scanned."""
        return all(part.empty for part in self.parts)

    def _share(self, values: Floats) -> Floats:
        if self.sequential:
            return values / self.high
        low, high = np.log10([self.low, self.high])
        shares: Floats = (np.log10(values) - low) / (high - low)
        return shares

    def _points(self, plot: QRectF, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        across = plot.left() + x / self.size * plot.width()
        return across, plot.bottom() - self._share(y) * plot.height()

    def _marks(self, plot: QRectF) -> list[tuple[float, str]]:
        if self.sequential:
            scale = Linear(0.0, self._ticks[-1])
            top = self._ticks[-1]
            return [(scale.share(t), self.quantity.mark(t, top)) for t in self._ticks]
        ticks = log_marks(self.low, self.high, most=max(2, int(plot.height() / 28)))
        return [(float(self._share(np.array(t))), latency_label(t)) for t in ticks]

    def paint(self, painter: QPainter, rect: QRectF, look: Look) -> None:
        plot = self.plot_rect(rect)
        self.paint_title(painter, rect, look)
        self.paint_names(painter, rect, look)
        if plot.width() < 20 or plot.height() < 10 or self.empty:
            return
        paint_levels(painter, plot, look, self._marks(plot))
        marks = size_ticks(self.size, max(2, int(plot.width() / 84)))
        paint_bottom(painter, plot, look, [(at / self.size, words) for at, words in marks])
        for number, part in enumerate(self.parts):
            color = side_color(look, number, self.direction)
            if self.sequential:
                for offsets, values in part.passes:
                    thin = envelope(offsets, values, 0.0, float(self.size), int(plot.width()))
                    painting.curve(painter, *self._points(plot, *thin), color)
            elif not part.empty:
                painter.save()
                pen = QPen(painting.with_alpha(color, 0.6), 3.2)
                pen.setCapStyle(Qt.PenCapStyle.RoundCap)
                painter.setPen(pen)
                x, y = self._points(plot, part.offsets, part.values)
                painter.drawPoints(QPolygonF(painting.points(x, y)))
                painter.restore()

    def paint_pointer(self, painter: QPainter, rect: QRectF, look: Look, at: QPointF) -> None:
        plot = self.plot_rect(rect)
        if self.empty or not plot.left() <= at.x() <= plot.right():
            return
        place = (at.x() - plot.left()) / plot.width() * self.size
        painting.hairline(painter, (at.x(), plot.top(), at.x(), plot.bottom()), look.muted)
        words = [_("at {0}").format(format_size(place))]
        for number, part in enumerate(self.parts):
            if part.empty:
                continue
            index = int(np.argmin(np.abs(part.offsets - place)))
            value = part.values[index : index + 1]
            name = painting.elided(shown(self.names[number]), look.normal, 120)
            words.append(f"{name} {part.write(float(value[0]))}")
            x, y = self._points(plot, part.offsets[index : index + 1], value)
            color = side_color(look, number, self.direction)
            paint_dot(painter, look, QPointF(float(x[0]), float(y[0])), color)
        self.paint_value(painter, rect, look, "   ".join(words))

    def table(self) -> Table:
        rows = [
            (shown(name), *row)
            for name, part in zip(self.names, self.parts, strict=True)
            for row in part.table().rows
        ]
        heads = (_("Side"), _("Position"))
        value = self.parts[0].column() if self.parts else ""
        return Table((*heads, _("Byte"), value), tuple(rows))

    def describe(self) -> str:
        return "; ".join(
            f"{shown(name)}: {part.describe()}"
            for name, part in zip(self.names, self.parts, strict=True)
        )
