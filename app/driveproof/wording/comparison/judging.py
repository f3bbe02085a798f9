# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How a test of a comparison was judged, for who asks: its runs, how far these are apart, and the
probabilities.
"""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.comparison.comparison import Comparison, Metric
from driveproof.domain.comparison.difference import Difference
from driveproof.domain.comparison.matching import Value
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.comparison.side_names import owners

_LEAST = 0.0001  # a smaller probability is not told as a number


def judged_heads() -> tuple[str, ...]:
    """What `judged_row` tells."""
    return (
        _("Repeats of each run"),
        _("Run-to-run variation"),
        _("At the change"),
        _("p (all tests)"),
        _("Exact rank test"),
    )


def judged_row(metric: Metric, comparison: Comparison) -> tuple[str, ...]:
    """How a metric that decides was judged: a text for each head; () where it could not be."""
    found = metric.difference
    if found is None or found.judged is None:
        return ()
    counts = _repeats(metric.before_values), _repeats(metric.after_values)
    two = _("{before} before, {after} after")
    if owners(comparison, metric.side):
        two = _("{before} and {after}")
    return (
        two.format(before=counts[0], after=counts[1]),
        _apart(metric, comparison, found.judged.between),
        _at_change(metric, at_change=found.judged.at_change),
        _probability(found.judged.adjusted),
        _ranks(found),
    )


def _repeats(values: Sequence[Value]) -> str:
    """ "3 + 3": those of each run."""
    counts: dict[str, int] = {}
    for one in values:
        counts[one.run] = counts.get(one.run, 0) + 1
    return " + ".join(map(str, counts.values()))


def _apart(metric: Metric, comparison: Comparison, between: float) -> str:
    """By how much, as a multiple of how far repeats of a run are apart, and from where that is."""
    if comparison.apart is not None and metric.test in comparison.apart.priors:
        text = ngettext(
            "{times:.1f} × repeats ({count} earlier run)",
            "{times:.1f} × repeats ({count} earlier runs)",
            comparison.apart.runs,
        )
        return text.format(times=between, count=comparison.apart.runs)
    if max(metric.runs) == 1:
        return _("{times:.1f} × repeats (assumed)").format(times=between)
    return _("{times:.1f} × repeats").format(times=between)


def _at_change(metric: Metric, *, at_change: bool) -> str:
    if max(metric.runs) == 1:
        return _("unknown")
    return _("yes") if at_change else _("no")


def _probability(p: float) -> str:
    if p < _LEAST:
        return _("below {least}").format(least=_LEAST)
    return f"{p:.2g}"


def _ranks(found: Difference) -> str:
    return _("p = {p}").format(p=_probability(found.ranks_p))
