# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Hands what the watcher's thread finds to the window's thread; imports no Qt."""

from __future__ import annotations

from collections.abc import Callable
from threading import Condition
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from driveproof.domain.drive.drive import Inventory
    from driveproof.domain.errors import MachineError

    News = Inventory | MachineError


class Mailbox:
    """Keeps the latest news only: a window that was busy for a moment skips what is outdated."""

    def __init__(self) -> None:
        self._lock = Condition()
        self._news: News | None = None
        self._ring: Callable[[], None] | None = None

    def put(self, news: News) -> None:
        """Called from the watcher's thread."""
        with self._lock:
            waiting = self._news is not None
            self._news = news
            self._lock.notify_all()
            ring = self._ring
            if ring is not None and not waiting:
                ring()

    def wait(self, seconds: float) -> bool:
        """Until there are news, at most so long; whether there are."""
        with self._lock:
            return self._lock.wait_for(lambda: self._news is not None, seconds)

    def take(self) -> News | None:
        """The latest news, once; None if there is none."""
        with self._lock:
            news, self._news = self._news, None
            return news

    @property
    def empty(self) -> bool:
        """Whether all news were taken."""
        with self._lock:
            return self._news is None

    def attach(self, ring: Callable[[], None]) -> None:
        """Call `ring` (from any thread) whenever the box is no longer empty."""
        with self._lock:
            self._ring = ring
            if self._news is not None:
                ring()

    def detach(self) -> None:
        """Nobody listens any more; what comes is kept."""
        with self._lock:
            self._ring = None
