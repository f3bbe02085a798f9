# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The sides of a comparison in one chart (before muted, after strong): names and colours."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QColor

from driveproof.domain.access import Direction
from driveproof.domain.figure import Shade
from driveproof.ui.charts.chart_style import ChartStyle, shade_color
from driveproof.ui.charts.frame import MOST_IN_TITLE


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
