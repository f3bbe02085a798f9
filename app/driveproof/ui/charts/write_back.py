# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How what a test wrote into memory came to the drive: both speeds, and what waited meanwhile."""

from __future__ import annotations

import math

import numpy as np

from driveproof.domain.run.columns import Floats
from driveproof.domain.run.everyday import WriteInterval, intervals
from driveproof.domain.run.run import WriteBack
from driveproof.ui.charts.axis import Tick
from driveproof.ui.charts.chart import Chart, ChartTable
from driveproof.ui.charts.frame import PointerReading
from driveproof.ui.charts.plot import ChartPlot
from driveproof.ui.charts.quantity import bandwidth
from driveproof.ui.charts.ticks import linear_ticks, plain_number, time_label, time_ticks
from driveproof.ui.theme.text import without_key
from driveproof.wording.catalogue import _
from driveproof.wording.units import NARROW, format_size, three_digits

BIN = 0.25
"""Seconds of a step at least: a burst into memory of a few milliseconds would hide the drive."""
LABEL_WIDTH = 110.0
PROGRAM, DRIVE = "program", "drive"


def _up_to(who: str, rate: str) -> str:
    """How fast one of both was at most."""
    return _("{first} {second}").format(first=who, second=_("up to {amount}").format(amount=rate))


class _Course(Chart):
    """A chart over the seconds of one repeat, with the stretch of the last fsync."""

    zooms = True
    title_at_edge = True

    def __init__(self, back: WriteBack, title: str) -> None:
        self.title = title
        self.show_back(back)

    def show_back(self, back: WriteBack) -> None:
        """Show another course, or the same as far as it is known now."""
        self.back = back
        self.steps = intervals(back, BIN)

    @property
    def closest(self) -> float:
        return 4 * BIN

    @property
    def end(self) -> float:
        """The last moment, in seconds."""
        return self.back.points[-1].seconds if self.back.points else 1.0

    def step_at(self, seconds: float) -> WriteInterval | None:
        """The interval with this moment."""
        return next((one for one in self.steps if one.start <= seconds <= one.end), None)

    def draw_time(self, plot: ChartPlot) -> None:
        """The axis and the stretch in which the program waited for its last fsync."""
        writing = self.back.writing
        if writing is not None and writing < self.end:
            plot.shade("fsync", writing, self.end)
            plot.border_at("last write", writing, plot.look.muted)
        if not self.steps:
            plot.say(_("No data"))
        if self.shows_axis:
            plot.bottom.marks = _seconds
            plot.bottom.grid_lines = False


def _seconds(low: float, high: float, room: float) -> list[Tick]:
    ticks = time_ticks(low, high, max(2, int(room / LABEL_WIDTH)))
    return [Tick(tick, time_label(tick)) for tick in ticks if tick >= 0]


class SpeedsChart(_Course):
    """What the program wrote and what the drive was given, over each other."""

    def __init__(self, back: WriteBack, title: str, *, binary: bool = False) -> None:
        self.quantity = bandwidth(binary=binary)
        super().__init__(back, title)

    def _steps(self, series: str) -> tuple[Floats, Floats]:
        """The corners of the steps of a line, in the unit of the axis."""
        x, y = [], []
        for one in self.steps:
            value = one.program if series == PROGRAM else one.drive
            if series == PROGRAM and self._over(one):
                value = None
            shown = math.nan if value is None else value / self.quantity.divisor
            x += [one.start, one.end]
            y += [shown, shown]
        return np.array(x, dtype=np.float64), np.array(y, dtype=np.float64)

    def _over(self, step: WriteInterval) -> bool:
        """Whether the program had written all by then, and waited."""
        return self.back.writing is not None and step.start >= self.back.writing

    def draw(self, plot: ChartPlot) -> None:
        look = plot.look
        lines = {name: self._steps(name) for name in (PROGRAM, DRIVE)}
        seen = [y for name, (_x, y) in lines.items() if plot.shows(name) and np.isfinite(y).any()]
        ticks = linear_ticks(max((float(np.nanmax(y)) for y in seen), default=0.0))
        plot.range((0.0, max(self.end, 1e-6)), (0.0, ticks[-1]))
        if self.steps:
            plot.left_marks([(tick, self.quantity.mark(tick, ticks[-1])) for tick in ticks])
        for name, color, words in (
            (PROGRAM, look.write, _("Program")),
            (DRIVE, look.text, _("Drive")),
        ):
            x, y = lines[name]
            if np.isfinite(y).any():
                plot.curve(name, x, y, color, area=name == PROGRAM, series=name)
                plot.key("line", words, color, series=name)
        if self.back.writing is not None and self.back.writing < self.end:
            plot.key("area", _("fsync"), look.line)
        self.draw_time(plot)

    def reading(self, plot: ChartPlot, x: float, y: float | None) -> PointerReading | None:
        step = self.step_at(x)
        if step is None:
            return None
        words = [f"{three_digits(x)}{NARROW}s"]
        dots = []
        for name, value, color, said in (
            (PROGRAM, step.program, plot.look.write, _("Program")),
            (DRIVE, step.drive, plot.look.text, _("Drive")),
        ):
            if value is not None and plot.shows(name):
                rate = self.quantity.write(value)
                words.append(_("{first} {second}").format(first=said, second=rate))
                dots.append((x, value / self.quantity.divisor, color))
        return PointerReading("  ".join(words), dots)

    def table(self) -> ChartTable:
        rows = [
            (
                f"{one.start:.2f}",
                f"{one.end:.2f}",
                self.quantity.write(one.program),
                "–" if one.drive is None else self.quantity.write(one.drive),
            )
            for one in self.steps
        ]
        return ChartTable(
            (
                _("{first}, {second}").format(first=_("From"), second="s"),
                _("{first}, {second}").format(first=_("To"), second="s"),
                _("Program"),
                _("Drive"),
            ),
            tuple(rows),
        )

    def describe(self) -> str:
        if not self.steps:
            return _("No data")
        fastest = max(one.program for one in self.steps)
        known = [one.drive for one in self.steps if one.drive is not None]
        said = [_up_to(_("Program"), self.quantity.write(fastest))]
        if known:
            rate = self.quantity.write(max(known))
            said.append(_up_to(_("Drive"), rate))
        if self.back.writing is not None and self.back.writing < self.end:
            said.append(
                _("last fsync from {begin} s to {end} s").format(
                    begin=three_digits(self.back.writing), end=three_digits(self.end)
                )
            )
        return "; ".join(said)


class WaitingChart(_Course):
    """What waited in the memory of the machine to be written (Dirty and Writeback)."""

    def __init__(self, back: WriteBack, title: str = "") -> None:
        super().__init__(
            back, title or _("{first}, {second}").format(first=_("Waiting in memory"), second="MiB")
        )

    def _line(self) -> tuple[Floats, Floats]:
        known = [(p.seconds, p.waiting / 2**20) for p in self.back.points if p.waiting is not None]
        x, y = zip(*known, strict=True) if known else ((), ())
        return np.array(x, dtype=np.float64), np.array(y, dtype=np.float64)

    def draw(self, plot: ChartPlot) -> None:
        x, y = self._line()
        ticks = linear_ticks(float(y.max()) if len(y) else 0.0, 3)
        plot.range((0.0, max(self.end, 1e-6)), (0.0, ticks[-1]))
        if len(y):
            plot.left_marks([(tick, plain_number(tick)) for tick in ticks])
            plot.curve("waiting", x, y, plot.look.muted, area=True)
        self.draw_time(plot)

    def reading(self, plot: ChartPlot, x: float, y: float | None) -> PointerReading | None:
        known = [point for point in self.back.points if point.waiting is not None]
        near = min(known, key=lambda point: abs(point.seconds - x), default=None)
        if near is None or near.waiting is None:
            return None
        size = format_size(near.waiting, binary=True)
        dot = (near.seconds, near.waiting / 2**20, plot.look.muted)
        return PointerReading(f"{three_digits(near.seconds)}{NARROW}s  {size}", [dot])

    def table(self) -> ChartTable:
        rows = [
            (f"{point.seconds:.2f}", format_size(point.waiting, binary=True))
            for point in self.back.points
            if point.waiting is not None
        ]
        return ChartTable((without_key(_("&Seconds")), _("Waiting in memory")), tuple(rows))

    def describe(self) -> str:
        most = max((point.waiting or 0 for point in self.back.points), default=0)
        return _("up to {size} in memory").format(size=format_size(most, binary=True))
