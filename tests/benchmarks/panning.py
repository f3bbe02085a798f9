# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pans two curves of 100,000 samples each through a chart of 1920x1080, and prints the times.

Usage: panning.py calm|noise. Prints a JSON list of the seconds of each frame, from the movement to
the painted picture. Calm is a random walk, noise has no sample that is like its neighbour.
"""

from __future__ import annotations

import json
import sys
import time

import numpy as np
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from driveproof.ui.charts.chart import Chart, ChartTable
from driveproof.ui.charts.plot import ChartPlot
from driveproof.ui.charts.view import ChartView
from driveproof.ui.theme.style import Theme

SAMPLES, FRAMES, SHARE = 100_000, 60, 0.4
SIZE = (1920, 1080)


class Two(Chart):
    """Two curves, before and after."""

    title = "Two curves"
    zooms = True

    def __init__(self, kind: str) -> None:
        rng = np.random.default_rng(7)
        self.x = np.arange(SAMPLES, dtype=np.float64)
        steps = rng.normal(0, 1, (2, SAMPLES))
        self.lines = np.cumsum(steps, axis=1) / 400 if kind == "calm" else steps
        self.lines += np.array([[4.0], [5.0]])

    def draw(self, plot: ChartPlot) -> None:
        plot.range((0.0, float(SAMPLES)), (float(self.lines.min()), float(self.lines.max())))
        for name, line, color in zip(
            ("before", "after"), self.lines, (plot.look.muted, plot.look.read), strict=True
        ):
            plot.curve(name, self.x, line, color)

    def table(self) -> ChartTable:
        return ChartTable((), ())

    def describe(self) -> str:
        return "two curves"


def main() -> None:
    app = QApplication(["driveproof"])
    view = ChartView(Theme(app, "light"))
    view.resize(*SIZE)
    view.set_chart(Two(sys.argv[1]))
    picture = QImage(*SIZE, QImage.Format.Format_RGB32)
    view.render(picture)
    length = SHARE * SAMPLES
    taken = []
    for number in range(FRAMES):
        begun = time.perf_counter()
        start = (SAMPLES - length) * number / (FRAMES - 1)
        view.look_at(start, start + length)
        view.render(picture)
        taken.append(time.perf_counter() - begun)
    print(json.dumps(taken))


main()
