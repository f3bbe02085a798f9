# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How far a run is and how long it still takes, corrected by how long its parts really took."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from driveproof.domain.profile.course import Search
from driveproof.domain.profile.estimate import Rates, ends_with_bytes, moving_seconds
from driveproof.domain.profile.phase import LAYOUT_RATE, Phase
from driveproof.domain.profile.profile import APART_SECONDS, FIO_OVERHEAD, Profile
from driveproof.domain.run.work import FileOperation

_TELLS = 0.5
"""Seconds after which a first repeat tells more of its test than the link of the drive does."""


class RunProgress:
    """Expected and real seconds of layout and repeats; all times in seconds.

    It begins with what `rates` point to, or else the most that a test may take, and is corrected by
    what the run shows: a test by its own repeats, one that was not begun by those that tell its
    time, and by how far the others were from what was expected of them. A repeat that ends with its
    bytes tells while it runs how long it takes.
    """

    def __init__(self, profile: Profile, rates: Rates | None = None) -> None:
        self._least = profile.repeats
        self._pause = profile.pause
        self._pauses = [profile.in_rounds and phase.writes for phase in profile.phases]
        self._in_rounds = profile.in_rounds
        self._search = isinstance(profile.plan, Search)
        rates = None if self._search else rates  # a search says itself what its tests take
        self._tests = [_Test(phase, rates, profile.repeats) for phase in profile.phases]
        self._alike = [_alike(profile.phases, index) for index in range(len(profile.phases))]
        # The slow rate of an upper bound has room for starting fio.
        self._layout = (
            _Layout(profile.laid_out, LAYOUT_RATE, 0)
            if rates is None
            else _Layout(profile.laid_out, rates.filling(profile), profile.files_made)
        )
        self._starts = [FIO_OVERHEAD]
        self._spent = self._share = 0.0
        self._due = False
        """Whether a pause comes before the next repeat."""
        self._left = profile.seconds_range
        self._likely: float | None = None

    def add(self, phase: Phase) -> None:
        """A search has a further test."""
        self._tests.append(_Test(phase, None, self._least))
        self._pauses.append(False)
        self._alike.append(())

    def follow(self, left: tuple[float, float] | None, likely: float | None = None) -> None:
        """A step of a search begins; the fewest and the most seconds that come after it, and those
        that probably do.
        """
        if left is not None:
            self._left, self._likely = left, likely

    def plan(self, to_come: Sequence[int]) -> None:
        """A step begins; `to_come` are the repeats that each test probably still has."""
        for test, count in zip(self._tests, to_come, strict=True):
            test.planned = test.done + count

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
        one = self._tests[index]
        one.done += 1
        one.spent += elapsed
        one.known = one.spent / one.done
        self._spent += elapsed
        self._due = self._pauses[index]
        if moving is None:
            moving = max(0.0, elapsed - fmean(self._starts))
        else:
            self._starts.append(max(0.0, elapsed - moving))
        one.took += moving
        for other in map(self._tests.__getitem__, self._alike[index]):
            if not other.done and not other.measured:
                other.learn(one.phase, moving)

    def expect(self, index: int, seconds: float) -> None:
        """A repeat of phase `index` takes so long, as is now known better."""
        self._tests[index].known = seconds

    def _expected(self, now: _Now | None) -> list[float]:
        """Seconds of a repeat of each test that was not begun, as they look now."""
        start = fmean(self._starts)
        paces = {way: self._pace(now, measured=way) for way in (True, False)}
        found = [test.seconds(paces[test.measured], start) for test in self._tests]
        if now is not None and now.test.known is None:
            place = self._tests.index(now.test)
            found[place] = now.whole(found[place], start)
        return found

    def _pace(self, now: _Now | None, *, measured: bool) -> float:
        """By how much the tests that end with their bytes took longer than expected; the running
        one as far as it tells. Those that were `measured` before take about as long again: the more
        of them is done, the more this run counts.
        """
        tests = [test for test in self._tests if test.guessed and test.measured is measured]
        took = sum(test.took for test in tests)
        expected = sum(test.moving * test.done for test in tests)
        rest = sum(test.moving * test.to_come for test in tests if measured)
        if now is not None and now.test.guessed and now.test.measured is measured:
            took += now.weight * now.moving
            expected += now.weight * now.test.moving
            rest -= now.weight * now.test.moving if measured else 0.0
        return (took + rest) / (expected + rest) if expected else 1.0

    def remaining(self, index: int | None = None, elapsed: float = 0.0, moved: int = 0) -> float:
        """Seconds until the end, `elapsed` of them already gone in a repeat of phase `index`, in
        which `moved` bytes of those that it ends with were moved (0: not known).
        """
        now = None if index is None else _Now(self._tests[index], elapsed, moved)
        left, seconds = self._layout.left(fmean(self._starts)), self._expected(now)
        if self._search:
            late = 0.0 if index is None else max(0.0, seconds[index] - elapsed)
            return left + late + (sum(self._left) / 2 if self._likely is None else self._likely)
        for position, test in enumerate(self._tests):
            to_come = test.to_come
            left += seconds[position] * to_come
            if self._in_rounds:  # the last test of all has none after it
                last = position == len(self._tests) - 1
                left += self._pause * max(0, to_come - last) * self._pauses[position]
            elif test.done == 0 and position and position != index:
                left += self._pause
        if self._in_rounds and index is None and self._to_come:
            left += self._pause * self._due
        left += self._rests(seconds, index)
        if now is not None and index is not None:
            one = now.whole(seconds[index], fmean(self._starts))
            left += one - seconds[index] - min(elapsed, one)
        return max(0.0, left)

    @property
    def _to_come(self) -> int:
        """Repeats that were not done."""
        return sum(test.to_come for test in self._tests)

    def _rests(self, seconds: Sequence[float], index: int | None) -> float:
        """Seconds in which nothing is measured so that the repeats of a test are APART, `index` the
        test that is measured now.
        """
        rests = 0.0
        for number in range(self._least + 1, max(test.planned for test in self._tests) + 1):
            places = [at for at, test in enumerate(self._tests) if test.planned >= number]
            begun = any(self._tests[at].done + (at == index) >= number for at in places)
            if not begun:  # what rests at all does so before the first of its round
                rests += max(0.0, APART_SECONDS - sum(seconds[at] for at in places))
        return rests

    def share(self, index: int | None = None, elapsed: float = 0.0, moved: int = 0) -> float:
        """The part that is done, 0 to 1; the parameters are those of `remaining`. It stands still
        where more is to come than was thought, as where a test goes on.
        """
        done = self._layout.spent + self._spent
        if index is not None:
            now = _Now(self._tests[index], elapsed, moved)
            whole = now.whole(self._expected(now)[index], fmean(self._starts))
            done += min(elapsed, whole)
        left = self.remaining(index, elapsed, moved)
        self._share = max(self._share, done / (done + left) if done + left else 1.0)
        return self._share


class _Test:
    """A test of the run: what a repeat is expected to take, and what its repeats took."""

    def __init__(self, phase: Phase, rates: Rates | None, repeats: int) -> None:
        self.phase = phase
        self.planned = repeats
        """Repeats that it will probably have in all."""
        self.longest = phase.warmup + phase.seconds
        moving = moving_seconds(phase, rates)
        from_memory = phase.asked.reading > 1 and not phase.direct
        self.guessed = moving is not None and ends_with_bytes(phase) and not from_memory
        """Whether its rate is expected of the drive, and with that when its bytes are moved."""
        self.measured = self.guessed and rates is not None and rates.measured(phase) is not None
        if moving is None:
            moving = self.longest
        elif not self.measured and not from_memory:  # at most as fast as its link: the middle
            moving = (moving + max(moving, self.longest)) / 2
        self.moving = moving
        """Seconds in which bytes move, as expected before the run."""
        self.told: float | None = None
        """The same as another test of this run tells."""
        self.known: float | None = None
        """Seconds of a repeat from start to end, as is known better."""
        self.done, self.took, self.spent = 0, 0.0, 0.0
        """Repeats, the seconds in which their bytes moved, and all of their seconds."""

    @property
    def to_come(self) -> int:
        """Repeats that it will probably still have."""
        return max(0, self.planned - self.done)

    def learn(self, one: Phase, moving: float) -> None:
        """A test that does the same with fewer bytes, or reads the same, took so long."""
        by = (self.phase.limit or 0) / one.limit if one.limit else 1.0
        before = self.told
        if before is None:  # a guess is no bound
            before = self.longest if self.guessed else self.moving
        told = min(self.longest, moving * by)
        # Of a file that is read again a cache can only make it shorter.
        self.told = min(told, before) if self.phase.asked.reading else told

    def seconds(self, pace: float, start: float) -> float:
        """Seconds of a repeat, with fio's own `start`."""
        if self.known is not None:
            return self.known
        if self.told is not None:
            return self.told + start
        if not self.guessed:
            return self.moving + start
        # An fsync at the end may come after the longest time.
        return min(max(self.longest, self.moving), self.moving * pace) + start


class _Now:
    """The repeat that runs for `elapsed` seconds, with `moved` bytes of those that it ends with."""

    def __init__(self, test: _Test, elapsed: float, moved: int) -> None:
        self.test = test
        limit = test.phase.limit if ends_with_bytes(test.phase) else None
        done = min(1.0, moved / limit) if limit else 0.0
        usual = test.took / test.done if test.done else test.moving
        self.weight = done
        """How much it tells: what was measured is given up as bytes are moved, a guess sooner."""
        self.moving = max(usual, elapsed)
        """Seconds in which its bytes will have been moved."""
        self._tells = done > 0
        if done:
            if not (test.measured or test.done) and elapsed >= _TELLS:
                self.weight = 1.0
            whole = self.weight * elapsed / done + (1 - self.weight) * usual
            self.moving = min(max(test.longest, elapsed), elapsed + (1 - done) * whole)
        elif elapsed > usual:
            self.weight = 1.0

    def whole(self, usual: float, start: float) -> float:
        """Seconds of all of it with fio's own `start`, where a repeat `usual`ly takes so many."""
        return self.moving + start if self._tells else usual


class _Layout:
    """The writing of `files` test files of `total` bytes together, at `rate` bytes a second as
    expected.
    """

    def __init__(self, total: int, rate: float, files: int) -> None:
        self.now = 0, 0.0, 0.0
        """Of the file that is being written: bytes, seconds, and those in which bytes moved."""
        self._total, self._rate, self._files = total, rate, files
        self._before = 0, 0.0, 0.0

    def ended(self, elapsed: float) -> None:
        self._files = max(0, self._files - 1)
        done, _elapsed, moving = self.now
        # One without any bytes reported is all of them.
        self._before = _sum(self._before, (done or self._total, elapsed, moving or elapsed))
        self.now = 0, 0.0, 0.0

    @property
    def spent(self) -> float:
        """Seconds until now."""
        return _sum(self._before, self.now)[1]

    def left(self, start: float) -> float:
        """Seconds until all files are written, each with fio's own `start`."""
        done, spent, moving = _sum(self._before, self.now)
        if not done or not moving:
            return max(0.0, self._total / self._rate + start * self._files - spent)
        to_start = self._files - (self.now[1] > 0)
        return max(0, self._total - done) * moving / done + start * max(0, to_start)


def _sum(
    one: tuple[int, float, float], other: tuple[int, float, float]
) -> tuple[int, float, float]:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def _alike(phases: Sequence[Phase], index: int) -> tuple[int, ...]:
    """The later tests whose time this one tells: readings of the same file, which a cache can only
    make shorter, and of file sizes the same operation on larger files, with records as large or
    larger.
    """
    one = phases[index]
    later = range(index + 1, len(phases))
    if one.operation is not FileOperation.NONE:
        return tuple(
            other
            for other in later
            if phases[other].operation is one.operation
            and phases[other].asked.sync == one.asked.sync
            and phases[other].block_size >= one.block_size
        )
    if not one.asked.reading:
        return ()
    return tuple(other for other in later if phases[other].asked.reading)
