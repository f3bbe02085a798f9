# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A scan by position: throughput as a line from the beginning to the end, accesses as dots."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from driveproof.domain.access import Direction
from driveproof.domain.answer import Answer
from driveproof.domain.figure import Positions
from driveproof.domain.metric import MetricName
from driveproof.domain.run.columns import Floats, PositionColumns
from driveproof.ui.charts import painting, quantity
from driveproof.ui.charts.ceiling import Ceiling, top_for
from driveproof.ui.charts.chart import Linear, Margins
from driveproof.ui.charts.marks import MANY, Dots, Heights
from driveproof.ui.charts.plot import ChartPlot
from driveproof.ui.charts.position_chart import ByPosition, Pass
from driveproof.ui.charts.ticks import (
    latency_label,
    linear_ticks,
    log_marks,
)
from driveproof.wording.catalogue import _
from driveproof.wording.say import say_text
from driveproof.wording.table import row_texts
from driveproof.wording.units import format_latency, format_size


class Throughput(ByPosition):
    """Bytes per second at each position, as an area from zero."""

    ceiling: Ceiling | None = None
    direction = Direction.READ

    def __init__(
        self, size: int, passes: Sequence[Pass], *, binary: bool = False, title: str | None = None
    ) -> None:
        self.quantity = quantity.bandwidth(binary=binary)
        words = _("Throughput by position")
        super().__init__(
            size, passes, f"{words} · {self.quantity.unit}" if title is None else title
        )

    @staticmethod
    def value(places: PositionColumns) -> Floats:
        _, sizes, seconds = places.columns
        return np.where(seconds > 0, sizes / np.where(seconds > 0, seconds, 1.0), math.nan)

    def write(self, value: float) -> str:
        return self.quantity.write(value)

    def column(self) -> str:
        return self.quantity.axis

    def average(self, places: PositionColumns) -> float | None:
        """All bytes divided by all seconds."""
        _, sizes, seconds = places.columns
        took = float(seconds.sum())
        return float(sizes.sum()) / took if took > 0 else None

    def show(self, size: int, passes: Sequence[Pass]) -> None:
        super().show(size, passes)
        self.mean = self.average(PositionColumns.joined(passes))

    def _scale(self, height: float) -> tuple[Linear, tuple[float, ...]]:
        """The vertical axis of a plot of this many pixels, and its ticks."""
        highest = 0.0 if self.empty else self.on_axis(float(self.values.max()))
        limit = self._limit()
        ticks = linear_ticks(max(highest, limit or 0.0))
        return Linear(0.0, top_for(limit, ticks[-1], highest, height)), ticks

    def _limit(self) -> float | None:
        """The ceiling in the axis' unit; None when it is out of sight."""
        if self.ceiling is None or self.empty:
            return None
        if not self.ceiling.in_sight(float(self.values.max())):
            return None
        return self.on_axis(self.ceiling.value)

    def on_axis(self, value: float) -> float:
        return value / self.quantity.divisor

    def draw_axes(self, plot: ChartPlot) -> None:
        """The ground with its axes, without what was measured."""
        scale, ticks = self._scale(plot.area.height())
        self.draw_ground(plot, (scale.low, scale.high))
        if not self.empty:
            plot.left_marks([(tick, self.quantity.mark(tick, ticks[-1])) for tick in ticks])

    def draw(self, plot: ChartPlot) -> None:
        self.draw_axes(plot)
        if self.empty:
            return
        alone = len(self.passes) == 1
        for number, (offsets, values) in enumerate(self.passes):
            heights = values / self.quantity.divisor
            plot.curve(
                f"pass {number}", offsets, heights, plot.look.direction(self.direction), area=alone
            )
        if self.ceiling is not None and (limit := self._limit()) is not None:
            words = self.ceiling.words(binary=self.quantity.binary)
            plot.line_at("ceiling", limit, words)
        if self.mean is not None:
            average = (self.on_axis(self.mean), _("average"))
            plot.item("average", Heights, z=21).set_heights([average], plot.look)

    def describe(self) -> str:
        if self.empty or self.mean is None:
            return _("No data")
        low, high = int(np.argmin(self.values)), int(np.argmax(self.values))
        return _(
            "{count} positions, {mean} on average, minimum {least} at {low}, maximum"
            " {most} at {high}"
        ).format(
            count=len(self.values),
            mean=self.write(self.mean),
            least=self.write(float(self.values[low])),
            low=format_size(float(self.offsets[low])),
            most=self.write(float(self.values[high])),
            high=format_size(float(self.offsets[high])),
        )


ROOM = 1.4  # above the longest and below the shortest access, as a factor


class Accesses(ByPosition):
    """The duration of each access, a dot each on a logarithmic axis, with mean and percentiles."""

    def __init__(self, size: int, passes: Sequence[Pass], *, title: str | None = None) -> None:
        words = _("Access time")
        super().__init__(size, passes, words if title is None else title)

    @staticmethod
    def value(places: PositionColumns) -> Floats:
        return np.maximum(places.columns[2], 1e-9)

    def write(self, value: float) -> str:
        return format_latency(value)

    def column(self) -> str:
        return _("Access time")

    def figures(self) -> list[tuple[float, str]]:
        """Percentiles and mean, exact: of the very accesses that are drawn."""
        if self.empty:
            return []
        rising = np.sort(self.values)
        found = []
        for percent, name in ((50, "p50"), (99, "p99"), (95, "p95")):
            rank = max(1, math.ceil(percent * len(rising) / 100 - 1e-9))
            found.append((float(rising[rank - 1]), name))
        found.insert(2, (float(self.values.mean()), _("average")))
        return found

    def _scale(self) -> tuple[float, float]:
        return float(self.values.min()) / ROOM, float(self.values.max()) * ROOM

    def on_axis(self, value: float) -> float:
        return math.log10(value)

    def nearest(self, plot: ChartPlot, x: float, y: float | None) -> int | None:
        if self.empty or y is None:
            return super().nearest(plot, x, y)
        (left, right), (low, high) = plot.box.viewRange()
        across = (self.offsets - x) / (right - left) * plot.area.width()
        up = (np.log10(self.values) - y) / (high - low) * plot.area.height()
        return int(np.argmin(across * across + up * up))

    def draw(self, plot: ChartPlot) -> None:
        if self.empty:
            self.draw_ground(plot, (0.0, 1.0))
            return
        low, high = self._scale()
        self.draw_ground(plot, (math.log10(low), math.log10(high)))
        ticks = log_marks(low, high, most=max(2, int(plot.area.height() / 28)))
        marks = [(math.log10(tick), latency_label(tick)) for tick in ticks]
        plot.left_marks([(math.log10(low), ""), *marks])  # the base has a line but no label
        opaque = len(self.values) > MANY
        color = plot.look.read if opaque else painting.with_alpha(plot.look.read, 0.6)
        dots = plot.item("accesses", Dots, z=10)
        dots.set_dots(self.offsets, np.log10(self.values), color, radius=1.6)
        heights = [(math.log10(value), name) for value, name in self.figures()]
        plot.item("figures", Heights, z=21).set_heights(heights, plot.look)

    def describe(self) -> str:
        if self.empty:
            return _("No data")
        parts = [f"{name} {format_latency(value)}" for value, name in self.figures()]
        parts.append(
            _("maximum {latency}").format(latency=format_latency(float(self.values.max())))
        )
        count = _("{count} accesses").format(count=len(self.values))
        return f"{count}: " + ", ".join(parts)


def position_chart(found: Positions, *, binary: bool = False) -> ByPosition:
    """The chart of what a test measured at each position."""
    title = say_text(found.title)
    if found.metric is not MetricName.BANDWIDTH:
        return Accesses(found.size, found.passes, title=title)
    chart = Throughput(found.size, found.passes, binary=binary)
    chart.title = f"{title} · {chart.quantity.unit}"
    chart.direction = found.direction
    return chart


def printed_position_charts(
    answer: Answer, ceiling: Ceiling | None, *, binary: bool = False
) -> Iterator[ByPosition]:
    """The charts of all tests for a printed page, with their figures in the titles."""
    for found in answer.positions:
        if not found.passes:
            continue
        chart = position_chart(found, binary=binary)
        if isinstance(chart, Throughput):
            chart.ceiling = ceiling
        chart.title_at_edge, chart.margins = True, Margins(54.0, 62.0)
        figures = row_texts(answer.table(found.table), binary=binary)
        words = [f"{name} {value}" for name, value in figures]
        if words:
            name = chart.title
            chart.title = f"{name} · {', '.join(words)}"
            chart.brief_title = f"{name} · {', '.join((words[0], words[-1]))}"
        yield chart
