# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows what is running wherever one is in the window, and tells the desktop how it went."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QApplication

from driveproof.domain.errors import DriveproofError
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.feeds.elsewhere import running_elsewhere
from driveproof.ui.feeds.measured_drive import subject_of
from driveproof.ui.feeds.running import RunningWork
from driveproof.ui.settings import NOTIFY_END
from driveproof.ui.tasks.queue import TaskQueue
from driveproof.ui.theme.text import shown
from driveproof.ui.widgets.notices import TaskStrip, announce
from driveproof.wording.catalogue import _
from driveproof.wording.drive import device_title
from driveproof.wording.errors import Face, message_and_advice

if TYPE_CHECKING:
    from driveproof.domain.drive.drive import BlockDevice
    from driveproof.ui.shell.window import MainWindow


class WindowRunning(QObject):
    """The strip below the pages (but where the running work itself is on screen), the row in the
    list of drives, the title of the window, the task bar, and a notification at the end if the
    window is not in front.
    """

    def __init__(self, window: MainWindow, context: PageContext) -> None:
        super().__init__(window)
        self._window, self._feed = window, context.running
        self._services, self._settings = context.services, context.settings
        feed = context.running
        self._tasks = TaskQueue(self)
        self._is_on = False
        """Whether somebody who listens was told that something is on."""
        self._told: str | None = None
        """The percentage that the task bar shows; None when it shows nothing."""
        self.strip: TaskStrip = window.strip
        self.strip.acted.connect(feed.show)
        feed.changed.connect(self._changed)
        feed.seen.connect(self._show_strip)
        self._elsewhere = context.elsewhere
        self._elsewhere.changed.connect(self._show_others)
        feed.ended.connect(self._ended)

    def drive_of(self, running: RunningWork) -> BlockDevice | None:
        """The drive that is measured, checked or trimmed; None if it is not known."""
        return subject_of(running.path, None, self._window.context.inventory)

    def _name(self, running: RunningWork) -> str:
        device = self.drive_of(running)
        return shown(device_title(device)) if device is not None else shown(running.path)

    @Slot(object)
    def _changed(self, now: RunningWork | None) -> None:
        window = self._window
        title, doing = "Driveproof", ""
        if now is not None:
            doing = now.title(self._name(now))
            title = f"{' '.join(filter(None, (now.percent, doing)))} \u2013 Driveproof"
        window.setWindowTitle(title)
        if bool(doing) != self._is_on:
            self._is_on = bool(doing)
            announce(window, doing)
        told = None if now is None else now.percent
        if told != self._told:  # each is a message on the bus, from a thread
            self._told = told
            share = None if now is None else (now.progress or 0.0)
            self._tasks.add(partial(self._services.task_bar, share), key="task bar")
        self._show_others()

    @Slot()
    def _show_others(self) -> None:
        """In the list, the own work and that of other processes; the strip shows one of them."""
        now = self._feed.now
        found = {}
        for one in (*map(running_elsewhere, self._elsewhere.others), now):
            device = self.drive_of(one) if one is not None else None
            if device is not None and one is not None:
                found[device.name] = one
        self._window.sidebar.set_running(found)
        self._show_strip()

    @Slot()
    def _show_strip(self) -> None:
        now, others = self._feed.now, self._elsewhere.others
        if now is None and others:
            other = running_elsewhere(others[0])
            self.strip.say(other.title(self._name(other)), other.words, other.progress, leads=False)
        elif now is None or self._feed.in_sight:
            self.strip.hide()
        else:
            self.strip.say(now.title(self._name(now)), now.words, now.progress)

    @Slot(object, object)
    def _ended(self, before: RunningWork, error: DriveproofError | None) -> None:
        title = before.ended(self._name(before), error)
        text = _("See the result in the window.")
        if error is not None:
            text = message_and_advice(error, Face.WINDOW)
        if QApplication.activeWindow() is not None:
            said = title if error is None else f"{title}. {text}"
            announce(self._window, said, urgent=error is not None)
            return
        if not self._settings.flag(NOTIFY_END, True):
            return
        self._tasks.add(partial(self._services.notify, title, text))
