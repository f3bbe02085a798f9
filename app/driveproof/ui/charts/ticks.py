# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The positions and labels of an axis' ticks; pure functions without Qt."""

from __future__ import annotations

import math

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
