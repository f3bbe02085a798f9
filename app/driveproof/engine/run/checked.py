# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a check has found so far, and the thread that does its I/O: a drive may not answer."""

from __future__ import annotations

import math
import queue
import threading
import time
from array import array
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

import numpy as np
import numpy.typing as npt

from driveproof.domain.errors import DriveproofError
from driveproof.domain.profile.phase import CHECK_BLOCK
from driveproof.domain.run.areas import Area, Areas, AreaState, is_slow
from driveproof.domain.run.columns import Growing, PositionColumns
from driveproof.domain.run.histogram import BIN_COUNT, Histogram, bin_counts, exact_latency
from driveproof.domain.run.run import DirectionResult
from driveproof.domain.run.sample import STALL_SECONDS

MOST_POSITIONS = 1000
"""Points of a curve over the position: more than a screen has columns would be no sharper."""
_USUAL = 64  # reads whose median is what is usual
LOOK = 0.25
"""Seconds between two events."""
PART = 2**18
"""Latencies that are put into bins at once."""
GRACE = 0.9
"""Seconds that a cancel waits for the I/O that is under way."""


class SpeedCurve:
    """Speeds by position: neighbours are put together, so that `total` bytes make at most
    MOST_POSITIONS points.
    """

    def __init__(self, total: int, least: int = CHECK_BLOCK) -> None:
        step = max(least, -(-total // MOST_POSITIONS))
        self._step = step + -step % CHECK_BLOCK
        self._rows = Growing(PositionColumns)
        self._first = self._bytes = 0
        self._seconds = 0.0

    def add(self, offset: int, size: int, seconds: float) -> None:
        """The next place; a gap before it begins a new point."""
        if self._bytes and offset != self._first + self._bytes:
            self.close()
        if not self._bytes:
            self._first = offset
        self._bytes += size
        self._seconds += seconds
        if self._bytes >= self._step:
            self.close()

    def close(self) -> None:
        """What is put together now is a point."""
        if self._bytes and self._seconds > 0:
            self._rows.add(PositionColumns.of([(self._first, self._bytes, self._seconds)]))
        self._bytes, self._seconds = 0, 0.0

    @property
    def rows(self) -> PositionColumns:
        """The points so far."""
        rows = self._rows.rows
        assert isinstance(rows, PositionColumns)
        return rows


class CheckedAreas:
    """Places as they are done; one thread adds, another one may look at any time.

    `total` bytes are planned; `before` are the places before these, which say what is usual.
    """

    def __init__(
        self, total: int, least: int = CHECK_BLOCK, before: CheckedAreas | None = None
    ) -> None:
        self.total = total
        self.done = 0
        """Bytes that were tried, whatever the outcome."""
        self._moved = 0
        self._seconds = array("d")
        self._last: deque[float] = before._last if before else deque(maxlen=_USUAL)
        self._curve = SpeedCurve(total, least)
        self._areas = Areas()

    def took(self, offset: int, size: int, seconds: float) -> bool:
        """A place was written or read in so many seconds; whether that was slow."""
        usual = median(self._last) if self._last else None
        self._last.append(seconds)
        self._seconds.append(seconds)
        self._moved += size
        self.done += size
        self._curve.add(offset, size, seconds)
        return is_slow(seconds, usual)

    def failed(self, size: int) -> None:
        """A place was tried in vain."""
        self.done += size

    def mark(self, area: Area) -> None:
        """The next area."""
        self._areas.add(area)

    @property
    def moved(self) -> tuple[int, float]:
        """The bytes that were moved, and the seconds that it took."""
        return self._moved, float(sum(self._seconds))

    @property
    def positions(self) -> PositionColumns:
        """The speeds so far."""
        return self._curve.rows

    @property
    def areas(self) -> tuple[Area, ...]:
        """The areas so far."""
        return self._areas.rows

    def result(self) -> DirectionResult | None:
        """The figures of everything that was done; None where nothing was."""
        self._curve.close()
        if not self.done:
            return None
        taken = np.frombuffer(self._seconds, dtype=np.float64)
        seconds = float(taken.sum())
        count = len(taken)
        return DirectionResult(
            iops=count / seconds if seconds else 0.0,
            bandwidth=self._moved / seconds if seconds else 0.0,
            bytes=self._moved,
            ios=count,
            seconds=seconds,
            latency=exact_latency(taken),
            histogram=_histogram(taken),
            positions=self.positions,
            areas=self.areas,
        )


def _histogram(seconds: npt.NDArray[np.float64]) -> Histogram:
    """Of these latencies; in parts, as a large disk has tens of millions of them."""
    counts = np.zeros(BIN_COUNT, np.int64)
    for begin in range(0, len(seconds), PART):
        counts += bin_counts((seconds[begin : begin + PART] * 1e9).astype(np.int64))
    return Histogram(counts)


def slow_area(area: Area, seconds: float) -> Area:
    """A right area whose read was slow."""
    if area.state is not AreaState.RIGHT:
        return area
    return area._replace(state=AreaState.SLOW, seconds=seconds)


@dataclass(frozen=True, slots=True)
class PassEnding:
    """How a pass ended: the failure, if it failed; `whole` where it came to its end."""

    failure: DriveproofError | None = None
    whole: bool = False


CheckWork = Callable[[Callable[[], bool]], None]
"""Does all of a pass; it ends early when what it is given says so. Raises DriveproofError."""


class Pass:
    """Does `work` in a thread of its own; `on_look` is called all the time, `on_silence` when
    `progress` has not changed for a while, with the seconds since.

    A cancel waits GRACE seconds for the I/O that is under way. What a drive holds up longer ends
    when the drive answers; nobody waits for it.
    """

    def __init__(
        self,
        work: CheckWork,
        *,
        cancelled: Callable[[], bool],
        progress: Callable[[], int],
        on_look: Callable[[], None],
        on_silence: Callable[[float], None],
    ) -> None:
        self._work = work
        self._cancelled = cancelled
        self._progress = progress
        self._on_look = on_look
        self._on_silence = on_silence
        # Not an Event: a signal handler may put into a SimpleQueue whatever was interrupted.
        self._wakes: queue.SimpleQueue[PassEnding | BaseException | None] = queue.SimpleQueue()
        self._stopped = False

    def wake(self) -> None:
        """Look at `cancelled` now; may be called from any thread and from a signal handler."""
        self._wakes.put(None)

    def _run(self) -> None:
        try:
            self._work(lambda: self._stopped)
            self._wakes.put(PassEnding(whole=not self._stopped))
        except DriveproofError as error:
            self._wakes.put(PassEnding(error))
        except BaseException as error:  # noqa: BLE001 - a bug of ours: raised where it is seen
            self._wakes.put(error)

    def run(self) -> PassEnding:
        """Do it all, or what there is time for."""
        if self._cancelled():
            return PassEnding()
        threading.Thread(target=self._run, name="check", daemon=True).start()
        try:
            return self._follow()
        finally:
            self._stopped = True  # also when an observer raised

    def _follow(self) -> PassEnding:
        done, moved = self._progress(), time.monotonic()
        limit = math.inf
        while True:
            now = time.monotonic()
            if self._cancelled() and not self._stopped:
                self._stopped, limit = True, now + GRACE
            try:
                ending = self._wakes.get(timeout=max(0.0, min(LOOK, limit - now)))
            except queue.Empty:
                ending = None
            if isinstance(ending, BaseException):
                raise ending
            if ending is not None:
                return ending
            now = time.monotonic()
            if now >= limit:
                return PassEnding()
            if self._progress() != done:
                done, moved = self._progress(), now
            elif now - moved > STALL_SECONDS:
                self._on_silence(now - moved)
            self._on_look()
