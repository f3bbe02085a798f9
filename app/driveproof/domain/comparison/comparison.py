# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two or more sides of runs compared: every test that they share, judged together.

The first side is the baseline, each other is compared with it. The method is in
how-comparing-works.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import NamedTuple

from driveproof.domain.access import Direction
from driveproof.domain.comparison.apart import Apart
from driveproof.domain.comparison.cautions import cautions
from driveproof.domain.comparison.conditions import Differing, differing_conditions
from driveproof.domain.comparison.difference import (
    CLAIMS,
    UNJUDGED,
    Barred,
    Difference,
    Question,
    Verdict,
    figure_of,
    interval_of,
    judge_differences,
)
from driveproof.domain.comparison.doubts import doubts
from driveproof.domain.comparison.judge import ALPHA
from driveproof.domain.comparison.matching import (
    RepeatValue,
    Side,
    TestRepeats,
    Unmatched,
    Why,
    above_zero,
    cells_of,
    distinct_measurements,
    left_alone,
    middle,
    paired_tests,
    plain_name,
    why_unmatched,
)
from driveproof.domain.finding import Finding
from driveproof.domain.metric import LESS_IS_MORE, MetricName, metrics_of
from driveproof.domain.run.latency_breakdown import deciding
from driveproof.domain.run.run import Run
from driveproof.domain.run.same_test import PhaseKey
from driveproof.domain.run.work import Part
from driveproof.domain.say import Title

MORE_WRITTEN = 4.0
"""A write that counted this many times the bytes of the other, over a longer time, may have left
the drive's cache where the other stayed in it."""
_LONGER = 1.5

# Tails and stalls vary from run to run by more than most changes: medians only.
TAILS = frozenset({MetricName.P999, MetricName.MAX, MetricName.LONGEST_STALL})


@dataclass(frozen=True, slots=True, kw_only=True)
class Metric:
    """One metric of one test in one direction: the first side, `before`, and another, `after`.

    `test` finds the phases of both sides in `matching.tests_of`; `direction` is read or write also
    where the test is mixed. `primary` is the deciding metric, and only it has a `verdict` and a
    `difference`. `before` and `after` are the figures of the sides, as `figure_of` makes them of
    the whole repeats, whose values are in `before_values` and `after_values`, oldest run first; of
    tails they are medians. `ratio`, `low` and `high` are after over
    before and its interval, as `Difference` has them, None where there is none (tails, too few
    repeats). `without` is the difference when disturbed repeats are left out, None where none was
    disturbed or none is left: where the two disagree, the verdict is at most a possible difference.
    `profile` is that of the first run, whose text the `title` is.
    """

    test: PhaseKey
    title: Title | str
    direction: Direction
    metric: MetricName
    primary: bool
    side: int
    before: float | None
    after: float | None
    before_values: tuple[RepeatValue, ...]
    after_values: tuple[RepeatValue, ...]
    ratio: float | None
    low: float | None
    high: float | None
    difference: Difference | None = None
    verdict: Verdict | None = None
    without: Difference | None = None
    cut_short: tuple[int, int] = (0, 0)
    exhausted: tuple[int, int] = (0, 0)
    disturbed: tuple[int, int] = (0, 0)
    disturbed_by: tuple[str, ...] = ()
    profile: str = ""

    @property
    def name(self) -> str:
        """The name of the test."""
        return self.test.name

    @property
    def less_is_more(self) -> bool:
        """Whether the smaller figure is the faster one."""
        return self.metric in LESS_IS_MORE

    @property
    def speed(self) -> float | None:
        """How many times as fast the other side is: the ratio, but of a time its reciprocal."""
        if self.ratio is None or not self.less_is_more:
            return self.ratio
        return 1 / self.ratio if self.ratio > 0 else None

    @property
    def speeds(self) -> tuple[float, float] | None:
        """The interval as `speed`: slowest and fastest, None without one."""
        if self.low is None or self.high is None:
            return None
        if not self.less_is_more:
            return self.low, self.high
        return 1 / self.high, 1 / self.low

    @property
    def barred(self) -> Barred | None:
        """Why it is a possible difference at most; None where more may be claimed."""
        return self.difference.barred if self.difference is not None else None

    @property
    def settled(self) -> bool:
        """Whether more runs would tell nothing that matters: it is claimed, or all of its 95 %
        interval lies within 10 % of no change, with and without the disturbed repeats.
        """
        if self.verdict in CLAIMS:
            return True
        found = [self.difference, *([self.without] if any(self.disturbed) else [])]
        return all(one is not None and one.within for one in found)

    @property
    def runs(self) -> tuple[int, int]:
        """Runs of each side that have whole repeats of it."""
        before, after = (
            len({one.run for one in side}) for side in (self.before_values, self.after_values)
        )
        return before, after

    @property
    def repeats(self) -> tuple[int, int]:
        """Whole repeats of each side."""
        return len(self.before_values), len(self.after_values)

    @property
    def few_in_all(self) -> bool:
        """Whether there are too few repeats even with the disturbed ones."""
        return self.difference is not None and self.difference.verdict is Verdict.FEW

    @property
    def counted_repeats(self) -> tuple[int, int]:
        """Those of each side that count for a claim: the undisturbed ones where these are what is
        missing.
        """
        if self.few_in_all:
            return self.repeats
        before, after = (
            sum(not one.disturbed for one in side)
            for side in (self.before_values, self.after_values)
        )
        return before, after


class InterimLook(NamedTuple):
    """A comparison that was made while its runs were still being measured, at an `alpha` of its
    own; `runs` a side, and which of the tests, by their places among `Comparison.primary`, it
    claimed.
    """

    alpha: float
    runs: tuple[int, ...]
    claims: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A whole comparison. `alpha` is the chance of any false claim in it. `named`: the sides are
    not before and after an action (more than two never are), and are referred to by name. `apart`
    is what was known of the drive before, None where it was assumed. `looks`, this one included,
    are those of an experiment that was judged while it was measured.
    """

    sides: tuple[Side, ...]
    metrics: tuple[Metric, ...]
    unmatched: tuple[Unmatched, ...]
    differs: tuple[Differing, ...]
    cautions: tuple[Finding, ...]
    alpha: float = ALPHA
    named: bool = False
    apart: Apart | None = None
    looks: tuple[InterimLook, ...] = ()

    @property
    def primary(self) -> tuple[Metric, ...]:
        """The metrics that decide, in the order of the tests."""
        return tuple(metric for metric in self.metrics if metric.primary)

    @property
    def runs(self) -> tuple[int, ...]:
        """The runs of each side."""
        return tuple(len(distinct_measurements(side.runs)) for side in self.sides)

    @property
    def one_run_a_side(self) -> bool:
        """Whether each state is known from one run only: it shows large changes alone."""
        return max(self.runs) == 1

    @property
    def open(self) -> bool:
        """Whether more runs could tell more of any test."""
        return not all(metric.settled for metric in self.primary)


def look_of(comparison: Comparison) -> InterimLook:
    """The comparison as a look of a longer experiment."""
    claims = [at for at, one in enumerate(comparison.primary) if one.verdict in CLAIMS]
    return InterimLook(comparison.alpha, comparison.runs, tuple(claims))


def united_looks(earlier: Sequence[Comparison], last: Comparison) -> Comparison:
    """The last look with what the earlier ones claimed: each look had its own share of the chance
    of a false claim, so that what one has claimed stays claimed. All are of the same tests.
    """
    claimed: dict[tuple[PhaseKey, Direction, int], Metric] = {}
    for metric in (one for look in earlier for one in look.primary):
        if metric.verdict in CLAIMS:
            claimed.setdefault((metric.test, metric.direction, metric.side), metric)
    metrics = []
    for metric in last.metrics:
        found = claimed.get((metric.test, metric.direction, metric.side))
        if metric.primary and found is not None and metric.verdict not in CLAIMS:
            metric = replace(metric, verdict=found.verdict)  # noqa: PLW2901 - the same one
        metrics.append(metric)
    looks = tuple(map(look_of, (*earlier, last)))
    return replace(last, metrics=tuple(metrics), looks=looks)


def compare_sides(
    sides: Sequence[Side],
    *,
    compared: str | None = None,
    alpha: float = ALPHA,
    apart: Apart | None = None,
) -> Comparison:
    """Compare each side with the first one.

    `compared` is what was changed on purpose, as `Differing.what` ("firmware", "scheduler"), or ""
    for a change that no field shows (a TRIM); None when that is unknown. `apart` is what is known
    of the drive from other runs.

    Sides that were measured in turn are judged like any others, one run a side: the machine's noise
    met both alike, but in a run of its own each drive has a level that another run would not have.
    Raises ValueError for fewer than two sides and for a side without
    a run.
    """
    if len(sides) < 2 or not all(side.runs for side in sides):
        raise ValueError("two sides with a run each are needed")
    before, *others = paired_tests([_oldest_first(side) for side in sides])
    cells = cells_of(sides)  # judged by the mean of all
    metrics: list[Metric] = []
    left: list[Unmatched] = []
    for number, (side, after) in enumerate(zip(sides[1:], others, strict=True), start=1):
        free = [test for test in after if test not in before]
        for test, mine in before.items():
            if test not in after:
                names = (sides[0].name, side.name)
                left.append(why_unmatched(mine, test, after, number, names, free=free))
                continue
            other = after[test]
            cell = test in cells
            found = _metrics(test, mine, other, number, cell=cell)
            metrics += found
            if not cell and not any(metric.primary for metric in found):
                whole = mine.repeats and other.repeats
                why = Why.NO_FIGURE if whole else Why.CUT_SHORT
                recorded = mine.phase.work.part is Part.RECORDING
                left.append(left_alone(mine, number, Why.RECORDED if recorded else why))
        known = {test.name for test in before}
        told = {plain_name(test) for test in before if test not in after}
        left += [
            left_alone(after[test], number, Why.ABSENT, side.name)
            for test in free
            if test.name not in known and plain_name(test) not in told
        ]
    judged = _judged(metrics, sides, alpha, apart)
    differs = differing_conditions(sides)
    return Comparison(
        sides=tuple(sides),
        metrics=judged,
        unmatched=tuple(left),
        differs=differs,
        cautions=(*cautions(sides, differs, compared), *doubts(sides, judged)),
        alpha=alpha,
        named=len(sides) > 2,
        apart=apart,
    )


def _oldest_first(side: Side) -> Side:
    return replace(side, runs=tuple(sorted(side.runs, key=_when)))


def _when(run: Run) -> tuple[float, str]:
    return run.started.timestamp(), run.id


def _metrics(
    test: PhaseKey, one: TestRepeats, other: TestRepeats, number: int, *, cell: bool
) -> list[Metric]:
    """Every metric of a test, the deciding one marked; of a mixed one the reads decide, and of a
    `cell` of a map and of a recording none.
    """
    phase = one.phase
    undecided = cell or phase.work.part is Part.RECORDING
    found = []
    for direction in phase.directions:
        for name in metrics_of(phase.pattern):
            before, after = one.values(direction, name), other.values(direction, name)
            if not before and not after:
                continue
            decides = name == deciding(phase) and direction == phase.directions[0]
            decides = decides and not undecided
            moved = above_zero(before, after) if before and after else None
            ratio, low, high = None, None, None
            figures = middle(before), middle(after)
            if moved is not None and name not in TAILS:
                asked = Question(_runs_of(moved[0]), _runs_of(moved[1]))
                ratio, low, high = interval_of(asked)
                figures = _figure(before, asked.before), _figure(after, asked.after)
            found.append(
                Metric(
                    test=test,
                    title=phase.title,
                    profile=one.profile,
                    direction=direction,
                    metric=name,
                    primary=decides and moved is not None,
                    side=number,
                    before=figures[0],
                    after=figures[1],
                    before_values=before,
                    after_values=after,
                    ratio=ratio,
                    low=low,
                    high=high,
                    cut_short=(one.cut_short, other.cut_short),
                    exhausted=(one.exhausted, other.exhausted),
                    disturbed=(one.disturbed, other.disturbed),
                    disturbed_by=tuple(sorted({*one.words, *other.words})),
                )
            )
    return found


def _figure(values: Sequence[RepeatValue], runs: Sequence[Sequence[float]]) -> float:
    """The figure of a side; 0 where nothing moved in it, for which `runs` have a small number."""
    return figure_of(runs) if any(one.value for one in values) else 0.0


def _judged(
    metrics: Sequence[Metric], sides: Sequence[Side], alpha: float, apart: Apart | None
) -> tuple[Metric, ...]:
    """The primary metrics with their verdicts: all together, and once more undisturbed."""
    began = {run.id: _when(run) for side in sides for run in side.runs}
    imported = {run.id for side in sides for run in side.runs if not run.environment.ours}

    def question(metric: Metric, *, calm: bool) -> Question:
        return _question(metric, began, imported, apart, calm=calm)

    asked = [place for place, metric in enumerate(metrics) if metric.primary]
    whole = judge_differences(
        [question(metrics[place], calm=False) for place in asked], alpha=alpha
    )
    calm = [place for place in asked if _has_calm(metrics[place])]
    rest = judge_differences([question(metrics[place], calm=True) for place in calm], alpha=alpha)
    without = dict(zip(calm, rest, strict=True))
    found = list(metrics)
    for place, difference in zip(asked, whole, strict=True):
        metric = metrics[place]
        other = without[place] if any(metric.disturbed) and place in without else None
        found[place] = replace(
            metric,
            difference=difference,
            ratio=difference.ratio,
            low=difference.low,
            high=difference.high,
            without=other,
            verdict=_agreed(metric, difference, other),
        )
    return tuple(found)


def _has_calm(metric: Metric) -> bool:
    sides = (metric.before_values, metric.after_values)
    return all(any(not one.disturbed for one in side) for side in sides)


def _agreed(metric: Metric, whole: Difference, without: Difference | None) -> Verdict:
    """The verdict when a disturbed repeat is neither dropped nor trusted.

    Never more than the repeats together support, whose interval is shown beside it.
    """
    if not any(metric.disturbed) or whole.verdict in UNJUDGED:
        return whole.verdict
    if whole.verdict in (*CLAIMS, Verdict.POSSIBLE):
        same = without is not None and without.verdict is whole.verdict
        return whole.verdict if same else Verdict.POSSIBLE
    if without is None:
        return Verdict.FEW
    if without.verdict in UNJUDGED:
        return without.verdict
    return Verdict.WITHIN if whole.within and without.within else Verdict.UNDECIDED


def _question(
    metric: Metric,
    began: Mapping[str, tuple[float, str]],
    imported: set[str],
    apart: Apart | None,
    *,
    calm: bool,
) -> Question:
    moved = above_zero(metric.before_values, metric.after_values)
    if moved is None:  # a metric that decides has moved
        raise ValueError("nothing moved")
    kept = [[one for one in side if not (calm and one.disturbed)] for side in moved]
    before, after = map(_runs_of, kept)
    # `judge` looks at the run before the change and the one after it: those are the nearest ones
    # also where the baseline is the side that was measured later.
    first, other = (min(began[one.run] for one in side) for side in kept)
    if other < first:
        before.reverse()
        after.reverse()
    return Question(
        before,
        after,
        lower_is_better=metric.less_is_more,
        prior=apart.priors.get(metric.test) if apart else None,
        barred=_barred(metric, imported),
    )


def _barred(metric: Metric, imported: set[str]) -> Barred | None:
    """Why nothing may be claimed of a test, whatever its repeats are like."""
    every = (*metric.before_values, *metric.after_values)
    if max(metric.runs) == 1 and any(one.run in imported for one in every):
        return Barred.IMPORTED
    return Barred.AMOUNTS if _other_amounts(metric) else None


def _other_amounts(metric: Metric) -> bool:
    """Whether one side of a write counted many more bytes, because it was measured for longer: a
    faster drive writes more in the same time, and that is no matter.
    """
    if metric.direction != Direction.WRITE:
        return False
    sides = (metric.before_values, metric.after_values)
    written = [_median_of(one.written for one in side) for side in sides]
    seconds = [_median_of(one.seconds for one in side) for side in sides]
    if not all((*written, *seconds)):
        return False
    more, longer = written[1] / written[0], seconds[1] / seconds[0]
    if more < 1:
        more, longer = 1 / more, 1 / longer
    return more > MORE_WRITTEN and longer > _LONGER


def _median_of(values: Iterable[float]) -> float:
    """The median of those that are known, 0 where none is."""
    found = [value for value in values if value]
    return median(found) if found else 0.0


def _runs_of(values: Sequence[RepeatValue]) -> list[list[float]]:
    """The values of each run, in the order given."""
    runs: dict[str, list[float]] = {}
    for one in values:
        runs.setdefault(one.run, []).append(one.value)
    return list(runs.values())
