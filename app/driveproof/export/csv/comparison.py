# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A comparison as a table for a spreadsheet: every metric, every number as it was computed."""

from __future__ import annotations

from driveproof.domain.comparison.comparison import Comparison, Metric
from driveproof.domain.comparison.difference import Difference
from driveproof.domain.run.same_test import identity
from driveproof.export.csv.run import csv_text, figure, safe
from driveproof.wording.catalogue import in_english

COLUMNS = (
    "before", "after", "phase", "direction", "metric", "unit", "decides", "before_mean",
    "after_mean", "ratio", "interval_low", "interval_high", "verdict", "p", "adjusted",
    "ranks_p", "between", "detectable", "before_runs", "after_runs", "before_repeats",
    "after_repeats", "before_disturbed", "after_disturbed", "before_values", "after_values",
    "barred", "identity",
)  # fmt: skip
_UNITS = {"iops": "1/s", "bandwidth": "bytes/s"}


@in_english()
def comparison_csv(comparison: Comparison) -> str:
    """A row for each metric of each test and further side; ratios are after over before.

    `decides` is 1 for the one metric of a test that has a verdict. The values of the whole repeats
    are in one cell, parted by semicolons. `barred` is why it is a possible difference at most. What
    is not known is empty.
    """
    return csv_text(COLUMNS, [_row(comparison, metric) for metric in comparison.metrics])


def _row(comparison: Comparison, metric: Metric) -> list[object]:
    sides, judged = comparison.sides, metric.difference
    return [
        safe(sides[0].name),
        safe(sides[metric.side].name),
        safe(metric.name),
        metric.direction,
        metric.metric,
        _UNITS.get(metric.metric, "s"),
        int(metric.primary),
        *map(figure, (metric.before, metric.after, metric.ratio, metric.low, metric.high)),
        metric.verdict.value if metric.verdict else "",
        *map(figure, _judged(judged)),
        *metric.runs,
        *metric.repeats,
        *metric.disturbed,
        *(
            ";".join(figure(one.value) for one in values)
            for values in (metric.before_values, metric.after_values)
        ),
        metric.barred.value if metric.barred else "",
        safe(identity(metric.test)),
    ]


def _judged(found: Difference | None) -> tuple[float | None, ...]:
    if found is None:
        return (None,) * 5
    judged = found.judged
    if judged is None:
        return None, None, found.ranks_p, None, found.detectable
    return judged.p, judged.adjusted, found.ranks_p, judged.between, found.detectable
