# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How a value of a drive moved, in words: "rose from 8 to 24 in 3 months"."""

from __future__ import annotations

from driveproof.domain.health.trends import HealthTrend
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.health.values import value_text
from driveproof.wording.units import span

_MONTH = 30.44 * 86400.0
_RISES, _FALLS = "↗", "↘"


def trend_text(trend: HealthTrend | None) -> str:
    """In words alone; "" without a trend."""
    if trend is None:
        return ""
    first, last = value_text(trend.first, trend.unit), value_text(trend.last, trend.unit)
    time = _span((trend.until - trend.since).total_seconds())
    if trend.last != trend.first:
        return _("{first} → {last} in {time}").format(first=first, last=last, time=time)
    return _("unchanged for {time}").format(time=time)


def trend_mark(trend: HealthTrend | None, *, timed: bool = True) -> str:
    """Short, for a table that has the last value beside it: "↗ from 8 in 3 months"; "↗ from 8"
    unless `timed`.
    """
    if trend is None:
        return ""
    time = _span((trend.until - trend.since).total_seconds())
    if trend.last == trend.first:
        return _("unchanged for {time}").format(time=time) if timed else _("unchanged")
    arrow = _RISES if trend.last > trend.first else _FALLS
    text = _("{arrow} from {first} in {time}") if timed else _("{arrow} from {first}")
    first = value_text(trend.first, trend.unit)
    return text.format(arrow=arrow, first=first, time=time)


def _span(seconds: float) -> str:
    """From two months to two years in months."""
    if 2 * _MONTH <= seconds < 24 * _MONTH:
        months = int(seconds // _MONTH)
        return ngettext("{count} month", "{count} months", months).format(count=months)
    return span(seconds)
