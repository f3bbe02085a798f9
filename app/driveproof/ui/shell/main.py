# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens the window: the drives are read in a thread while it is created."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QEvent,
    QLibraryInfo,
    QLocale,
    QMessageLogContext,
    QSocketNotifier,
    QtMsgType,
    QTranslator,
    Signal,
    qFormatLogMessage,
    qInstallMessageHandler,
)
from PySide6.QtWidgets import QApplication

from driveproof.composition.services import Services
from driveproof.domain.errors import Advice, MachineError, Remedy
from driveproof.domain.text import visible
from driveproof.ui.settings import THEME, Settings
from driveproof.ui.shell.window import MainWindow
from driveproof.ui.tasks.inbox import Inbox
from driveproof.ui.theme.icons import APP_ID, app_icon
from driveproof.ui.theme.style import Theme
from driveproof.wording.catalogue import language
from driveproof.wording.errors import Face, message_and_advice

if TYPE_CHECKING:
    from driveproof.system.desktop.first_window import FirstWindow


@contextmanager
def said_clearly() -> Iterator[None]:
    """While the application is created: end the process with MachineError's status if Qt fails.

    Qt reports a fatal message and then aborts, unless the message handler ends the process. Nothing
    is lost by that: no result is open before there is a window.
    """
    held: list[tuple[str, str]] = []

    def hear(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        if kind == QtMsgType.QtFatalMsg:
            error = no_window([plain for plain, _ in held], text)
            said = message_and_advice(error, Face.TERMINAL)
            sys.stderr.write(f"driveproof: {said}\n")
            sys.stderr.flush()
            os._exit(error.exit_status)
        held.append((text, qFormatLogMessage(kind, context, text)))

    before = qInstallMessageHandler(hear)
    try:
        yield
    finally:
        qInstallMessageHandler(before)
        for _, line in held:  # it did not fail after all
            if line:
                sys.stderr.write(f"{line}\n")


def no_window(told: list[str], last: str) -> MachineError:
    """Why there is no window, from Qt's messages before its last one: all that it says of it."""
    for text in told:
        _, found, display = text.partition("could not connect to display ")
        if found:
            name = f"display {visible(display)!r}" if display.strip() else "display"
            return MachineError(
                "Cannot connect to the {name}.",
                name=name,
                advice=Advice("Check DISPLAY and WAYLAND_DISPLAY."),
            )
    reason = next((text for text in told if "platform plugin" in text), last.partition("\n")[0])
    return MachineError(
        "Cannot open a window: {reason}.",
        reason=reason.strip().rstrip("."),
        advice=Advice(Remedy.USE_TERMINAL),
    )


@contextmanager
def close_on_signal(*ending: Callable[[], object]) -> Iterator[None]:
    """While active, SIGINT, SIGTERM and SIGHUP call `ending` in the window's thread.

    Python runs a handler only between two of its own instructions, and Qt's loop may execute none
    for hours: the signal's wake-up descriptor returns control to Python.
    """
    reader, writer = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
    before = signal.set_wakeup_fd(writer)
    handlers = {
        number: signal.signal(number, lambda *_: None)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    }
    notifier = QSocketNotifier(reader, QSocketNotifier.Type.Read)

    def wake() -> None:
        caught = set(os.read(reader, 64))
        if caught & set(handlers):
            notifier.setEnabled(False)
            for step in ending:
                step()

    notifier.activated.connect(wake)
    try:
        yield
    finally:
        notifier.setEnabled(False)
        signal.set_wakeup_fd(before)
        for number, handler in handlers.items():
            signal.signal(number, handler)
        os.close(reader)
        os.close(writer)


class WindowApplication(QApplication):
    """Emits `ends` before Qt closes all windows, as at the end of the session."""

    ends = Signal()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Quit:
            self.ends.emit()
        return super().event(event)


FIRST_SECONDS = 0.3
"""Seconds that the finished window waits for the first list of drives before it appears without."""
_PORTAL = "dbus-1/services/org.freedesktop.portal.Desktop.service"
_GTK_DESKTOPS = {"gnome", "unity", "x-cinnamon", "mate", "xfce", "lxde", "pantheon", "budgie"}


def platform_theme(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables with which Qt is to start; none leaves its platform theme to Qt or the person.

    Where there is a portal, Qt's theme of that name asks for files with the desktop's own dialog.
    On GNOME and its derivatives Qt would load all of GTK for colours and font: 0.15 s and up to 70
    MB before the window appears. Its "gnome" theme reads the same from the desktop's settings; the
    portal's is based on it on a desktop that Qt does not know as one of GTK's ("x-gnome").
    """
    if environment.get("QT_QPA_PLATFORMTHEME"):
        return {}
    desktops = environment.get("XDG_CURRENT_DESKTOP", "").lower().split(":")
    gtk = bool(_GTK_DESKTOPS & set(desktops))
    folders = (environment.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share").split(":")
    if any(Path(folder, _PORTAL).is_file() for folder in folders):
        based = {"XDG_CURRENT_DESKTOP": "x-gnome"} if gtk else {}
        return {"QT_QPA_PLATFORMTHEME": "xdgdesktopportal", **based}
    return {"QT_QPA_PLATFORMTHEME": "gnome"} if gtk else {}


@contextmanager
def environment_of_qt() -> Iterator[None]:
    """Those variables are set inside the `with` alone: programs that we start have their own."""
    wanted = platform_theme(os.environ)
    before = {name: os.environ.get(name) for name in wanted}
    os.environ.update(wanted)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def translate_dialogs(app: QApplication, name: str) -> QTranslator | None:
    """Translate Qt's own dialogs into the language of our texts; None for English."""
    translator = QTranslator(app)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if not name or not translator.load(QLocale(name), "qtbase", "_", folder):
        return None
    app.installTranslator(translator)
    return translator


def open_window(services: Services, theme: str = "", paths: Sequence[str] = ()) -> int:
    """Show the window until it is closed; returns the exit status.

    `theme` is "light", "dark", or "" for DRIVEPROOF_THEME, else the preference, else the desktop's.
    `paths` are opened in it: results and health reports, or a folder to measure. If there is a
    window in this session already, it comes to the front and opens them instead.
    """
    first = services.first_window()
    token = os.environ.get("XDG_ACTIVATION_TOKEN") or os.environ.get("DESKTOP_STARTUP_ID", "")
    if not first.claim() and first.ask(paths, token):
        return 0
    try:
        return _open_window(services, theme, paths, first)
    finally:
        first.close()


def _open_window(services: Services, theme: str, paths: Sequence[str], first: FirstWindow) -> int:
    QApplication.setApplicationName("driveproof")
    QApplication.setApplicationDisplayName("Driveproof")
    QApplication.setDesktopFileName(APP_ID)
    with said_clearly(), environment_of_qt():
        app = WindowApplication([APP_ID])
    app.setWindowIcon(app_icon())
    translate_dialogs(app, language())
    news = Inbox(app)
    watcher = services.watcher_factory(news.put, news.put)
    watcher.start()
    try:
        name = theme or os.environ.get("DRIVEPROOF_THEME", "")
        name = name or Settings(services.settings_path).text(THEME)
        window = MainWindow(services, news, Theme(app, name), watcher.refresh)
        app.ends.connect(window.shut_down)  # closing may only hide it
        # The first frame already lists the drives, so that nothing moves afterwards.
        news.wait(FIRST_SECONDS)
        news.deliver()
        with close_on_signal(window.shut_down, app.quit):
            window.show()
            if paths:
                window.importer.start(paths)
            asked = Inbox(app)
            asked.came.connect(window.come_to_front)
            first.listen(asked.put)
            status = app.exec()
    finally:
        watcher.stop()
    window.deleteLater()
    return status
