# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A drive's results over time as JSON: each test with its runs, and the firmware changes."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from driveproof.domain.access import Cache
from driveproof.domain.comparison.over_time import DriveOverTime, RunPoint
from driveproof.domain.document.values import (
    Count,
    Document,
    Figure,
    Moment,
    Positive,
    Primary,
    Way,
    about,
)
from driveproof.domain.run.assignment import KnownDrive
from driveproof.export.json import date
from driveproof.wording.catalogue import in_english


class TrendDriveDocument(Struct, frozen=True, kw_only=True):
    """Whose results they are."""

    identity: str
    model: str | None
    serial: str | None
    wwn: str | None


class TrendPointDocument(Struct, frozen=True, kw_only=True):
    """A run of the test."""

    run: Annotated[str, about("its id")]
    started: Moment
    label: str
    firmware: str | None
    median: Annotated[Figure, about("of the repeats that count")]
    minimum: Figure
    maximum: Figure
    repeats: Positive
    affected: Annotated[Count, about("repeats")]


class TrendTestDocument(Struct, frozen=True, kw_only=True):
    """A test over time."""

    profile: str
    profile_title: str
    cache: Annotated[Cache | None, about("how the profile had its I/O go")]
    title: str
    identity: Annotated[str, about("of the test, the same in every run")]
    direction: Way
    metric: Primary
    points: Annotated[tuple[TrendPointDocument, ...], about("oldest first")]


class FirmwareChangeDocument(Struct, frozen=True, kw_only=True):
    """From when on the drive had another firmware."""

    at: Moment
    before: str
    after: str


class HistoryTrendDocument(Document, frozen=True, kw_only=True):
    """driveproof history --drive DEVICE --trend"""

    drive: TrendDriveDocument
    tests: tuple[TrendTestDocument, ...]
    firmware_changes: tuple[FirmwareChangeDocument, ...]


@in_english()
def over_time_document(found: DriveOverTime, drive: KnownDrive) -> HistoryTrendDocument:
    """What `history --trend --json` prints; bandwidth in bytes a second."""
    return HistoryTrendDocument(
        drive=TrendDriveDocument(
            identity=drive.identity,
            model=drive.model,
            serial=drive.serial,
            wwn=drive.wwn,
        ),
        tests=tuple(
            TrendTestDocument(
                profile=group.profile,
                profile_title=group.title,
                cache=group.cache,
                title=str(series.title),
                identity=series.test,
                direction=series.direction,
                metric=series.metric,
                points=tuple(_point(point) for point in series.points),
            )
            for group in found.groups
            for series in group.series
        ),
        firmware_changes=tuple(
            FirmwareChangeDocument(
                at=date(change.at),
                before=change.before,
                after=change.after,
            )
            for change in found.changes
        ),
    )


def _point(point: RunPoint) -> TrendPointDocument:
    return TrendPointDocument(
        run=point.run,
        started=date(point.at),
        label=point.label,
        firmware=point.firmware or None,
        median=point.summary.median,
        minimum=point.summary.low,
        maximum=point.summary.high,
        repeats=point.summary.count,
        affected=point.disturbed,
    )
