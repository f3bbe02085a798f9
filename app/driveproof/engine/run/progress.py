# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How far a run is and how long it still takes, corrected by how long its parts really took."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.profile.course import Search
from driveproof.domain.profile.phase import LAYOUT_RATE, Phase
from driveproof.domain.profile.profile import FIO_OVERHEAD, Profile
from driveproof.domain.run.work import FileOperation


class Progress:
    """Expected and real seconds of layout and repeats; all times in seconds."""

    def __init__(self, profile: Profile) -> None:
        self._repeats = profile.repeats
        self._pause = profile.pause
        self._pauses = [profile.in_rounds and phase.writes for phase in profile.phases]
        self._in_rounds = profile.in_rounds
        self._phases = profile.phases
        self._expected = [p.warmup + p.seconds + FIO_OVERHEAD for p in profile.phases]
        self._done = [0] * len(profile.phases)
        self._alike = [_alike(profile.phases, index) for index in range(len(profile.phases))]
        self._layout = _Layout(profile.laid_out)
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

    def layout(self, done: int, elapsed: float, moving: float | None = None) -> None:
        """`done` bytes of a test file are written, in `elapsed` seconds, of which bytes moved in
        `moving`; their real speed replaces the expected one.
        """
        self._layout.now = done, elapsed, elapsed if moving is None else moving

    def layout_ended(self, elapsed: float) -> None:
        """A test file is there."""
        self._layout.ended(elapsed)

    def repeat_ended(self, index: int, elapsed: float, moving: float | None = None) -> None:
        """A repeat of phase `index` took so long, and bytes moved in `moving` seconds of it; the
        following ones will take about as long.
        """
        self._expected[index] = elapsed
        self._done[index] += 1
        self._spent += elapsed
        for other in self._alike[index]:
            if not self._done[other]:
                took = self._scaled(index, other, elapsed, moving or 0.0)
                again = self._phases[other].asked.reading
                self._expected[other] = min(self._expected[other], took) if again else took

    def _scaled(self, index: int, other: int, elapsed: float, moving: float) -> float:
        """What a test will take that does the same with more bytes, until its time is over."""
        one, more = self._phases[index], self._phases[other]
        by = (more.limit or 0) / one.limit if one.limit else 1.0
        return min(more.warmup + more.seconds, moving * by) + max(0.0, elapsed - moving)

    def expect(self, index: int, seconds: float) -> None:
        """A repeat of phase `index` takes so long, as is now known better."""
        self._expected[index] = seconds

    def remaining(self, index: int | None = None, elapsed: float = 0.0) -> float:
        """Seconds until the end, `elapsed` of them already gone in a repeat of phase `index`."""
        left = self._layout.left
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
        done = self._layout.spent + self._spent
        if index is not None:
            done += min(elapsed, self._expected[index])
        left = self.remaining(index, elapsed)
        return done / (done + left) if done + left else 1.0


class _Layout:
    """The writing of test files of `total` bytes together."""

    def __init__(self, total: int) -> None:
        self.now = 0, 0.0, 0.0
        """Of the file that is being written: bytes, seconds, and those in which bytes moved."""
        self._total = total
        self._before = 0, 0.0, 0.0

    def ended(self, elapsed: float) -> None:
        done, _elapsed, moving = self.now
        # One without any bytes reported is all of them.
        self._before = _sum(self._before, (done or self._total, elapsed, moving or elapsed))
        self.now = 0, 0.0, 0.0

    @property
    def spent(self) -> float:
        """Seconds until now."""
        return _sum(self._before, self.now)[1]

    @property
    def left(self) -> float:
        """Seconds until all files are written."""
        done, spent, moving = _sum(self._before, self.now)
        if not done or not moving:
            return max(0.0, self._total / LAYOUT_RATE - spent)
        return max(0, self._total - done) * moving / done


def _sum(
    one: tuple[int, float, float], other: tuple[int, float, float]
) -> tuple[int, float, float]:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def _alike(phases: Sequence[Phase], index: int) -> tuple[int, ...]:
    """The later tests whose time this one tells: readings of the same file, which a cache can only
    make shorter, and of a surface the same operation on larger files, with records as large or
    larger.
    """
    one = phases[index]
    later = range(index + 1, len(phases))
    if one.operation is not FileOperation.NONE:
        return tuple(
            other
            for other in later
            if (phases[other].operation, phases[other].sync) == (one.operation, one.sync)
            and phases[other].block_size >= one.block_size
        )
    if not one.asked.reading:
        return ()
    return tuple(other for other in later if phases[other].asked.reading)
