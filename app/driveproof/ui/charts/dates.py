# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Ticks of an axis of days, months or years; pure functions without Qt."""

from __future__ import annotations

from datetime import datetime, timedelta

from driveproof.wording.dates import clock, date, month

_HOUR, _DAY = 3600.0, 86400.0
# Seconds between two ticks, up to a week; longer steps begin at the first of a month.
_STEPS = (60, 300, 900, 1800, _HOUR, 3 * _HOUR, 6 * _HOUR, 12 * _HOUR, _DAY, 2 * _DAY, 7 * _DAY)
_MONTHS = (1, 2, 3, 6, 12, 24, 60, 120, 600)


def date_ticks(start: float, end: float, most: int) -> list[tuple[float, str]]:
    """At most `most` round moments between two (seconds since 1970) in local time, as (seconds,
    text).
    """
    span = end - start
    if span <= 0 or most < 1:
        return []
    step = next((s for s in _STEPS if span / s <= most), 0)
    if step:
        return [(at, _words(at, step)) for at in _even(start, end, step)]
    months = span / (30.4 * _DAY)
    every = next((m for m in _MONTHS if months / m <= most), _MONTHS[-1])
    return [(at, _words(at, every * 30 * _DAY)) for at in _firsts(start, end, every)]


def _even(start: float, end: float, step: float) -> list[float]:
    midnight = _local(start).replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)
    count = int((end - start + _DAY) / step) + 2
    # by local time: a day can have 23 or 25 hours
    places = {
        (midnight + timedelta(seconds=number * step)).astimezone().timestamp()
        for number in range(count)
    }
    return sorted(at for at in places if start <= at <= end)


def _firsts(start: float, end: float, every: int) -> list[float]:
    first = _local(start)
    number = first.year * 12 + first.month - 1
    number -= number % every
    found: list[float] = []
    while True:
        year, month = divmod(number, 12)
        if year > 9998:
            return found
        at = datetime(year, month + 1, 1).astimezone().timestamp()
        if at > end:
            return found
        if at >= start:
            found.append(at)
        number += every


def _words(at: float, step: float) -> str:
    local = _local(at)
    if step < _DAY and (local.hour or local.minute):
        return clock(local)
    if step < 28 * _DAY:
        return date(local, year=False)
    return str(local.year) if step > 300 * _DAY else month(local)


def _local(at: float) -> datetime:
    return datetime.fromtimestamp(at).astimezone()
