# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The most I/Os a second under a latency cap: a search for the queue depth, in each direction.

The depth doubles until the cap is missed; then the geometric middle is tried until the two ends
are within 10 %. The point with the most I/Os that keeps the cap and the next deeper one are
verified by repeats, so that a single hiccup decides nothing. fio's own `latency_target` knows no
mean, reports its last window only, and one bad window lowers its ceiling for good.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated

import msgspec
from msgspec import Struct, structs

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.cap import Cap, parse_cap
from driveproof.domain.method import Trait
from driveproof.domain.metric import MetricName
from driveproof.domain.notes import Note, NoteKind
from driveproof.domain.profile.choice import Choice
from driveproof.domain.profile.course import Course, Enough, Moment, Step
from driveproof.domain.profile.declared import sized
from driveproof.domain.profile.load_curve import MOST_IN_FLIGHT, depth_and_jobs, load_title
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import FIO_OVERHEAD, CostBounds, Profile
from driveproof.domain.profile.test_file import fitted_profile, largest_test_file
from driveproof.domain.quantity import Bytes
from driveproof.domain.run.run import METRICS, PhaseResult
from driveproof.domain.say import Say, Title

BLOCK = 4096
USUAL_SIZE = 16 * 2**30
"""Bytes of the test file where nothing is known of the drive's write cache."""
CACHES_LARGE = 10
"""The test file is at least so many times the known write cache."""
_STEP = 2**30
RATIO = 1.1
"""The two ends of the search lie within this factor of each other when it is over."""
WARMUP = 0.5
LEAST_SECONDS, MOST_SECONDS = 2.0, 15.0
"""A point is measured for the first of these, and longer where a drive is slow, until enough I/Os
have ended."""
MEAN_IOS, TAIL_IOS = 1000, 2000
MOST_VERIFYING = 12
"""Repeats of verification in one direction at most, however the answer wanders."""
POINT_LIMIT = 2**29
"""Bytes that one repeat writes at most, where nobody says how many: 131,072 writes."""
REPEATS = 3
CAPS = tuple(map(parse_cap, ("1ms", "5ms", "10ms", "20ms", "p99:10ms", "p99:20ms")))
TRAITS = frozenset({Trait.FOLDER, Trait.MANY_TESTS})
_DOUBLINGS = round(math.log2(MOST_IN_FLIGHT)) + 1
_MIDDLES = 3
MOST_STEPS = _DOUBLINGS + _MIDDLES + MOST_VERIFYING
"""Repeats in one direction at most."""


class Plan(Struct, frozen=True):
    """A search under this cap in each direction of the profile's tests, which are its first points.

    `chosen` are the bytes of the test file that somebody chose, "size" in a file; 0: it has as many
    as were `proposed` for the target (`sized_for`). One repeat writes at most `limit` bytes. A
    point lasts `seconds` at most. `fill` are the bytes of a device that are filled first, 0 for
    none.
    """

    cap: Annotated[
        Cap,
        Choice(
            Say("Latency &limit"),
            Say("iops-at-latency: 10ms for the mean, or p99:20ms"),
            option="max-latency",
            tip=Say("10ms (mean) or p99:20ms (percentile)"),
            proposed=CAPS,
        ),
    ] = Cap()
    chosen: Annotated[int, sized(2**20, 2**40, 2**20)] = msgspec.field(default=0, name="size")
    limit: Annotated[int, sized(2**20, 2**44)] = POINT_LIMIT
    seconds: float = MOST_SECONDS
    proposed: int = USUAL_SIZE
    fill: int = 0

    @property
    def size(self) -> int:
        """Bytes of the test file."""
        return self.chosen or self.proposed

    @property
    def phases(self) -> tuple[Phase, ...]:
        """One request at a time: read, write, both."""
        ways = (Direction.READ, Direction.WRITE, Direction.MIXED)
        return tuple(point(way, 1, seconds=self.seconds, limit=self.limit) for way in ways)

    def filled(self, size: int) -> tuple[Plan, Phase]:
        """On a device whose first `size` bytes are written once before the search."""
        return structs.replace(self, fill=size), fill_phase(size)

    def course(self, profile: Profile) -> Course:
        """The fill, then a search for each direction."""
        ways = [phase for phase in profile.phases if phase.pattern == Pattern.RANDOM]
        guess = Guess(self, profile)
        if self.fill:
            yield Step(fill_phase(self.fill), last=True, left=guess.left(ways))
        for place, first in enumerate(ways):
            search = DepthSearch(self.cap, first, profile.repeats)
            yield from _searched(search, self, guess, ways[place + 1 :])
            guess.searched(search)

    def cost(self, profile: Profile) -> CostBounds:
        """The seconds are without the fill."""
        ways = [phase for phase in profile.phases if phase.pattern == Pattern.RANDOM]
        written = sum(MOST_STEPS * (phase.limit or 0) for phase in ways if phase.writes)
        return CostBounds(Guess(self, profile).left(ways), self.fill + written)


def fill_phase(size: int) -> Phase:
    """One sequential write over a whole device, so that everything read is data."""
    return Phase(
        title=Title("Fill"),
        direction=Direction.WRITE,
        pattern=Pattern.SEQUENTIAL,
        block_size=2**20,
        queue_depth=8,
        warmup=0.0,
        seconds=86_400.0 - 60,
        limit=size,
    )


def point(
    direction: Direction,
    depth: int,
    first: Phase | None = None,
    *,
    seconds: float = MOST_SECONDS,
    limit: int = POINT_LIMIT,
) -> Phase:
    """A test at so many requests in flight; `first` is that of one, with its seconds and limit.

    Of both directions at once, so many are reads and half as many are writes, from jobs of their
    own: a drive that is read and written by different programs.
    """
    each, jobs = depth_and_jobs(depth)
    title = load_title(BLOCK, each, jobs)
    write = 0
    if direction == Direction.MIXED:
        write = max(1, each // 2)
        title = load_title(BLOCK, each, jobs, write)
    return Phase(
        title=title,
        direction=direction,
        pattern=Pattern.RANDOM,
        block_size=BLOCK,
        queue_depth=each,
        jobs=jobs,
        warmup=min(WARMUP, seconds) if first is None else first.warmup,
        seconds=seconds if first is None else first.seconds,
        limit=None if direction == Direction.READ else limit if first is None else first.limit,
        write_depth=write,
    )


def sized_for(
    profile: Profile, *, free: int | None, cache: float | None
) -> tuple[Profile, tuple[Note, ...]]:
    """The profile with the test file that its target asks for, and why it is that large: at least
    `CACHES_LARGE` times the write `cache` that a sustained write of the drive found (bytes; None:
    none did), and a tenth of the `free` bytes stays free (None: not known). Any other profile, and
    one whose size somebody chose, as it is.

    Raises UsageError where there is no room at all.
    """
    plan = profile.plan
    if not isinstance(plan, Plan) or plan.chosen:
        return profile, ()
    wanted = USUAL_SIZE
    if cache is not None:
        wanted = max(wanted, math.ceil(CACHES_LARGE * cache / _STEP) * _STEP)
    size = wanted
    if free is not None:
        size = min(
            fitted_profile(replace(profile, size=wanted), free).size, largest_test_file(free)
        )
    made = replace(profile, size=size, plan=structs.replace(plan, proposed=size))
    # A large write cache asks for more than the profile may write elsewhere: then the file is why.
    made = made if made.within_budget else replace(made, budget=None)
    return made, (_reason(size, cache),)


def _reason(size: int, cache: float | None) -> Note:
    """Why the test file is that large; in doubt where the write cache may hold much of it."""
    file = Bytes(size, binary=True)
    if cache is None:
        return Note("Test file: {size}.", size=file)
    return Note(
        "Test file: {size}, for a write cache of {cache}.",
        kind=NoteKind.OTHER if size >= CACHES_LARGE * cache else NoteKind.DOUBT,
        size=file,
        cache=Bytes(round(cache)),
    )


def kept_latency(result: PhaseResult, cap: Cap) -> float | None:
    """What is held against the cap: the median of the repeats, of the slower direction."""
    found = [result.summary(way, METRICS[cap.metric]) for way in result.directions]
    known = [one.median for one in found if one is not None]
    return max(known) if known and len(known) == len(found) else None


@dataclass(slots=True)
class DepthSearch:
    """One direction: what was measured until now, and what comes next. Pure: it is told results."""

    cap: Cap
    first: Phase
    repeats: int
    results: dict[int, PhaseResult] = field(default_factory=dict)
    verified: int = 0
    """Repeats of depths that had been measured before."""

    @property
    def steps(self) -> int:
        """How many repeats were measured."""
        return sum(len(result.repeats) for result in self.results.values())

    def next(self) -> int | None:
        """The depth to measure next; None when the search is over."""
        if self.steps >= MOST_STEPS:
            return None
        kept, missed = self.ends
        if missed is None:
            deepest = max(self.results, default=0)
            if deepest < MOST_IN_FLIGHT:
                return max(1, 2 * deepest)
            return self._unverified()
        if kept:
            middle = _round(math.sqrt(kept * missed))
            if missed > kept * RATIO and kept < middle < missed and middle not in self.results:
                return middle
        return self._unverified()

    def take(self, depth: int, result: PhaseResult) -> None:
        """A depth was measured, or measured again."""
        if depth in self.results:
            self.verified += 1
        self.results[depth] = result

    def keeps(self, depth: int) -> bool:
        """Whether the repeats of a depth keep the cap."""
        latency = kept_latency(self.results[depth], self.cap)
        return latency is not None and latency <= self.cap.seconds

    @property
    def ends(self) -> tuple[int, int | None]:
        """The deepest point that keeps the cap below the first that misses it (0 for none), and
        that one (None where none misses it).
        """
        missed = min((depth for depth in self.results if not self.keeps(depth)), default=None)
        below = [d for d in self.results if missed is None or d < missed]
        return max(below, default=0), missed

    @property
    def answer(self) -> int | None:
        """The depth with the most I/Os a second that keeps the cap, of equals the lower one."""
        kept = [depth for depth in self.results if self.keeps(depth)]
        return max(kept, key=lambda depth: (self.rate(depth), -depth), default=None)

    def rate(self, depth: int) -> float:
        """I/Os a second at a depth, of all directions."""
        total = self.results[depth].total(METRICS[MetricName.IOPS])
        return 0.0 if total is None else total.median

    @property
    def verifiable(self) -> tuple[int, ...]:
        """What is verified as it stands: the answer, the next deeper point and the first that
        misses; depth 1 where that misses.
        """
        answer = self.answer
        if answer is None:
            return (1,) if self.results else ()
        _kept, missed = self.ends
        deeper = [depth for depth in sorted(self.results) if depth > answer][:1]
        return tuple(dict.fromkeys([answer, *deeper, *([] if missed is None else [missed])]))

    def _unverified(self) -> int | None:
        """Of these the first without its repeats."""
        if self.verified >= MOST_VERIFYING:
            return None
        for depth in self.verifiable:
            if len(self.results[depth].repeats) < self.repeats:
                return depth
        return None


def _searched(
    search: DepthSearch, plan: Plan, guess: Guess, later: Sequence[Phase]
) -> Generator[Step, PhaseResult | None, None]:
    """The steps of one direction; it is left where a step has no result."""
    while (depth := search.next()) is not None:
        phase = point(search.first.direction, depth, search.first)
        known = search.results.get(depth)
        order = 1 if known is None else len(known.repeats) + 1
        result = yield Step(
            phase,
            order,
            enough=_enough(phase, plan.cap),
            left=guess.left(later, search),
            likely=guess.likely(later, search),
        )
        if result is None or len(result.repeats) < order:
            return
        search.take(depth, result)


def _enough(phase: Phase, cap: Cap) -> Enough:
    """Whether a point has been measured for long enough, by time and by I/Os."""
    wanted = MEAN_IOS if cap.metric == MetricName.MEAN else TAIL_IOS
    seconds = min(LEAST_SECONDS, phase.seconds)

    def enough(moments: Sequence[Moment]) -> bool:
        counted = [one for one in moments if one.seconds >= phase.warmup]
        if not counted:
            return False
        first, last = counted[0], counted[-1]
        ios = (last.bytes - first.bytes) / phase.block_size
        return last.seconds - phase.warmup >= seconds and ios >= wanted

    return enough


def _round(depth: float) -> int:
    """A depth that `depth_and_jobs` gives exactly."""
    each, jobs = depth_and_jobs(round(depth))
    return each * jobs


@dataclass(slots=True)
class Guess:
    """How long a search takes: the fewest and the most seconds, and what is likely."""

    plan: Plan
    profile: Profile
    done: list[tuple[int, float]] = field(default_factory=list)
    """Steps and seconds of a step of the directions that are over."""

    def searched(self, search: DepthSearch) -> None:
        """A direction is over."""
        self.done.append((search.steps, _step_seconds(search)))

    def left(
        self, later: Sequence[Phase], search: DepthSearch | None = None
    ) -> tuple[float, float]:
        """The fewest and the most seconds after the step that begins now."""
        least = WARMUP + LEAST_SECONDS + FIO_OVERHEAD
        points = (p for p in self.profile.phases if p.pattern == Pattern.RANDOM)
        longest = max((p.warmup + p.seconds for p in points), default=WARMUP + MOST_SECONDS)
        most = longest + FIO_OVERHEAD
        least = min(least, most)
        # The fewest are those of a drive that misses the cap with one request at a time.
        fewest, highest = self.profile.repeats * len(later), MOST_STEPS * len(later)
        if search is not None:
            highest += max(0, MOST_STEPS - search.steps - 1)
        return fewest * least, highest * most

    def likely(self, later: Sequence[Phase], search: DepthSearch) -> float:
        """What is probably left: of later directions as of those before."""
        seconds = _step_seconds(search)
        taken = search.steps
        mine = _likely_steps(search)
        if self.done:
            count = sum(steps for steps, _ in self.done) / len(self.done)
            each = sum(steps * one for steps, one in self.done) / sum(n for n, _ in self.done)
            if not taken:
                mine, seconds = max(0.0, count - 1), each
        else:
            count, each = taken + 1 + mine, seconds
        return mine * seconds + len(later) * count * each


def _step_seconds(search: DepthSearch) -> float:
    """Seconds of a step as the points until now took them."""
    found = [
        result.seconds or LEAST_SECONDS
        for measured in search.results.values()
        for repeat in measured.repeats
        for result in list(repeat.directions.values())[:1]
    ]
    longest = search.first.seconds
    mean = sum(found) / len(found) if found else min(LEAST_SECONDS, longest)
    return WARMUP + mean + FIO_OVERHEAD


def _likely_steps(search: DepthSearch) -> float:
    """Steps after the next one, as latency grows: with the depth once the drive is busy."""
    kept, missed = search.ends
    again = search.repeats - 1.0
    if missed is not None:
        middles = 0.0
        if kept:
            middles = math.ceil(math.log2(math.log(missed / kept) / math.log(RATIO)))
            middles = max(0.0, min(middles, missed - kept - 1.0))
        repeats = [search.repeats - len(search.results[d].repeats) for d in search.verifiable]
        return max(0.0, middles + sum(max(0, one) for one in repeats) - 1)
    deepest = max(search.results, default=0)
    if not deepest:
        return _DOUBLINGS + _MIDDLES + 2 * again - 1
    remaining = math.log2(MOST_IN_FLIGHT / deepest)
    if not remaining:
        repeats = [search.repeats - len(search.results[d].repeats) for d in search.verifiable]
        return max(0.0, sum(max(0, one) for one in repeats) - 1.0)
    latency = kept_latency(search.results[deepest], search.cap)
    room = math.log2(max(1.0, search.cap.seconds / latency)) if latency else 0.0
    doublings = math.floor(room / _growth(search)) + 1
    if doublings > remaining:
        return remaining + 2 * again - 1
    points = 3.0 if search.answer != deepest or _growth(search) >= BUSY_GROWTH else 2.0
    middles = float(min(_MIDDLES, deepest * 2 ** max(0, doublings - 1) - 1))
    return doublings + middles + points * again - 1


BUSY_GROWTH = 0.95
"""From this on more requests only wait longer: the point with the most I/Os lies before the end."""


def _growth(search: DepthSearch) -> float:
    """By how many doublings the latency grows with the next one: what it did last, at least half
    of what a busy drive does.
    """
    depths = sorted(search.results)
    if len(depths) < 2:
        return 0.75
    latencies = [kept_latency(search.results[depth], search.cap) for depth in depths[-2:]]
    if not all(latencies):
        return 0.75
    last = float(math.log2((latencies[1] or 1.0) / (latencies[0] or 1.0)))
    return min(1.5, max(0.75, last))
