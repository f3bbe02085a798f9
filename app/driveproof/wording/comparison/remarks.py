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
        return f"{separator.join(self.tests)}: {self.text}"


def remarks(comparison: Comparison) -> tuple[Remark, ...]:
    """The remarks on single tests; one that several tests or sides share appears once.

    Where there are more than two sides, what counts repeats names all sides in one sentence,
    unless a verdict depends on it.
    """
    several = len(comparison.sides) > 2
    said: dict[str, list[str]] = {}
    for metric in comparison.primary:
        of = owners(comparison, metric.side)
        for note in notes(metric, comparison.needed, of, counted=not several):
            said.setdefault(note, []).append(metric_title(metric))
    if several:
        for text, metrics in _counted(comparison):
            said.setdefault(text, []).extend(map(metric_title, metrics))
    count = len({metric.test for metric in comparison.primary})
    found = []
    for text, titles in said.items():
        tests = tuple(dict.fromkeys(titles))
        found.append(Remark(tests, text, every=len(tests) == count > 1))
    return tuple(found)


def _counted(comparison: Comparison) -> Iterator[tuple[str, list[Metric]]]:
    """Sentences that count repeats, each with its tests."""
    heads = side_heads(comparison)
    kinds: tuple[tuple[Callable[[Metric], tuple[int, int]], Callable[[int, str], str]], ...] = (
        (lambda metric: metric.cut_short, cut_short_text),
        (lambda metric: metric.exhausted, exhausted_text),
    )
    for counts, worded in kinds:
        metrics = [metric for metric in comparison.primary if any(counts(metric))]
        if metrics:
            total, text = _repeats(metrics, counts, heads)
            yield worded(total, text), metrics
    disturbed = [metric for metric in comparison.primary if any(metric.disturbed)]
    same = [metric for metric in disturbed if survives(metric)]
    unjudged = [metric for metric in disturbed if metric.difference is None]
    for metrics, template in (
        (same, _("{disturbed}: the verdicts are the same without them.")),
        (unjudged, _("{disturbed}.")),
    ):
        if metrics:
            total, text = _repeats(metrics, lambda metric: metric.disturbed, heads)
            causes = tuple(dict.fromkeys(one for each in metrics for one in each.disturbed_by))
            yield template.format(disturbed=disturbed_text(total, text, causes)), metrics


def _repeats(
    metrics: Sequence[Metric], counts: Callable[[Metric], tuple[int, int]], heads: Sequence[str]
) -> tuple[int, str]:
    """How many repeats of all tests, and in words: those of the first side count once a test."""
    found: dict[int, dict[object, int]] = {}
    for metric in metrics:
        for side, count in zip((0, metric.side), counts(metric), strict=True):
            tests = found.setdefault(side, {})
            tests[metric.test] = max(tests.get(metric.test, 0), count)
    totals = {side: sum(tests.values()) for side, tests in sorted(found.items())}
    told = [repeats_of(count, heads[side]) for side, count in totals.items() if count]
    return sum(totals.values()), ", ".join(told)
