# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every action of the window with its keys, in one place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from driveproof.ui.feeds.pages import DRIVES, EXPERIMENT, MONITOR, PAGES, Page
from driveproof.wording.catalogue import _


@dataclass(frozen=True, slots=True)
class Actions:
    """The actions of the menu and the keyboard; the window connects them."""

    refresh: QAction
    measure_folder: QAction
    export: QAction
    import_: QAction
    find: QAction
    next_page: QAction
    previous_page: QAction
    focus_drives: QAction
    sidebar: QAction
    big_numbers: QAction
    full_screen: QAction
    menu: QAction
    preferences: QAction
    help: QAction
    shortcuts: QAction
    about: QAction
    quit: QAction
    pages: Mapping[Page, QAction]
    """One for each page that has a key."""


def make_actions(window: QWidget) -> Actions:
    """Create the actions as children of the window; they work wherever the focus is."""

    def action(name: str, text: str, *keys: QKeySequence) -> QAction:
        made = QAction(text, window)
        made.setObjectName(name)
        made.setShortcuts(list(keys))
        made.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        window.addAction(made)
        return made

    standard = QKeySequence.StandardKey
    return Actions(
        refresh=action("refresh", _("&Refresh"), QKeySequence("F5"), QKeySequence("Ctrl+R")),
        measure_folder=action("measureFolder", _("Measure a &folder…"), QKeySequence("Ctrl+O")),
        export=action("export", _("&Export result…"), QKeySequence("Ctrl+E")),
        import_=action("import", _("&Import results, open reports…"), QKeySequence("Ctrl+I")),
        find=action("find", _("F&ind run or profile"), *QKeySequence.keyBindings(standard.Find)),
        next_page=action("nextPage", _("Next page"), QKeySequence("Ctrl+Tab")),
        previous_page=action("previousPage", _("Previous page"), QKeySequence("Ctrl+Shift+Tab")),
        focus_drives=action("focusDrives", _("Go to the drives"), QKeySequence("Ctrl+L")),
        sidebar=action("sidebar", _("&Compact drive list"), QKeySequence("F9")),
        big_numbers=action("bigNumbers", _("Lar&ge view of a result"), QKeySequence("Ctrl+B")),
        full_screen=action("fullScreen", _("F&ull screen"), QKeySequence("F11")),
        menu=action("menu", _("Menu"), QKeySequence("F10")),
        preferences=action("preferences", _("&Preferences…"), QKeySequence("Ctrl+,")),
        help=action("help", _("&Help"), QKeySequence("F1")),
        shortcuts=action("shortcuts", _("&Keyboard shortcuts"), QKeySequence("Ctrl+?")),
        about=action("about", _("&About Driveproof")),
        quit=action("quit", _("&Quit"), QKeySequence("Ctrl+Q")),
        pages={
            page: action(page.name, _(page.command or page.title), QKeySequence(page.key))
            for page in PAGES
            if page.key
        },
    )


def make_menu(actions: Actions, parent: QWidget) -> QMenu:
    """Create the window's only menu."""
    menu = QMenu(parent)
    menu.setAccessibleName(_("Menu"))
    pages = actions.pages
    menu.addActions([pages[DRIVES], pages[MONITOR], actions.measure_folder])
    menu.addActions([pages[EXPERIMENT], actions.refresh])
    menu.addSeparator()
    menu.addActions([actions.find, actions.export, actions.import_])
    menu.addSeparator()
    menu.addActions([actions.sidebar, actions.big_numbers, actions.full_screen])
    menu.addSeparator()
    menu.addActions([actions.preferences, actions.help, actions.shortcuts, actions.about])
    menu.addSeparator()
    menu.addActions([actions.quit])
    return menu
