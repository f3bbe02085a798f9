# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A metric of a comparison as the cells of a table, for the terminal, a forum and reports."""

from __future__ import annotations

from typing import NamedTuple

from driveproof.domain.access import Pattern
from driveproof.domain.comparison.comparison import Comparison, Metric
from driveproof.wording.catalogue import _
from driveproof.wording.comparison.verdicts import answer_cell, promise
from driveproof.wording.figures import interval_text, percent, write_metric


class Cells(NamedTuple):
    """In the order of the columns; "" for unknown values, except figures, which say so."""

    before: str
    after: str
    change: str
    verdict: str
    interval: str


def cells_of(metric: Metric, *, binary: bool = False) -> Cells:
    """The text of a metric; `binary` writes MiB/s instead of MB/s."""
    before, after = (
        _("unknown") if value is None else write_metric(metric.metric, value, binary=binary)
        for value in (metric.before, metric.after)
    )
    return Cells(
        before,
        after,
        "" if metric.ratio is None else percent(metric.ratio - 1),
        answer_cell(metric.verdict),
        interval_text(metric.low, metric.high),
    )


def how_judged() -> str:
    """What changes, intervals and answers are, below a table of them."""
    means = _("Geometric means. Only “faster” and “slower” are significant.")
    return f"{means} {promise()}"


def tests_head(comparison: Comparison) -> str:
    """Above the names of what is compared: everyday tasks are no tests."""
    tasks = all(one.test.pattern == Pattern.TASK for one in comparison.primary)
    return _("Task") if comparison.primary and tasks else _("Test")
