# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How far a run is and how long it still takes, corrected by how long its parts really took."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.profile.course import Search
from driveproof.domain.profile.profile import FIO_OVERHEAD, LAYOUT_RATE, Phase, Profile


class Progress:
    """Expected and real seconds of layout and repeats; all times in seconds."""

    def __init__(self, profile: Profile) -> None:
        self._repeats = profile.repeats
        self._pause = profile.pause
        self._pauses = [profile.in_rounds and phase.writes for phase in profile.phases]
        self._in_rounds = profile.in_rounds
        self._expected = [p.warmup + p.seconds + FIO_OVERHEAD for p in profile.phases]
        self._done = [0] * len(profile.phases)
        self._alike = [_alike(profile.phases, index) for index in range(len(profile.phases))]
        self._layout = profile.laid_out / LAYOUT_RATE
        self._layout_done = 0.0
        self._spent = 0.0
        self._search = isinstance(profile.plan, Search)
        self._left = profile.seconds_range
        self._likely: float | None = None

    def add(self, phase: Phase) -> None:
        """A search has a further test."""
        self._expected.append(phase.warmup + phase.seconds + FIO_OVERHEAD)
        self._pauses.append(False)
        self._done.append(0)
        self._alike.append(())

    def follow(self, left: tuple[float, float] | None, likely: float | None = None) -> None:
        """A step of a search begins; the fewest and the most seconds that come after it, and those
        that probably do.
        """
        if left is not None:
            self._left, self._likely = left, likely

    def layout(self, done: int, total: int, elapsed: float) -> None:
        """The test file is written so far; its real speed replaces the expected one."""
        if done and elapsed > 0:
            self._layout = elapsed * total / done
        self._layout_done = elapsed

    def layout_ended(self, elapsed: float) -> None:
        """The test file is there."""
        self._layout = self._layout_done = elapsed

    def repeat_ended(self, index: int, elapsed: float) -> None:
        """A repeat of phase `index` took so long; the following ones will take about as long."""
        self._expected[index] = elapsed
        self._done[index] += 1
        self._spent += elapsed
        for other in self._alike[index]:
            if not self._done[other]:
                self._expected[other] = min(self._expected[other], elapsed)

    def expect(self, index: int, seconds: float) -> None:
        """A repeat of phase `index` takes so long, as is now known better."""
        self._expected[index] = seconds

    def remaining(self, index: int | None = None, elapsed: float = 0.0) -> float:
        """Seconds until the end, `elapsed` of them already gone in a repeat of phase `index`."""
        left = max(0.0, self._layout - self._layout_done)
        if self._search:
            now = 0.0 if index is None else max(0.0, self._expected[index] - elapsed)
            return left + now + (sum(self._left) / 2 if self._likely is None else self._likely)
        for position, expected in enumerate(self._expected):
            to_come = self._repeats - self._done[position]
            left += expected * to_come
            if self._in_rounds:
                left += self._pause * to_come * self._pauses[position]
            elif self._done[position] == 0 and position and position != index:
                left += self._pause
        if index is not None:
            left -= min(elapsed, self._expected[index])
        return max(0.0, left)

    def share(self, index: int | None = None, elapsed: float = 0.0) -> float:
        """The part that is done, 0 to 1."""
        done = self._layout_done + self._spent
        if index is not None:
            done += min(elapsed, self._expected[index])
        left = self.remaining(index, elapsed)
        return done / (done + left) if done + left else 1.0


def _alike(phases: Sequence[Phase], index: int) -> tuple[int, ...]:
    """The later readings of the same file, which take at most as long as this one: a cache can only
    make that shorter.
    """
    if not phases[index].asked.reading:
        return ()
    return tuple(later for later in range(index + 1, len(phases)) if phases[later].asked.reading)
