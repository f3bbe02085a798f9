# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens the window. Qt is imported while the watcher already reads the drives."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from driveproof.ui.live import Mailbox

if TYPE_CHECKING:
    from driveproof.ui.services import Services

APP_ID = "io.github.driveproof.Driveproof"
_GTK_DESKTOPS = {"gnome", "unity", "x-cinnamon", "mate", "xfce", "lxde", "pantheon", "budgie"}


def platform_theme(environment: Mapping[str, str]) -> str:
    """Which of Qt's platform themes to ask for; "" to leave it to Qt or to the person.

    On GNOME and its kin Qt would load all of GTK for colours and font: 0.15 s and up to 70 MB more
    before the window is there. Its "gnome" theme asks the desktop's settings for the same.
    """
    if environment.get("QT_QPA_PLATFORMTHEME"):
        return ""
    desktops = environment.get("XDG_CURRENT_DESKTOP", "").lower().split(":")
    return "gnome" if _GTK_DESKTOPS & set(desktops) else ""


def open_window(services: Services, theme: str = "") -> int:
    """Show the window until it is closed; the exit status.

    `theme` is "light", "dark" or "" for what the desktop (or DRIVEPROOF_THEME) says.
    """
    mailbox = Mailbox()
    watcher = services.watcher_factory(mailbox.put, mailbox.put)
    watcher.start()
    # Nothing that is made while starting is garbage; looking for it took 3 % of the start.
    gc.disable()
    try:
        name = theme or os.environ.get("DRIVEPROOF_THEME", "")
        return _show(services, mailbox, watcher.refresh, name)
    finally:
        gc.enable()
        watcher.stop()


def _show(
    services: Services, mailbox: Mailbox, refresh: Callable[[], None], theme_name: str
) -> int:
    if wanted := platform_theme(os.environ):
        os.environ["QT_QPA_PLATFORMTHEME"] = wanted
    from PySide6.QtWidgets import QApplication

    from driveproof.ui.fatal import said_clearly
    from driveproof.ui.signals import close_on_signal
    from driveproof.ui.style import Theme
    from driveproof.ui.window import MainWindow

    QApplication.setApplicationName("driveproof")
    QApplication.setApplicationDisplayName("Driveproof")
    QApplication.setDesktopFileName(APP_ID)
    with said_clearly():
        app = QApplication([APP_ID])
    theme = Theme(app, theme_name)
    window = MainWindow(services, mailbox, theme, refresh)
    with close_on_signal(window.shut_down, app.quit):
        window.show()
        gc.enable()
        status = app.exec()
    window.deleteLater()
    return status
