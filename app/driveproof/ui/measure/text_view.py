# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Edits the file of a profile as text; says with each key whether it can be saved."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from driveproof.domain.errors import DriveproofError, UsageError
from driveproof.domain.profile.draft import TextDraft, checked_text
from driveproof.ui.measure.editor import EditHead, may_discard
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.widgets.layouts import vertical
from driveproof.ui.widgets.pages import ESCAPE, shortcut
from driveproof.wording.catalogue import _


class TextView(QWidget):
    """Emits `save(TextDraft)` for a valid text, and `closed` when the person leaves it."""

    save = Signal(object)
    closed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._first: TextDraft | None = None
        self._problem: DriveproofError | None = None
        self.head = EditHead(theme)
        self.head.cancel.clicked.connect(self.leave)
        self.head.button.clicked.connect(lambda: self.save.emit(self.draft))
        self.view = QPlainTextEdit()
        self.view.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.view.setAccessibleName(_("Text of the profile"))
        self.view.setTabChangesFocus(True)
        self.view.textChanged.connect(self._edited)
        column = vertical(self, margins=(MARGIN, 3 * GRID, MARGIN, 3 * GRID), spacing=2 * GRID)
        column.addWidget(self.head)
        column.addWidget(self.view, 1)
        shortcut(self, ESCAPE, self.leave)

    def edit(self, draft: TextDraft) -> None:
        """Edit a text from its beginning."""
        self._first = draft
        self._problem = None
        self.view.blockSignals(True)
        self.view.setPlainText(draft.text)
        self.view.blockSignals(False)
        self._check()
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def draft(self) -> TextDraft:
        """The draft with the text that was entered."""
        assert self._first is not None
        return replace(self._first, text=self.view.toPlainText())

    @property
    def changed(self) -> bool:
        """Whether anything was entered."""
        return self._first is not None and self.draft.text != self._first.text

    def say_problem(self, problem: DriveproofError) -> None:
        """Show why it could not be saved, until something is changed."""
        self._problem = problem
        self._check()

    @Slot()
    def leave(self) -> None:
        """Leave without saving; asks if something was entered."""
        if not self.changed or may_discard(self):
            self.closed.emit()

    @Slot()
    def _edited(self) -> None:
        if self._first is not None and not self.view.signalsBlocked():
            self._problem = None
            self._check()

    def _check(self) -> None:
        draft = self.draft
        try:
            profile = checked_text(draft)
        except UsageError as problem:
            self.head.say(draft.title or draft.name, problem, may_retry=False)
            return
        self.head.say(draft.title or draft.name, self._problem or profile, may_retry=True)
