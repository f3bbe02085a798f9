# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What belongs beside the tests of a comparison, each remark once for all tests and sides."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from driveproof.domain.comparison.comparison import Comparison, Metric
from driveproof.wording.catalogue import _
from driveproof.wording.comparison.side_names import owners, side_heads
from driveproof.wording.comparison.verdicts import (
    counted_text,
    cut_short_text,
    disturbed_text,
    exhausted_text,
    metric_title,
    notes,
    repeats_of,
    survives,
)


@dataclass(frozen=True)
class Remark:
    """A sentence, with the names of its tests; `every`: those are all tests, of several."""

    tests: tuple[str, ...]
    text: str
    every: bool = False

    def line(self, separator: str = "; ") -> str:
        """The sentence after the names of its tests."""
        begin = _("All tests") if self.every else separator.join(self.tests)
        return f"{begin}: {self.text}"


def remarks(comparison: Comparison) -> tuple[Remark, ...]:
    """The remarks on single tests; one that several tests or sides share appears once. Of more than
    two sides, one that is not of all names its own.
    """
    said: dict[str, list[Metric]] = {}
    for metric in comparison.primary:
        of = owners(comparison, metric.side)
        for note in notes(metric, of, counted=False):
            said.setdefault(note, []).append(metric)
    for text, metrics in _counted(comparison):
        said.setdefault(text, []).extend(metrics)
    return tuple(_remark(comparison, text, metrics) for text, metrics in said.items())


def _remark(comparison: Comparison, text: str, metrics: Sequence[Metric]) -> Remark:
    tests = {metric.test: metric_title(metric) for metric in comparison.primary}
    named = dict.fromkeys(tests[metric.test] for metric in metrics)
    count = len(comparison.sides) - 1
    sides = dict.fromkeys(metric.side for metric in metrics)
    if len(sides) == count:
        return Remark(tuple(named), text, every=len(named) == len(tests) > 1)
    heads = side_heads(comparison)
    names = []
    for side in sides:
        mine = dict.fromkeys(tests[one.test] for one in metrics if one.side == side)
        if len(mine) == len(tests) > 1:
            names.append(heads[side])
        else:
            names += [
                _("{first} ({second})").format(first=test, second=heads[side]) for test in mine
            ]
    return Remark(tuple(names), text)


def _counted(comparison: Comparison) -> Iterator[tuple[str, list[Metric]]]:
    """Sentences that count repeats, each with its tests."""
    heads = side_heads(comparison)
    kinds: tuple[tuple[Callable[[Metric], tuple[int, int]], Callable[[str], str]], ...] = (
        (lambda metric: metric.cut_short, cut_short_text),
        (lambda metric: metric.exhausted, exhausted_text),
    )
    for counts, worded in kinds:
        metrics = [metric for metric in comparison.primary if any(counts(metric))]
        if metrics:
            yield worded(_repeats(comparison, metrics, counts, heads)), metrics
    disturbed = [metric for metric in comparison.primary if any(metric.disturbed)]
    same = [metric for metric in disturbed if survives(metric)]
    unjudged = [metric for metric in disturbed if metric.difference is None]
    for metrics, still in (
        (same, _("The verdict is the same without them.")),
        (unjudged, ""),
    ):
        if metrics:
            text = _repeats(comparison, metrics, lambda metric: metric.disturbed, heads)
            causes = tuple(dict.fromkeys(one for each in metrics for one in each.disturbed_by))
            yield " ".join(filter(None, (disturbed_text(text, causes), still))), metrics


def _repeats(
    comparison: Comparison,
    metrics: Sequence[Metric],
    counts: Callable[[Metric], tuple[int, int]],
    heads: Sequence[str],
) -> str:
    """How many repeats of all tests, in words: those of the first side count once a test."""
    found: dict[int, dict[object, int]] = {}
    for metric in metrics:
        for side, count in zip((0, metric.side), counts(metric), strict=True):
            tests = found.setdefault(side, {})
            tests[metric.test] = max(tests.get(metric.test, 0), count)
    totals = {side: sum(tests.values()) for side, tests in sorted(found.items())}
    if len(comparison.sides) == 2 and owners(comparison, 1) is None:
        both = totals.get(0, 0), totals.get(1, 0)
        return counted_text(both, None)
    told = [repeats_of(count, heads[side]) for side, count in totals.items() if count]
    return ", ".join(told)
