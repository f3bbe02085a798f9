# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is said beside the figure of a test whose repeats do not measure the same state."""

from __future__ import annotations

from driveproof.domain.comparison.trend import Trend
from driveproof.domain.comparison.write_cache import Exhausted
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.units import format_bandwidth, format_iops, format_size


def trend_text(trend: Trend) -> str:
    """That a test became slower or faster from round to round."""
    write = format_bandwidth if trend.phase.primary == "bandwidth" else format_iops
    text = (
        _(
            "{test} fell from round to round, {first} in the first and {last} in the last"
            " (Mann-Kendall, p = {p} over all tests): the drive was not in a steady state, and the"
            " median lies between."
        )
        if trend.falls
        else _(
            "{test} rose from round to round, {first} in the first and {last} in the last"
            " (Mann-Kendall, p = {p} over all tests): the drive was not in a steady state, and the"
            " median lies between."
        )
    )
    return text.format(
        test=trend.phase.name,
        first=write(trend.values[0]),
        last=write(trend.values[-1]),
        p=f"{trend.p:.2g}",
    )


def write_cache_text(one: Exhausted) -> str:
    """That the write cache ran out during a test, and which repeats are the figure."""
    first = ngettext("the first repeat", "the first {count} repeats", one.counted)
    text = (
        _(
            "{test}: the write cache ran out in repeat {order} of {repeats}. The figure is that of"
            " {first}; the others are kept and do not count."
        )
        if one.written is None
        else _(
            "{test}: the write cache ran out after about {written} of this run, in repeat {order}"
            " of {repeats}. The figure is that of {first}; the others are kept and do not count."
        )
    )
    return text.format(
        test=one.phase.name,
        written=format_size(one.written or 0),
        order=one.order,
        repeats=len(one.phase.repeats),
        first=first.format(count=one.counted),
    )
