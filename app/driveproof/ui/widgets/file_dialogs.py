# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks for files and folders: with the desktop's own dialog where a portal has one, else Qt's."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QObject, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QWidget

from driveproof.system.desktop.file_chooser import Chosen, NoPortalError, Question, ask_portal
from driveproof.system.desktop.notify import session_bus

_LOOK = 30  # milliseconds between two looks for the answer
_LONGEST = 2000
"""Milliseconds for a disk to say whether a file is there."""
_INPUT = {
    QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease, QEvent.Type.MouseButtonDblClick,
    QEvent.Type.KeyPress, QEvent.Type.KeyRelease, QEvent.Type.ShortcutOverride,
    QEvent.Type.Shortcut, QEvent.Type.Wheel, QEvent.Type.Close, QEvent.Type.ContextMenu,
}  # fmt: skip


def save_name(parent: QWidget, title: str, start: str, filters: str) -> tuple[str, str]:
    """The path of a file to write, "" after a cancel, and the chosen one of `filters`, as Qt
    writes them: "Table (*.csv);;Everything (*.json)". `start` is where the dialog begins.
    """
    every = filters.split(";;")
    folder, _, name = start.rpartition("/")
    pairs = [(one, pattern_of(one)) for one in every]
    found = _portal(
        parent,
        Question(method="SaveFile", title=title, folder=folder, name=name, filters=pairs),
    )
    if found is None:
        file, chosen = QFileDialog.getSaveFileName(parent, title, start, filters)
        return file, chosen
    return (found.paths[0] if found.paths else ""), found.filter


def open_names(parent: QWidget, title: str, folder: str) -> list[str]:
    """The paths of files to open, [] after a cancel."""
    found = _portal(parent, Question(method="OpenFile", title=title, folder=folder, multiple=True))
    if found is None:
        files, _filter = QFileDialog.getOpenFileNames(parent, title, folder)
        return files
    return list(found.paths)


def existing_folder(parent: QWidget, title: str, folder: str) -> str:
    """The path of a folder, "" after a cancel."""
    found = _portal(parent, Question(method="OpenFile", title=title, folder=folder, directory=True))
    if found is None:
        return QFileDialog.getExistingDirectory(parent, title, folder)
    return found.paths[0] if found.paths else ""


def pattern_of(words: str) -> str:
    """The pattern of a filter: "*.csv" of "Table (*.csv)"; "*" where it has none."""
    match = re.search(r"\(([^()]*)\)\s*$", words)
    return match[1] if match else "*"


def _handle(parent: QWidget) -> str:
    """The portal's name of a window; only X11 has one that needs no protocol of its own."""
    if QGuiApplication.platformName() != "xcb":
        return ""
    return f"x11:{int(parent.window().winId()):x}"


def _portal(parent: QWidget, question: Question) -> Chosen | None:
    """The portal's answer; None where there is no portal. The window takes no input meanwhile."""
    bus = session_bus()
    if not bus:
        return None
    question = replace(question, window=_handle(parent))
    answer: list[Chosen | None] = []
    over = Event()

    def ask() -> None:
        try:
            answer.append(ask_portal(question, bus, given_up=over.is_set))
        except NoPortalError:
            answer.append(None)

    thread = Thread(target=ask, name="file dialog", daemon=True)
    try:
        _wait(thread)
    finally:
        over.set()
        thread.join()
    return answer[0] if answer else None


def may_exist(path: Path) -> bool:
    """Whether a file is there, or its disk does not answer within two seconds.

    A thread looks; the window is drawn meanwhile, and takes no input.
    """
    answer: list[bool] = []
    thread = Thread(target=lambda: answer.append(path.exists()), name="file exists", daemon=True)
    _wait(thread, _LONGEST)
    return answer[0] if answer else True


def _wait(thread: Thread, longest: int | None = None) -> None:
    """Start a thread and wait for its end, at most so many milliseconds; the window takes no input
    meanwhile.
    """
    loop, timer, limit = QEventLoop(), QTimer(), QTimer()
    timer.setInterval(_LOOK)

    def look() -> None:
        if not thread.is_alive():
            loop.quit()

    timer.timeout.connect(look)
    deaf = _Deaf()
    app = QCoreApplication.instance()
    assert app is not None
    app.installEventFilter(deaf)
    try:
        thread.start()
        timer.start()
        if longest is not None:
            limit.timeout.connect(loop.quit)
            limit.start(longest)
        loop.exec()
    finally:
        timer.stop()
        limit.stop()
        app.removeEventFilter(deaf)


class _Deaf(QObject):
    """Swallows what a person does to our windows, as below a modal dialog."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        return event.type() in _INPUT
