# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Everyday tasks as bars of their time, divided into the drive's part, the processor's and more."""

from __future__ import annotations

from PySide6.QtGui import QColor

from driveproof.domain.metric import MetricName
from driveproof.domain.run.real_life import Row, real_life_rows
from driveproof.domain.run.run import Run
from driveproof.ui.charts import painting
from driveproof.ui.charts.chart import Table
from driveproof.ui.charts.chart_style import Look
from driveproof.ui.charts.divided_bars import DividedBars, DividedRow
from driveproof.wording import real_life as words
from driveproof.wording.catalogue import _
from driveproof.wording.figures import write_range
from driveproof.wording.units import format_seconds, format_size

_FADED = 0.4
_NOBODY = 0.18


class RealLifeChart(DividedBars):
    """A bar for each task; its parts are the drive's, the processor's and the rest."""

    row = 40.0

    described = ((0,), (2, 6))

    def __init__(self, run: Run) -> None:
        self.rows = real_life_rows(run)
        super().__init__(
            [
                DividedRow(
                    title=words.task_title(row),
                    summary=row.time,
                    value=format_seconds(row.time.median),
                    spread=_range(row),
                    said=words.share_text(row),
                    quietly=_("drive"),
                )
                for row in self.rows
            ]
        )

    @property
    def name(self) -> str:
        return _("Everyday tasks: share of the drive")

    @property
    def head(self) -> str:
        return _("Task")

    def key(self, look: Look) -> list[tuple[str, QColor]]:
        names = (_("Drive, at most"), _("Processor"), _("Other waiting"))
        return list(zip(names, _colors(look), strict=True))

    def parts(self, number: int, look: Look) -> tuple[QColor, tuple[tuple[float, QColor], ...]]:
        row = self.rows[number]
        parts = (row.drive, row.processor, row.other)
        whole = sum(parts) or 1.0
        shares = zip(parts, _colors(look), strict=True)
        return look.accent, tuple((part / whole, color) for part, color in shares if part > 0)

    def table(self) -> Table:
        rows = tuple(
            (
                words.task_title(row),
                str(row.time.count),
                format_seconds(row.time.median),
                _range(row),
                format_seconds(row.processor),
                format_seconds(row.drive),
                words.share_text(row),
                "–" if row.stalled is None else format_seconds(row.stalled),
                "–" if row.read is None else format_size(row.read),
                "–" if row.written is None else format_size(row.written),
            )
            for row in self.rows
        )
        heads = (
            _("Task"), _("Repeats"), _("Median"), _("Least to greatest"), _("Processor"),
            _("Drive at most"), _("Share"), _("I/O wait"), _("Read"), _("Written"),
        )  # fmt: skip
        return Table(heads, rows)


def _range(row: Row) -> str:
    """The least and the greatest; "" for a single repeat."""
    if row.time.count < 2:
        return ""
    return write_range(MetricName.TIME, row.time)


def _colors(look: Look) -> tuple[QColor, QColor, QColor]:
    """Of the drive, the processor, and what is neither."""
    return (
        look.accent,
        painting.mixed(look.text, look.surface, _FADED),
        painting.mixed(look.text, look.surface, _NOBODY),
    )
