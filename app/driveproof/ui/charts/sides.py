# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The sides of a comparison in one chart (before muted, after strong): names and data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from PySide6.QtGui import QColor

from driveproof.domain.access import Direction
from driveproof.domain.run.columns import Curve, Floats
from driveproof.domain.run.timeline import SLIVER, stall_length
from driveproof.ui.charts import painting
from driveproof.ui.charts.chart_style import ChartStyle
from driveproof.ui.charts.frame import MOST_IN_TITLE

_NOTHING: Floats = np.empty(0)

# Paul Tol's "muted" scheme, which the most frequent kinds of colour blindness tell apart, and his
# pale grey's place taken by a brown (personal.sron.nl/~pault, Technical note SRON/EPS/TN/09-002).
_MORE = (
    "#332288", "#CC6677", "#117733", "#DDCC77", "#882255", "#44AA99", "#AA4499", "#999933",
    "#88CCEE", "#661100",
)  # fmt: skip
_HALF = 0.5

Read = Callable[[Curve], Floats]
RATES: Mapping[str, Read] = {"iops": lambda c: c.iops, "bandwidth": lambda c: c.bandwidth}


def side_color(look: ChartStyle, number: int, direction: Direction, sides: int = 2) -> QColor:
    """The colour of a side: the first is muted, the second of two has the direction's own.

    One of more `sides` has the same colour in every chart, whatever the direction.
    """
    if number == 0:
        return painting.mixed(look.muted, look.surface, 0.62)
    if number == 1:
        return look.direction(Direction.READ if sides > 2 else direction)
    color = QColor(_MORE[(number - 2) % len(_MORE)])
    dark = look.surface.lightnessF() < _HALF
    return painting.mixed(color, look.text, 0.6) if dark else color


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
