# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The horizontal axis of a plot: its ticks, and how a place on it is written."""

from __future__ import annotations

import math
from datetime import datetime

import numpy as np

from driveproof.domain.figure import Axis
from driveproof.domain.quantity import Unit
from driveproof.domain.run.columns import Floats
from driveproof.ui.charts.axis import Tick, size_marks
from driveproof.ui.charts.ticks import (
    date_ticks,
    latency_label,
    log_marks,
    time_label,
    time_ticks,
)
from driveproof.wording.catalogue import _
from driveproof.wording.dates import date_and_time
from driveproof.wording.say import say_text, worded
from driveproof.wording.units import MINUS, NARROW, format_latency, format_size, group_digits

_TIME = 110.0  # pixels between two ticks of the time
_REPEAT = 84.0  # and where there are several repeats
_DATE = 120.0
_DECADE = 70.0
_MINUTE = 84.0  # leaves room for every label, also the first one at the edge
_COUNTED = 12  # ticks of an axis that counts, at most


class HorizontalAxis:
    """Places are in the unit of the axis, or powers of ten of it on a logarithmic one. Without ends
    it reaches to the `last` point.
    """

    def __init__(self, axis: Axis, last: float) -> None:
        self.axis = axis
        first, end = axis.ends if axis.ends is not None else (0.0, max(1e-6, last))
        self.ends = (math.log10(first), math.log10(end)) if axis.log else (first, end)

    @property
    def live(self) -> bool:
        """Whether it ends now, at zero."""
        return self.axis.unit is Unit.SECONDS and self.ends[0] < 0 and not self.axis.log

    def on(self, values: Floats) -> Floats:
        """Where values are on it."""
        if not self.axis.log:
            return values
        powers: Floats = np.log10(values)
        return powers

    def _repeat(self, at: float) -> int:
        """The repeat at a place, from 1; what is between two is the end of the first."""
        share = at * self.axis.repeats / self.ends[1]
        return min(self.axis.repeats, max(1, math.ceil(share - 1e-9)))

    def marks(self, low: float, high: float, room: float, *, zoomed: bool) -> list[Tick]:
        """The ticks of the visible part, which is `room` pixels wide."""
        match self.axis.unit:
            case Unit.MOMENT:
                most = max(2, int(room / _DATE))
                return [Tick(at, words) for at, words in date_ticks(low, high, most)]
            case Unit.BYTES:
                return size_marks(self.ends[1], low, high, room)
            case Unit.SECONDS if self.axis.log:
                marks = log_marks(10**low, 10**high, most=max(3, int(room / _DECADE)))
                return [Tick(math.log10(mark), latency_label(mark)) for mark in marks]
            case Unit.SECONDS:
                repeats = self.axis.repeats > 1 and not zoomed
                return self._repeats() if repeats else self._times(low, high, room)
        every = max(1, int(high) // _COUNTED)
        return [Tick(float(at), f"{at}") for at in range(every, int(high) + 1, every)]

    def _minutes(self, room: float) -> list[Tick]:
        """A tick each minute until now, or every second one where there is too little room."""
        minutes = round(-self.ends[0] / 60)
        step = 1 if room / minutes >= _MINUTE else 2
        return [
            Tick(-60.0 * at, self.place(-60.0 * at))
            for at in range(minutes // step * step, -1, -step)
        ]

    def _repeats(self) -> list[Tick]:
        words, length = _("repeat {number}"), self.ends[1] / self.axis.repeats
        return [
            Tick((order - 0.5) * length, words.format(number=order), brief=str(order))
            for order in range(1, self.axis.repeats + 1)
        ]

    def _times(self, low: float, high: float, room: float) -> list[Tick]:
        if self.live:
            return self._minutes(room)
        base, pixels = 0.0, _TIME
        if self.axis.repeats > 1:  # seconds into the repeat in which the view begins
            base = (self._repeat(low) - 1) * self.ends[1] / self.axis.repeats
            pixels = _REPEAT
        ticks = time_ticks(low - base, high - base, max(2, int(room / pixels)))
        return [Tick(tick + base, time_label(tick)) for tick in ticks if tick >= 0]

    def reading(self, place: str) -> str:
        """A place before the values there."""
        said = self.axis.reading
        return place if said is None else worded(said.key, {"amount": place})

    def place(self, at: float) -> str:
        """A place as text."""
        match self.axis.unit:
            case Unit.MOMENT:
                return date_and_time(datetime.fromtimestamp(at).astimezone())
            case Unit.BYTES:
                return format_size(at)
            case Unit.SECONDS:
                return format_latency(10**at) if self.axis.log else self._moment(at)
        return f"{say_text(self.axis.title)} {group_digits(round(at))}"

    def _moment(self, at: float) -> str:
        """A moment, and in which repeat it is."""
        if self.live:
            return _before_now(at)
        if self.axis.repeats < 2:
            return time_label(round(at, 2))
        order = self._repeat(at)
        within = at - (order - 1) * self.ends[1] / self.axis.repeats
        return _("{first}, {second}").format(
            first=_("repeat {number}").format(number=order), second=time_label(round(within, 2))
        )


def _before_now(seconds: float) -> str:
    """A moment before now: "now", "−42 s", "−3 min"."""
    ago = round(-seconds)
    if not ago:
        return _("now")
    words = f"{ago // 60}{NARROW}min" if ago % 60 == 0 else time_label(ago)
    return f"{MINUS}{words}"
