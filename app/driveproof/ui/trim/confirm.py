# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks before a TRIM: what will happen, and what cannot be undone."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from driveproof.domain.errors import DriveproofError
from driveproof.domain.trim.job import Preview
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.buttons import (
    BACK,
    BUTTON_HEIGHT,
    ESCAPE,
    pressed_at,
    primary_button,
    quiet_button,
)
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import vertical
from driveproof.ui.widgets.pages import BESIDE_BAR, PageHead, scroll_page
from driveproof.wording.catalogue import _
from driveproof.wording.errors import message
from driveproof.wording.say import say_text


class ConfirmView(QWidget):
    """Emits `start(proof)` for a yes, `back` for a no."""

    start = Signal(bool)
    back = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.head = PageHead(theme)
        self.no = quiet_button(_("&Back"))
        self.no.setMinimumHeight(BUTTON_HEIGHT)
        self.no.clicked.connect(self.back)
        pressed_at(self.no, ESCAPE, BACK)
        self.button = primary_button(_("&Trim now"))
        self.button.clicked.connect(self._start)
        self.head.add(self.no)
        self.head.add(self.button)
        self.reason = Label(theme, wrap=True, color=Tone.PLAIN)
        self.reason.hide()
        self.will = Label(theme, wrap=True, selectable=True)
        self.lost = Label(theme, wrap=True, selectable=True)
        self.proof = QCheckBox(_("&Verify with marked blocks"))
        self.cost = Label(theme, wrap=True, color="muted", selectable=True)
        self.cost.setContentsMargins(3 * GRID, 0, 0, 0)
        body = QWidget()
        column = vertical(body, margins=(MARGIN, 0, BESIDE_BAR, MARGIN), spacing=GRID)
        column.addWidget(self.reason)
        column.addWidget(Label(theme, _("What happens"), strong=True))
        column.addWidget(self.will)
        column.addSpacing(2 * GRID)
        column.addWidget(Label(theme, _("What cannot be undone"), strong=True))
        column.addWidget(self.lost)
        column.addSpacing(2 * GRID)
        column.addWidget(self.proof, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.cost)
        column.addStretch(1)
        top = vertical(margins=(MARGIN, 3 * GRID, MARGIN, 2 * GRID))
        top.addWidget(self.head)
        self._area = scroll_page(self, top, body, name=_("What happens"))

    def _start(self) -> None:
        self.start.emit(self.proof.isChecked())

    def set_disturbing(self, reason: str) -> None:
        """Set why it cannot start now, "" if it can."""
        self.button.setEnabled(not reason)
        self.reason.say(reason)
        self.reason.setVisible(bool(reason))

    def show_preview(self, preview: Preview, unprovable: DriveproofError | None) -> None:
        """Ask about this TRIM; `unprovable` is the reason why its blocks cannot be read back."""
        self.head.say(say_text(preview.question), say_text(preview.where))
        self.button.setText(_answer(preview))
        password = _("Asks for a password.")
        # First that it may cover more than what was named.
        told = map(say_text, (*preview.notes, *preview.will))
        self.will.say("\n\n".join([*told, password]))
        self.lost.say("\n\n".join(map(say_text, preview.chain.lost)))
        self.proof.setChecked(False)
        self.proof.setEnabled(unprovable is None)
        if unprovable is not None:
            self.cost.say(_("Not possible: {reason}").format(reason=message(unprovable)))
        else:
            self.cost.say(
                _(
                    "Writes and deletes 4 MiB of random data, and reads its sectors before and"
                    " after the TRIM."
                )
            )
        self.proof.setAccessibleDescription(self.cost.text())
        self._area.verticalScrollBar().setValue(0)


def _answer(preview: Preview) -> str:
    """The text of the button that confirms."""
    if preview.mount is None:
        return _("Mount and &trim now")
    return _("&Trim now")
