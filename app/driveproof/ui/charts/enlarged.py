# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A chart as large as its window, until Escape."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout

from driveproof.ui.theme.style import GRID, MARGIN
from driveproof.ui.widgets.cover import Cover

if TYPE_CHECKING:
    from driveproof.ui.charts.view import ChartView


class Enlarged(Cover):
    """Covers the window with a new `view` of the chart of `source`; it scrolls if the chart is
    higher.
    """

    def __init__(self, source: ChartView, view: ChartView) -> None:
        super().__init__(source)
        self.view = view
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, 2 * GRID, MARGIN, MARGIN)
        column.setSpacing(GRID)
        column.addWidget(self.back, 0, Qt.AlignmentFlag.AlignRight)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(view)
        column.addWidget(area, 1)
