# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Readers of a mirror as bars, each divided into what the devices served of it."""

from __future__ import annotations

from PySide6.QtGui import QColor

from driveproof.domain.figure import Table
from driveproof.domain.metric import MetricName
from driveproof.domain.run.mirror import legs_of_run, mirror_tests
from driveproof.domain.run.run import Run
from driveproof.domain.run.work import Part
from driveproof.domain.text import shown
from driveproof.ui.charts import painting
from driveproof.ui.charts.chart_style import ChartStyle
from driveproof.ui.charts.divided_bars import DividedBars, DividedRow
from driveproof.wording.figures import write_range
from driveproof.wording.table import cell_text

_FADES = (1.0, 0.45, 0.72, 0.25)
"""How strong the colour of each device is, in the order of their names; then again."""


class MirrorChart(DividedBars):
    """A bar for each test; its parts are the shares of the devices."""

    def __init__(self, run: Run, figures: Table, *, binary: bool = False) -> None:
        self.run = run
        self.tests = mirror_tests(run)
        rows = zip(self.tests, figures.rows, strict=True)
        lines = [
            DividedRow(
                title=cell_text(title),
                summary=test.rate,
                value=cell_text(rate, binary=binary),
                spread=write_range(MetricName.BANDWIDTH, test.rate, binary=binary),
                said=cell_text(served),
                quietly=cell_text(shares),
            )
            for test, (title, rate, served, shares) in rows
        ]
        super().__init__(lines, figures, binary=binary)

    def key(self, look: ChartStyle) -> list[tuple[str, QColor]]:
        names = legs_of_run(self.run) if any(test.legs for test in self.tests) else ()
        shades = (_shade(look.read, number, look) for number in range(len(names)))
        return list(zip(map(shown, names), shades, strict=True))

    def parts(
        self, number: int, look: ChartStyle
    ) -> tuple[QColor, tuple[tuple[float, QColor], ...]]:
        test = self.tests[number]
        color = look.write if test.part is Part.COPY else look.read
        shares = enumerate(leg.share for leg in test.legs)
        return color, tuple((share, _shade(color, leg, look)) for leg, share in shares)


def _shade(color: QColor, number: int, look: ChartStyle) -> QColor:
    return painting.mixed(color, look.surface, _FADES[number % len(_FADES)])
