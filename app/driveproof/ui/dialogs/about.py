# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The program's description, and the versions of what it is built from."""

from __future__ import annotations

from PySide6.QtCore import Slot, qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import without_key
from driveproof.ui.widgets.dialog import Dialog
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import vertical
from driveproof.ui.widgets.rows import FactRows
from driveproof.wording.catalogue import _


class AboutDialog(Dialog):
    """Name, licence and versions; the versions can be copied into a bug report."""

    def __init__(
        self, versions: tuple[tuple[str, str], ...], theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(without_key(_("&About Driveproof")))
        self.facts = FactRows(theme, columns=1)
        self.facts.set_facts([*versions, ("Qt", qVersion())])
        copy = QPushButton(_("&Copy versions"))
        copy.clicked.connect(self._copy)
        close = QPushButton(_("C&lose"))
        close.setDefault(True)
        close.clicked.connect(self.accept)
        buttons = QHBoxLayout()
        buttons.addWidget(copy)
        buttons.addStretch(1)
        buttons.addWidget(close)
        column = vertical(self, margins=(3 * GRID, 3 * GRID, 3 * GRID, 3 * GRID), spacing=GRID)
        column.addWidget(Label(theme, "Driveproof", size="title"))
        column.addWidget(
            Label(theme, _("Disk benchmark, health and TRIM checker."), color="muted", wrap=True)
        )
        column.addSpacing(GRID)
        column.addWidget(self.facts)
        column.addSpacing(GRID)
        column.addWidget(
            Label(
                theme,
                _("GNU General Public License, version 3 or later"),
                size="small",
                color="muted",
                wrap=True,
            )
        )
        column.addSpacing(GRID)
        column.addLayout(buttons)
        self.setMinimumWidth(420)
        close.setFocus()

    @Slot()
    def _copy(self) -> None:
        lines = [f"{name}: {value}" for name, value in self.facts.facts()]
        QGuiApplication.clipboard().setText("\n".join(lines))
