# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The jobs that a run waits for, and the cancel that wakes them."""

from __future__ import annotations

import queue
import threading
from typing import TypeVar

from driveproof.engine.run.fio_run import WakeableJob

_Result = TypeVar("_Result")


class Jobs:
    """What a run waits for. `cancel` may be called from any thread and from a signal handler."""

    def __init__(self) -> None:
        self._cancelled = False
        # Not an Event: a signal handler may put into a SimpleQueue whatever was interrupted.
        self._wakes: queue.SimpleQueue[None] = queue.SimpleQueue()
        self._current: dict[int, WakeableJob[object]] = {}
        """What runs now, by the thread that waits for it."""

    def cancelled(self) -> bool:
        """Whether somebody has cancelled."""
        return self._cancelled

    def cancel(self) -> None:
        """Wake everything that is waited for."""
        self._cancelled = True
        self._wakes.put(None)
        for current in tuple(self._current.values()):
            current.wake()

    def start(self, job: WakeableJob[_Result], /) -> _Result:
        """Do a job, which a cancel wakes."""
        thread = threading.get_ident()
        self._current[thread] = job
        try:
            return job.run()
        finally:
            self._current.pop(thread, None)

    def pause(self, seconds: float) -> None:
        """Wait; a cancel ends it."""
        if seconds > 0 and not self._cancelled:
            try:
                self._wakes.get(timeout=seconds)
            except queue.Empty:
                return
