# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A sustained write over the bytes written, its change points marked."""

from __future__ import annotations

from driveproof.domain.run.columns import PositionColumns
from driveproof.domain.run.run import Position
from driveproof.domain.run.sustained import Sustained
from driveproof.ui.charts.chart import Margins
from driveproof.ui.charts.frame import Reading
from driveproof.ui.charts.marks import Heights
from driveproof.ui.charts.plot import Plot
from driveproof.ui.charts.scan import Throughput
from driveproof.wording.catalogue import _
from driveproof.wording.units import bandwidth_value, format_size


class LongWrite(Throughput):
    """Bandwidth over bytes written, with a border at each change and the rate of each stretch."""

    margins = Margins(58.0, 84.0)

    def __init__(self, found: Sustained, *, binary: bool = False) -> None:
        self.found = found
        line = found.line
        places = PositionColumns.of(
            [
                Position(line.written[at], line.written[at + 1] - line.written[at],
                         line.seconds[at + 1] - line.seconds[at])
                for at in range(len(line.written) - 1)
                if line.written[at + 1] > line.written[at]
            ]
        )  # fmt: skip
        super().__init__(found.written, (places,), binary=binary, title="")
        words = _("Bandwidth by bytes written")
        self.title = f"{words} · {self.quantity.unit}"

    def draw(self, plot: Plot) -> None:
        self.draw_axes(plot)
        if self.empty:
            return
        for number, (offsets, values) in enumerate(self.passes):
            heights = values / self.quantity.divisor
            plot.curve(f"pass {number}", offsets, heights, plot.look.write, area=True)
        for number, stretch in enumerate(self.found.stretches[1:]):
            plot.border_at(f"change {number}", stretch.begin, plot.look.text)
        binary = self.quantity.binary
        heights_of = [
            (self.on_axis(one.rate), bandwidth_value(one.rate, binary=binary)[0])
            for one in self.found.stretches
        ]
        if len(heights_of) > 1:
            plot.item("rates", Heights, z=21).set_heights(heights_of, plot.look)

    def reading(self, plot: Plot, x: float, y: float | None) -> Reading | None:
        found = super().reading(plot, x, y)
        index = self.nearest(plot, x, y)
        if found is None or index is None:
            return found
        at, value = float(self.offsets[index]), float(self.values[index])
        return Reading(found.words, [(at, self.on_axis(value), plot.look.write)])

    def describe(self) -> str:
        if self.empty:
            return _("No data")
        changes = ", ".join(format_size(one.begin) for one in self.found.stretches[1:])
        whole = super().describe()
        if not changes:
            return whole
        return _("{figures}; lasting changes at {places}").format(figures=whole, places=changes)
