# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How values moved since the oldest kept reading, and which of them have no trend."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from driveproof.domain.health.report import (
    ATA,
    UDISKS_ATA,
    Attribute,
    FlashWrites,
    Health,
    LogValue,
    ValueUnit,
)
from driveproof.domain.health.snapshot import OPEN, HealthSnapshot
from driveproof.domain.health.trends import ENOUGH_BYTES, ENOUGH_PAGES, MOST, HealthTrend, trends_of

NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)


def health(days_ago: float, *attributes: Attribute, **more: object) -> Health:
    return Health(
        taken=NOW - timedelta(days=days_ago), kind=ATA, source="smartctl 7.4",
        attributes=attributes, **more,  # type: ignore[arg-type]
    )  # fmt: skip


def raw(number: int, value: int, **more: object) -> Attribute:
    return Attribute(id=number, name="A", raw=value, **more)  # type: ignore[arg-type]


def kept(*healths: Health) -> list[HealthSnapshot]:
    return [
        HealthSnapshot(n, "wwn:a", one.taken, OPEN, None, "1", one) for n, one in enumerate(healths)
    ]


def test_from_the_oldest_reading_that_has_it_to_now() -> None:
    older = kept(health(10, raw(5, 12), raw(199, 3)), health(95, raw(5, 8)), health(40, raw(5, 30)))
    found = trends_of(older, health(0, raw(5, 24), raw(199, 3), raw(9, 100)))
    first, last = NOW - timedelta(days=95), NOW - timedelta(days=10)
    between = NOW - timedelta(days=40)
    assert dict(found.attributes) == {
        5: HealthTrend(
            first, NOW, 8, 24, values=((first, 8), (between, 30), (last, 12), (NOW, 24))
        ),
        199: HealthTrend(last, NOW, 3, 3, values=((last, 3), (NOW, 3))),
    }


def test_a_curve_has_both_ends_and_not_too_many_readings() -> None:
    older = kept(*(health(300 - day, raw(5, day)) for day in range(299)))
    trend = trends_of(older, health(0, raw(5, 1000))).attributes[5]
    assert 30 < len(trend.values) <= MOST
    assert (trend.values[0], trend.values[-1]) == ((trend.since, 0), (NOW, 1000))
    assert list(trend.values) == sorted(set(trend.values))


@pytest.mark.parametrize(
    "before",
    [
        health(0.01, raw(5, 8)),  # minutes ago
        health(-5, raw(5, 8)),  # a clock that was put back
        replace(health(9, raw(5, 8)), source=UDISKS_ATA),
        replace(health(9, raw(5, 8)), serial="other"),
        health(9, raw(196, 8)),
    ],
)
def test_what_is_no_trend(before: Health) -> None:
    assert not trends_of(kept(before), replace(health(0, raw(5, 24)), serial="S")).attributes


@pytest.mark.parametrize(
    ("before", "now", "trend"),
    [
        (raw(9, 5, raw_text="12000h+30m"), raw(9, 6, raw_text="12100h+00m"), (12000, 12100)),
        (raw(5, 5, raw_text="none"), raw(5, 6, raw_text="none"), None),
        (raw(194, 30), raw(194, 35), None),
        (raw(1, 30), raw(1, 35), None),
        (raw(5, 30), raw(5, 35, reported=False), None),
        (Attribute(id=5, name="a", pretty=8.0, unit=ValueUnit.SECTORS),
         Attribute(id=5, name="a", pretty=9.0, unit=ValueUnit.SECTORS), (8, 9)),
        (Attribute(id=5, name="a", pretty=8.0, unit=ValueUnit.COUNT),
         Attribute(id=5, name="a", pretty=9.0, unit=ValueUnit.SECONDS), None),
        (Attribute(id=231, name="a", pretty=8.0, unit=ValueUnit.CELSIUS),
         Attribute(id=231, name="a", pretty=9.0, unit=ValueUnit.CELSIUS), None),
    ],
)  # fmt: skip
def test_the_number_that_counts(
    before: Attribute, now: Attribute, trend: tuple[float, float] | None
) -> None:
    found = trends_of(kept(health(9, before)), health(0, now)).attributes.get(now.id)
    assert (None if found is None else (found.first, found.last)) == trend


def test_figures_of_a_log_have_trends_too() -> None:
    def log(days_ago: float, errors: int, heat: float) -> Health:
        return health(days_ago, figures=(
            LogValue(key="media_errors", title="E", value=errors),
            LogValue(key="temperature", title="T", value=heat, unit=ValueUnit.CELSIUS),
        ))  # fmt: skip

    found = trends_of(kept(log(9, 1, 30.0)), log(0, 4, 40.0)).figures
    assert list(found) == ["media_errors"]
    assert (found["media_errors"].first, found["media_errors"].last) == (1, 4)


def wrote(days_ago: float, flash: int, host: int, unit: int | None = 1) -> Health:
    return health(days_ago, flash_writes=FlashWrites(flash=flash, host=host, unit=unit))


GIB = 2**30


@pytest.mark.parametrize(
    ("before", "now", "factor"),
    [
        ([wrote(9, 10 * GIB, 9 * GIB)], wrote(0, 310 * GIB, 109 * GIB), 3.0),
        ([wrote(2, 300 * GIB, 100 * GIB), wrote(9, 100 * GIB, 0)], wrote(0, 310 * GIB, 109 * GIB),
         210 / 109),  # since the oldest
        ([wrote(9, 0, 0)], wrote(0, 2 * ENOUGH_BYTES, ENOUGH_BYTES - 1), None),
        ([wrote(9, 0, 0, None)], wrote(0, 3 * ENOUGH_PAGES, 2 * ENOUGH_PAGES, None), 1.5),
        ([wrote(9, 0, 0, None)], wrote(0, ENOUGH_PAGES, ENOUGH_PAGES - 1, None), None),
        ([wrote(9, 0, 0, None)], wrote(0, 300 * GIB, 100 * GIB), None),  # another unit
        ([wrote(9, 500 * GIB, 200 * GIB), wrote(3, 0, 0)], wrote(0, 300 * GIB, 100 * GIB), 3.0),
        ([health(9)], wrote(0, 300 * GIB, 100 * GIB), None),
        ([wrote(9, 0, 0)], health(0), None),
    ],
)  # fmt: skip
def test_what_the_flash_took_of_what_the_host_wrote(
    before: list[Health], now: Health, factor: float | None
) -> None:
    found = trends_of(kept(*before), now).amplification
    assert (None if found is None else found.factor) == (
        None if factor is None else pytest.approx(factor)
    )
