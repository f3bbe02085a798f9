# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Above a comparison: Back, the baseline, and whether runs with the same label are pooled."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QSizePolicy,
    QWidget,
)

from driveproof.engine.comparison.reading import ComparedRuns
from driveproof.ui.compare.texts import side_line
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import set_tip
from driveproof.ui.widgets.buttons import BackButton, quiet_button
from driveproof.ui.widgets.fields import ChoiceBox
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import FlowBox, horizontal
from driveproof.wording.catalogue import _


class CompareChoice(QWidget):
    """Emits `back`, and `wanted(baseline, pooled)` when the person changed the choice."""

    back = Signal()
    wanted = Signal(int, bool)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.back_button = BackButton(theme, _("&All results"))
        self.back_button.clicked.connect(self.back)
        self.baseline = ChoiceBox()
        self.baseline.setAccessibleName(_("Baseline"))
        self.baseline.setMaximumWidth(480)
        self.baseline.setMinimumContentsLength(8)
        self.baseline.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.baseline.activated.connect(self._changed)
        self.swap = quiet_button(_("&Swap sides"))
        self.swap.clicked.connect(self._swap)
        self.pool = QCheckBox(_("&Pool runs with the same label"))
        self.pool.setToolTip(_("Count their repeats as one side"))
        self.pool.clicked.connect(self._pooled)
        title = Label(theme, _("&Baseline"), color="muted")
        title.setBuddy(self.baseline)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        first, more = QWidget(), QWidget()
        self._choices = (title, self.baseline, more)
        row = horizontal(first, spacing=GRID)
        row.addWidget(self.back_button)
        row.addSpacing(2 * GRID)
        row.addWidget(title)
        row.addWidget(self.baseline, 10)  # before what is left: a long name is not cut
        row.addStretch(1)
        row = horizontal(more, spacing=2 * GRID)
        row.addWidget(self.swap)
        row.addWidget(self.pool)
        row.addStretch(1)
        parts = FlowBox(self, margins=(MARGIN - GRID, 2 * GRID, MARGIN, 0))
        parts.addWidget(first, 10)
        parts.addWidget(more)

    def offer(self, offered: bool) -> None:
        """Show what can be chosen, or only the way back while there is nothing to compare."""
        for part in self._choices:
            part.setVisible(offered)

    def show_sides(self, compared: ComparedRuns) -> None:
        """Show the sides in order of time, with the baseline selected."""
        first = {run.id for run in compared.comparison.sides[0].runs}
        self.baseline.clear()
        for number, side in enumerate(compared.order):
            self.baseline.addItem(side_line(side), number)
            if {run.id for run in side.runs} == first:
                self.baseline.setCurrentIndex(number)
        set_tip(self.baseline, self.baseline.currentText())
        self.swap.setVisible(len(compared.order) == 2)
        self.pool.setVisible(compared.can_pool)
        self.pool.setChecked(compared.request.pooled)

    @Slot()
    def _changed(self) -> None:
        self.wanted.emit(self.baseline.currentIndex(), self.pool.isChecked())

    @Slot()
    def _swap(self) -> None:
        self.wanted.emit(1 - self.baseline.currentIndex(), self.pool.isChecked())

    @Slot()
    def _pooled(self) -> None:
        self.wanted.emit(0, self.pool.isChecked())
