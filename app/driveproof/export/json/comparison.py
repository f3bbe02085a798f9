# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A comparison as JSON; json-and-csv.md says what the keys mean."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from driveproof.domain.answer import Answer
from driveproof.domain.codec import plain
from driveproof.domain.comparison.answer import comparison_answer
from driveproof.domain.comparison.comparison import Comparison, Metric
from driveproof.domain.comparison.difference import Difference
from driveproof.domain.comparison.health_over_runs import Span
from driveproof.domain.comparison.margin import Answer as Slower
from driveproof.domain.comparison.margin import Margin
from driveproof.domain.comparison.same_test import identity
from driveproof.export.json import VERSION
from driveproof.export.json.answer import answer_document
from driveproof.export.run_health import change_document
from driveproof.wording.catalogue import in_english
from driveproof.wording.comparison.cautions import caution_texts
from driveproof.wording.units import NARROW


@in_english()
def comparison_document(
    comparison: Comparison,
    spans: Iterable[Span] = (),
    *,
    margin: Margin | None = None,
    answer: Answer | None = None,
) -> dict[str, Any]:
    """The one document of `compare --json`. `margin` is the answer to --fail-if-slower; `answer` is
    made where it is not given.
    """
    answer = answer or comparison_answer(comparison, margin=margin)
    return {
        "version": VERSION,
        "answer": plain(answer_document(answer)),
        "sides": [
            {
                "name": side.name,
                "runs": [
                    {
                        "id": run.id,
                        "label": run.label,
                        "status": run.status,
                        "started": run.started.astimezone().isoformat(timespec="milliseconds"),
                    }
                    for run in side.runs
                ],
            }
            for side in comparison.sides
        ],
        "metrics": [_metric(metric) for metric in comparison.metrics],
        "warnings": [_plain(one) for one in caution_texts(comparison)],
        "alpha": comparison.alpha,
        "runs_apart": {
            "assumed": comparison.apart is None,
            "runs": comparison.apart.runs if comparison.apart else 0,
        },
        "looks": [
            {
                "alpha": look.alpha,
                "runs": list(look.runs),
                "claims": [
                    {
                        "phase": metric.name,
                        "direction": metric.direction,
                        "side": metric.side,
                    }
                    for metric in (comparison.primary[at] for at in look.claims)
                ],
            }
            for look in comparison.looks
        ],
        "failed": None if margin is None else _FAILED[margin.answer],
        "margin": None if margin is None else _margin(margin),
        "health": [
            {
                "identity": span.identity,
                "from": span.before.taken.astimezone().isoformat(timespec="milliseconds"),
                "to": span.after.taken.astimezone().isoformat(timespec="milliseconds"),
                "changes": [change_document(change) for change in span.changes],
            }
            for span in spans
        ],
    }


_FAILED = {Slower.SLOWER: True, Slower.NOT_SLOWER: False, Slower.UNKNOWN: None}


def _margin(found: Margin) -> dict[str, Any]:
    return {
        "share": _number(found.share),
        "answer": found.answer.value,
        "slower": [metric.name for metric in found.slower],
        "least": _number(found.least),
        "with_second": _number(found.with_second),
    }


def _metric(metric: Metric) -> dict[str, Any]:
    judged = metric.difference
    return {
        "phase": metric.name,
        "identity": identity(metric.test),
        "direction": metric.direction,
        "metric": metric.metric,
        "primary": metric.primary,
        "side": metric.side,
        "before": _number(metric.before),
        "after": _number(metric.after),
        "ratio": _number(metric.ratio),
        "interval": _interval(metric.low, metric.high),
        **_probabilities(judged),
        "verdict": metric.verdict.value if metric.verdict else None,
        "barred": metric.barred.value if metric.barred else None,
        "detectable": _number(judged.detectable) if judged else None,
        "runs": list(metric.runs),
        "repeats": {
            "before": metric.repeats[0],
            "after": metric.repeats[1],
            "disturbed": list(metric.disturbed),
            "cut_short": list(metric.cut_short),
            "write_cache_exhausted": list(metric.exhausted),
        },
        "without_disturbed": _difference(metric.without),
        "values": {
            "before": [_number(one.value) for one in metric.before_values],
            "after": [_number(one.value) for one in metric.after_values],
        },
    }


def _difference(difference: Difference | None) -> dict[str, Any] | None:
    if difference is None:
        return None
    return {
        "ratio": _number(difference.ratio),
        "interval": _interval(difference.low, difference.high),
        **_probabilities(difference),
        "verdict": difference.verdict.value,
    }


def _probabilities(difference: Difference | None) -> dict[str, Any]:
    judged = difference.judged if difference else None
    return {
        "p": _number(judged.p) if judged else None,
        "adjusted": _number(judged.adjusted) if judged else None,
        "at_change": judged.at_change if judged else None,
        "between": _number(judged.between) if judged else None,
        "ranks_p": _number(difference.ranks_p) if difference else None,
    }


def _interval(low: float | None, high: float | None) -> list[Any] | None:
    return None if low is None or high is None else [_number(low), _number(high)]


def _plain(text: str) -> str:
    return text.replace(NARROW, " ")


def _number(value: Any) -> Any:
    if isinstance(value, float):
        return float(f"{value:.10g}") if math.isfinite(value) else None
    return value
