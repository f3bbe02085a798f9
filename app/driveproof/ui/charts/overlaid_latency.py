# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How the latencies of several sides are spread, over each other, on a logarithmic axis."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from driveproof.domain.run.histogram import Histogram
from driveproof.ui.charts import painting
from driveproof.ui.charts.chart import Linear, Table, paint_bottom, paint_levels
from driveproof.ui.charts.chart_style import Look
from driveproof.ui.charts.sides import SidesChart, paint_dot, side_color
from driveproof.ui.charts.ticks import latency_label, log_limits, log_ticks
from driveproof.ui.charts.timeline import Floats
from driveproof.ui.theme.text import shown
from driveproof.wording.catalogue import _
from driveproof.wording.units import NARROW, format_latency

_EDGES: Floats = 1e-7 * 10.0 ** (np.arange(9 * 40 + 1) / 40)
_LEVELS = (0.0, 50.0, 100.0)
_PERCENTILES = ((50.0, "p50"), (90.0, "p90"), (99.0, "p99"), (99.9, "p99.9"))


class OverlaidLatency(SidesChart):
    """The share of the I/Os that were at most as slow: the empirical distribution, as counted."""

    def __init__(
        self, histograms: Sequence[Histogram], names: Sequence[str], direction: str, title: str
    ) -> None:
        self.title = title
        self.names = list(names)
        self.direction = direction
        self.histograms = list(histograms)
        self.shares: list[Floats] = []
        used: list[float] = []
        for histogram in histograms:
            counts = histogram.rebin(_EDGES)
            total = int(counts.sum())
            self.shares.append(100.0 * np.cumsum(counts) / total if total else np.empty(0))
            places = np.flatnonzero(counts)
            if len(places):
                used += [float(_EDGES[places[0]]), float(_EDGES[places[-1] + 1])]
        self._limits = log_limits(min(used), max(used)) if used else (1e-5, 1e-2)

    @property
    def empty(self) -> bool:
        """Whether no side has an I/O."""
        return not any(len(share) for share in self.shares)

    def _across(self) -> Linear:
        low, high = self._limits
        return Linear(math.log10(low), math.log10(high))

    def paint(self, painter: QPainter, rect: QRectF, look: Look) -> None:
        instead = _("no latencies were kept") if self.empty else ""
        plot = self.paint_frame(painter, rect, look, instead)
        if plot is None:
            return
        across = self._across()
        paint_levels(
            painter, plot, look, [(level / 100, f"{level:.0f}{NARROW}%") for level in _LEVELS]
        )
        ticks = log_ticks(*self._limits, most=max(3, int(plot.width() / 70)))
        marks = [(across.share(math.log10(tick)), latency_label(tick)) for tick in ticks]
        for place, _label in marks:
            column = round(plot.left() + place * plot.width())
            painting.hairline(painter, (column, plot.top(), column, plot.bottom()), look.grid)
        paint_bottom(painter, plot, look, marks)
        # An SVG knows no clip: what lies beside the plot is not drawn at all.
        within = (_EDGES[1:] >= self._limits[0] * 0.999) & (_EDGES[1:] <= self._limits[1] * 1.001)
        x = plot.left() + plot.width() * (
            (np.log10(_EDGES[1:][within]) - across.low) / (across.high - across.low)
        )
        for number, share in enumerate(self.shares):
            if len(share):
                y = plot.bottom() - share[within] / 100 * plot.height()
                color = side_color(look, number, self.direction)
                painting.curve(painter, x, y, color, width=1.6)

    def paint_pointer(self, painter: QPainter, rect: QRectF, look: Look, at: QPointF) -> None:
        plot = self.plot_rect(rect)
        if self.empty or not plot.left() <= at.x() <= plot.right():
            return
        across = self._across()
        share = (at.x() - plot.left()) / plot.width()
        latency = 10 ** (across.low + share * (across.high - across.low))
        row = int(np.clip(np.searchsorted(_EDGES, latency) - 1, 0, len(_EDGES) - 2))
        painting.hairline(painter, (at.x(), plot.top(), at.x(), plot.bottom()), look.muted)
        words = [_("at most {0}").format(format_latency(latency))]
        for number, shares in enumerate(self.shares):
            if not len(shares):
                continue
            value = float(shares[row])
            name = painting.elided(shown(self.names[number]), look.normal, 120)
            words.append(f"{name} {percent(value)}")
            y = plot.bottom() - value / 100 * plot.height()
            paint_dot(painter, look, QPointF(at.x(), y), side_color(look, number, self.direction))
        self.paint_value(painter, rect, look, "   ".join(words))

    def table(self) -> Table:
        changing = np.zeros(len(_EDGES) - 1, dtype=bool)
        for share in self.shares:
            if len(share):
                changing |= np.diff(share, prepend=0.0) > 0
        rows = tuple(
            (
                format_latency(float(_EDGES[row + 1])),
                *(percent(float(share[row])) if len(share) else "–" for share in self.shares),
            )
            for row in np.flatnonzero(changing)
        )
        return Table((_("At most"), *map(shown, self.names)), rows)

    def describe(self) -> str:
        parts = []
        for name, histogram in zip(self.names, self.histograms, strict=True):
            values = histogram.percentiles(tuple(p for p, _ in _PERCENTILES))
            said = [
                f"{word} {format_latency(value)}"
                for value, (_, word) in zip(values, _PERCENTILES, strict=True)
                if value is not None
            ]
            if said:
                parts.append(f"{shown(name)}: {', '.join(said)}")
        return "; ".join(parts) or _("no latencies were kept")


def percent(share: float) -> str:
    """A share of I/Os: more figures the nearer it is to all of them."""
    if share >= 100:
        return f"100{NARROW}%"
    digits = 1 if share < 99 else 2 if share < 99.9 else 3
    return f"{min(share, 100 - 10**-digits):.{digits}f}{NARROW}%"
