# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The pages of the window; each is created, with its imports, when it is first shown."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from importlib import import_module
from typing import NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget
from shiboken6 import isValid

from driveproof.domain.drive.drive import BlockDevice, Inventory, device_key
from driveproof.domain.errors import MachineError
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.feeds.pages import (
    DRIVES,
    MISSING,
    OVERVIEW,
    PAGES,
    Page,
    PagePlace,
    PageRequest,
    PageWidget,
)


class _Opened(NamedTuple):
    """A page over the Overview: of which drive, and what Back leads to."""

    key: Hashable
    tab: Page
    focus: QWidget | None


class PageStack(QStackedWidget):
    """Shows one of PAGES: all drives, a tab of the selected one, or what was opened over it.

    Emits `tab_changed(Page)`, and `subject_changed` when a page shows what is of another drive.
    """

    tab_changed = Signal(object)
    subject_changed = Signal()

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self._context = context
        self.tab = OVERVIEW
        self.made: dict[Page, PageWidget] = {}
        self.current: Page | None = None
        """The page on screen; None before anything is known."""
        self._all = False
        self._opened: dict[Page, _Opened] = {}
        self.failed: tuple[MachineError, str] | None = None
        """Why the drives are no longer known, until they are."""
        self.addWidget(QWidget())  # nothing is known yet

    def page(self, page: Page) -> PageWidget:
        """The widget of a page, made the first time."""
        if page not in self.made:
            module, _dot, name = page.made.rpartition(".")
            widget: PageWidget = getattr(import_module(module), name)(self._context)
            widget.back.connect(partial(self.leave, page))
            widget.subject_changed.connect(self.subject_changed)
            self.made[page] = widget
            self.addWidget(widget)
            self._tell(widget)
        return self.made[page]

    @property
    def shown(self) -> PageWidget | None:
        """The widget of the page on screen."""
        return None if self.current is None else self.made[self.current]

    # The drives

    def set_device(self, device: BlockDevice | None, inventory: Inventory, *, gone: bool) -> None:
        """Set the selected drive; `gone` when it was unplugged."""
        context = self._context
        context.device, context.inventory, context.gone = device, inventory, gone
        for widget in self.made.values():
            self._tell(widget)
        self._show()

    def say_failed(self, error: MachineError, title: str = "") -> None:
        """The drives are no longer known; with a `title` of its own there is just none."""
        self.failed = error, title
        for widget in self.made.values():
            widget.say_failed(error, title)
        self._show()

    def _tell(self, widget: PageWidget) -> None:
        context = self._context
        widget.set_device(context.device, context.inventory, gone=context.gone)
        if self.failed is not None:
            widget.say_failed(*self.failed)

    # What is shown

    def set_all(self, shown: bool) -> None:
        """Show all drives, or the selected one again."""
        self._all = shown
        self._show()

    def go(self, page: Page, wanted: PageRequest | None = None) -> None:
        """Show a page of the selected drive, and there what is wanted."""
        context = self._context
        if page.connected and (context.device is None or context.gone):
            return
        if page.place is PagePlace.OVER:
            self._open(page)
        elif page.place is PagePlace.TAB:
            if self.tab is page is OVERVIEW:  # what is over it was to be left
                self._opened = {one: it for one, it in self._opened.items() if it.key != self._key}
            self.tab = page
        self.page(page).led_to(wanted)
        self._show()

    def _open(self, page: Page) -> None:
        """Remember what it is opened over; what is above it gives way."""
        opened = self._opened.pop(page, None)
        if opened is None or self.current is not page:
            opened = _Opened(self._key, self.tab, QApplication.focusWidget())
        for other in PAGES[PAGES.index(page) :]:
            if other in self._opened and self._opened[other].key == self._key:
                del self._opened[other]
        self._opened[page] = opened
        self.tab = OVERVIEW

    def leave(self, page: Page) -> None:
        """Go back to what a page was opened from, with the focus that was there."""
        opened = self._opened.pop(page, None)
        if opened is None:
            return
        self.tab = opened.tab
        self._show()
        focus = opened.focus
        if focus is not None and isValid(focus) and focus.isVisible():
            focus.setFocus()

    @property
    def _key(self) -> Hashable:
        device = self._context.device
        return None if device is None else device_key(device)

    def _wanted(self) -> Page | None:
        if self._all:
            return DRIVES
        if self.tab is not OVERVIEW:
            return self.tab
        over = [page for page, one in self._opened.items() if one.key == self._key]
        if over:
            return over[-1]
        if self._context.device is not None:
            return OVERVIEW
        return MISSING if self.failed is not None else None

    def _show(self) -> None:
        wanted = self._wanted()
        if wanted is not None:
            widget = self.page(wanted)
            self.current = wanted
            self.setCurrentWidget(widget)
        self.tab_changed.emit(self.tab)
