# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Dates and times of day for people, in their own zone: "21 Nov 2026, 23:04"."""

from __future__ import annotations

from datetime import datetime

from driveproof.wording.catalogue import _, ngettext

_A_MONTH = 30


def _month(number: int) -> str:
    """The short name of a month, from 1."""
    # Translators: twelve short names with spaces between them.
    return _("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec").split()[number - 1]


def _weekday(number: int) -> str:
    """The short name of a day of the week, Monday is 0."""
    # Translators: seven short names with spaces between them.
    return _("Mon Tue Wed Thu Fri Sat Sun").split()[number]


def stamp(moment: datetime) -> str:
    """A moment in a column that is sorted or compared: "2026-11-21 23:04"."""
    return f"{moment.astimezone():%Y-%m-%d %H:%M}"


def exact_stamp(moment: datetime) -> str:
    """To the second, with the zone: "2026-11-21 23:04:05 +0100"."""
    return f"{moment.astimezone():%Y-%m-%d %H:%M:%S %z}"


def file_stamp(moment: datetime) -> str:
    """A moment in the name of a file: "20261121-2304"."""
    return f"{moment.astimezone():%Y%m%d-%H%M}"


def clock(moment: datetime, *, seconds: bool = False) -> str:
    """The time of day: "23:04", "23:04:05"."""
    return f"{moment.astimezone():%H:%M:%S}" if seconds else f"{moment.astimezone():%H:%M}"


def date(moment: datetime, *, year: bool = True) -> str:
    """A day: "21 Nov 2026", without the year "21 Nov"."""
    local = moment.astimezone()
    if not year:
        return _("{day} {month}").format(day=local.day, month=_month(local.month))
    return _("{day} {month} {year}").format(
        day=local.day, month=_month(local.month), year=local.year
    )


def month(moment: datetime) -> str:
    """A month: "Nov 2026"."""
    local = moment.astimezone()
    return _("{month} {year}").format(month=_month(local.month), year=local.year)


def date_and_time(moment: datetime, *, year: bool = True, weekday: bool = False) -> str:
    """A moment: "21 Nov 2026, 23:04", with its weekday "Sat 21 Nov 2026, 23:04"."""
    local = moment.astimezone()
    text = _("{date}, {time}").format(date=date(local, year=year), time=clock(local))
    if not weekday:
        return text
    return _("{weekday} {moment}").format(weekday=_weekday(local.weekday()), moment=text)


def short_moment(moment: datetime, now: datetime) -> str:
    """As short as it is clear: "today, 23:04", "21 Nov, 23:04", "21 Nov 2025"."""
    local, here = moment.astimezone(), now.astimezone()
    if local.date() == here.date():
        return _("today, {time}").format(time=clock(local))
    return date(local) if local.year != here.year else date_and_time(local, year=False)


def days_ago(moment: datetime, now: datetime) -> str:
    """How long ago a day was: "today", "yesterday", "5 days ago"; from a month on its date."""
    local, here = moment.astimezone(), now.astimezone()
    days = (here.date() - local.date()).days
    if days <= 0:  # a clock that was put back
        return _("today")
    if days == 1:
        return _("yesterday")
    if days > _A_MONTH:
        return date(local, year=local.year != here.year)
    return ngettext("{count} day ago", "{count} days ago", days).format(count=days)


def day_of(moment: datetime, now: datetime) -> str:
    """When a snapshot was: "2 Mar 2026", with the time of day if that is the day of `now`.

    The date is whole: it is kept, and read in another year.
    """
    same = moment.astimezone().date() == now.astimezone().date()
    return date_and_time(moment) if same else date(moment)
