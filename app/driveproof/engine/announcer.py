# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Announces what happens to drives and arrays while the window is open."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextlib import suppress

from driveproof.domain.drive.drive import Inventory
from driveproof.domain.errors import DriveproofError
from driveproof.domain.watch import DriveEvent
from driveproof.engine.health.monitor import HealthMonitor
from driveproof.engine.health.view import HealthView
from driveproof.engine.watch import News, array_sight, drive_sight

AGAIN = 2.0
"""Seconds until what could not be announced is tried again."""


class Announcer:
    """A health monitor that also announces what `driveproof watch` would, each event once.

    A thread of its own looks for news in what the monitor reads: neither another program that does
    so at the same time nor a slow disk keeps a reading off the screen.
    """

    def __init__(
        self,
        monitor: Callable[[Callable[[HealthView], None]], HealthMonitor],
        news: News,
        on_view: Callable[[HealthView], None],
        on_event: Callable[[DriveEvent], None],
    ) -> None:
        """`monitor` makes the monitor; both callbacks are called in threads of this."""
        self._monitor = monitor(self._view_came)
        self._news = news
        self._on_view = on_view
        self._on_event = on_event
        self._changed = threading.Condition()
        self._inventory = Inventory()
        self._arrays = False
        self._views: dict[str, HealthView] = {}
        self._stopped = False

    def start(self) -> None:
        """Begin; returns at once."""
        self._monitor.start()
        threading.Thread(target=self._run, name="health-news", daemon=True).start()

    def set_inventory(self, inventory: Inventory) -> None:
        """These are the drives and arrays now."""
        with self._changed:
            self._inventory = inventory
            self._arrays = any(device.array is not None for device in inventory.devices)
            self._changed.notify_all()
        self._monitor.set_inventory(inventory)

    def set_shown(self, name: str) -> None:
        """This drive is on the screen ("" for none)."""
        self._monitor.set_shown(name)

    def look_now(self, name: str, *, wake: bool = False) -> None:
        """A person wants this drive read again soon, and woken where it sleeps."""
        self._monitor.look_now(name, wake=wake)

    def stop(self) -> None:
        """Stop; nothing is announced afterwards, and nothing hanging is waited for."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
        self._monitor.stop()

    def _view_came(self, view: HealthView) -> None:
        self._on_view(view)
        with self._changed:
            self._views[view.device] = view
            self._changed.notify_all()

    def _run(self) -> None:
        while True:
            with self._changed:
                while not (self._stopped or self._arrays or self._views):
                    self._changed.wait()
            try:
                with self._news.record.turn():
                    if not self._announce():
                        return
            except Exception:
                # A thread that dies silently would announce nothing ever again.
                logging.getLogger(__name__).exception("what happened could not be announced")
                with self._changed:
                    self._changed.wait_for(lambda: self._stopped, AGAIN)

    def _announce(self) -> bool:
        """Announce what has come until now; False once this was stopped."""
        with self._changed:
            if self._stopped:
                return False
            inventory, self._views, views = self._inventory, {}, self._views
            arrays, self._arrays = self._arrays, False
        devices = inventory.devices if arrays else ()
        sights = [sight for device in devices for sight in array_sight(device)]
        for name, view in views.items():
            device = inventory.get(name)
            if device is not None and device.identity == view.identity:
                sights.append(drive_sight(device, view))
        try:
            events = self._news.look_at(sights)
        except Exception:
            with self._changed:  # looked at again, unless something newer has come
                self._views = views | self._views
                self._arrays = self._arrays or arrays
            raise
        for event in events:
            self._on_event(event)
        with suppress(DriveproofError):  # it is remembered here, as long as this lives
            self._news.keep()
        return True
