# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is said beside the contents of a page: to a screen reader, in messages, notices and strips,
and about a file that was written.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6 import QtGui
from PySide6.QtCore import QRectF, Qt, QUrl, Signal, Slot
from PySide6.QtGui import (
    QAccessible,
    QDesktopServices,
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QDialogButtonBox, QProgressBar, QWidget

from driveproof.domain.errors import DriveproofError
from driveproof.history.errors import not_kept
from driveproof.system.desktop.file_manager import show_in_folder
from driveproof.ui.tasks.queue import TaskQueue
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import shown
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.buttons import CopyButton, quiet_button
from driveproof.ui.widgets.labels import ElidedLabel, Label
from driveproof.ui.widgets.layouts import BaselineBox, horizontal, vertical
from driveproof.ui.widgets.overlays import Dialog
from driveproof.wording.catalogue import _, pgettext
from driveproof.wording.errors import Face, error_lines, message_and_advice


def announce(widget: QWidget, text: str, *, urgent: bool = False) -> None:
    """Say a sentence that `widget` shows; `urgent`: at once, and not after what is being said.

    Nothing happens where nobody listens, and with Qt before 6.8, which could not.
    """
    if not text or not QAccessible.isActive() or not hasattr(QtGui, "QAccessibleAnnouncementEvent"):
        return
    event = QtGui.QAccessibleAnnouncementEvent(widget, text)
    if urgent:
        event.setPoliteness(QAccessible.AnnouncementPoliteness.Assertive)
    QAccessible.updateAccessibility(event)


class MessageBar(QWidget):
    """Hidden until there is a message. Emits `acted` when the person chose the action, and
    `dismissed` with the sentence when the person closed it.
    """

    acted = Signal()
    dismissed = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sentence = ""
        self.text = Label(theme, wrap=True, selectable=True)
        self.action = quiet_button("")
        self.action.clicked.connect(self.acted)
        close = quiet_button(_("Dismiss"))
        close.clicked.connect(self._dismiss)
        row = BaselineBox(self)
        row.addWidget(self.text, 1)
        row.addWidget(self.action)
        row.addWidget(close)
        self.hide()

    def say(self, text: str, *, action: str = "", bad: bool = False) -> None:
        """Show a sentence; `action` is the text of its button."""
        self.text.set_color(Tone.FAILING if bad else Tone.PLAIN)
        self._sentence = text
        self.text.say(text)
        self.action.setText(action)
        self.action.setVisible(bool(action))
        self.show()
        announce(self, text, urgent=bad)

    @property
    def sentence(self) -> str:
        """What is said now, "" for nothing."""
        return "" if self.isHidden() else self._sentence

    @Slot()
    def _dismiss(self) -> None:
        self.hide()
        self.dismissed.emit(self._sentence)

    def say_error(self, error: DriveproofError, *, action: str = "") -> None:
        """Show an error, and what to do about it; `action` is the text of a button."""
        self.say("\n".join(error_lines(error, Face.WINDOW)), action=action, bad=True)


NARROW = 640  # pixels: below this, a warning takes one line more


class Notice(QWidget):
    """Shows a quiet sentence or a warning; a command in it can be selected and copied."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.warns = False
        self.label = Label(theme, color="muted", wrap=True, selectable=True)
        self.label.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.copy = CopyButton(_("Copy the command"))
        self.copy.setStyleSheet("padding-top: 0; padding-bottom: 0;")
        self.copy.hide()
        row = BaselineBox(self, spacing=2 * GRID)
        row.addWidget(self.label, 1)
        row.addWidget(self.copy, 0, Qt.AlignmentFlag.AlignTop)
        theme.changed.connect(self._reserve)
        self._reserve()

    def _reserve(self) -> None:
        lines = 2 if self.width() >= NARROW else 3
        self.setMinimumHeight(lines * QFontMetrics(self._theme.body()).lineSpacing())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._reserve()

    def text(self) -> str:
        """The text."""
        return self.label.text()

    def say(self, text: str, *, warns: bool = False, command: str = "") -> None:
        """Show it; `command` is what the button copies."""
        self.warns = warns
        self.label.set_color(Tone.PLAIN if warns else Tone.NOTE)
        self.label.say(text)
        self.copy.text_to_copy = command
        self.copy.setVisible(bool(command))


_STEPS = 1000
_PROGRESS_WIDTH = 220


class TaskStrip(QWidget):
    """Hidden until a task is running. Emits `acted` for its button."""

    acted = Signal()

    def __init__(self, theme: Theme, button: str, progress: str) -> None:
        """`button` is the text of the button, `progress` the accessible name of the progress
        bar.
        """
        super().__init__()
        self._theme = theme
        self.title = ElidedLabel(theme, strong=True)
        self.detail = ElidedLabel(theme, color="muted")
        self.progress = QProgressBar()
        self.progress.setRange(0, _STEPS)
        self.progress.setTextVisible(False)
        self.progress.setFixedSize(_PROGRESS_WIDTH, 4)
        self.progress.setAccessibleName(progress)
        self.button = quiet_button(button)
        self.button.clicked.connect(self.acted)
        words = vertical(spacing=GRID // 2)
        words.addWidget(self.title)
        words.addWidget(self.detail)
        row = horizontal(self, margins=(2 * GRID, 12, 2 * GRID, 12), spacing=3 * GRID)
        row.addLayout(words, 1)
        row.addWidget(self.progress, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignVCenter)
        theme.changed.connect(self.update)
        self.hide()

    def say(self, title: str, detail: str, share: float | None, *, leads: bool = True) -> None:
        """Show the task's name, its progress as text, and its progress from 0 to 1, None if
        unknown; `leads`: the button leads to it.
        """
        self.button.setVisible(leads)
        self.title.say(title)
        self.detail.say(detail)
        self.detail.setVisible(bool(detail))
        self.progress.setRange(0, 0 if share is None else _STEPS)
        self.progress.setValue(round(_STEPS * (share or 0.0)))
        self.show()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.colors.line, 1))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)


class UnkeptLine(Label):
    """Hidden where a result can be kept; `refusal` is asked in a thread."""

    def __init__(self, theme: Theme, refusal: Callable[[], DriveproofError | None]) -> None:
        super().__init__(theme, color=Tone.DOUBT, wrap=True, selectable=True)
        self._refusal = refusal
        self._tasks = TaskQueue(self)
        self.hide()

    def look(self) -> None:
        """Ask anew: a disk fills up, and gets room again."""
        self._tasks.add(self._refusal, self._found, key="history")

    def _found(self, refusal: DriveproofError | None, _error: DriveproofError | None) -> None:
        said = "" if refusal is None else message_and_advice(not_kept(refusal), Face.WINDOW)
        if said != self.text():
            announce(self, said)
        self.say(said)
        self.setVisible(bool(said))


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
