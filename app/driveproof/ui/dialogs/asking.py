# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Questions with two answers, each of which names its action, and questions for a file to write."""

from __future__ import annotations

from pathlib import Path
from threading import Thread

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QObject, Qt, QTimer
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from driveproof.domain.health.verdict import RISK_OF_LOAD
from driveproof.domain.ongoing import EACH_DISTURBS, OngoingWork
from driveproof.domain.say import Say
from driveproof.ui.theme.text import shown
from driveproof.wording.catalogue import _
from driveproof.wording.say import say_text


def is_sure(
    parent: QWidget, question: str, more: str, *, yes: str, no: str, destroys: bool = False
) -> bool:
    """Whether the person agrees; Enter and Esc mean no. `destroys`: yes cannot be undone."""
    box = QMessageBox(parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setWindowTitle("Driveproof")
    box.setText(question)
    box.setInformativeText(more)
    roles = QMessageBox.ButtonRole
    sure = box.addButton(yes, roles.DestructiveRole if destroys else roles.AcceptRole)
    not_sure = box.addButton(no, roles.RejectRole)
    box.setDefaultButton(not_sure)
    box.setEscapeButton(not_sure)
    box.exec()
    answer = box.clickedButton() is sure
    box.deleteLater()
    return answer


def may_load(parent: QWidget, failing: str, elsewhere: str) -> bool:
    """Whether the person wants to load a drive although it is failing, or another process works on
    it, as these sentences say; "" where it is not so, about which nothing is asked.
    """
    return (not failing or _goes_on(parent, failing, RISK_OF_LOAD)) and may_disturb(
        parent, elsewhere
    )


def may_disturb(parent: QWidget, elsewhere: str) -> bool:
    """Whether the person wants to work on a drive although another process does, as the sentence
    says; nothing is asked about "".
    """
    return not elsewhere or _goes_on(parent, elsewhere, EACH_DISTURBS)


def _goes_on(parent: QWidget, question: str, more: Say) -> bool:
    yes, no = _("&Continue anyway"), _("&Cancel")
    return is_sure(parent, question, say_text(more), yes=yes, no=no)


def may_stop(parent: QWidget, work: OngoingWork) -> bool:
    """Whether the person agrees to end what is being done to a drive."""
    match work:
        case OngoingWork.MEASUREMENT:
            more = _("The partial result is saved as cancelled.")
        case OngoingWork.CHECK:
            more = _("The check is not saved.")
        case OngoingWork.TRIM:
            more = ""
        case OngoingWork.STEP:
            more = _("This step is repeated when the experiment continues.")
        case OngoingWork.DRIVE_TEST:
            more = _("It continues where it stopped.")
    text = _("Stop what is running and close?")
    return is_sure(parent, text, more, yes=_("&Stop and close"), no=_("&Continue"), destroys=True)


def file_to_write(
    parent: QWidget, title: str, start: str, words: str, *endings: str
) -> Path | None:
    """A file of one format, whose name gets the first of `endings` (without dots) if it has none of
    them; None after a cancel. `words` name the format: "Table (*.csv)".
    """
    name, _filter = QFileDialog.getSaveFileName(parent, title, start, words)
    if not name:
        return None
    path = Path(name)
    if path.suffix.lower().removeprefix(".") not in endings:
        path = path.with_name(f"{path.name}.{endings[0]}")
    return path if may_write(parent, path, asked=name) else None


def may_write(parent: QWidget, path: Path, *, asked: str) -> bool:
    """Whether a file may be written: about the one that was `asked` for the file dialog has asked
    itself.
    """
    return str(path) == asked or not may_exist(path) or _may_replace(parent, path)


def _may_replace(parent: QWidget, path: Path) -> bool:
    return is_sure(
        parent,
        _("Replace {file}?").format(file=shown(path.name)),
        _("This cannot be undone."),
        yes=_("&Replace"),
        no=_("&Keep"),
        destroys=True,
    )


_LOOK = 30  # milliseconds between two looks for the answer
_LONGEST = 2000
"""Milliseconds for a disk to say whether a file is there."""
_INPUT = {
    QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease, QEvent.Type.MouseButtonDblClick,
    QEvent.Type.KeyPress, QEvent.Type.KeyRelease, QEvent.Type.ShortcutOverride,
    QEvent.Type.Shortcut, QEvent.Type.Wheel, QEvent.Type.Close, QEvent.Type.ContextMenu,
}  # fmt: skip


def may_exist(path: Path) -> bool:
    """Whether a file is there, or its disk does not answer within two seconds.

    A thread looks; the window is drawn meanwhile, and takes no input.
    """
    answer: list[bool] = []
    thread = Thread(target=lambda: answer.append(path.exists()), name="file exists", daemon=True)
    _wait(thread)
    return answer[0] if answer else True


def _wait(thread: Thread) -> None:
    """Start a thread and wait for its end, not for long; the window takes no input meanwhile."""
    loop, timer, limit = QEventLoop(), QTimer(), QTimer()
    timer.setInterval(_LOOK)

    def look() -> None:
        if not thread.is_alive():
            loop.quit()

    timer.timeout.connect(look)
    deaf = _InputFilter()
    app = QCoreApplication.instance()
    assert app is not None
    app.installEventFilter(deaf)
    try:
        thread.start()
        timer.start()
        limit.timeout.connect(loop.quit)
        limit.start(_LONGEST)
        loop.exec()
    finally:
        timer.stop()
        limit.stop()
        app.removeEventFilter(deaf)


class _InputFilter(QObject):
    """Swallows what a person does to our windows, as below a modal dialog."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        return event.type() in _INPUT
