# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A job of the helper's that goes through all of a device, followed line by line."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Sequence

from driveproof.domain.errors import DriveproofError, MachineError
from driveproof.domain.profile.phase import CHECK_BLOCK
from driveproof.domain.run.areas import AreaState, area
from driveproof.domain.run.failed_io import LOOK_AT_IT, known_failure
from driveproof.domain.run.sample import STALL_SECONDS
from driveproof.engine.run.checked import LOOK, CheckedAreas, PassEnding
from driveproof.fio.process import Launch

_END = 2.0
"""Seconds for what is left to be said after the output has ended."""
NANO = 1e-9


Take = Callable[[CheckedAreas, Sequence[int]], None]
"""Keep the numbers of one of the helper's lines (helper/places.py)."""


def take_read(found: CheckedAreas, numbers: Sequence[int]) -> None:
    """A place that was read, whatever is in it."""
    offset, size, nanoseconds, error = numbers
    if error:
        found.failed(size)
        found.mark(area(offset, size, AreaState.UNREADABLE))
    elif size < CHECK_BLOCK:  # beside a bad place, or the end: its time says nothing
        found.failed(size)
        found.mark(area(offset, size, AreaState.RIGHT))
    else:
        seconds = nanoseconds * NANO
        if found.took(offset, size, seconds):
            found.mark(area(offset, size, AreaState.SLOW, seconds=seconds))
        else:
            found.mark(area(offset, size, AreaState.RIGHT))


class ReadCheckRun:
    """Follows a job of the helper's that goes through a device, and keeps in `found` what `take`
    makes of its lines.
    """

    def __init__(
        self,
        launch: Launch,
        found: CheckedAreas,
        *,
        cancelled: Callable[[], bool],
        take: Take = take_read,
        on_look: Callable[[], None] = lambda: None,
        on_silence: Callable[[float], None] = lambda _: None,
    ) -> None:
        self._take = take
        self._launch = launch
        self._found = found
        self._cancelled = cancelled
        self._on_look = on_look
        self._on_silence = on_silence
        self._awake: Callable[[], None] = launch.abort
        self._rest = b""

    def wake(self) -> None:
        """Look at `cancelled` now; may be called from any thread and from a signal handler."""
        self._awake()

    def run(self) -> PassEnding:
        """Read everything, or what there is time for."""
        if self._cancelled():
            return PassEnding()
        try:
            process = self._launch.start()
        except DriveproofError as error:
            return PassEnding(None if self._cancelled() else error)
        self._awake = process.wake
        heard = time.monotonic()
        try:
            while not self._cancelled():
                try:
                    data = process.output.get(timeout=LOOK)
                except queue.Empty:
                    data = b""
                if data is None:
                    break
                now = time.monotonic()
                if data:
                    self.take(data)
                    heard = now
                elif now - heard > STALL_SECONDS:
                    self._on_silence(now - heard)
                self._on_look()
        finally:
            status = process.wait(_END) if process.output_ended else None
            if status is None:
                status = process.end()
        if self._cancelled():
            return PassEnding()
        failure = process.failure or (_failed(status, process.errors()) if status else None)
        whole = failure is None and self._found.done >= self._found.total
        return PassEnding(failure, whole=whole)

    def take(self, data: bytes) -> None:
        """The next lines; what is not whole yet waits for the rest."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._take(self._found, tuple(map(int, line.split())))


def _failed(status: int, words: str) -> MachineError:
    """The helper's child ends with the errno of what failed."""
    known = known_failure(abs(status))
    return known or MachineError(
        "The drive failed.",
        details=words.strip()[-200:],
        advice=LOOK_AT_IT,
    )
