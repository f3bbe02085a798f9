# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The positions and labels of an axis' ticks; pure functions without Qt."""

from __future__ import annotations

import math
from datetime import datetime, timedelta

from driveproof.wording.dates import clock, date, month
from driveproof.wording.units import MINUS, NARROW

_STEPS = (1.0, 2.0, 2.5, 5.0)
_TIME_STEPS = (0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 43200)


def linear_ticks(highest: float, most: int = 4) -> tuple[float, ...]:
    """Ticks from zero to the first round number at or above `highest`, in two to `most` steps.

    Few lines, and as little empty space above the data as round numbers allow.
    """
    if not math.isfinite(highest) or highest <= 0:
        return (0.0, 1.0)
    exponent = math.floor(math.log10(highest))
    best: tuple[float, int, float] | None = None
    for power in (exponent - 1, exponent):
        for factor in _STEPS:
            step = factor * 10.0**power
            count = max(2, math.ceil(highest / step - 1e-9))
            if count <= most and (best is None or (step * count, count) < best[:2]):
                best = (step * count, count, step)
    assert best is not None  # a step of 5 * 10^exponent needs at most two
    return tuple(best[2] * index for index in range(best[1] + 1))


def span_ticks(low: float, high: float, most: int = 4) -> tuple[float, ...]:
    """Round ticks around a range that does not begin at zero (a temperature)."""
    if not (math.isfinite(low) and math.isfinite(high)):
        return (0.0, 1.0)
    span = max(high - low, abs(high) * 0.02, 1e-9)
    exponent = math.floor(math.log10(span))
    for power in (exponent - 1, exponent, exponent + 1):
        for factor in _STEPS:
            step = factor * 10.0**power
            first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
            last = max(last, first + 1)
            if last - first <= most:
                return tuple(step * index for index in range(first, last + 1))
    raise AssertionError("a step of ten times the span always fits")


WORDS = 15.0
"""The height of a line of text within a plot, in pixels."""


def headroom(low: float, top: float, highest: float, height: float) -> float:
    """The top of an axis that leaves a line of text free above `highest`, in a plot of `height`
    pixels.

    `top` if it already does, or if the plot is so low that the data take precedence.
    """
    if height < 5 * WORDS:
        return top
    return max(top, low + (highest - low) * height / (height - WORDS))


def top_for(limit: float | None, top: float, highest: float, height: float) -> float:
    """The top of an axis from zero in a plot of `height` pixels.

    Above a `limit` close to the data there is room for its label, which would hide them below the
    line.
    """
    if limit is None or height <= 0 or highest <= limit - top * WORDS / height:
        return top
    return headroom(0.0, top, limit, height)


def log_limits(low: float, high: float) -> tuple[float, float]:
    """Whole decades around a range, at least two of them."""
    if not (0 < low <= high):
        low = high = 1e-4
    bottom, top = math.floor(math.log10(low) + 1e-9), math.ceil(math.log10(high) - 1e-9)
    if top - bottom < 2:
        top = max(top, bottom + 1)
        bottom = top - 2
    return 10.0**bottom, 10.0**top


def log_ticks(low: float, high: float, most: int = 5) -> tuple[float, ...]:
    """The powers of ten from `low` to `high`, evenly thinned out to `most`."""
    first, last = round(math.log10(low)), round(math.log10(high))
    step = max(1, math.ceil((last - first) / max(1, most - 1)))
    return tuple(10.0**exponent for exponent in range(first, last + 1, step))


def log_marks(low: float, high: float, most: int) -> tuple[float, ...]:
    """Round ticks within a range that need not be whole decades: powers of ten.

    With fewer than two of these, also twos and fives.
    """
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    for factors in ((1.0,), (1.0, 2.0, 5.0), (1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0)):
        marks = [
            factor * 10.0**exponent
            for exponent in range(first, last + 1)
            for factor in factors
            if low <= factor * 10.0**exponent <= high
        ]
        if len(marks) >= 2:
            return tuple(marks[:: math.ceil(len(marks) / most)])
    return (low, high)


def time_ticks(start: float, end: float, most: int) -> tuple[float, ...]:
    """Round numbers of seconds, minutes or hours within a duration."""
    span = end - start
    if not math.isfinite(span) or span <= 0:
        return (0.0,)
    step = next((s for s in _TIME_STEPS if span / s <= most), span / most)
    first = math.ceil(start / step - 1e-9)
    return tuple(index * step for index in range(first, math.floor(end / step + 1e-9) + 1))


def plain_number(value: float) -> str:
    """A round number of an axis without needless digits: 2.5, 500, 1 000, −40."""
    text = f"{value:,.6g}" if abs(value) < 1e6 else f"{value:,.0f}"
    return text.replace(",", NARROW).replace("-", MINUS)


def short_number(value: float, top: float) -> str:
    """A round number with k or M, the same for the whole axis (which ends at `top`)."""
    if value == 0:
        return "0"
    if top >= 10_000_000:
        return f"{plain_number(value / 1e6)}M"
    if top >= 10_000:
        return f"{plain_number(value / 1e3)}k"
    return plain_number(value)


def latency_label(seconds: float) -> str:
    """A power of ten of a latency axis: 10 µs."""
    for factor, unit in ((1e9, "ns"), (1e6, "µs"), (1e3, "ms")):
        if round(seconds * factor, 6) < 1000:
            return f"{plain_number(round(seconds * factor, 6))}{NARROW}{unit}"
    return f"{plain_number(round(seconds, 6))}{NARROW}s"


def time_label(seconds: float) -> str:
    """A tick of a time axis: 2.5 s, 3 min, 1 h 30 min."""
    if abs(seconds) < 120:
        return f"{plain_number(round(seconds, 3))}{NARROW}s"
    minutes = seconds / 60
    if minutes < 120:
        return f"{plain_number(round(minutes, 2))}{NARROW}min"
    return f"{plain_number(round(minutes / 60, 2))}{NARROW}h"


_HOUR, _DAY = 3600.0, 86400.0
# Seconds between two ticks, up to a week; longer steps begin at the first of a month.
_DATE_STEPS = (
    60,
    300,
    900,
    1800,
    _HOUR,
    3 * _HOUR,
    6 * _HOUR,
    12 * _HOUR,
    _DAY,
    2 * _DAY,
    7 * _DAY,
)
_MONTHS = (1, 2, 3, 6, 12, 24, 60, 120, 600)


def date_ticks(start: float, end: float, most: int) -> list[tuple[float, str]]:
    """At most `most` round moments between two (seconds since 1970) in local time, as (seconds,
    text).
    """
    span = end - start
    if span <= 0 or most < 1:
        return []
    step = next((s for s in _DATE_STEPS if span / s <= most), 0)
    if step:
        return [(at, _date_words(at, step)) for at in _even(start, end, step)]
    months = span / (30.4 * _DAY)
    every = next((m for m in _MONTHS if months / m <= most), _MONTHS[-1])
    return [(at, _date_words(at, every * 30 * _DAY)) for at in _firsts(start, end, every)]


def _even(start: float, end: float, step: float) -> list[float]:
    midnight = _local(start).replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)
    count = int((end - start + _DAY) / step) + 2
    # by local time: a day can have 23 or 25 hours
    places = {
        (midnight + timedelta(seconds=number * step)).astimezone().timestamp()
        for number in range(count)
    }
    return sorted(at for at in places if start <= at <= end)


def _firsts(start: float, end: float, every: int) -> list[float]:
    first = _local(start)
    number = first.year * 12 + first.month - 1
    number -= number % every
    found: list[float] = []
    while True:
        year, month = divmod(number, 12)
        if year > 9998:
            return found
        at = datetime(year, month + 1, 1).astimezone().timestamp()
        if at > end:
            return found
        if at >= start:
            found.append(at)
        number += every


def _date_words(at: float, step: float) -> str:
    local = _local(at)
    if step < _DAY and (local.hour or local.minute):
        return clock(local)
    if step < 28 * _DAY:
        return date(local, year=False)
    return str(local.year) if step > 300 * _DAY else month(local)


def _local(at: float) -> datetime:
    return datetime.fromtimestamp(at).astimezone()
