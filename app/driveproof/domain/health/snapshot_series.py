# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the snapshots of a drive say over time, as a plot and as a table."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from driveproof.domain.figure import (
    Axis,
    Cell,
    Column,
    Ink,
    Plot,
    Rule,
    Series,
    Shade,
    Table,
)
from driveproof.domain.health.changes import NUMBERS, TITLES
from driveproof.domain.health.report import ValueUnit
from driveproof.domain.health.snapshot import (
    AFTER,
    BEFORE,
    REASONS,
    FirmwareChange,
    HealthSnapshot,
)
from driveproof.domain.quantity import Day, OneOf, Unit
from driveproof.domain.say import Coded, Say

SERIES = (
    "written", "read", "used", "temperature", "power_on", "reallocated", "pending",
    "uncorrectable", "media_errors", "crc_errors", "error_log_entries", "unsafe_shutdowns",
)  # fmt: skip
"""Fields of Health that are worth a curve, the most telling first."""
_INKS = {"written": Ink.WRITE, "read": Ink.READ, "temperature": Ink.TEXT}
_UNITS = {
    ValueUnit.BYTES: Unit.BYTES,
    ValueUnit.SHARE: Unit.SHARE,
    ValueUnit.CELSIUS: Unit.CELSIUS,
    ValueUnit.SECONDS: Unit.SECONDS,
}
_HALF_DAY = 43200.0


def series_of(
    snapshots: Sequence[HealthSnapshot], field: str
) -> list[tuple[HealthSnapshot, float]]:
    """The snapshots in which the drive said this, oldest first, with the value."""
    found = []
    for snapshot in snapshots:
        value = getattr(snapshot.health, field)
        if value is not None:
            found.append((snapshot, float(value)))
    return sorted(found, key=lambda pair: pair[0].taken)


def known_series(snapshots: Sequence[HealthSnapshot]) -> tuple[str, ...]:
    """The fields of SERIES that any snapshot has. Counters of trouble only where they are not
    always zero: a flat line at nothing is no picture.
    """
    plain = SERIES[:5]
    found = []
    for field in SERIES:
        values = [value for _, value in series_of(snapshots, field)]
        if values and (field in plain or any(values)):
            found.append(field)
    return tuple(found)


def trend_plot(
    snapshots: Sequence[HealthSnapshot], field: str, changes: Sequence[FirmwareChange] = ()
) -> Plot:
    """One of SERIES over time, with the changes of the firmware; a single snapshot is in the middle
    of a day.
    """
    pairs, unit = series_of(snapshots, field), NUMBERS[field]
    points = tuple((each.taken.timestamp(), value) for each, value in pairs)
    ends = (points[0][0], points[-1][0]) if points else (0.0, 0.0)
    if ends[0] == ends[1]:
        ends = (ends[0] - _HALF_DAY, ends[1] + _HALF_DAY)
    series = Series(
        field,
        TITLES[field],
        points,
        Shade(_INKS.get(field, Ink.ACCENT)),
        dots=True,
        notes=tuple(REASONS[each.reason] for each, _value in pairs),
        states=True,
    )
    return Plot(
        "trend",
        TITLES[field],
        Axis("taken", Say("Date"), Unit.MOMENT, ends=ends),
        Axis(field, TITLES[field], _UNITS.get(unit, Unit.COUNT), near=True),
        (series,),
        rules=tuple(Rule("firmware", one.said, one.at.timestamp(), named=True) for one in changes),
        spoken=_spoken(TITLES[field], pairs, unit, changes),
    )


def _spoken(
    title: Say,
    pairs: Sequence[tuple[HealthSnapshot, float]],
    unit: ValueUnit,
    changes: Sequence[FirmwareChange],
) -> tuple[Say, ...]:
    if not pairs:
        return ()
    (first, low), (last, high) = pairs[0], pairs[-1]
    whole = Say(
        "{name}: {count} values, from {first} ({begin}) to {last} ({end})",
        name=title,
        count=len(pairs),
        first=unit.of(low),
        begin=Day(first.taken),
        last=unit.of(high),
        end=Day(last.taken),
    )
    return whole, *(Say("{name}: {text}", name=Day(one.at), text=one.said) for one in changes)


def trend_figures(
    snapshots: Sequence[HealthSnapshot], field: str, changes: Sequence[FirmwareChange] = ()
) -> Table:
    """A row for each snapshot, with what changed since the one before."""
    rows: list[tuple[Cell, ...]] = []
    before: datetime | None = None
    for each, value in series_of(snapshots, field):
        news = tuple(
            one.said
            for one in changes
            if (before is None or before < one.at) and one.at <= each.taken
        )
        rows.append(
            (
                Day(each.taken),
                NUMBERS[field].of(value),
                Coded(each.reason, REASONS[each.reason]),
                OneOf(news) if news else None,
            )
        )
        before = each.taken
    return Table(
        "trend",
        TITLES[field],
        (
            Column("taken", Say("Date")),
            Column(field, TITLES[field]),
            Column("reason", Say("Kept")),
            Column("changes", Say("Since then")),
        ),
        tuple(rows),
        unknown="",
    )


def written_by_runs(
    snapshots: Sequence[HealthSnapshot], first: HealthSnapshot, second: HealthSnapshot
) -> int | None:
    """The bytes that the drive counted while runs wrote to it between two snapshots.

    The difference of the snapshots before and after each run; None where there is no such pair.
    """
    begun = {
        each.run: each.health.written
        for each in snapshots
        if each.run and each.reason == BEFORE and each.taken >= first.taken
    }
    total: int | None = None
    for each in snapshots:
        if each.reason != AFTER or each.taken > second.taken:
            continue
        before, after = begun.get(each.run or ""), each.health.written
        if before is not None and after is not None and after >= before:
            total = (total or 0) + after - before
    return total
