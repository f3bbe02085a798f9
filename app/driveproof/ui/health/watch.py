# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Follows the health of every drive for the window, and tells once when one got worse."""

from __future__ import annotations

import logging
from collections import deque
from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from driveproof.domain.health.judge import judge
from driveproof.ui.health.feed import HealthFeed
from driveproof.ui.health.labels import worse_text, worse_title
from driveproof.ui.health.unavailable import unknown_views
from driveproof.ui.tasks.queue import TaskQueue

if TYPE_CHECKING:
    from driveproof.composition.services import HealthRequests, Monitor, Services
    from driveproof.domain.drive.drive import BlockDevice, Inventory
    from driveproof.domain.errors import DriveproofError
    from driveproof.domain.health.verdict import HealthVerdict
    from driveproof.engine.health.view import HealthView

BEGIN_MS = 400
"""How long after the window was shown the drives are asked: the first picture has the processor."""


class HealthWatch(QObject):
    """Emits `changed(list[HealthView])`; `told(name, text)` when a verdict got worse and no
    service of the desktop could say so.
    """

    changed = Signal(list)
    told = Signal(str, str)

    def __init__(self, services: Services, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self._monitor: Monitor | None = None
        self._lock = Lock()
        self._requests: HealthRequests | None = None
        self._inventory: Inventory | None = None
        self._shown = ""
        self._in_sight = True
        self._broken: DriveproofError | None = None
        self._views: dict[str, HealthView] = {}
        self._whole: dict[str, HealthView] = {}
        self._waiting: deque[tuple[HealthView, HealthVerdict]] = deque()
        self._telling: HealthView | None = None
        self._closed = False
        self._feed = HealthFeed(self)
        self._feed.views.connect(self._views_came)
        self._feed.worse.connect(self._worse_came)
        self._telling_tasks = TaskQueue(self)
        self._making = TaskQueue(self)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(BEGIN_MS)
        self._soon.timeout.connect(self._begin)

    @property
    def possible(self) -> bool:
        """Whether anybody reads the drives' health at all."""
        return self._services.health is not None

    def requests(self) -> HealthRequests:
        """What answers a page; made at the first use, which is for a thread: it may take a while.

        Only where `possible`.
        """
        assert self._services.health is not None
        with self._lock:
            if self._requests is None:
                self._requests = self._services.health.requests()
            return self._requests

    def begin_soon(self) -> None:
        """The window is there: ask the drives once it was drawn."""
        if self.possible and self._monitor is None and not self._closed:
            self._soon.start()

    @Slot()
    def _begin(self) -> None:
        """What watches is made in a thread: what it imports would hold up the window."""
        health = self._services.health
        if health is not None and self._monitor is None and not self._closed:
            put, put_worse = self._feed.put_view, self._feed.put_worse
            if not self._making.busy:
                self._making.add(lambda: health.monitor(put, put_worse), self._made)

    def _made(self, monitor: Monitor | None, error: DriveproofError | None) -> None:
        if self._closed:
            return
        if monitor is None:
            logging.getLogger(__name__).error("The health of drives cannot be read: %s", error)
            self._broken = error
            self._say_broken(again=True)
            return
        self._broken = None
        self._monitor = monitor
        monitor.start()
        if self._inventory is not None:
            monitor.set_inventory(self._inventory)
        self._tell_shown()

    def _say_broken(self, *, again: bool = False) -> None:
        """Nothing is known of any drive, and why: nobody is there who would say so."""
        if self._broken is None or self._inventory is None:
            return

        drives = [
            device
            for device in self._inventory.listed()
            if (view := self.view(device)) is None or (again and not view.health.known)
        ]
        self._views_came(unknown_views(drives, self._broken))

    def set_inventory(self, inventory: Inventory) -> None:
        """These are the drives now. What was known of one that went is kept: it may be shown."""
        self._inventory = inventory
        if self._monitor is not None:
            self._monitor.set_inventory(inventory)
        self._say_broken()

    def set_shown(self, name: str) -> None:
        """This drive is on the screen."""
        if name != self._shown:
            self._shown = name
            self._tell_shown()

    def set_in_sight(self, in_sight: bool) -> None:
        """Whether the window can be seen: a drive that nobody sees is read as the others are."""
        if in_sight != self._in_sight:
            self._in_sight = in_sight
            self._tell_shown()

    def _tell_shown(self) -> None:
        if self._monitor is not None and not self._closed:
            self._monitor.set_shown(self._shown if self._in_sight else "")

    def look_now(self, name: str) -> None:
        """Read this drive again soon; where nothing could be made that reads, try that again."""
        if self._broken is not None:
            self._begin()
        if self._monitor is not None and name:
            self._monitor.look_now(name)

    def view(self, device: BlockDevice) -> HealthView | None:
        """The newest that is known of this very drive; None before it answered."""
        view = self._views.get(device.name)
        return view if view is not None and view.identity == device.identity else None

    def whole(self, device: BlockDevice) -> HealthView | None:
        """What was read of it as administrator; None where nobody asked."""
        view = self._whole.get(device.name)
        return view if view is not None and view.identity == device.identity else None

    def put_whole(self, view: HealthView) -> None:
        """Somebody read everything of a drive."""
        self._whole[view.device] = view
        self._views[view.device] = view
        self.changed.emit([view])

    @Slot(list)
    def _views_came(self, views: list[HealthView]) -> None:
        news = [self._better_known(view) for view in views]
        self._views |= {view.device: view for view in news}
        self.changed.emit(news)

    def _better_known(self, view: HealthView) -> HealthView:
        """A drive of which only root can know something stays known once root has looked: judged
        anew, by what was accepted since, and by how old it is now.
        """
        whole = self._whole.get(view.device)
        if whole is None or whole.identity != view.identity or view.health.known:
            return view

        since = whole.since.health if whole.since is not None else None
        verdict = judge(whole.health, since=since, acknowledged=view.acknowledged, link=view.link)
        return replace(whole, verdict=verdict, acknowledged=view.acknowledged, link=view.link)

    @Slot(object, object)
    def _worse_came(self, view: HealthView, before: HealthVerdict) -> None:
        self._waiting.append((view, before))
        self._tell_next()

    def _tell_next(self) -> None:
        if self._closed or self._telling_tasks.busy or not self._waiting:
            return
        view, before = self._waiting.popleft()
        self._telling = view
        notify = self._services.notify
        title, text = worse_title(view), worse_text(view, before)
        self._telling_tasks.add(lambda: notify(title, text), self._was_told)

    def _was_told(self, shown: object, _error: object) -> None:
        view = self._telling
        if view is not None and not shown:
            self.told.emit(view.device, f"{worse_title(view)}. {worse_text(view)}".strip())
        self._tell_next()

    def close(self) -> None:
        """End; nothing waits for a drive that hangs."""
        self._closed = True
        self._soon.stop()
        self._feed.close()
        if self._monitor is not None:
            self._monitor.stop()
