# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tells when a new day has begun: what the window calls "today" was yesterday then."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

LOOK_MS = 60_000
"""Milliseconds between two looks. A timer until midnight would be late by the time that the machine
sleeps, and by a change of clock or time zone.
"""


class Today(QObject):
    """Emits `changed` when the date is another one than before. It looks while it is `watching`."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._date = date.today()
        self.timer = QTimer(self)
        self.timer.setInterval(LOOK_MS)
        self.timer.setTimerType(Qt.TimerType.VeryCoarseTimer)
        self.timer.timeout.connect(self.look)

    def set_watching(self, watching: bool) -> None:
        """Look every minute, and at once: it may have been hidden for days."""
        if watching:
            self.look()
            self.timer.start()
        else:
            self.timer.stop()

    @Slot()
    def look(self) -> None:
        """Compare the date with that of the last look."""
        now = date.today()
        if now != self._date:
            self._date = now
            self.changed.emit()
