# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Readers of a mirror as bars, each divided into what the devices served of it."""

from __future__ import annotations

from PySide6.QtGui import QColor

from driveproof.domain.metric import MetricName
from driveproof.domain.run.mirror import MirrorTest, legs_of_run, mirror_tests
from driveproof.domain.run.run import Run
from driveproof.domain.run.work import Part
from driveproof.domain.text import shown
from driveproof.ui.charts import painting
from driveproof.ui.charts.chart import Table
from driveproof.ui.charts.chart_style import Look
from driveproof.ui.charts.divided_bars import DividedBars, DividedRow
from driveproof.wording import mirror as words
from driveproof.wording.catalogue import _
from driveproof.wording.figures import write_metric, write_range

_FADES = (1.0, 0.45, 0.72, 0.25)
"""How strong the colour of each device is, in the order of their names; then again."""


class MirrorChart(DividedBars):
    """A bar for each test; its parts are the shares of the devices."""

    described = ((0,), (2, 5))

    def __init__(self, run: Run, *, binary: bool = False) -> None:
        self.run = run
        self.rows = mirror_tests(run)
        self.binary = binary
        super().__init__([self._line(test) for test in self.rows])

    def _line(self, test: MirrorTest) -> DividedRow:
        return DividedRow(
            title=words.mirror_title(test),
            summary=test.rate,
            value=write_metric(MetricName.BANDWIDTH, test.rate.median, binary=self.binary),
            spread=write_range(MetricName.BANDWIDTH, test.rate, binary=self.binary)
            if test.rate.count > 1
            else "",
            said=words.served_text(self.run, test),
            quietly=words.shares_text(test),
        )

    @property
    def name(self) -> str:
        return _("Devices that served the readers")

    @property
    def head(self) -> str:
        return _("Test")

    def key(self, look: Look) -> list[tuple[str, QColor]]:
        names = legs_of_run(self.run) if any(test.legs for test in self.rows) else ()
        shades = (_shade(look.read, number, look) for number in range(len(names)))
        return list(zip(map(shown, names), shades, strict=True))

    def parts(self, number: int, look: Look) -> tuple[QColor, tuple[tuple[float, QColor], ...]]:
        test = self.rows[number]
        color = look.write if test.part is Part.COPY else look.read
        shares = enumerate(leg.share for leg in test.legs)
        return color, tuple((share, _shade(color, leg, look)) for leg, share in shares)

    def table(self) -> Table:
        rows = tuple(
            (
                words.mirror_title(test),
                str(test.rate.count),
                write_metric(MetricName.BANDWIDTH, test.rate.median, binary=self.binary),
                write_range(MetricName.BANDWIDTH, test.rate, binary=self.binary),
                words.served_text(self.run, test),
                words.shares_text(test),
            )
            for test in self.rows
        )
        heads = (_("Test"), _("Repeats"), _("Median"), _("Least to greatest"))
        return Table((*heads, _("Served by"), _("Share of the reads")), rows)


def _shade(color: QColor, number: int, look: Look) -> QColor:
    return painting.mixed(color, look.surface, _FADES[number % len(_FADES)])
