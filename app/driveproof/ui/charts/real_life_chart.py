# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Everyday tasks as bars of their time, divided into the drive's part, the processor's and more."""

from __future__ import annotations

from PySide6.QtGui import QColor

from driveproof.domain.figure import Table
from driveproof.domain.metric import MetricName
from driveproof.domain.run.real_life import real_life_rows
from driveproof.domain.run.run import Run
from driveproof.ui.charts import painting
from driveproof.ui.charts.chart_style import ChartStyle
from driveproof.ui.charts.divided_bars import DividedBars, DividedRow
from driveproof.wording.catalogue import _
from driveproof.wording.figures import write_range
from driveproof.wording.table import cell_text

_FADED = 0.4
_NOBODY = 0.18


class RealLifeChart(DividedBars):
    """A bar for each task; its parts are the drive's, the processor's and the rest."""

    row = 40.0

    def __init__(self, run: Run, figures: Table, *, binary: bool = False) -> None:
        self.rows = real_life_rows(run)
        cells = zip(*map(figures.column, ("task", "time", "share")), strict=True)
        super().__init__(
            [
                DividedRow(
                    title=cell_text(title),
                    summary=row.time,
                    value=cell_text(time),
                    spread=write_range(MetricName.TIME, row.time),
                    said=cell_text(share),
                    quietly=_("drive"),
                )
                for row, (title, time, share) in zip(self.rows, cells, strict=True)
            ],
            figures,
            binary=binary,
        )

    def key(self, look: ChartStyle) -> list[tuple[str, QColor]]:
        names = (_("Drive, at most"), _("CPU"), _("Other waiting"))
        return list(zip(names, _colors(look), strict=True))

    def parts(
        self, number: int, look: ChartStyle
    ) -> tuple[QColor, tuple[tuple[float, QColor], ...]]:
        row = self.rows[number]
        parts = (row.drive, row.processor, row.other)
        whole = sum(parts) or 1.0
        shares = zip(parts, _colors(look), strict=True)
        return look.accent, tuple((part / whole, color) for part, color in shares if part > 0)


def _colors(look: ChartStyle) -> tuple[QColor, QColor, QColor]:
    """Of the drive, the processor, and what is neither."""
    return (
        look.accent,
        painting.mixed(look.text, look.surface, _FADED),
        painting.mixed(look.text, look.surface, _NOBODY),
    )
