# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Delivers items from other threads to the window's thread, at a limited rate."""

from __future__ import annotations

import os
import time
from threading import Condition
from typing import Any

from PySide6.QtCore import QObject, QSocketNotifier, QTimer, Signal, Slot


class _Box:
    """The threads' side. It uses no Qt: emitting a signal of an object that the window's thread is
    destroying would end the process.
    """

    def __init__(self) -> None:
        self.lock = Condition()
        self.items: list[Any] = []
        self.open = True
        self.bell = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)

    def put(self, item: Any) -> None:
        with self.lock:
            if not self.open:
                return
            self.items.append(item)
            self.lock.notify_all()
            if len(self.items) == 1:
                os.eventfd_write(self.bell, 1)

    def take(self) -> list[Any]:
        with self.lock:
            items, self.items = self.items, []
            return items

    def __del__(self) -> None:
        os.close(self.bell)


class Inbox(QObject):
    """Emits `came(list)` in the thread that created it: everything that was put since, oldest
    first.

    `put(item)` may be called from any thread. Deliveries are at least `interval` seconds apart;
    nothing is lost.
    """

    came = Signal(object)

    def __init__(self, parent: QObject | None = None, *, interval: float = 0.0) -> None:
        super().__init__(parent)
        self._interval = interval
        self._last = -interval
        self._box = _Box()
        self.put = self._box.put
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.deliver)
        self._notifier = QSocketNotifier(self._box.bell, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._rung)

    def wait(self, seconds: float) -> bool:
        """Wait until there is an item, at most `seconds`; whether there is one."""
        with self._box.lock:
            return self._box.lock.wait_for(lambda: bool(self._box.items), seconds)

    @property
    def empty(self) -> bool:
        """Whether everything was delivered."""
        with self._box.lock:
            return not self._box.items

    @Slot()
    def deliver(self) -> None:
        """Deliver what has arrived."""
        items = self._box.take()
        if items:
            self._last = time.monotonic()
            self.came.emit(items)

    def close(self) -> None:
        """Accept nothing more, and discard what was not delivered."""
        self._box.open = False
        self._box.take()
        self._timer.stop()

    @Slot()
    def _rung(self) -> None:
        os.eventfd_read(self._box.bell)
        if self._timer.isActive():
            return
        left = self._last + self._interval - time.monotonic()
        if left <= 0:
            self.deliver()
        else:
            self._timer.start(max(1, round(left * 1000)))
