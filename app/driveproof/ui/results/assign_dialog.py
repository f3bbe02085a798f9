# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The dialog that asks which drive imported results are of."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QListWidget, QWidget

from driveproof.domain.run.assignment import KnownDrive
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import shown, without_key
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import vertical
from driveproof.ui.widgets.overlays import Dialog
from driveproof.wording.catalogue import _

_ROWS = 6


class AssignDialog(Dialog):
    """`drive` is the chosen one; None for what the file says. `now` are the connected drives."""

    def __init__(
        self,
        drives: Sequence[KnownDrive],
        now: Collection[KnownDrive],
        theme: Theme,
        selected: str | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(without_key(_("Assign to a d&rive…")))
        self._drives = tuple(drives)
        question = Label(theme, _("Which drive was measured?"), size="heading", wrap=True)
        more = Label(
            theme,
            _("Everything else stays as in the file."),
            color="muted",
            wrap=True,
        )
        self.list = QListWidget()
        self.list.setAccessibleName(_("Drives"))
        self.list.setSpacing(GRID // 2)
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for one in self._drives:
            words = drive_title(one)
            if one not in now:
                words = _("{drive} (not connected now)").format(drive=words)
            self.list.addItem(words)
        self.list.addItem(_("In the file"))
        here = [one.identity for one in self._drives]
        self.list.setCurrentRow(here.index(selected) if selected in here else 0)
        self.list.setMinimumHeight(_ROWS * self.list.sizeHintForRow(0))
        self.list.itemActivated.connect(self.accept)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setText(_("&Assign"))
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        column = vertical(self, margins=(MARGIN, MARGIN, MARGIN, MARGIN), spacing=2 * GRID)
        for part in (question, more, self.list, self.buttons):
            column.addWidget(part)
        self.resize(520, self.sizeHint().height())
        self.list.setFocus()

    @property
    def drive(self) -> KnownDrive | None:
        """The chosen drive; None for what the file says."""
        row = self.list.currentRow()
        return self._drives[row] if 0 <= row < len(self._drives) else None


def drive_title(drive: KnownDrive) -> str:
    """A drive in a list: model and serial number."""
    words = (drive.model, drive.serial or drive.wwn)
    return ", ".join(shown(word) for word in words if word) or shown(drive.identity)
