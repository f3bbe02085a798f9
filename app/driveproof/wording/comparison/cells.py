# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A metric of a comparison as the cells of a table, for the terminal, a forum and reports."""

from __future__ import annotations

from typing import NamedTuple

from driveproof.domain.access import Pattern
from driveproof.domain.comparison.comparison import Comparison, Metric
from driveproof.domain.comparison.difference import Silence
from driveproof.wording.catalogue import _
from driveproof.wording.comparison.verdicts import could_see_cell, judged_text
from driveproof.wording.figures import interval_text, percent, write_metric


class Cells(NamedTuple):
    """In the order of the columns; "" for unknown values, except medians, which say so."""

    before: str
    after: str
    change: str
    verdict: str
    interval: str
    could_see: str


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
        judged_text(metric.verdict, metric.silence),
        interval_text(metric.low, metric.high),
        "" if metric.silence is Silence.FEW else could_see_cell(metric.verdict, metric.difference),
    )


def how_judged() -> str:
    """What ratios, intervals and verdicts are, below a table of them."""
    return _(
        "Changes are those of the means of all runs, with 95 % intervals; the figures of the sides"
        " are medians. Faster and slower are said only where a test over runs, after Holm over all"
        " of these, leaves less than 5 % chance of any false claim, and the change is above the"
        " noise."
    )


def tests_head(comparison: Comparison) -> str:
    """Above the names of what is compared: everyday tasks are no tests."""
    tasks = all(one.test.pattern == Pattern.TASK for one in comparison.primary)
    return _("Task") if comparison.primary and tasks else _("Test")
