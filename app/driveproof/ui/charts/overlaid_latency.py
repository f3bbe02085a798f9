# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The latency distributions of several sides on top of each other, on a logarithmic axis."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from driveproof.domain.access import Direction
from driveproof.domain.run.columns import Floats
from driveproof.domain.run.histogram import Histogram
from driveproof.ui.charts import painting
from driveproof.ui.charts.chart import Chart, ChartTable
from driveproof.ui.charts.distribution import latency_marks
from driveproof.ui.charts.frame import PointerReading
from driveproof.ui.charts.plot import ChartPlot
from driveproof.ui.charts.sides import many, name_color, side_color
from driveproof.ui.charts.ticks import log_limits
from driveproof.ui.theme.text import shown
from driveproof.wording.catalogue import _
from driveproof.wording.units import NARROW, format_latency

_EDGES: Floats = 1e-7 * 10.0 ** (np.arange(9 * 40 + 1) / 40)
_LEVELS = (0.0, 50.0, 100.0)
_PERCENTILES = ((50.0, "p50"), (90.0, "p90"), (99.0, "p99"), (99.9, "p99.9"))


class OverlaidLatency(Chart):
    """The fraction of I/Os at or below each latency: the empirical distribution, as counted."""

    zooms = True

    def __init__(
        self,
        histograms: Sequence[Histogram],
        names: Sequence[str],
        direction: Direction,
        title: str,
    ) -> None:
        self.title = title
        self.names = list(names)
        self.key_names = many(self.names)
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

    def draw(self, plot: ChartPlot) -> None:
        low, high = (math.log10(limit) for limit in self._limits)
        plot.range((low, high), (0.0, 100.0))
        plot.left_marks([(level, f"{level:.0f}{NARROW}%") for level in _LEVELS])
        plot.bottom.marks, plot.bottom.grid_lines = latency_marks, True
        if self.empty:
            plot.say(_("No data"))
        for number, (name, share) in enumerate(zip(self.names, self.shares, strict=True)):
            if not len(share):
                continue
            color = side_color(plot.look, number, self.direction, len(self.names))
            text = name_color(plot.look, number, color, len(self.names))
            plot.key("line", name, color, series=name, text=text)
            x = np.log10(_EDGES[1:])
            plot.curve(f"side {number}", x, share, color, width=1.6, series=name)

    def reading(self, plot: ChartPlot, x: float, y: float | None) -> PointerReading | None:
        if self.empty:
            return None
        latency = 10.0**x
        row = int(np.clip(np.searchsorted(_EDGES, latency) - 1, 0, len(_EDGES) - 2))
        words, dots = [_("at most {amount}").format(amount=format_latency(latency))], []
        for number, (name, shares) in enumerate(zip(self.names, self.shares, strict=True)):
            if not len(shares) or not plot.shows(name):
                continue
            value = float(shares[row])
            words.append(f"{painting.elided(shown(name), plot.look.normal, 120)} {percent(value)}")
            dots.append((x, value, side_color(plot.look, number, self.direction, len(self.names))))
        return PointerReading("   ".join(words), dots)

    def table(self) -> ChartTable:
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
        return ChartTable((_("At most"), *map(shown, self.names)), rows)

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
        return "; ".join(parts) or _("No data")


def percent(share: float) -> str:
    """A fraction of I/Os, with more digits the nearer it is to 100 %."""
    if share >= 100:
        return f"100{NARROW}%"
    digits = 1 if share < 99 else 2 if share < 99.9 else 3
    return f"{min(share, 100 - 10**-digits):.{digits}f}{NARROW}%"
