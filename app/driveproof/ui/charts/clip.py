# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A line cut where a plot ends, for drawings: an SVG knows no clip."""

from __future__ import annotations

import numpy as np

from driveproof.ui.charts.timeline import Floats


def cut(x: Floats, y: Floats, low: float, high: float) -> tuple[Floats, Floats]:
    """The part between two places, with its ends where it crosses them; `x` must rise."""
    first = int(np.searchsorted(x, low))
    end = int(np.searchsorted(x, high, side="right"))
    xs, ys = x[first:end], y[first:end]
    if 0 < first < len(x):
        xs = np.concatenate(([low], xs))
        ys = np.concatenate(([_at(x, y, first, low)], ys))
    if 0 < end < len(x):
        xs = np.concatenate((xs, [high]))
        ys = np.concatenate((ys, [_at(x, y, end, high)]))
    return xs, ys


def _at(x: Floats, y: Floats, after: int, place: float) -> float:
    """The line at a place between the point `after` and the one before it."""
    before = after - 1
    step = float(x[after] - x[before])
    share = (place - float(x[before])) / step if step > 0 else 0.0
    return float(y[before] + (y[after] - y[before]) * share)
