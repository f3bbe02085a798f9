# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The rows of a comparison; a test is selected by mouse or keys."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from driveproof.ui.charts.changes import Intervals
from driveproof.ui.charts.rows_view import RowsView
from driveproof.ui.theme.style import Theme

_TABLE_ROWS = 14  # this many are visible at once; the table scrolls


class IntervalsView(RowsView):
    """Emits `row_chosen(number)` for a click or the arrow keys."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent, most=_TABLE_ROWS)

    @property
    def intervals(self) -> Intervals | None:
        """The chart."""
        return self.chart if isinstance(self.chart, Intervals) else None
