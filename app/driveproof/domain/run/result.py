# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a run came to: its figures, its tests as rows, and the charts that show it.

Text, reports, pictures and the window take it from here; none walks through the phases itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import Enum

from driveproof.domain.access import CACHE_TITLES, DIRECT, DIRECTIONS, Direction
from driveproof.domain.method import FIO, LOAD_CURVE, Trait, has_trait, method_names, method_part
from driveproof.domain.metric import MetricName
from driveproof.domain.run.area_map import checks
from driveproof.domain.run.hdparm import HdparmTiming, timing_of
from driveproof.domain.run.hosts import host_scales
from driveproof.domain.run.load_curve import LoadCurve, load_of
from driveproof.domain.run.observed import WATCH_ENGINE
from driveproof.domain.run.run import METRICS, PhaseResult, Run, Summary
from driveproof.domain.run.work import Data
from driveproof.domain.say import Say, Title
from driveproof.domain.title import mixed_title

LATENCIES = (
    MetricName.MEAN,
    MetricName.P50,
    MetricName.P95,
    MetricName.P99,
    MetricName.P999,
    MetricName.MAX,
)


def answer_method(run: Run) -> str:
    """The method whose table, chart and sentence show a run: its own, with four exceptions.

    Tests of fio that make a load curve are shown as one, whichever profile, job file or other
    program they are from. A load curve with too few points is shown as single tests. So is a run
    without any test, of which no method has anything to say, and one of a method that this version
    does not have.
    """
    if not run.phases or run.method not in method_names():
        return FIO
    if run.method in (FIO, LOAD_CURVE):
        return FIO if curve_of(run) is None else LOAD_CURVE
    return run.method


def curve_of(run: Run) -> LoadCurve | None:
    """The load curve that its tests of fio make; None where they are none."""
    return load_of(run.phases) if run.method in (FIO, LOAD_CURVE) else None


def shows_tests(run: Run) -> bool:
    """Whether its tests, each as a row, are what it shows; an answer has sentences about them and
    what else was found.
    """
    return has_trait(answer_method(run), Trait.SHOWS_TESTS)


def variant_of(phase: PhaseResult) -> str:
    """The scheduler that was set for a test, or the file system that was made for it; "" for
    neither.
    """
    return phase.scheduler or phase.work.filesystem


def cache_title(phase: PhaseResult) -> Say:
    """How the I/O of a test went with regard to the page cache."""
    if not phase.engine:  # of another program that tells neither
        return Say("cache mode unknown")
    if phase.direct and phase.cache in (None, DIRECT):
        return Say("direct I/O")
    return CACHE_TITLES.get(phase.cache or DIRECT, Say("buffered I/O"))


def written_data(phase: PhaseResult) -> Data | None:
    """What a test wrote; None for a read, for what others wrote, and where it is not known."""
    writes = phase.direction in (Direction.WRITE, Direction.MIXED)
    return phase.work.data if writes and phase.engine != WATCH_ENGINE else None


@dataclass(frozen=True, slots=True)
class Figures:
    """What the repeats of a test came to in one direction."""

    phase: PhaseResult
    direction: Direction

    def of(self, metric: MetricName) -> Summary | None:
        """Median and spread of one of METRICS."""
        return self.phase.summary(self.direction, METRICS[metric])

    @property
    def primary(self) -> Summary | None:
        """Those of the metric that decides."""
        return self.of(self.phase.primary)

    @property
    def speeds(self) -> tuple[Summary, Summary] | None:
        """Bandwidth and IOPS; None where nothing was measured."""
        bandwidth, iops = self.of(MetricName.BANDWIDTH), self.of(MetricName.IOPS)
        return None if bandwidth is None or iops is None else (bandwidth, iops)

    @property
    def mixed(self) -> bool:
        """Whether the other direction was measured at the same time."""
        return self.phase.direction == Direction.MIXED

    @property
    def short(self) -> bool:
        """Whether little was counted for them."""
        return self.phase.short(self.direction)

    @property
    def title(self) -> Title | str:
        """The title of the test."""
        return mixed_title(self.phase.title, self.phase.direction)

    def medians(self, metrics: Iterable[MetricName]) -> list[float | None]:
        """The median of each metric, None where unknown."""
        return [None if (found := self.of(name)) is None else found.median for name in metrics]


def figures_of(run: Run) -> tuple[Figures, ...]:
    """Each test in each of its directions, in the order in which they were measured."""
    return tuple(Figures(phase, way) for phase in run.phases for way in phase.directions)


def repeats_of(run: Run) -> tuple[int, int] | None:
    """The least and the greatest number of repeats of a test; None where there is none at all."""
    counts = [len(phase.repeats) for phase in run.phases if phase.repeats]
    return (min(counts), max(counts)) if counts else None


def measured_once(run: Run) -> bool:
    """Whether each test was done once where it is usually repeated: an hour comes once, and each
    place once is what a scan is.
    """
    once = bool(run.phases) and all(len(phase.repeats) == 1 for phase in run.phases)
    return once and not has_trait(run.method, Trait.ONE_PASS)


@dataclass
class PhaseRow:
    """A test: the phases of the same access pattern, by direction."""

    title: Title | str
    primary: MetricName
    phases: dict[Direction, PhaseResult] = field(default_factory=dict)

    @property
    def measured(self) -> tuple[PhaseResult, ...]:
        """Its phases, reads first; a mixed one once."""
        found: list[PhaseResult] = []
        for phase in (self.phases[way] for way in DIRECTIONS if way in self.phases):
            if not any(phase is other for other in found):
                found.append(phase)
        return tuple(found)

    def summary(self, direction: Direction, metric: MetricName | None = None) -> Summary | None:
        """Median and spread of a metric (the one that decides when None is named)."""
        phase = self.phases.get(direction)
        return phase.summary(direction, METRICS[metric or self.primary]) if phase else None

    def total(self, metric: MetricName) -> Summary | None:
        """Median and spread of "iops" or "bandwidth" of both directions together; None where they
        were not measured together.
        """
        phase = next(iter(self.phases.values()), None)
        if phase is None or phase.direction != Direction.MIXED:
            return None
        return phase.total(METRICS[metric])

    def short(self, direction: Direction) -> bool:
        """Whether little was counted for the figures of a direction."""
        phase = self.phases.get(direction)
        return phase is not None and phase.short(direction)


def rows_of(phases: Iterable[PhaseResult]) -> list[PhaseRow]:
    """Phases put into rows, in the order in which they were measured: reads and writes of one title
    with the same settings share one.

    A person's own tests may have one title for several, and their reads another than their writes:
    no figure stands under the title of another test, and none is left out.
    """
    rows: dict[tuple[object, ...], list[PhaseRow]] = {}
    found: list[PhaseRow] = []
    for phase in phases:
        mixed = phase.direction == Direction.MIXED
        title = mixed_title(phase.title, phase.direction)
        settings = (phase.pattern, phase.block_size, phase.queue_depth, phase.jobs)
        alike = rows.setdefault((title, mixed, *settings), [])
        row = next((one for one in alike if not set(phase.directions) & set(one.phases)), None)
        if row is None:
            row = PhaseRow(title, phase.primary)
            alike.append(row)
            found.append(row)
        for direction in phase.directions:
            row.phases[direction] = phase
    return found


def directions_of(rows: Iterable[PhaseRow]) -> list[Direction]:
    """The directions that appear: read first, then write."""
    seen = {direction for row in rows for direction in row.phases}
    return [name for name in DIRECTIONS if name in seen]


def best(run: Run, direction: Direction, primary: MetricName) -> tuple[PhaseRow, Summary] | None:
    """The test with the greatest median of a metric in a direction, None when there is none."""
    found = [
        (row, summary)
        for row in rows_of(run.phases)
        if row.primary == primary and (summary := row.summary(direction))
    ]
    alone = [pair for pair in found if pair[0].phases[direction].direction != Direction.MIXED]
    found = alone or found  # half of a mixed test says little about either direction
    return max(found, key=lambda pair: pair[1].median) if found else None


class ChartKind(Enum):
    """What a chart of a run shows."""

    ROWS = "rows"
    """The rows of its answer."""
    POSITIONS = "positions"
    """A test of a scan, by the place on the device."""
    BARS = "bars"
    """The medians of all tests."""
    CURVES = "curves"
    """A test over time, and its latencies."""
    WRITE_BACK = "write-back"
    """What program and drive did while what was written came to the drive."""
    AREAS = "areas"
    """What a check found, by the place."""
    MAP = "map"
    """A file operation over file size and record size."""
    LOAD = "load"
    """I/Os a second against their latency, at rising requests in flight."""
    CAP = "cap"
    """The same, up to a cap on the latency."""
    WRITTEN = "written"
    """A sustained write over the bytes written."""
    ROUNDS = "rounds"
    """Rounds on the way to a steady state."""
    SCALE = "scale"
    """The sums of several hosts against their number."""
    RECORDED = "recorded"
    """What a drive did by itself: over time, by size and by place."""


@dataclass(frozen=True, slots=True)
class ChartOf:
    """One of the charts of a run, of these phases."""

    kind: ChartKind
    phases: tuple[PhaseResult, ...]


def charts_of(run: Run) -> tuple[ChartOf, ...]:
    """Every chart of a run, from top to bottom: the window, pictures and reports show these.

    `charts(run)` in the `answer.py` of its method says which, else they are those of its tests.
    """
    own: Callable[[Run], tuple[ChartOf, ...]] | None
    own = getattr(method_part(answer_method(run), "answer"), "charts", None)
    return charts_of_tests(run) if own is None else own(run)


def charts_of_tests(run: Run) -> tuple[ChartOf, ...]:
    """The bars of all tests, and the curves of each; without any test the bars show that there is
    none.
    """
    found = [ChartOf(ChartKind.SCALE, run.phases)] if host_scales(run) else []
    # What came from memory would make the other bars dots.
    drawn = tuple(phase for phase in run.phases if timing_of(phase) is not HdparmTiming.CACHED)
    found.append(ChartOf(ChartKind.BARS, drawn))
    return *found, *(ChartOf(ChartKind.CURVES, row.measured) for row in rows_of(drawn))


def charts_by_position(run: Run) -> tuple[ChartOf, ...]:
    """What each test has found by the place on the device."""
    return tuple(
        ChartOf(ChartKind.POSITIONS, (phase,))
        for phase in run.phases
        if any(len(r.positions) for repeat in phase.repeats for r in repeat.directions.values())
    )


def charts_of_check(run: Run) -> tuple[ChartOf, ...]:
    """The map of a check, above that."""
    return ChartOf(ChartKind.AREAS, checks(run.phases)), *charts_by_position(run)
