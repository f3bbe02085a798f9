# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Small tasks, each in a thread: read an experiment, begin one, compare its sides."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from driveproof.domain.errors import DriveproofError
from driveproof.ui.tasks.worker import Background


class Errands(QObject):
    """Emits `done(key, result, error)`, result or error None. Of one key only the last counts."""

    done = Signal(str, object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._threads: dict[str, Background] = {}
        self._next: dict[str, Callable[[], Any]] = {}

    @property
    def busy(self) -> bool:
        """Whether anything is on."""
        return any(thread.busy for thread in self._threads.values())

    def is_on(self, key: str) -> bool:
        """Whether this is being done."""
        thread = self._threads.get(key)
        return thread is not None and thread.busy

    def ask(self, key: str, work: Callable[[], Any]) -> None:
        """Do it; what was asked for under this key before is forgotten."""
        if key not in self._threads:
            self._threads[key] = Background(self)
            self._threads[key].done.connect(partial(self._done, key))
        if self._threads[key].busy:
            self._next[key] = work
        else:
            self._threads[key].start(work)

    def _done(self, key: str, result: Any, error: DriveproofError | None) -> None:
        work = self._next.pop(key, None)
        if work is not None:
            self._threads[key].start(work)
        else:
            self.done.emit(key, result, error)
