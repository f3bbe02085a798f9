# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Passes the results of the threads that read the drives' health to the window's thread."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

if TYPE_CHECKING:
    from driveproof.domain.health.verdict import HealthVerdict
    from driveproof.engine.health.view import HealthView

TOGETHER_MS = 100
"""Milliseconds between two deliveries: hundreds of drives may answer at once."""


class HealthFeed(QObject):
    """Emits `views(list[HealthView])`, the newest of each drive, and `worse(HealthView,
    HealthVerdict)` for each that was put.

    Both are emitted in the thread that created this.
    """

    views = Signal(list)
    worse = Signal(object, object)
    _rung = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lock = Lock()
        self._open = True
        self._views: dict[str, HealthView] = {}
        self._worse: list[tuple[HealthView, HealthVerdict]] = []
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(TOGETHER_MS)
        self._timer.timeout.connect(self.deliver)
        self._rung.connect(self._wake, Qt.ConnectionType.QueuedConnection)

    def put_view(self, view: HealthView) -> None:
        """Call it from any thread."""
        with self._lock:
            self._views[view.device] = view
            self._ring()

    def put_worse(self, view: HealthView, before: HealthVerdict) -> None:
        """Call it from any thread."""
        with self._lock:
            self._worse.append((view, before))
            self._ring()

    def _ring(self) -> None:
        if self._open and len(self._views) + len(self._worse) == 1:
            self._rung.emit()

    @Slot()
    def _wake(self) -> None:
        if self._open and not self._timer.isActive():
            self._timer.start()

    @Slot()
    def deliver(self) -> None:
        """Deliver what has arrived."""
        with self._lock:
            views, self._views = list(self._views.values()), {}
            worse, self._worse = self._worse, []
        if views:
            self.views.emit(views)
        for view, before in worse:
            self.worse.emit(view, before)

    def close(self) -> None:
        """Ignore everything from now on."""
        with self._lock:
            self._open = False
            self._views.clear()
            self._worse.clear()
        self._timer.stop()
