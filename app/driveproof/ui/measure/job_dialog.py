# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A profile as a fio job file: read it, copy it, save it; and why one cannot be measured."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from driveproof.domain.errors import DriveproofError
from driveproof.domain.profile.profile import Profile
from driveproof.export.files import write_data
from driveproof.export.text.job_file import job_file_text
from driveproof.ui.dialogs.asking import file_to_write
from driveproof.ui.settings import Settings
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.widgets.buttons import CopyButton
from driveproof.ui.widgets.layouts import horizontal, vertical
from driveproof.ui.widgets.notices import WrittenBar
from driveproof.ui.widgets.overlays import Dialog
from driveproof.ui.widgets.pages import PageHead
from driveproof.wording.catalogue import _
from driveproof.wording.errors import Face, error_lines, message_and_advice
from driveproof.wording.profile import profile_text

FOLDER = "export/folder"


class ProblemsDialog(Dialog):
    """Everything that keeps a job file from being measured, one below the other."""

    def __init__(self, error: DriveproofError, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        text = "\n\n".join(error_lines(error, Face.WINDOW))
        self.setWindowTitle(_("This job file cannot be used"))
        self.head = PageHead(theme)
        self.head.say(self.windowTitle(), _("Change these lines in a copy."))
        self.view = QPlainTextEdit(text)
        self.view.setReadOnly(True)
        self.view.setTabChangesFocus(True)
        self.view.setAccessibleName(self.windowTitle())
        copy = CopyButton(_("Co&py"), text, quiet=False)
        close = QPushButton(_("C&lose"))
        close.setDefault(True)
        close.clicked.connect(self.accept)
        column = vertical(self, margins=(MARGIN, 3 * GRID, MARGIN, 2 * GRID), spacing=2 * GRID)
        column.addWidget(self.head)
        column.addWidget(self.view, 1)
        buttons = horizontal(spacing=GRID)
        buttons.addWidget(copy)
        buttons.addStretch(1)
        buttons.addWidget(close)
        column.addLayout(buttons)
        self.resize(760, 480)


class JobFileDialog(Dialog):
    """The text as it will be in the file. Raises UsageError for a profile that is no job file."""

    def __init__(
        self, profile: Profile, theme: Theme, settings: Settings, parent: QWidget | None = None
    ) -> None:
        self._text = job_file_text(profile)
        super().__init__(parent)
        self._profile, self._settings = profile, settings
        title = profile_text(profile.title, profile.name)
        self.setWindowTitle(_("{title} as a fio job file").format(title=title))
        self.head = PageHead(theme)
        self.head.say(
            self.windowTitle(),
            _("Runs with fio alone."),
        )
        self.view = QPlainTextEdit()
        self.view.setReadOnly(True)
        self.view.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.view.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.view.setAccessibleName(self.windowTitle())
        self.view.setPlainText(self._text)
        self.written = WrittenBar(theme)
        self.copy = CopyButton(_("Co&py"), self._text, quiet=False)
        self.save = QPushButton(_("&Save…"))
        self.save.clicked.connect(self._save)
        self.close_button = QPushButton(_("C&lose"))
        self.close_button.setDefault(True)
        self.close_button.clicked.connect(self.accept)
        self._build()
        self.resize(760, 640)

    def _build(self) -> None:
        column = vertical(self, margins=(MARGIN, 3 * GRID, MARGIN, 2 * GRID), spacing=2 * GRID)
        column.addWidget(self.head)
        column.addWidget(self.view, 1)
        column.addWidget(self.written)
        buttons = horizontal(spacing=GRID)
        buttons.addWidget(self.copy)
        buttons.addWidget(self.save)
        buttons.addStretch(1)
        buttons.addWidget(self.close_button)
        column.addLayout(buttons)

    @Slot()
    def _save(self) -> None:
        folder = self._settings.text(FOLDER) or str(Path.home())
        start = f"{folder}/{self._profile.name}.fio"
        title, words = _("Save as a fio job file"), _("fio job file (*.fio)")
        path = file_to_write(self, title, start, words, "fio", "job")
        if path is None:
            return
        try:
            write_data(path, self._text)
        except DriveproofError as error:
            self.written.say(message_and_advice(error, Face.WINDOW), bad=True)
            return
        self._settings.keep(FOLDER, str(path.parent))
        self.written.say_written(path)
