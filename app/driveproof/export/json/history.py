# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of runs and of reports on drives as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated

from msgspec import UNSET, Struct, UnsetType

from driveproof.domain.access import Cache, Direction
from driveproof.domain.check.check import CheckHead
from driveproof.domain.document.values import (
    Document,
    Figure,
    Moment,
    Over,
    Primary,
    Way,
    about,
    alike,
)
from driveproof.domain.metric import MetricName
from driveproof.domain.rating import Rating
from driveproof.domain.run.run import RunHead
from driveproof.export.json import date, number
from driveproof.wording.catalogue import in_english


class FigureDocument(Struct, frozen=True, kw_only=True):
    """The value of a test that decides."""

    phase: str
    direction: Way
    metric: Primary
    median: Annotated[Figure | None, about("bytes per second, I/Os per second, or seconds")]
    identity: Annotated[
        str | None, about("of the test, as in a run's phase: the same in every run")
    ]


class RunHeadDocument(Struct, frozen=True, kw_only=True):
    """A run without its tests."""

    id: str
    profile: str
    title: Annotated[str, about("of the profile")]
    cache: Annotated[Cache | None, about("how the profile had its I/O go")]
    label: str
    status: Over
    started: Moment | None
    seconds: Figure | None
    path: str | None
    device: str | None
    identity: str | None
    model: str | None
    firmware: str | None
    filesystem: str | None
    values: tuple[FigureDocument, ...]


class CheckHeadDocument(Struct, frozen=True, kw_only=True):
    """A report on a drive without its findings."""

    id: str
    label: str
    rating: Rating
    taken: Moment
    seconds: Figure
    target: str | None
    device: str | None
    identity: str | None
    model: str | None
    run: Annotated[str | None, about("id of the quick measurement")]


class HistoryDocument(Document, frozen=True, kw_only=True):
    """driveproof history, driveproof import"""

    runs: tuple[RunHeadDocument, ...]
    checks: (
        Annotated[tuple[CheckHeadDocument, ...], about("of driveproof history, newest first")]
        | UnsetType
    ) = UNSET


@in_english()
def history_document(
    heads: Iterable[RunHead],
    identities: Mapping[tuple[str, str], str] | None = None,
    checks: Iterable[CheckHead] | None = None,
) -> HistoryDocument:
    """The runs and the checks, as `history --json` lists them; `identities` are those of tests."""
    return HistoryDocument(
        runs=tuple(_head(head, identities or {}) for head in heads),
        checks=UNSET if checks is None else tuple(map(_check_head, checks)),
    )


def _check_head(head: CheckHead) -> CheckHeadDocument:
    return alike(
        CheckHeadDocument,
        head,
        taken=head.taken.isoformat(),
        target=head.target or None,
        model=head.model or None,
    )


def _head(head: RunHead, identities: Mapping[tuple[str, str], str]) -> RunHeadDocument:
    return alike(
        RunHeadDocument,
        head,
        started=date(head.started),
        seconds=number(head.seconds) or None,
        path=head.path or None,
        values=tuple(
            FigureDocument(
                phase=phase,
                direction=Direction(direction),
                metric=MetricName(metric),
                median=median,
                identity=identities.get((head.id, phase)),
            )
            for phase, direction, metric, median in head.figures
        ),
    )
