# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The last minutes of a figure, up to now: reads and writes, or one line."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence

import numpy as np
from PySide6.QtGui import QColor

from driveproof.domain.run.columns import Floats
from driveproof.ui.charts.axis import Tick
from driveproof.ui.charts.chart import Chart, ChartTable, Margins
from driveproof.ui.charts.chart_style import ChartStyle
from driveproof.ui.charts.frame import PointerReading
from driveproof.ui.charts.plot import ChartPlot
from driveproof.ui.charts.quantity import Quantity
from driveproof.ui.charts.ticks import linear_ticks, time_label
from driveproof.wording.catalogue import _
from driveproof.wording.phase import direction_word
from driveproof.wording.units import MINUS, NARROW

MINUTES = 5
"""How long the axis is."""
_LEAST_MINUTE = 84.0
"""Pixels between two minutes that leave room for every label, also the first one at the edge."""
MOST = 4000
"""Samples that are kept at most."""


class Minutes:
    """The samples of some lines: seconds on any clock, and a value for each line (NaN: none)."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = tuple(lines)
        self._rows: deque[tuple[float, ...]] = deque(maxlen=MOST)

    def add(self, at: float, values: Sequence[float | None]) -> None:
        """Add a sample; what is older than the axis is forgotten."""
        self._rows.append((at, *(math.nan if one is None else one for one in values)))
        while self._rows and self._rows[0][0] < at - 60 * MINUTES:
            self._rows.popleft()

    def clear(self) -> None:
        """Forget everything."""
        self._rows.clear()

    @property
    def columns(self) -> tuple[Floats, ...]:
        """Seconds before the last sample (0 or less), then a column for each line."""
        rows = np.array(self._rows, dtype=np.float64).reshape(-1, 1 + len(self.lines))
        now = rows[-1, 0] if len(rows) else 0.0
        return (rows[:, 0] - now, *(rows[:, 1 + at] for at in range(len(self.lines))))


class MinutesChart(Chart):
    """Lines of one figure. A line named "read" or "write" has that colour."""

    margins = Margins(52.0, 74.0)  # the table's button is at the right, beside the legend
    title_at_edge = True

    def __init__(self, minutes: Minutes, quantity: Quantity, *, top: float = 0.0) -> None:
        """The axis ends at `top` or higher, which is in the base unit."""
        self.minutes, self.quantity, self.top = minutes, quantity, top
        self.title = quantity.axis

    def _color(self, look: ChartStyle, line: str) -> QColor:
        return look.direction(line) if line in ("read", "write") else look.accent

    def draw(self, plot: ChartPlot) -> None:
        seconds, *values = self.minutes.columns
        shown = [value / self.quantity.divisor for value in values]
        known = [value[np.isfinite(value)] for value in shown]
        top = max((float(one.max()) for one in known if len(one)), default=0.0)
        ticks = linear_ticks(max(top, self.top / self.quantity.divisor))
        plot.range((-60.0 * MINUTES, 0.0), (0.0, ticks[-1]))
        plot.left_marks([(tick, self.quantity.mark(tick, ticks[-1])) for tick in ticks])
        plot.bottom.marks = _ago
        plot.bottom.grid_lines = False
        for line, value in zip(self.minutes.lines, shown, strict=True):
            color = self._color(plot.look, line)
            alone = len(shown) == 1
            plot.curve(line, seconds, value, color, area=alone, series="" if alone else line)
            if not alone:
                plot.key("line", direction_word(line), color, series=line)

    def reading(self, plot: ChartPlot, x: float, y: float | None) -> PointerReading | None:
        seconds, *values = self.minutes.columns
        if not len(seconds):
            return None
        at = int(np.argmin(np.abs(seconds - x)))
        words = [_moment(float(seconds[at]))]
        dots = []
        for line, value in zip(self.minutes.lines, values, strict=True):
            found = float(value[at])
            if math.isfinite(found):
                name = direction_word(line) if len(values) > 1 else ""
                words.append(f"{name} {self.quantity.write(found)}".strip())
                dots.append(
                    (
                        float(seconds[at]),
                        found / self.quantity.divisor,
                        self._color(plot.look, line),
                    )
                )
        return PointerReading("   ".join(words), dots)

    def table(self) -> ChartTable:
        seconds, *values = self.minutes.columns
        heads = [direction_word(line) for line in self.minutes.lines]
        if len(heads) == 1:
            heads = [self.title]
        rows = tuple(
            (
                _moment(float(when)),
                *(
                    self.quantity.write(float(value[at])) if math.isfinite(value[at]) else "–"
                    for value in values
                ),
            )
            for at, when in enumerate(seconds)
        )
        return ChartTable((_("Time"), *heads), rows)

    def describe(self) -> str:
        _seconds, *values = self.minutes.columns
        parts = []
        for line, value in zip(self.minutes.lines, values, strict=True):
            known = value[np.isfinite(value)]
            if len(known):
                name = direction_word(line) if len(values) > 1 else self.title
                parts.append(
                    _("{name} now {now}, at most {most}").format(
                        name=name,
                        now=self.quantity.write(float(known[-1])),
                        most=self.quantity.write(float(known.max())),
                    )
                )
        return "; ".join(parts) or _("No data")


def _moment(seconds: float) -> str:
    """A moment before now: "now", "−42 s", "−3 min"."""
    ago = round(-seconds)
    if not ago:
        return _("now")
    words = f"{ago // 60}{NARROW}min" if ago % 60 == 0 else time_label(ago)
    return f"{MINUS}{words}"


def _ago(low: float, high: float, room: float) -> list[Tick]:
    """A label each minute, or every second one where `room` pixels are too few for all."""
    step = 1 if room / MINUTES >= _LEAST_MINUTE else 2
    return [
        Tick(-60.0 * at, _moment(-60.0 * at)) for at in range(MINUTES // step * step, -1, -step)
    ]
