# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Moments as text for people."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from gettext import NullTranslations

import pytest

from driveproof.wording import dates
from driveproof.wording.catalogue import use

# Naive: a time of the zone that the tests run in.
MOMENT = datetime(2026, 11, 21, 23, 4, 5)


class German(NullTranslations):
    def gettext(self, key: str) -> str:
        return {
            "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec": "J F M A M J J A S O Nov. D",
            "Mon Tue Wed Thu Fri Sat Sun": "Mo Di Mi Do Fr Sa. So",
            "{day} {month} {year}": "{day}. {month} {year}",
            "{weekday} {moment}": "{weekday}, {moment}",
        }.get(key, key)


@pytest.fixture
def german() -> Iterator[None]:
    before = use(German())
    yield
    use(before)


def test_a_moment_is_written_in_the_zone_of_the_person() -> None:
    utc = MOMENT.astimezone(UTC)
    assert dates.stamp(utc) == "2026-11-21 23:04"
    assert dates.exact_stamp(utc).startswith("2026-11-21 23:04:05 ")
    assert dates.file_stamp(utc) == "20261121-2304"
    assert dates.clock(utc) == "23:04"
    assert dates.clock(utc, seconds=True) == "23:04:05"
    assert dates.date(utc) == "21 Nov 2026"
    assert dates.date(utc, year=False) == "21 Nov"
    assert dates.date_and_time(utc) == "21 Nov 2026, 23:04"
    assert dates.date_and_time(utc, weekday=True) == "Sat 21 Nov 2026, 23:04"


@pytest.mark.parametrize(
    ("ago", "text"),
    [
        (timedelta(hours=3), "today, 20:04"),
        (timedelta(days=1), "20 Nov, 23:04"),
        (timedelta(days=365), "21 Nov 2025"),
    ],
)
def test_a_moment_is_as_short_as_it_is_clear(ago: timedelta, text: str) -> None:
    assert dates.short_moment(MOMENT - ago, MOMENT) == text


@pytest.mark.parametrize(
    ("ago", "text"),
    [
        (timedelta(hours=-3), "today"),
        (timedelta(hours=23), "today"),
        (timedelta(hours=24), "yesterday"),
        (timedelta(days=2), "2 days ago"),
        (timedelta(days=30), "30 days ago"),
        (timedelta(days=31), "21 Oct"),
        (timedelta(days=365), "21 Nov 2025"),
    ],
)
def test_a_day_is_counted_back_for_a_month(ago: timedelta, text: str) -> None:
    assert dates.days_ago(MOMENT - ago, MOMENT) == text


def test_a_language_has_its_own_order(german: None) -> None:
    assert dates.date_and_time(MOMENT, weekday=True) == "Sa., 21. Nov. 2026, 23:04"
