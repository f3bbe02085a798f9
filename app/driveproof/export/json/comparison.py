# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A comparison as JSON; json-and-csv.md says what the keys mean."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from driveproof.domain.answer import Answer
from driveproof.domain.comparison.answer import comparison_answer
from driveproof.domain.comparison.comparison import Comparison, Metric
from driveproof.domain.comparison.difference import Difference
from driveproof.domain.comparison.health_over_runs import Span
from driveproof.domain.comparison.margin import Margin, MarginAnswer
from driveproof.domain.document.comparison import (
    ClaimDocument,
    CompareDocument,
    ComparedRepeatsDocument,
    ComparedRunDocument,
    ComparedValuesDocument,
    DifferenceDocument,
    LookDocument,
    MarginDocument,
    MetricDocument,
    RunsApartDocument,
    SideDocument,
    SpanDocument,
)
from driveproof.domain.document.values import alike
from driveproof.domain.run.same_test import identity
from driveproof.export.json import date
from driveproof.export.json.answer import answer_document
from driveproof.export.json.finding import finding_document
from driveproof.export.run_health import change_document
from driveproof.wording.catalogue import in_english


@in_english()
def comparison_document(
    comparison: Comparison,
    spans: Iterable[Span] = (),
    *,
    margin: Margin | None = None,
    answer: Answer | None = None,
) -> CompareDocument:
    """The one document of `compare --json`. `margin` is the answer to --fail-if-slower; `answer` is
    made where it is not given.
    """
    answer = answer or comparison_answer(comparison, margin=margin)
    apart = comparison.apart
    return CompareDocument(
        answer=answer_document(answer),
        sides=tuple(
            SideDocument(
                name=side.name,
                runs=tuple(
                    alike(ComparedRunDocument, run, started=date(run.started)) for run in side.runs
                ),
            )
            for side in comparison.sides
        ),
        metrics=tuple(map(_metric, comparison.metrics)),
        warnings=tuple(map(finding_document, comparison.cautions)),
        alpha=comparison.alpha,
        runs_apart=RunsApartDocument(assumed=apart is None, runs=apart.runs if apart else 0),
        looks=tuple(
            LookDocument(
                alpha=look.alpha,
                runs=tuple(look.runs),
                claims=tuple(
                    ClaimDocument(phase=metric.name, direction=metric.direction, side=metric.side)
                    for metric in (comparison.primary[at] for at in look.claims)
                ),
            )
            for look in comparison.looks
        ),
        failed=None if margin is None else _FAILED[margin.answer],
        margin=None
        if margin is None
        else alike(MarginDocument, margin, slower=tuple(metric.name for metric in margin.slower)),
        health=tuple(
            SpanDocument(
                identity=span.identity,
                since=date(span.before.taken),
                to=date(span.after.taken),
                changes=tuple(map(change_document, span.changes)),
            )
            for span in spans
        ),
    )


_FAILED = {MarginAnswer.SLOWER: True, MarginAnswer.NOT_SLOWER: False, MarginAnswer.UNKNOWN: None}


def _metric(metric: Metric) -> MetricDocument:
    judged = metric.difference
    return alike(
        MetricDocument,
        metric,
        phase=metric.name,
        identity=identity(metric.test),
        interval=_interval(metric.low, metric.high),
        detectable=judged.detectable if judged else None,
        runs=tuple(metric.runs),
        repeats=ComparedRepeatsDocument(
            before=metric.repeats[0],
            after=metric.repeats[1],
            disturbed=metric.disturbed,
            cut_short=metric.cut_short,
            write_cache_exhausted=metric.exhausted,
        ),
        without_disturbed=None if metric.without is None else _difference(metric.without),
        values=ComparedValuesDocument(
            before=tuple(one.value for one in metric.before_values),
            after=tuple(one.value for one in metric.after_values),
        ),
        **_probabilities(judged),
    )


def _difference(difference: Difference) -> DifferenceDocument:
    return DifferenceDocument(
        ratio=difference.ratio,
        interval=_interval(difference.low, difference.high),
        verdict=difference.verdict,
        **_probabilities(difference),
    )


def _probabilities(difference: Difference | None) -> dict[str, Any]:
    judged = difference.judged if difference else None
    return {
        "p": judged.p if judged else None,
        "adjusted": judged.adjusted if judged else None,
        "at_change": judged.at_change if judged else None,
        "between": judged.between if judged else None,
        "ranks_p": difference.ranks_p if difference else None,
    }


def _interval(low: float | None, high: float | None) -> tuple[float, float] | None:
    return None if low is None or high is None else (low, high)
