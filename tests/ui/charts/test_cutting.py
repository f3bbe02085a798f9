# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lines end at the plot's edge, even in a file format without clipping."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QApplication
from tests.builders.ink import across

from driveproof.domain.access import Direction
from driveproof.domain.comparison.side_plots import side_rates_plot
from driveproof.domain.metric import MetricName
from driveproof.domain.run.columns import Curve
from driveproof.ui.charts.chart_style import for_paper
from driveproof.ui.charts.curve import cut
from driveproof.ui.charts.picture import EDGE
from driveproof.ui.charts.plot import drawn
from driveproof.ui.charts.plot_chart import PlotChart
from driveproof.ui.charts.quantity import iops

X, Y = np.array([0.0, 1.0, 2.0, 3.0]), np.array([0.0, 10.0, 20.0, 0.0])


@pytest.mark.parametrize(
    ("low", "high", "x", "y"),
    [
        (0.0, 3.0, [0, 1, 2, 3], [0, 10, 20, 0]),
        (-1.0, 9.0, [0, 1, 2, 3], [0, 10, 20, 0]),
        (0.5, 2.5, [0.5, 1, 2, 2.5], [5, 10, 20, 10]),
        (1.2, 1.4, [1.2, 1.4], [12, 14]),
        (1.0, 2.0, [1, 1, 2, 2], [10, 10, 20, 20]),
        (4.0, 5.0, [], []),
        (-2.0, -1.0, [], []),
    ],
)
def test_the_ends_are_where_the_line_crosses(
    low: float, high: float, x: list[float], y: list[float]
) -> None:
    xs, ys = cut(X, Y, low, high)
    points = dict(zip(xs.tolist(), ys.tolist(), strict=True))
    assert points == pytest.approx(dict(zip(x, y, strict=True)))


def test_a_gap_stays_a_gap_and_nothing_stays_nothing() -> None:
    xs, ys = cut(X, np.array([0.0, np.nan, 20.0, 0.0]), 0.5, 2.5)
    assert xs.tolist() == [0.5, 1, 2, 2.5]
    assert np.isnan(ys[:2]).all() and ys[2:].tolist() == [20, 10]
    assert cut(np.empty(0), np.empty(0), 0, 1)[0].tolist() == []


def test_a_part_of_a_curve_is_drawn_within_its_plot(qapp: QApplication, tmp_path: Path) -> None:
    time = np.arange(1, 9) * 1.0
    curve = Curve(time, np.ones(8), 100 + time, time * 1e6)
    plot = side_rates_plot("a", [(curve,) * 4], MetricName.IOPS, Direction.READ)
    chart = PlotChart(plot, iops())
    size = QSize(640, 200)
    rect = QRectF(0, 0, size.width(), size.height()).adjusted(EDGE, EDGE, -EDGE, -EDGE)
    drawing = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)
    drawing.setFileName(str(tmp_path / "x.svg"))
    drawing.setSize(size)
    with drawn(chart, rect, for_paper()) as drawn_plot:
        drawn_plot.look_at(12.3, 16.3)
        painter = QPainter(drawing)
        drawn_plot.render(painter, rect)
        painter.end()
    places = across(tmp_path / "x.svg")
    assert places and min(places) >= EDGE and max(places) <= size.width() - EDGE
