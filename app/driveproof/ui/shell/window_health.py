# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Passes the drives' health to the list, the header and the pages of the window."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from driveproof.domain.drive.drive import is_drive
from driveproof.ui.health.banner import failing_drive
from driveproof.ui.health.labels import head_text
from driveproof.ui.shell.pages import HEALTH
from driveproof.wording.catalogue import _
from driveproof.wording.health.verdict import grade_title

if TYPE_CHECKING:
    from driveproof.domain.drive.drive import BlockDevice, Inventory
    from driveproof.engine.health.view import HealthView
    from driveproof.ui.shell.window import MainWindow


class WindowHealth(QObject):
    """Created after the parts of the window; `show_head` updates the header."""

    def __init__(self, window: MainWindow, show_head: Callable[[], None]) -> None:
        super().__init__(window)
        self._window = window
        self._show_head = show_head
        self._worse = ""
        window.watch.changed.connect(self._changed)
        window.watch.told.connect(self._told)
        window.message.acted.connect(self._visit)
        window.banner.visit.connect(self._visit_failing)

    def show_head(self, device: BlockDevice, inventory: Inventory, *, gone: bool) -> None:
        """Show the device in the header, with its verdict and the newest temperature."""
        view = self._window.watch.view(device)
        temperature = view.health.temperature if view is not None else None
        header = self._window.header
        header.show_device(device, inventory, gone=gone, temperature=temperature)
        if not is_drive(device) and device.array is not None and not gone:
            header.show_array(device.array)
        elif view is None or not is_drive(device):  # as in the list: no mark without health
            header.show_verdict("", "")
        else:
            word = view.verdict.word
            header.show_verdict(word, head_text(view), grade_title(word))
        failing = failing_drive(device, inventory, self._window.watch)
        # The Health page says so itself, in larger letters.
        if failing is None or (
            self._window.pages.currentIndex() == HEALTH and failing[0].name == device.name
        ):
            self._window.banner.hide()
        else:
            self._window.banner.show_failing(device, failing)

    def look_now(self, device: BlockDevice | None) -> None:
        """The person asked: read this drive again."""
        if device is not None:
            self._window.watch.look_now(device.name)
        if self._window.pages.made_health is not None:
            self._window.pages.made_health.asked()

    @Slot(list)
    def _changed(self, views: list[HealthView]) -> None:
        window = self._window
        window.sidebar.set_health(views)
        names = {view.device for view in views}
        self._show_head()
        if window.pages.made_health is not None:
            window.pages.made_health.views_changed(names)

    @Slot(str, str)
    def _told(self, name: str, text: str) -> None:
        """The desktop could not show the notification: the window does."""
        self._worse = name
        self._window.message.say(text, action=_("Show its &health"), bad=True)

    @Slot(str)
    def _visit_failing(self, name: str) -> None:
        if self._window.sidebar.select(name):
            self._window.show_page(HEALTH)

    @Slot()
    def _visit(self) -> None:
        if self._window.sidebar.select(self._worse):
            self._window.show_page(HEALTH)
        self._window.message.hide()
