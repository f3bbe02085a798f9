# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A comparison as JSON; json-and-csv.md says what the keys mean."""

from __future__ import annotations

from collections.abc import Iterable

from driveproof.domain.answer import Answer
from driveproof.domain.comparison.comparison import Comparison
from driveproof.domain.comparison.health_over_runs import HealthSpan
from driveproof.domain.comparison.margin import Margin, MarginAnswer
from driveproof.domain.document.comparison import (
    ClaimDocument,
    CompareDocument,
    ComparedRunDocument,
    LookDocument,
    MarginDocument,
    RunsApartDocument,
    SideDocument,
    SpanDocument,
)
from driveproof.domain.document.values import alike
from driveproof.export.json import date
from driveproof.export.json.answer import answer_document
from driveproof.export.json.finding import finding_document
from driveproof.export.json.run_health import change_document
from driveproof.wording.catalogue import in_english


@in_english()
def comparison_document(
    comparison: Comparison,
    answer: Answer,
    spans: Iterable[HealthSpan] = (),
    *,
    margin: Margin | None = None,
) -> CompareDocument:
    """The one document of `compare --json`. `margin` is the answer to --fail-if-slower."""
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
