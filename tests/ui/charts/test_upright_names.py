# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the name of an upright line stands, and that it says something."""

from __future__ import annotations

from driveproof.ui.charts.chart_style import ChartStyle
from driveproof.ui.charts.marks import name_beside
from driveproof.ui.theme.style import Theme


def test_a_short_name_at_the_edge_is_not_an_ellipsis(theme: Theme) -> None:
    """The line of p99 was labelled "…" a pixel before it would have fitted."""
    look = ChartStyle.of(theme)
    width = look.width(look.small, "p99")
    right = 200.0
    x = right - width - 5
    assert name_beside("p99", x, (x - 20, right), look) == ("p99", x + 3)
    assert name_beside("p99", x - 20, (0.0, right), look) == ("p99", x - 14)


def test_a_long_name_is_cut_or_goes_to_the_left(theme: Theme) -> None:
    look = ChartStyle.of(theme)
    name = "firmware 3B2QJXD7 → 4B2QJXD7"
    width = look.width(look.small, name)
    words, left = name_beside(name, width + 50, (0.0, width + 100), look)
    assert (words, left) == (name, 50 - 6)
    words, left = name_beside(name, 60.0, (0.0, 160.0), look)
    assert words.startswith("firm") and words.endswith("…") and left == 66
