# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two or more sides of runs compared: every test that they share, judged together.

The first side is the baseline, each other is compared with it. docs/comparing.md has the method.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp, expm1, log

from driveproof.domain.access import Direction
from driveproof.domain.comparison.between_runs import between, run_gap, runs_of, whole_runs
from driveproof.domain.comparison.cautions import Caution, cautions
from driveproof.domain.comparison.conditions import Differing, differing
from driveproof.domain.comparison.difference import (
    Difference,
    Question,
    Silence,
    Verdict,
    compare,
    median_ratio,
    repeats_needed,
    shift,
)
from driveproof.domain.comparison.matching import (
    Side,
    TestRepeats,
    Unmatched,
    Value,
    Why,
    above_zero,
    cells_of,
    left_alone,
    middle,
    paired,
    plain_name,
    unmatched,
)
from driveproof.domain.comparison.same_test import PhaseKey
from driveproof.domain.metric import LESS_IS_MORE, MetricName, metrics_of
from driveproof.domain.run.latency_floor import deciding
from driveproof.domain.run.work import Part

CLAIMS = (Verdict.FASTER, Verdict.SLOWER)

# Tails and stalls vary from run to run by more than most changes: medians only.
TAILS = frozenset({MetricName.P999, MetricName.MAX, MetricName.LONGEST_STALL})


@dataclass(frozen=True, slots=True, kw_only=True)
class Metric:
    """One metric of one test in one direction: the first side, `before`, and another, `after`.

    `test` finds the phases of both sides in `run_match.tests_of`; `direction` is read or write also
    where the test is mixed. `primary` is the deciding metric, and only it has a `verdict` and a
    `difference`. `before` and `after` are medians over the whole repeats, whose values are in
    `before_values` and `after_values`. `ratio`, `low` and `high` are after over before and its
    interval, None where there is none (tails, too few repeats). `without` is the difference when
    disturbed repeats are left out, None where none was disturbed or none is left: where the two
    disagree, the verdict is at most a hint. `floor` is the share by which the same state differed
    from itself between runs, None where there were no two. `profile` is that of the first run,
    whose text the `title` is.
    """

    test: PhaseKey
    title: str
    direction: Direction
    metric: MetricName
    primary: bool
    side: int
    before: float | None
    after: float | None
    before_values: tuple[Value, ...]
    after_values: tuple[Value, ...]
    ratio: float | None
    low: float | None
    high: float | None
    difference: Difference | None = None
    verdict: Verdict | None = None
    without: Difference | None = None
    floor: float | None = None
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
    def silence(self) -> Silence | None:
        """Why no difference could be claimed, however large; None where one could.

        A claim needs enough repeats also without the disturbed ones.
        """
        if self.difference is None or self.verdict in CLAIMS:
            return None
        if self.difference.silence is None and any(self.disturbed):
            return self.without.silence if self.without else Silence.FEW
        return self.difference.silence

    @property
    def repeats(self) -> tuple[int, int]:
        """Whole repeats of each side."""
        return len(self.before_values), len(self.after_values)

    @property
    def counted_repeats(self) -> tuple[int, int]:
        """Those of each side that count for a claim: the undisturbed ones where these are what is
        missing.
        """
        if self.difference is not None and self.difference.silence is not None:
            return self.repeats
        before, after = (
            sum(not one.disturbed for one in side)
            for side in (self.before_values, self.after_values)
        )
        return before, after


@dataclass(frozen=True, slots=True)
class Comparison:
    """A whole comparison. `needed` is the number of repeats a side below which nothing could be
    claimed for this many primary metrics. `named`: the sides are not before and after an action
    (more than two never are), and are referred to by name.
    """

    sides: tuple[Side, ...]
    metrics: tuple[Metric, ...]
    unmatched: tuple[Unmatched, ...]
    differs: tuple[Differing, ...]
    cautions: tuple[Caution, ...]
    needed: int
    named: bool = False

    @property
    def primary(self) -> tuple[Metric, ...]:
        """The metrics that decide, in the order of the tests."""
        return tuple(metric for metric in self.metrics if metric.primary)


def compare_sides(sides: Sequence[Side], *, compared: str | None = None) -> Comparison:
    """Compare each side with the first one.

    `compared` is what was changed on purpose, as `Differing.what` ("firmware", "scheduler"), or ""
    for a change that no field shows (a TRIM); None when that is unknown. Raises ValueError for
    fewer than two sides and for a side without a run.
    """
    if len(sides) < 2 or not all(side.runs for side in sides):
        raise ValueError("two sides with a run each are needed")
    before, *others = paired(sides)
    cells = cells_of(sides)  # judged by the mean of all
    metrics: list[Metric] = []
    left: list[Unmatched] = []
    for number, (side, after) in enumerate(zip(sides[1:], others, strict=True), start=1):
        free = [test for test in after if test not in before]
        for test, mine in before.items():
            if test not in after:
                names = (sides[0].name, side.name)
                left.append(unmatched(mine, test, after, number, names, free=free))
                continue
            other = after[test]
            cell = test in cells
            found = _metrics(test, mine, other, number, cell=cell)
            metrics += found
            if not cell and not any(metric.primary for metric in found):
                whole = mine.repeats and other.repeats
                why = Why.NO_FIGURE if whole else Why.CUT_SHORT
                recorded = mine.phase.work.part is Part.IDLE
                left.append(left_alone(mine, number, Why.RECORDED if recorded else why))
        known = {test.name for test in before}
        told = {plain_name(test) for test in before if test not in after}
        left += [
            left_alone(after[test], number, Why.ABSENT, side.name)
            for test in free
            if test.name not in known and plain_name(test) not in told
        ]
    judged = _judged(metrics)
    differs = differing(sides)
    return Comparison(
        sides=tuple(sides),
        metrics=judged,
        unmatched=tuple(left),
        differs=differs,
        cautions=cautions(sides, differs, compared),
        needed=repeats_needed(sum(metric.primary for metric in judged)),
        named=len(sides) > 2,
    )


def _metrics(
    test: PhaseKey, one: TestRepeats, other: TestRepeats, number: int, *, cell: bool
) -> list[Metric]:
    """Every metric of a test, the deciding one marked; of a mixed one the reads decide, and of a
    `cell` of a map and of a recording none.
    """
    phase = one.phase
    undecided = cell or phase.work.part is Part.IDLE
    found = []
    for direction in phase.directions:
        for name in metrics_of(phase.pattern):
            before, after = one.values(direction, name), other.values(direction, name)
            if not before and not after:
                continue
            decides = name == deciding(phase) and direction == phase.directions[0]
            decides = decides and not undecided
            moved = above_zero(before, after) if before and after else None
            ratio, low, high = _ratio_of(moved) if name not in TAILS else (None, None, None)
            found.append(
                Metric(
                    test=test,
                    title=phase.title,
                    profile=one.profile,
                    direction=direction,
                    metric=name,
                    primary=decides and moved is not None,
                    side=number,
                    before=middle(before),
                    after=middle(after),
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


def _judged(metrics: Sequence[Metric]) -> tuple[Metric, ...]:
    """The primary metrics with their verdicts: all together, and once more undisturbed."""
    asked = [place for place, metric in enumerate(metrics) if metric.primary]
    whole = compare([_question(metrics[place], calm=False) for place in asked])
    calm = [place for place in asked if _has_calm(metrics[place])]
    without = dict(
        zip(calm, compare([_question(metrics[place], calm=True) for place in calm]), strict=True)
    )
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
            floor=_floor(metric),
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
    if not any(metric.disturbed) or whole.verdict in (Verdict.SAME, Verdict.FEW):
        return whole.verdict
    same = without is not None and without.verdict is whole.verdict
    return whole.verdict if same else Verdict.HINT


def _question(metric: Metric, *, calm: bool) -> Question:
    moved = above_zero(metric.before_values, metric.after_values)
    if moved is None:  # a metric that decides has moved
        raise ValueError("nothing moved")
    before, after = ([one.value for one in side if not (calm and one.disturbed)] for side in moved)
    gap = run_gap(_runs_of_sides(metric)) or 0.0
    # Of all repeats also where the disturbed ones are left out: they are of the same runs.
    apart = between([runs_of(side) for side in moved])
    return Question(
        before,
        after,
        lower_is_better=metric.less_is_more,
        floor=_share(gap),
        between=apart,
    )


def _runs_of_sides(metric: Metric) -> list[list[list[float]]]:
    return [whole_runs(side) for side in (metric.before_values, metric.after_values)]


def _floor(metric: Metric) -> float | None:
    gap = run_gap(_runs_of_sides(metric))
    return None if gap is None else _share(gap)


def _ratio_of(
    moved: tuple[tuple[Value, ...], ...] | None,
) -> tuple[float | None, float | None, float | None]:
    """The ratio of the medians of two sides with its interval, as `Difference` has them; None where
    it is unknown.
    """
    if moved is None:
        return None, None, None
    before, after = ([one.value for one in side] for side in moved)
    ratio = median_ratio(before, after)
    _estimate, low, high, _ = shift([log(one) for one in before], [log(one) for one in after])
    if low is None or high is None:
        return ratio, None, None
    return ratio, min(ratio, _factor(low)), max(ratio, _factor(high))


def _factor(step: float) -> float:
    return exp(max(-700.0, min(step, 700.0)))


def _share(step: float) -> float:
    """A distance of logarithms as a share, also where that is more than a float holds."""
    return expm1(min(step, 700.0))
