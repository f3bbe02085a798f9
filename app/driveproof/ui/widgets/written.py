# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Says what was written, below the head of a page or in a dialog, and leads to the file."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QDialogButtonBox, QWidget

from driveproof.domain.errors import DriveproofError
from driveproof.system.desktop.file_manager import show_in_folder
from driveproof.ui.tasks.queue import TaskQueue
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import shown
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.buttons import CopyButton
from driveproof.ui.widgets.dialog import Dialog
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import BaselineBox, vertical
from driveproof.ui.widgets.notices import announce
from driveproof.ui.widgets.page_head import quiet_button
from driveproof.wording.catalogue import _, pgettext

_WIDE = 640
"""Pixels of the dialog."""


class WrittenBar(QWidget):
    """Hidden until there is a message. Its buttons are there after a file was written, and that to
    save where a result is not kept.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._path = Path()
        self._tasks = TaskQueue(self)
        self.message = Label(theme, wrap=True, selectable=True)
        self.open_button = quiet_button(pgettext("button", "Open"))
        self.open_button.clicked.connect(self._open)
        self.folder_button = quiet_button(_("Show in folder"))
        self.folder_button.clicked.connect(self._show_in_folder)
        self.copy_button = CopyButton(_("Copy path"))
        self.save_button = quiet_button(_("&Save as JSON…"))
        row = BaselineBox(self)
        row.addWidget(self.message, 1)
        for button in (*self._buttons, self.save_button):
            row.addWidget(button)
        self.save_button.hide()
        self.hide()

    @property
    def _buttons(self) -> tuple[QWidget, ...]:
        return self.open_button, self.folder_button, self.copy_button

    def say(self, text: str, *, bad: bool = False, saves: bool = False) -> None:
        """Show a message without a file; `saves` offers to write one."""
        self._show(text, bad=bad, file=False)
        self.save_button.setVisible(saves)

    def say_written(self, path: Path) -> None:
        """Say that a file was written, and offer what to do with it."""
        self._path = path
        self._show(_("Written: {path}").format(path=shown(str(path))), bad=False, file=True)

    def _show(self, text: str, *, bad: bool, file: bool) -> None:
        self.message.set_color(Tone.FAILING if bad else Tone.NOTE)
        self.message.say(shown(text))
        for button in self._buttons:
            button.setVisible(file)
        self.save_button.hide()
        self.copy_button.text_to_copy = str(self._path)
        self.copy_button.reset()
        self.show()
        announce(self, self.message.text(), urgent=bad)

    @Slot()
    def _open(self) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._path))):
            self.say(
                _("No program is set up to open {file}.").format(file=shown(self._path.name)),
                bad=True,
            )

    @Slot()
    def _show_in_folder(self) -> None:
        reveal(self._tasks, self._path)


class WrittenDialog(Dialog):
    """The same where the page has no place for it."""

    def __init__(self, path: Path, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(_("Picture saved"))
        self.bar = WrittenBar(theme)
        self.bar.say_written(path)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.buttons.rejected.connect(self.reject)
        column = vertical(self, margins=(MARGIN, MARGIN, MARGIN, MARGIN), spacing=2 * GRID)
        column.addWidget(self.bar)
        column.addWidget(self.buttons)
        self.setMinimumWidth(_WIDE)


def say_written(path: Path, widget: QWidget, theme: Theme) -> None:
    """Say on the page of a widget, or else in a dialog, that a file was written."""
    page: QWidget | None = widget
    while page is not None:
        bar = page.findChild(WrittenBar, options=Qt.FindChildOption.FindDirectChildrenOnly)
        if isinstance(bar, WrittenBar):
            bar.say_written(path)
            return
        page = page.parentWidget()
    dialog = WrittenDialog(path, theme, widget.window())
    dialog.exec()
    dialog.deleteLater()


def reveal(tasks: TaskQueue, path: Path) -> None:
    """Show a file in the file manager."""

    def done(shown_there: bool | None, _error: DriveproofError | None) -> None:
        if not shown_there:  # no file manager on the bus: the folder alone
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent)))

    tasks.add(lambda: show_in_folder(path), done, key="folder")
