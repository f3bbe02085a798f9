# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shown while the service that lists the drives is missing."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget

from driveproof.domain.errors import MachineError
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.feeds.pages import PageWidget
from driveproof.ui.theme.style import GRID, MARGIN
from driveproof.ui.widgets.buttons import CopyButton, primary_button
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import vertical
from driveproof.wording.catalogue import _
from driveproof.wording.errors import Face, advice, command_of, message

_READING_WIDTH = 640


class MissingPage(PageWidget):
    """What is missing, how to get it, and what works without it."""

    def __init__(self, context: PageContext) -> None:
        super().__init__(context)
        theme = context.theme
        self._title = Label(theme, size="title", wrap=True, selectable=True)
        self.message = Label(theme, wrap=True, selectable=True)
        self.advice = Label(theme, wrap=True, selectable=True, strong=True)
        self.copy = CopyButton(_("Copy the command"), quiet=False)
        self._alive = Label(
            theme,
            _("The list updates when UDisks2 runs."),
            color="muted",
            wrap=True,
        )
        folder_text = Label(
            theme,
            _("Folders can still be measured."),
            color="muted",
            wrap=True,
        )
        self.folder_button = primary_button(_("Measure a &folder…"))
        self.folder_button.clicked.connect(context.folder_asked)
        column = QWidget()
        column.setMaximumWidth(_READING_WIDTH)
        rows = vertical(column, spacing=GRID)
        rows.addWidget(self._title)
        rows.addWidget(self.message)
        rows.addSpacing(2 * GRID)
        rows.addWidget(self.advice)
        rows.addLayout(_left(self.copy))
        rows.addSpacing(GRID)
        rows.addWidget(self._alive)
        rows.addSpacing(3 * GRID)
        rows.addWidget(folder_text)
        rows.addLayout(_left(self.folder_button))
        page = vertical(self, margins=(MARGIN, 2 * MARGIN, MARGIN, MARGIN))
        page.addStretch(1)
        across = QHBoxLayout()
        across.addStretch(1)
        across.addWidget(column, 100)
        across.addStretch(1)
        page.addLayout(across)
        page.addStretch(2)

    def say_failed(self, error: MachineError, title: str = "") -> None:
        """Name what is missing; the command in its advice can be copied. With a title of its own no
        service is missing, only drives.
        """
        self._title.say(title or _("The drives cannot be listed"))
        self.message.say(message(error))
        self._alive.setVisible(not title)
        does = advice(error, Face.WINDOW)
        self.advice.say(does)
        self.advice.setVisible(bool(does))
        self.copy.text_to_copy = command_of(error.advice)
        self.copy.setVisible(bool(self.copy.text_to_copy))


def _left(widget: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.addWidget(widget)
    row.addStretch(1)
    return row
