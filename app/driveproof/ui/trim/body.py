# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Below the head of the TRIM page: the chain, what a TRIM would free, what trims by itself."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from driveproof.domain.trim.path import DiscardPath
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import shown
from driveproof.ui.trim import wording as words
from driveproof.ui.trim.path_rows import ChainRows
from driveproof.ui.trim.preview import PreviewPart
from driveproof.ui.widgets.fact_rows import FactRows
from driveproof.ui.widgets.labels import Label
from driveproof.wording.catalogue import _


class TrimBody(QWidget):
    """Everything that scrolls. `ask` is the button that asks root."""

    def __init__(self, theme: Theme, *, compares: bool = False) -> None:
        super().__init__()
        self.rows = ChainRows(theme)
        self.wish = Label(theme, wrap=True, color="muted", selectable=True)
        self.ask = QPushButton(_("Ask as &administrator"))
        self.refusal = Label(theme, wrap=True, color="watch", selectable=True)
        self.periodic_title = Label(theme, _("What trims by itself"), size="heading")
        self.periodic = Label(theme, wrap=True, selectable=True)
        self.facts = FactRows(theme, columns=1)
        self.notes = Label(theme, wrap=True, color="muted", selectable=True)
        self.preview = PreviewPart(theme, compares=compares)
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, 0, MARGIN, MARGIN)
        column.setSpacing(0)
        for widget, space in (
            (self.rows, 0),
            (self.wish, 2 * GRID),
            (self.ask, GRID),
            (self.refusal, GRID),
            (self.preview, 0),
            (self.periodic_title, 4 * GRID),
            (self.periodic, GRID),
            (self.facts, GRID),
            (self.notes, 3 * GRID),
        ):
            if widget is self.ask:
                column.addSpacing(space)
                column.addWidget(widget, 0, Qt.AlignmentFlag.AlignLeft)
                continue
            widget.setContentsMargins(0, space, 0, 0)
            column.addWidget(widget)
        column.addStretch(1)

    def show_chain(self, chain: DiscardPath, *, asking: bool) -> None:
        """Show a chain; `asking` while somebody is asked for a password to read more of it."""
        self.rows.show_chain(chain)
        wishes = words.wishes(chain)
        self.wish.say(_("Root would know more: {0}").format(" ".join(wishes)))
        self.ask.setText(_("Asking…") if asking else _("Ask as &administrator"))
        self.ask.setEnabled(not asking)
        for widget in (self.wish, self.ask):
            widget.setVisible(bool(wishes))
        self.refusal.setVisible(bool(self.refusal.text()))
        facts = words.periodic_facts(chain)
        self.periodic.say(words.by_itself(chain))
        self.facts.set_facts(facts)
        for part in (self.periodic_title, self.periodic, self.facts):
            part.setVisible(bool(facts))
        self.notes.say("\n".join(shown(note) for note in chain.notes))
        self.notes.setVisible(bool(chain.notes))
