# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Follows the health of every drive for the window, and announces what happened to it."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal, Slot

from driveproof.domain.drive.drive import DRIVE_KINDS, BlockDevice, is_drive
from driveproof.domain.errors import DriveproofError, MachineError
from driveproof.domain.health.judge import judge_health
from driveproof.domain.health.report import Health
from driveproof.domain.health.verdict import FAILING
from driveproof.domain.notes import error_note
from driveproof.domain.watch import GOOD_NEWS
from driveproof.engine.health.view import HealthView
from driveproof.ui.feeds.measured_drive import drives_under
from driveproof.ui.settings import NOTIFY_HEALTH, Settings
from driveproof.ui.tasks.delayed import Delayed
from driveproof.ui.tasks.queue import TaskQueue
from driveproof.wording.errors import Face
from driveproof.wording.watch import event_text, event_title

if TYPE_CHECKING:
    from driveproof.composition.services import Services
    from driveproof.domain.drive.drive import BlockDevice, Inventory
    from driveproof.domain.errors import DriveproofError
    from driveproof.domain.watch import DriveEvent
    from driveproof.engine.announcer import Announcer
    from driveproof.engine.health.view import HealthView


TOGETHER_MS = 100
"""Milliseconds between two deliveries: hundreds of drives may answer at once."""


class HealthFeed(QObject):
    """Emits `views(list[HealthView])`, the newest of each drive, and `happened(DriveEvent)` for
    each event that was put.

    Both are emitted in the thread that created this.
    """

    views = Signal(list)
    happened = Signal(object)
    _rung = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lock = Lock()
        self._open = True
        self.waiting: dict[str, HealthView] = {}
        self._events: list[DriveEvent] = []
        self._timer = Delayed(self, TOGETHER_MS, self.deliver)
        self._rung.connect(self._wake, Qt.ConnectionType.QueuedConnection)

    def put_view(self, view: HealthView) -> None:
        """Call it from any thread."""
        with self._lock:
            self.waiting[view.device] = view
            self._ring()

    def put_event(self, event: DriveEvent) -> None:
        """Call it from any thread."""
        with self._lock:
            self._events.append(event)
            self._ring()

    def _ring(self) -> None:
        if self._open and len(self.waiting) + len(self._events) == 1:
            self._rung.emit()

    @Slot()
    def _wake(self) -> None:
        if self._open and not self._timer.isActive():
            self._timer.start()

    @Slot()
    def deliver(self) -> None:
        """Deliver what has arrived."""
        with self._lock:
            views, self.waiting = list(self.waiting.values()), {}
            events, self._events = self._events, []
        if views:
            self.views.emit(views)
        for event in events:
            self.happened.emit(event)

    def close(self) -> None:
        """Ignore everything from now on."""
        with self._lock:
            self._open = False
            self.waiting.clear()
            self._events.clear()
        self._timer.stop()


UNANSWERED = MachineError("No answer yet.")
ANSWER_MS = 5000
"""Milliseconds after which a drive that has not answered is said to be unknown, and not only left
without a mark.
"""
BEGIN_MS = 400
"""Milliseconds between showing the window and querying the drives: painting has priority."""


class HealthWatch(QObject):
    """Emits `changed(list[HealthView])`, and `told(name, text, bad, whole)` when something happened
    to a drive or an array and the desktop did not show a notification. `whole`: the text has the
    whole state of the device, and replaces earlier texts about it.
    """

    changed = Signal(list)
    told = Signal(str, str, bool, bool)

    def __init__(
        self, services: Services, settings: Settings, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._services, self._settings = services, settings
        self.monitor: Announcer | None = None
        self._inventory: Inventory | None = None
        self._shown = ""
        self._in_sight = True
        self.broken: DriveproofError | None = None
        self._views: dict[str, HealthView] = {}
        self._whole: dict[str, HealthView] = {}
        self._waiting: deque[DriveEvent] = deque()
        self._telling: DriveEvent | None = None
        self._closed = False
        self.feed = HealthFeed(self)
        self.feed.views.connect(self._views_came)
        self.feed.happened.connect(self._event_came)
        self.telling = TaskQueue(self)
        self._making = TaskQueue(self)
        self._soon = Delayed(self, BEGIN_MS, self.begin)
        self.late = Delayed(self, ANSWER_MS, self._say_unanswered)
        self._stale: DriveproofError | None = None

    def begin_soon(self) -> None:
        """The window is visible: query the drives once it was painted."""
        if self.monitor is None and not self._closed:
            self._soon.start()

    @Slot()
    def begin(self) -> None:
        """Create the monitor in a thread: its imports would block the window."""
        if self.monitor is None and not self._closed:
            put, put_event = self.feed.put_view, self.feed.put_event
            if not self._making.busy:
                self._making.add(partial(self._services.new_announcer, put, put_event), self._made)

    def _made(self, monitor: Announcer | None, error: DriveproofError | None) -> None:
        if self._closed:
            return
        if monitor is None:
            logging.getLogger(__name__).error("The health of drives cannot be read: %s", error)
            self.broken = error
            self._say_broken(again=True)
            return
        self.broken = None
        self.monitor = monitor
        monitor.start()
        if self._inventory is not None:
            monitor.set_inventory(self._inventory)
        self._tell_shown()

    def _say_broken(self, *, again: bool = False) -> None:
        """Report every drive as unknown, with the reason: no other service would."""
        if self.broken is None or self._inventory is None:
            return

        drives = [
            device
            for device in self._inventory.listed()
            if (view := self.view(device)) is None or (again and not view.health.known)
        ]
        self._views_came(unknown_views(drives, self.broken))

    def set_inventory(self, inventory: Inventory) -> None:
        """The drives have changed. Data of a drive that has gone are kept: it may still be on
        screen.
        """
        self._inventory = inventory
        if self.monitor is not None:
            self.monitor.set_inventory(inventory)
        self._say_broken()
        if self._stale is not None:
            self._stale = None
            self.changed.emit(list(self._views.values()))
        if self._unanswered() and not self.late.isActive():
            self.late.start()

    def set_stale(self, error: DriveproofError) -> None:
        """The drives are no longer followed: of none it is known that it is still good. What was
        failing is still said to fail.
        """
        self._stale = error
        if self._inventory is not None:
            listed = self._inventory.listed()
            found = (self.view(device) for device in listed)
            self.changed.emit([view for view in found if view is not None])

    def _unanswered(self) -> list[BlockDevice]:
        if self._inventory is None:
            return []
        listed = (one for one in self._inventory.listed() if one.kind in DRIVE_KINDS)
        return [device for device in listed if self.view(device) is None]

    def _say_unanswered(self) -> None:
        """Say of the drives that have not answered that they are unknown, until they do."""
        if not self._closed and (late := self._unanswered()):
            self._views_came(unknown_views(late, UNANSWERED))

    def set_shown(self, name: str) -> None:
        """Name the drive on screen."""
        if name != self._shown:
            self._shown = name
            self._tell_shown()

    def set_in_sight(self, in_sight: bool) -> None:
        """While the window is hidden, the drive on screen is read as seldom as others."""
        if in_sight != self._in_sight:
            self._in_sight = in_sight
            self._tell_shown()

    def _tell_shown(self) -> None:
        if self.monitor is not None and not self._closed:
            self.monitor.set_shown(self._shown if self._in_sight else "")

    def look_now(self, name: str, *, wake: bool = False) -> None:
        """Read this drive again soon, and wake it where it sleeps; if the monitor could not be
        created, try again.
        """
        if self.broken is not None:
            self.begin()
        if self.monitor is not None and name:
            self.monitor.look_now(name, wake=wake)

    def view(self, device: BlockDevice) -> HealthView | None:
        """The newest health of this very drive; None before it answered."""
        view = self._views.get(device.name)
        if view is None or view.identity != device.identity:
            return None
        if self._stale is not None and view.verdict.word != FAILING:
            return next(iter(unknown_views([device], self._stale)), None)
        return view

    def newest(self, device: BlockDevice) -> HealthView | None:
        """The same, and before it answered that it has not."""
        view = self.view(device)
        if view is None:
            view = next(iter(unknown_views([device], UNANSWERED)), None)
        return view

    def failing(
        self, device: BlockDevice, inventory: Inventory
    ) -> tuple[BlockDevice, HealthView] | None:
        """The device itself or the first drive below it that is failing; None if none is."""
        for drive in (device,) if is_drive(device) else drives_under(device, inventory):
            view = self.view(drive)
            if view is not None and view.verdict.word == FAILING:
                return drive, view
        return None

    def whole(self, device: BlockDevice) -> HealthView | None:
        """What was read of it as administrator; None if that was not requested."""
        view = self._whole.get(device.name)
        return view if view is not None and view.identity == device.identity else None

    def put_whole(self, view: HealthView) -> None:
        """Everything of a drive was read, or nothing: then what is known of it stays."""
        if view.health.known:
            self._whole[view.device] = view
        self._views[view.device] = view
        self.changed.emit([view])

    @Slot(list)
    def _views_came(self, views: list[HealthView]) -> None:
        news = [self._better_known(view) for view in views]
        self._views |= {view.device: view for view in news}
        if self._stale is None:
            self.changed.emit(news)

    def _better_known(self, view: HealthView) -> HealthView:
        """A drive whose health only root can read keeps what root read.

        It is judged anew, with the values acknowledged since, and by its age now.
        """
        whole = self._whole.get(view.device)
        if whole is None or whole.identity != view.identity or view.health.known:
            return view

        since = whole.since.health if whole.since is not None else None
        verdict = judge_health(
            whole.health, since=since, acknowledged=view.acknowledged, link=view.link
        )
        return replace(whole, verdict=verdict, acknowledged=view.acknowledged, link=view.link)

    @Slot(object)
    def _event_came(self, event: DriveEvent) -> None:
        self._waiting.append(event)
        self._tell_next()

    def _tell_next(self) -> None:
        if self._closed or self.telling.busy or not self._waiting:
            return
        event = self._telling = self._waiting.popleft()
        wanted = self._settings.flag(NOTIFY_HEALTH, True)
        title, text = event_title(event), event_text(event, Face.WINDOW)
        self.telling.add(lambda: wanted and self._services.notify(title, text), self._was_told)

    def _was_told(self, shown: object, _error: object) -> None:
        event = self._telling
        if event is not None and not shown:
            text = f"{event_title(event)}. {event_text(event, Face.WINDOW)}".strip()
            bad, whole = event.what not in GOOD_NEWS, event.array is not None
            self.told.emit(self._name_of(event), text, bad, whole)
        self._tell_next()

    def _name_of(self, event: DriveEvent) -> str:
        device = self._inventory.get(event.device) if self._inventory is not None else None
        return device.name if device is not None else ""

    def close(self) -> None:
        """Stop; nothing waits for a drive that hangs."""
        self._closed = True
        self._soon.stop()
        self.late.stop()
        self.feed.close()
        if self.monitor is not None:
            self.monitor.stop()


def unknown_views(devices: Iterable[BlockDevice], error: DriveproofError) -> list[HealthView]:
    """Each drive as unknown, with the reason and what to do."""
    health = Health(taken=datetime.now(UTC), missing=error_note(error), advice=error.advice)
    verdict = judge_health(health)
    return [
        HealthView(
            device=device.name, identity=device.identity, health=health, verdict=verdict,
            may_be_kept=False,
        )
        for device in devices
        if device.kind in DRIVE_KINDS
    ]  # fmt: skip
