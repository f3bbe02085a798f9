# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The sizes of the requests of a recording as bars."""

from __future__ import annotations

from PySide6.QtCore import QPointF

from driveproof.domain.access import Direction
from driveproof.domain.run.observed import Requested, Requests, shares
from driveproof.ui.charts import painting
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
