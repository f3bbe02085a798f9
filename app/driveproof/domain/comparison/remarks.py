# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What belongs beside the tests of a comparison, each remark once for all tests and sides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from driveproof.domain.comparison.amounts import verdict_words
from driveproof.domain.comparison.comparison import Comparison, Metric
from driveproof.domain.comparison.difference import Barred, Verdict
from driveproof.domain.comparison.judge import LEAST_REPEATS
from driveproof.domain.comparison.side_names import owners, side_heads
from driveproof.domain.profile.test_titles import test_words
from driveproof.domain.quantity import Change, OneOf, Plural
from driveproof.domain.run.run import disturbance
from driveproof.domain.run.same_test import PhaseKey
from driveproof.domain.say import Say

Owners = tuple[Say | str, Say | str] | None
"""Whose repeats a remark counts, None for those before and after."""
Counts = tuple[int, int]
"""Repeats of both sides."""


@dataclass(frozen=True)
class Remark:
    """A sentence, with the names of its tests; `every`: those are all tests, of several."""

    tests: tuple[Say | str, ...]
    say: Say
    every: bool = False

    @property
    def line(self) -> Say:
        """The sentence after the names of its tests."""
        tests = Say("All tests") if self.every else OneOf(self.tests)
        return Say("{name}: {text}", name=tests, text=self.say)


def metric_title(metric: Metric) -> Say | str:
    """The test that a figure is of, with its direction: "Random 4 KiB, Q32 read"."""
    return test_words(metric.title, metric.test.direction, metric.profile)


def remarks(comparison: Comparison) -> tuple[Remark, ...]:
    """The remarks on single tests; one that several tests or sides share appears once. Of more than
    two sides, one that is not of all names its own.
    """
    said: dict[Say, list[Metric]] = {}
    for metric in comparison.primary:
        for note in notes(metric, owners(comparison, metric.side), counted=False):
            said.setdefault(note, []).append(metric)
    for say, metrics in _counted(comparison):
        said.setdefault(say, []).extend(metrics)
    return tuple(_remark(comparison, say, metrics) for say, metrics in said.items())


def _remark(comparison: Comparison, say: Say, metrics: Sequence[Metric]) -> Remark:
    tests = {metric.test: metric_title(metric) for metric in comparison.primary}
    named = dict.fromkeys(metric.test for metric in metrics)
    count = len(comparison.sides) - 1
    sides = dict.fromkeys(metric.side for metric in metrics)
    if len(sides) == count:
        every = len(named) == len(tests) > 1
        return Remark(tuple(tests[test] for test in named), say, every)
    heads = side_heads(comparison)
    names: list[Say | str] = []
    for side in sides:
        mine = dict.fromkeys(one.test for one in metrics if one.side == side)
        if len(mine) == len(tests) > 1:
            names.append(heads[side])
        else:
            names += [
                Say("{first} ({second})", first=tests[test], second=heads[side]) for test in mine
            ]
    return Remark(tuple(names), say)


def _counted(comparison: Comparison) -> Iterator[tuple[Say, list[Metric]]]:
    """Sentences that count repeats, each with its tests."""
    kinds: tuple[tuple[Callable[[Metric], Counts], Callable[[object], Say]], ...] = (
        (lambda metric: metric.cut_short, _cut_short),
        (lambda metric: metric.exhausted, _exhausted),
    )
    for counts, worded in kinds:
        metrics = [metric for metric in comparison.primary if any(counts(metric))]
        if metrics:
            yield worded(_repeats(comparison, metrics, counts)), metrics
    disturbed = [metric for metric in comparison.primary if any(metric.disturbed)]
    same = [metric for metric in disturbed if survives(metric)]
    unjudged = [metric for metric in disturbed if metric.difference is None]
    for metrics in (same, unjudged):
        if metrics:
            repeats = _repeats(comparison, metrics, lambda metric: metric.disturbed)
            causes = _causes(one for each in metrics for one in each.disturbed_by)
            say = Say("Affected by {causes}: {repeats}.", causes=causes, repeats=repeats)
            if metrics is same:
                say = Say(
                    "Affected by {causes}: {repeats}. The verdict is the same without them.",
                    causes=causes,
                    repeats=repeats,
                )
            yield say, metrics


def _repeats(
    comparison: Comparison, metrics: Sequence[Metric], counts: Callable[[Metric], Counts]
) -> Say | Plural | OneOf:
    """How many repeats of all tests: those of the first side count once a test."""
    found: dict[int, dict[PhaseKey, int]] = {}
    for metric in metrics:
        for side, count in zip((0, metric.side), counts(metric), strict=True):
            tests = found.setdefault(side, {})
            tests[metric.test] = max(tests.get(metric.test, 0), count)
    totals = {side: sum(tests.values()) for side, tests in sorted(found.items())}
    if len(comparison.sides) == 2 and owners(comparison, 1) is None:
        return _two((totals.get(0, 0), totals.get(1, 0)), None)
    heads = side_heads(comparison)
    return OneOf(tuple(_of(count, heads[side]) for side, count in totals.items() if count))


def notes(metric: Metric, of: Owners = None, *, counted: bool = True) -> tuple[Say, ...]:
    """What belongs beside a metric that decides: sentences. `of`: whose repeats they count, where
    they are not those before and after. Without `counted`, what is said once for all tests is left
    out: repeats that change nothing.
    """
    found = []
    if metric.verdict is Verdict.FEW:
        found.append(_too_few(metric))
    possible = metric.verdict is Verdict.POSSIBLE
    if possible and metric.barred is Barred.IMPORTED:
        found.append(Say("Only one imported run per side; import more with the same label."))
    if possible and metric.barred is Barred.AMOUNTS:
        found.append(Say("One side wrote over four times as much, which may exceed a write cache."))
    if metric.verdict is Verdict.NOISY:
        found.append(Say("Repeats vary too much. Measure more while nothing else uses the drive."))
    if counted and any(metric.cut_short):
        found.append(_cut_short(_two(metric.cut_short, of)))
    if counted and any(metric.exhausted):
        found.append(_exhausted(_two(metric.exhausted, of)))
    if any(metric.disturbed) and (
        counted or (metric.difference is not None and not survives(metric))
    ):
        found.append(_disturbed(metric, of))
    return tuple(found)


def survives(metric: Metric) -> bool:
    """Whether the verdict is the same without the disturbed repeats."""
    whole, without = metric.difference, metric.without
    return whole is not None and without is not None and whole.verdict is without.verdict


def _too_few(metric: Metric) -> Say:
    before, after = metric.counted_repeats
    repeats = before if before == after else Say("{first} and {last}", first=before, last=after)
    if metric.few_in_all:
        return Say(
            "Too few repeats: {repeats}. Each side needs {needed}.",
            repeats=repeats,
            needed=LEAST_REPEATS,
        )
    return Say(
        "Too few unaffected repeats: {repeats}. Each side needs {needed}.",
        repeats=repeats,
        needed=LEAST_REPEATS,
    )


def _cut_short(repeats: object) -> Say:
    return Say("Cut short, not counted: {repeats}.", repeats=repeats)


def _exhausted(repeats: object) -> Say:
    return Say("After the write cache was full, not counted: {repeats}.", repeats=repeats)


def _causes(words: Iterable[str]) -> OneOf | Say:
    """What affected repeats."""
    causes = tuple(map(disturbance, dict.fromkeys(words)))
    return OneOf(causes) if causes else Say("other I/O")


def _disturbed(metric: Metric, of: Owners) -> Say:
    whole, without = metric.difference, metric.without
    causes, repeats = _causes(metric.disturbed_by), _two(metric.disturbed, of)
    if whole is None:
        return Say("Affected by {causes}: {repeats}.", causes=causes, repeats=repeats)
    if without is None:
        return Say(
            "Affected by {causes}: {repeats}. No unaffected repeats are left to compare.",
            causes=causes,
            repeats=repeats,
        )
    return Say(
        "Affected by {causes}: {repeats}. Without them: {verdict} ({change}).",
        causes=causes,
        repeats=repeats,
        verdict=verdict_words(without.verdict),
        change=Change(without.change),
    )


def _two(counts: Counts, of: Owners) -> Say | Plural:
    """ "1 repeat", "2 repeats before and 1 after", "2 repeats of Disk X and 1 repeat of Disk Y"."""
    before, after = counts
    if of is not None:
        told = [_of(count, whose) for count, whose in zip(counts, of, strict=True) if count]
        return told[0] if len(told) < 2 else Say("{first} and {last}", first=told[0], last=told[1])
    if before and after:
        return Say("{repeats} before and {after} after", repeats=_noun(before), after=after)
    return _noun(before or after)


def _of(count: int, side: Say | str) -> Say:
    return Say("{repeats} of {side}", repeats=_noun(count), side=side)


def _noun(count: int) -> Plural:
    return Plural("{count} repeat", "{count} repeats", count)
