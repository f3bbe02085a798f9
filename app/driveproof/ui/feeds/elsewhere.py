# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the person's other processes, in a terminal or in another window, do to drives now."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QFileSystemWatcher, QObject, Qt, QTimer, Signal, Slot

from driveproof.domain.drive.drive import Inventory
from driveproof.domain.errors import DriveproofError
from driveproof.domain.ongoing import STARTED_IN_TITLES, Ongoing
from driveproof.engine.ongoing import Works
from driveproof.ui.feeds.running import RunningWork
from driveproof.ui.tasks.queue import TaskQueue
from driveproof.wording.catalogue import _
from driveproof.wording.say import say_text, say_texts

AGAIN = 2000
"""Milliseconds between two looks while another process works: what a killed one was doing ends
without a change of the folder.
"""


class ElsewhereFeed(QObject):
    """The kernel says when one begins or ends; progress is read only while one goes on and the
    window is on screen (`on_screen`). Emits `changed`, and `ended` when one has ended: what it kept
    is in the history now.
    """

    changed = Signal()
    ended = Signal()

    def __init__(
        self, works: Works, on_screen: Callable[[], bool], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.others: tuple[Ongoing, ...] = ()
        self._works = works
        self._on_screen = on_screen
        self._tasks = TaskQueue(self)
        self.watcher = QFileSystemWatcher(self)
        self.watcher.directoryChanged.connect(self.look)
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.VeryCoarseTimer)
        self._timer.setInterval(AGAIN)
        self._timer.timeout.connect(self._look_again)
        self._tasks.add(works.prepare, self._prepared)

    @property
    def busy(self) -> bool:
        """Whether they are being read."""
        return self._tasks.busy

    @Slot()
    def look(self) -> None:
        """Read again soon."""
        self._tasks.add(self._works.others, self._take, key="others")

    def on(self, path: str, inventory: Inventory) -> Ongoing | None:
        """What disturbs a measurement of this target, None for nothing."""
        device = inventory.device_at(path) if self.others else None
        if device is None:
            return None
        names = frozenset(layer.device.name for layer in inventory.stack(device))
        return next((one for one in self.others if one.disturbs(names)), None)

    def sentence(self, path: str, inventory: Inventory) -> str:
        """The same in words, "" for nothing."""
        found = self.on(path, inventory)
        return say_texts(found.says) if found is not None else ""

    def _prepared(self, folder: str | None, _error: DriveproofError | None) -> None:
        if folder:
            self.watcher.addPath(folder)
        self.look()

    def _take(self, others: tuple[Ongoing, ...] | None, _error: DriveproofError | None) -> None:
        found = others or ()
        if found and not self._timer.isActive():
            self._timer.start()
        elif not found:
            self._timer.stop()
        if found != self.others:
            going_on = {(one.path, one.work) for one in found}
            ended = any((one.path, one.work) not in going_on for one in self.others)
            self.others = found
            self.changed.emit()
            if ended:
                self.ended.emit()

    @Slot()
    def _look_again(self) -> None:
        if self._on_screen():
            self.look()


def running_elsewhere(one: Ongoing) -> RunningWork:
    """It as the window shows its own work."""
    return RunningWork(
        one.path,
        text=_("Running in {place}; cancel it there").format(
            place=say_text(STARTED_IN_TITLES[one.started_in])
        ),
        progress=one.progress,
        remaining=one.remaining,
        work=one.work,
    )
