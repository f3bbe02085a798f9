# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The sides of a comparison in one chart (before muted, after strong): names and data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from PySide6.QtGui import QColor

from driveproof.domain.access import Direction
from driveproof.domain.figure import Shade
from driveproof.domain.run.columns import Curve, Floats
from driveproof.domain.run.timeline import SLIVER, stall_length
from driveproof.ui.charts.chart_style import ChartStyle, shade_color
from driveproof.ui.charts.frame import MOST_IN_TITLE

_NOTHING: Floats = np.empty(0)

Read = Callable[[Curve], Floats]
RATES: Mapping[str, Read] = {"iops": lambda c: c.iops, "bandwidth": lambda c: c.bandwidth}


def side_color(look: ChartStyle, number: int, direction: Direction, sides: int = 2) -> QColor:
    """The colour of a side of a comparison."""
    return shade_color(Shade.of_side(number, direction, sides), look)


def many(names: Sequence[str]) -> tuple[str, ...]:
    """The names of the sides if they are too many for the line of a title, else nothing."""
    return tuple(names) if len(names) > MOST_IN_TITLE else ()


def name_color(look: ChartStyle, number: int, color: QColor, sides: int = 2) -> QColor:
    """The colour of a side's name: the first one's data colour would be too faint, and so would
    some of more than two `sides`, whose line beside it has the colour.
    """
    if sides > 2:
        return look.text
    return look.muted if number == 0 else color


def line_up(curves: Sequence[Curve], slot: float, column: str) -> tuple[Floats, Floats]:
    """The corners of a line through consecutive repeats, `slot` seconds apart.

    The warm-up is left out. The line breaks (NaN) where a repeat begins and where the device did
    not respond.
    """
    xs, ys = [_NOTHING], [_NOTHING]
    for number, curve in enumerate(curves):
        usual = float(np.median(curve.seconds)) if len(curve.seconds) else 0.0
        # slightly beyond the warm-up, or fio's last snapshot right after another
        whole = (curve.time > 0.5 * usual) & (curve.seconds >= SLIVER * usual)
        time, length, value = curve.time[whole], curve.seconds[whole], RATES[column](curve)[whole]
        if not len(time):
            continue
        stalled = length > stall_length(usual)
        base = number * slot
        start = base + max(0.0, float(time[0] - length[0]))
        xs.append(np.concatenate(([start, start], base + time)))
        value = np.where(stalled & (len(value) > 1), np.nan, value)
        ys.append(np.concatenate(([np.nan, value[0]], value)))
    return np.concatenate(xs), np.concatenate(ys)


def slot_of(sides: Sequence[Sequence[Curve]]) -> float:
    """Seconds of the longest repeat: the distance between repeats, on all sides."""
    ends = [float(c.time[-1]) for curves in sides for c in curves if len(c.time)]
    return max([0.0, *ends])
