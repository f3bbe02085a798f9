# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lays out the window; its parts' signals are the window's."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from driveproof.ui.shell.actions import Actions, make_menu
from driveproof.ui.shell.pages import WINDOW
from driveproof.ui.shell.sidebar import Sidebar
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.widgets.line import HairLine
from driveproof.ui.widgets.message_bar import MessageBar
from driveproof.ui.widgets.tabs import PageTabs
from driveproof.wording.catalogue import _

SIDEBAR_WIDTH = 288


class Layout(NamedTuple):
    """`top` is the head and the tabs of the chosen drive, `stack` what is below them."""

    splitter: QSplitter
    top: QWidget
    stack: QStackedWidget


def menu_button(actions: Actions, sidebar: Sidebar) -> QToolButton:
    """The only menu, below the drives."""
    button = QToolButton(sidebar)
    button.setAccessibleName(_("Menu"))
    button.setToolTip(_("Menu (F10)"))
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    button.setMenu(make_menu(actions, button))
    button.setIconSize(QSize(20, 20))
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    sidebar.add_bottom(button)
    return button


def page_tabs(theme: Theme, titles: tuple[str, ...]) -> PageTabs:
    """The tabs of the pages."""
    tabs = PageTabs(theme)
    tabs.setAccessibleName(_("Pages"))
    # No mnemonics: they would collide with those of the pages' buttons.
    for number, title in enumerate(titles, 1):
        tabs.setTabToolTip(tabs.addTab(title), f"{title} (Ctrl+{number})")
    return tabs


def lay_out(
    window: QWidget,
    theme: Theme,
    *,
    sidebar: Sidebar,
    header: QWidget,
    banner: QWidget,
    tabs: PageTabs,
    message: MessageBar,
    pages: QWidget,
) -> Layout:
    """Drives on the left; header, tabs, message and pages on the right; the splitter between."""
    row = QHBoxLayout()
    row.setContentsMargins(MARGIN, GRID, MARGIN, 0)
    row.addWidget(tabs)
    row.addStretch(1)
    right = QWidget()
    column = QVBoxLayout(right)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    top = QWidget()
    head = QVBoxLayout(top)
    head.setContentsMargins(0, 0, 0, 0)
    head.setSpacing(0)
    head.addWidget(header)
    head.addLayout(row)
    head.addWidget(HairLine(theme))
    head.addWidget(banner)
    column.addWidget(top)
    message.setContentsMargins(MARGIN, 2 * GRID, MARGIN, 0)
    column.addWidget(message)
    stack = QStackedWidget()
    stack.addWidget(pages)
    column.addWidget(stack, 1)
    splitter = QSplitter(Qt.Orientation.Horizontal)
    splitter.setHandleWidth(1)
    splitter.setChildrenCollapsible(False)
    splitter.addWidget(sidebar)
    splitter.addWidget(right)
    splitter.setStretchFactor(1, 1)
    splitter.setSizes([SIDEBAR_WIDTH, WINDOW.width() - SIDEBAR_WIDTH])
    whole = QHBoxLayout(window)
    whole.setContentsMargins(0, 0, 0, 0)
    whole.addWidget(splitter)
    return Layout(splitter, top, stack)
