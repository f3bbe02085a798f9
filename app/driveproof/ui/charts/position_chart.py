# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The base of charts over a device's positions: an axis from its beginning to its end."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

import numpy as np

from driveproof.domain.run.columns import Floats, PositionColumns
from driveproof.domain.run.run import Position
from driveproof.ui.charts.axis import Tick
from driveproof.ui.charts.chart import Chart, ChartTable, Margins
from driveproof.ui.charts.frame import PointerReading
from driveproof.ui.charts.plot import ChartPlot
from driveproof.ui.charts.quantity import size_unit
from driveproof.ui.charts.ticks import plain_number
from driveproof.wording.catalogue import _
from driveproof.wording.units import NARROW, format_size

Pass = Sequence[Position]
"""The positions of one repeat."""

MOST_MARKS = 6
"""Steps between the ticks of an axis of positions."""


def size_ticks(
    size: float, most: int, low: float = 0.0, high: float | None = None
) -> list[tuple[float, str]]:
    """Round ticks within a part of `size` bytes, as (bytes, text), all in one unit."""
    factor, unit = size_unit(size / 2)
    low, high = low / factor, (size if high is None else high) / factor
    step = 10.0 ** math.floor(math.log10(max(high - low, 1e-9)))
    steps = [step * scale for scale in (0.1, 0.2, 0.25, 0.5, 1, 2, 2.5, 5, 10)]
    step = next((each for each in steps if (high - low) / each <= most), steps[-1])
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    marks = [index * step for index in range(first, last + 1)]
    return [
        (mark * factor, f"{plain_number(round(mark, 6))}{NARROW}{unit}" if mark else "0")
        for mark in marks
    ]


def size_marks(size: float, low: float, high: float, room: float) -> list[Tick]:
    """Round sizes on an axis of `size` bytes: few, and only as many as fit the visible part."""
    most = max(2, int(min(room / 84, MOST_MARKS)))
    return [Tick(at, words) for at, words in size_ticks(size, most, low, high)]


class ByPosition(Chart):
    """A horizontal axis from 0 to `size`, the bytes of the device."""

    zooms = True
    margins = Margins(58.0, 66.0)

    def __init__(self, size: int, passes: Sequence[Pass], title: str) -> None:
        self.title = title
        self.show(size, passes)

    def show(self, size: int, passes: Sequence[Pass]) -> None:
        """Show other positions, as they arrive during the scan."""
        found = [PositionColumns.of(one) for one in passes if len(one)]
        ends = [int((offsets + sizes).max()) for offsets, sizes, _ in (p.columns for p in found)]
        self.size = max(size, 1, *ends)
        self.passes = [self._arrays(one) for one in found]
        self.offsets: Floats = np.concatenate([x for x, _ in self.passes] or [np.empty(0)])
        self.values: Floats = np.concatenate([y for _, y in self.passes] or [np.empty(0)])

    def _arrays(self, one: PositionColumns) -> tuple[Floats, Floats]:
        """The middle of each position and its value, in the order of the device."""
        offsets, sizes, _ = one.columns
        x, y = offsets + sizes / 2, self.value(one)
        x, y = x[np.isfinite(y)], y[np.isfinite(y)]  # a duration of zero has no rate
        order = np.argsort(x, kind="stable")
        return x[order], y[order]

    @staticmethod
    def value(places: PositionColumns) -> Floats:
        """The value that is drawn for each position."""
        raise NotImplementedError

    def write(self, value: float) -> str:
        """A value as text."""
        raise NotImplementedError

    @property
    def empty(self) -> bool:
        """Whether nothing was measured yet."""
        return not len(self.values)

    def draw_ground(self, plot: ChartPlot, up: tuple[float, float]) -> None:
        """Draw the axes, and a message without data."""
        plot.range((0.0, float(self.size)), up)
        if self.shows_axis:
            plot.bottom.marks = partial(size_marks, self.size)
            plot.bottom.grid_lines = True
        if self.empty:
            plot.say(_("No data"))

    def on_axis(self, value: float) -> float:
        """The position of a value on the vertical axis."""
        raise NotImplementedError

    def nearest(self, plot: ChartPlot, x: float, y: float | None) -> int | None:
        """The index of the position nearest to the pointer."""
        return None if self.empty else int(np.argmin(np.abs(self.offsets - x)))

    def reading(self, plot: ChartPlot, x: float, y: float | None) -> PointerReading | None:
        index = self.nearest(plot, x, y)
        if index is None:
            return None
        offset, value = float(self.offsets[index]), float(self.values[index])
        words = _("{name}: {text}").format(name=format_size(offset), text=self.write(value))
        return PointerReading(words, [(offset, self.on_axis(value), plot.look.read)])

    def table(self) -> ChartTable:
        columns = (_("Position"), _("Byte"), self.column())
        rows = [
            (format_size(float(x)), f"{x:.0f}", self.write(float(y)))
            for x, y in zip(self.offsets, self.values, strict=True)
        ]
        return ChartTable(columns, tuple(rows))

    def column(self) -> str:
        """The table's header for the values."""
        raise NotImplementedError
