# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens the window. Qt is imported while another process already reads the drives."""

from __future__ import annotations

import gc
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from driveproof.ui.live import Mailbox

if TYPE_CHECKING:
    from driveproof.domain.drive import Inventory
    from driveproof.domain.errors import MachineError
    from driveproof.ui.services import Services, Watcher

APP_ID = "io.github.driveproof.Driveproof"
FIRST_SECONDS = 0.3
"""How long the window waits for the drives before it opens without them."""
FOLLOW_MS = 100
"""How long after the window was shown the watcher starts: the first picture has the processor."""
_GTK_DESKTOPS = {"gnome", "unity", "x-cinnamon", "mate", "xfce", "lxde", "pantheon", "budgie"}


class FirstReading(Protocol):
    """Reads the drives elsewhere while the window is being loaded."""

    def take(self, seconds: float) -> Inventory | MachineError | None:
        """What was read, waited for at most so long; None if nothing was. Called once."""


def platform_theme(environment: Mapping[str, str]) -> str:
    """Which of Qt's platform themes to ask for; "" to leave it to Qt or to the person.

    On GNOME and its kin Qt would load all of GTK for colours and font: 0.15 s and up to 70 MB more
    before the window is there. Its "gnome" theme asks the desktop's settings for the same.
    """
    if environment.get("QT_QPA_PLATFORMTHEME"):
        return ""
    desktops = environment.get("XDG_CURRENT_DESKTOP", "").lower().split(":")
    return "gnome" if _GTK_DESKTOPS & set(desktops) else ""


def open_window(services: Services, theme: str = "", first: FirstReading | None = None) -> int:
    """Show the window until it is closed; the exit status.

    `theme` is "light", "dark" or "" for what the desktop (or DRIVEPROOF_THEME) says.
    `first` is the reading of the drives that began before all of this.
    """
    # Nothing that is made while starting is garbage; looking for it took 3 % of the start.
    gc.disable()
    try:
        name = theme or os.environ.get("DRIVEPROOF_THEME", "")
        return _show(services, first, name)
    finally:
        gc.enable()


def _show(services: Services, first: FirstReading | None, theme_name: str) -> int:
    if wanted := platform_theme(os.environ):
        os.environ["QT_QPA_PLATFORMTHEME"] = wanted
    from driveproof.ui.bindings import import_as_before, stub_maker_later

    with stub_maker_later():
        from PySide6.QtCore import QTimer
        from PySide6.QtWidgets import QApplication

    import_as_before()
    from driveproof.ui.fatal import said_clearly
    from driveproof.ui.style import Theme
    from driveproof.ui.window import MainWindow

    QApplication.setApplicationName("driveproof")
    QApplication.setApplicationDisplayName("Driveproof")
    QApplication.setDesktopFileName(APP_ID)
    with said_clearly():
        app = QApplication([APP_ID])
    theme = Theme(app, theme_name)
    mailbox = Mailbox()
    follower = Follower(services, mailbox)
    window = MainWindow(services, mailbox, theme, follower.refresh, at_once=True)
    news = first.take(FIRST_SECONDS) if first is not None else None
    if news is not None:
        mailbox.put(news)
        window.feed.deliver()  # what is shown first has the drives in it already
    from driveproof.ui.signals import close_on_signal

    try:
        with close_on_signal(window.shut_down, app.quit):
            window.show()
            gc.enable()
            if news is None:
                follower.start()
            else:
                QTimer.singleShot(FOLLOW_MS, follower.start)
            status = app.exec()
    finally:
        follower.stop()
    window.deleteLater()
    return status


class Follower:
    """The watcher, which is made only when the window is there: it reads everything once more."""

    def __init__(self, services: Services, mailbox: Mailbox) -> None:
        self._services = services
        self._mailbox = mailbox
        self._watcher: Watcher | None = None

    def start(self) -> None:
        """Follow the drives from now on."""
        self._watcher = self._services.watcher_factory(self._mailbox.put, self._mailbox.put)
        self._watcher.start()

    def refresh(self) -> None:
        """Read everything again; at the start nothing, because that is about to happen anyway."""
        if self._watcher is not None:
            self._watcher.refresh()

    def stop(self) -> None:
        """Follow no more; may be called without a start."""
        if self._watcher is not None:
            self._watcher.stop()
