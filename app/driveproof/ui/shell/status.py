# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the window says of the health of drives and of what runs, wherever one is in it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QApplication

from driveproof.domain.drive.drive import Inventory, is_drive
from driveproof.domain.errors import DriveproofError
from driveproof.domain.health.rest import warmth
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.feeds.measured_drive import subject_of
from driveproof.ui.feeds.pages import HEALTH
from driveproof.ui.feeds.running import RunningWork, running_elsewhere
from driveproof.ui.health.texts import head_text
from driveproof.ui.settings import NOTIFY_END
from driveproof.ui.tasks.queue import TaskQueue
from driveproof.ui.theme.text import shown
from driveproof.ui.widgets.notices import TaskStrip, announce
from driveproof.wording.catalogue import _
from driveproof.wording.drive import device_title
from driveproof.wording.errors import Face, message_and_advice
from driveproof.wording.health.verdict import grade_title

if TYPE_CHECKING:
    from driveproof.domain.drive.drive import BlockDevice
    from driveproof.engine.health.view import HealthView
    from driveproof.ui.shell.window import MainWindow


MOST_TOLD = 4
"""So much news the message on screen holds, where the desktop shows none."""


class WindowHealth(QObject):
    """Created after the parts of the window; `show_head` updates the header."""

    def __init__(self, window: MainWindow, show_head: Callable[[], None]) -> None:
        super().__init__(window)
        self._window = window
        self._show_head = show_head
        self._told_of: list[tuple[str, str, bool]] = []
        """What the message on screen says: of which device, in which words, whether it is bad."""
        window.watch.changed.connect(self._changed)
        window.watch.told.connect(self._told)
        window.message.acted.connect(self._visit)
        window.banner.visit.connect(self._visit_failing)

    def show_head(self, device: BlockDevice, inventory: Inventory, *, gone: bool) -> None:
        """Show the device in the header, with its verdict and the newest temperature."""
        view = self._window.watch.view(device)
        temperature = warmth(view.health) if view is not None else None
        header = self._window.header
        header.show_device(device, inventory, gone=gone, temperature=temperature)
        if not is_drive(device) and device.array is not None and not gone:
            header.show_array(device.array)
        elif view is None or not is_drive(device):  # as in the list: no mark without health
            header.show_verdict("", "")
        else:
            word = view.verdict.word
            header.show_verdict(word, head_text(view), grade_title(word))
        failing = self._window.watch.failing(device, inventory)
        # The Health page says so itself, in larger letters.
        there = self._window.pages.current is HEALTH
        if failing is None or (there and failing[0].name == device.name):
            self._window.banner.hide()
        else:
            self._window.banner.show_failing(device, failing)
        if there:
            self._drop_told(device.name)
        elif failing is not None:
            self._drop_told(failing[0].name)

    def _drop_told(self, name: str) -> None:
        """Take what the page of a drive says itself out of the message."""
        if all(one[0] != name for one in self._told_of):
            return
        message, before = self._window.message, self._told_text()
        self._told_of = [one for one in self._told_of if one[0] != name]
        if message.sentence == before:
            self._say_told()

    @Slot(list)
    def _changed(self, views: list[HealthView]) -> None:
        self._window.sidebar.set_health(views)
        self._show_head()

    @Slot(str, str, bool, bool)
    def _told(self, name: str, text: str, bad: bool, whole: bool) -> None:
        """The desktop could not show the notification: the window does."""
        message = self._window.message
        if message.sentence != self._told_text():  # dismissed, or replaced by another message
            self._told_of.clear()
        if whole and name:
            self._told_of = [one for one in self._told_of if one[0] != name]
        self._told_of.append((name, text, bad))
        if len(self._told_of) > MOST_TOLD:  # bad news stay longest
            good = [one for one in self._told_of if not one[2]]
            self._told_of.remove((good or self._told_of)[0])
        self._say_told()
        self._show_head()  # the page on screen may say it itself

    def _say_told(self) -> None:
        """Show what was told, in the message of the window."""
        if not self._told_of:
            self._window.message.hide()
            return
        bad = any(bad for _name, _text, bad in self._told_of)
        self._window.message.say(self._told_text(), action=_("Show its &health"), bad=bad)

    def _told_text(self) -> str:
        return " ".join(text for _name, text, _bad in self._told_of)

    @Slot(str)
    def _visit_failing(self, name: str) -> None:
        self._window.context.lead_to(HEALTH, drive=name)

    @Slot()
    def _visit(self) -> None:
        """Go to the drive of the newest bad news, else of the newest."""
        told = [name for name, _text, bad in self._told_of if bad]
        told = told or [name for name, _text, _bad in self._told_of]
        if told:
            self._window.context.lead_to(HEALTH, drive=told[-1])
        self._window.message.hide()


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
