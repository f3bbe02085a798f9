# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The requests of a recording: their sizes as bars, and where on the drive they went."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF

from driveproof.domain.access import Direction
from driveproof.domain.figure import Positions
from driveproof.domain.run.columns import Floats
from driveproof.domain.run.observed import REGIONS, Requested, Requests, shares
from driveproof.ui.charts import painting
from driveproof.ui.charts.axis import Tick
from driveproof.ui.charts.chart import Chart, ChartTable, Margins
from driveproof.ui.charts.frame import PointerReading
from driveproof.ui.charts.grouped_bars import PlainBar
from driveproof.ui.charts.plot import ChartPlot
from driveproof.ui.charts.ticks import linear_ticks, plain_number
from driveproof.wording.catalogue import _
from driveproof.wording.phase import direction_word
from driveproof.wording.units import (
    NARROW,
    block_size_text,
    format_percent,
    format_size,
    group_digits,
)

MOST = 14
"""Sizes that are drawn; rarer ones are in the table."""
LEAST = 0.005
"""A share of both directions below this is written as 0 %, and takes room from the others."""
_GAP = 0.6  # between two groups, in bars
_WAYS = (Direction.READ, Direction.WRITE)


def _of(requests: Requests) -> tuple[tuple[Direction, Requested], ...]:
    pairs = zip(_WAYS, (requests.read, requests.write), strict=True)
    return tuple((way, found) for way, found in pairs if found.count)


def sizes_drawn(requests: Requests) -> tuple[int, ...]:
    """The sizes of the bars, rising: those with the largest share of a direction."""
    most: dict[int, float] = {}
    for _way, found in _of(requests):
        for size, share in shares(found):
            most[size] = max(share, most.get(size, 0.0))
    common = [size for size in most if most[size] >= LEAST] or list(most)
    chosen = sorted(common, key=lambda size: -most[size])[:MOST]
    return tuple(sorted(chosen))


class SizesChart(Chart):
    """For each size of a request its share of all reads and of all writes."""

    margins = Margins(52.0, 8.0)
    title_at_edge = True

    def __init__(self, requests: Requests) -> None:
        self.title = _("Request sizes")
        self.requests = requests
        self.sizes = sizes_drawn(requests)
        self.ways = _of(requests)
        self._shares = {way: dict(shares(found)) for way, found in self.ways}

    @property
    def _step(self) -> float:
        return max(1, len(self.ways)) + _GAP

    def draw(self, plot: ChartPlot) -> None:
        look = plot.look
        top = max((max(found.values()) for found in self._shares.values()), default=0.0)
        ticks = linear_ticks(100 * top, most=4)
        # A line of text above the highest bar.
        room = 1.0 + 18.0 / max(60.0, plot.area.height())
        high = max(ticks[-1], 100 * top * room)
        plot.range((0.0, max(1.0, len(self.sizes) * self._step)), (0.0, high))
        plot.left_marks([(tick, f"{plain_number(tick)}{NARROW}%") for tick in ticks])
        if not self.sizes:
            plot.say(_("No data"))
            return
        for number, (way, _found) in enumerate(self.ways):
            color = look.direction(way)
            plot.key("area", direction_word(way), color)
            for place, size in enumerate(self.sizes):
                share = self._shares[way].get(size, 0.0)
                if share:
                    left = place * self._step + _GAP / 2 + number
                    bar = plot.item(f"bar {way} {size}", PlainBar, z=10)
                    bar.set_bar(left, 100 * share, color)
                    self._label(plot, left + 0.5, share)
        wide = plot.area.width() / len(self.sizes) - 4
        for place, size in enumerate(self.sizes):
            words = painting.elided(block_size_text(size), look.small, wide)
            plot.name_below(words, look.muted, (place + 0.5) * self._step)

    def _label(self, plot: ChartPlot, x: float, share: float) -> None:
        """The percent above a bar, where it is wide enough for them."""
        look = plot.look
        words = format_percent(share)
        if look.width(look.small, words) <= abs(plot.x_of(1.0) - plot.x_of(0.0)):
            at = QPointF(plot.x_of(x), plot.y_of(100 * share) - 9)
            plot.beside.text(at, words, look.small, look.muted, painting.CENTRE)

    def reading(self, plot: ChartPlot, x: float, y: float | None) -> PointerReading | None:
        place = int(x // self._step)
        if not 0 <= place < len(self.sizes):
            return None
        size = self.sizes[place]
        words = [block_size_text(size)]
        for way, found in self.ways:
            share = format_percent(self._shares[way].get(size, 0.0), figures=2)
            count = group_digits(dict(found.sizes).get(size, 0))
            words.append(f"{direction_word(way)} {share} ({count})")
        return PointerReading("   ".join(words), hair=False)

    def table(self) -> ChartTable:
        every = sorted({size for found in self._shares.values() for size in found})
        heads = [_("Size")]
        for way, _found in self.ways:
            heads += [direction_word(way), _("Share")]
        rows = []
        for size in every:
            row = [block_size_text(size)]
            for way, found in self.ways:
                row += [
                    group_digits(dict(found.sizes).get(size, 0)),
                    format_percent(self._shares[way].get(size, 0.0), figures=2),
                ]
            rows.append(tuple(row))
        return ChartTable(tuple(heads), tuple(rows))

    def describe(self) -> str:
        parts = []
        for way, found in self.ways:
            most = sorted(shares(found), key=lambda pair: -pair[1])[:3]
            said = ", ".join(f"{block_size_text(size)} {format_percent(one)}" for size, one in most)
            parts.append(f"{direction_word(way)}: {said}")
        return "; ".join(parts) or _("No data")


class RegionsChart(Chart):
    """The bytes read and written in each of equal parts of the drive, from its start to its end."""

    margins = Margins(52.0, 8.0)
    title_at_edge = True

    def __init__(self, found: Positions) -> None:
        self.size = found.size
        self.ways = found.parts
        self.count = max((len(amounts) for _way, amounts in self.ways), default=REGIONS)
        most = max((max(amounts) for _way, amounts in self.ways), default=0)
        self._unit, self._divisor = next(
            (pair for pair in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)) if most >= pair[1]),
            ("kB", 1e3),
        )
        self.title = _("By position, {unit} in each of {count} parts").format(
            unit=self._unit, count=self.count
        )

    def _steps(self, amounts: Sequence[int]) -> tuple[Floats, Floats]:
        x = np.repeat(np.arange(self.count + 1, dtype=np.float64), 2)[1:-1]
        return x, np.repeat(np.array(amounts, dtype=np.float64) / self._divisor, 2)

    def draw(self, plot: ChartPlot) -> None:
        top = max((max(amounts) for _way, amounts in self.ways), default=0) / self._divisor
        ticks = linear_ticks(top, most=4)
        plot.range((0.0, float(self.count)), (0.0, ticks[-1]))
        plot.left_marks([(tick, plain_number(tick)) for tick in ticks])
        plot.bottom.marks = self._marks
        plot.bottom.grid_lines = False
        if not self.ways:
            plot.say(_("No data"))
        for way, amounts in reversed(self.ways):  # reads, which are fewer, in front
            color = plot.look.direction(way)
            x, y = self._steps(amounts)
            plot.curve(str(way), x, y, color, area=True, series=str(way))
        for way, _amounts in self.ways:
            plot.key("line", direction_word(way), plot.look.direction(way), series=str(way))

    def _marks(self, low: float, high: float, room: float) -> list[Tick]:
        parts = 4 if room > 300 else 2
        return [
            Tick(self.count * at / parts, format_size(self.size * at / parts))
            for at in range(parts + 1)
        ]

    def _place(self, number: int) -> str:
        low, high = (self.size * at / self.count for at in (number, number + 1))
        return _("{low} to {high}").format(low=format_size(low), high=format_size(high))

    def reading(self, plot: ChartPlot, x: float, y: float | None) -> PointerReading | None:
        number = int(x)
        if not 0 <= number < self.count:
            return None
        words = [self._place(number)]
        words += [
            f"{direction_word(way)} {format_size(amounts[number])}" for way, amounts in self.ways
        ]
        return PointerReading("   ".join(words))

    def table(self) -> ChartTable:
        heads = (_("Position"), *(direction_word(way) for way, _amounts in self.ways))
        rows = tuple(
            (self._place(at), *(format_size(amounts[at]) for _way, amounts in self.ways))
            for at in range(self.count)
        )
        return ChartTable(heads, rows)

    def describe(self) -> str:
        parts = []
        for way, amounts in self.ways:
            at = max(range(self.count), key=amounts.__getitem__)
            parts.append(
                _("{direction}: maximum at {place}").format(
                    direction=direction_word(way), place=self._place(at)
                )
            )
        return "; ".join(parts) or _("No data")
