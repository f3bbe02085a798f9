# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the charts of a comparison draw: distances from the baseline."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from tests.builders.changes import changes

from driveproof.domain.figure import Interval
from driveproof.ui.charts.changes import Intervals, on_axis, ratio_text
from driveproof.ui.charts.chart_style import for_paper
from driveproof.ui.charts.plot import drawn


def rows(*ratios: float) -> Intervals:
    return Intervals(changes(**{f"{one}": Interval(one) for one in ratios}))


def test_half_is_as_far_as_twice() -> None:
    chart = rows(0.5, 2.0, 1.0)
    with drawn(chart, QRectF(0, 0, 800, chart.height), for_paper()) as plot:
        low, middle, high = (plot.x_of(on_axis(ratio)) for ratio in (0.5, 1.0, 2.0))
        assert middle == pytest.approx(plot.area.center().x())
        assert middle - low == pytest.approx(high - middle)
        assert plot.area.left() < low < high < plot.area.right()
    assert rows(1.0).reach == 1.12  # noise is not blown up to the whole width
    assert rows(1e9).reach == 10


def test_marks_in_words() -> None:
    assert [ratio_text(one) for one in (0.5, 1, 1.25, 3)] == ["−50\u202f%", "0", "+25\u202f%", "×3"]
