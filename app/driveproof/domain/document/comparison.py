# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A comparison in our JSON; an experiment keeps the one of its last look."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, field

from driveproof.domain.comparison.margin import MarginAnswer
from driveproof.domain.document.answer import AnswerDocument
from driveproof.domain.document.finding import FindingDocument
from driveproof.domain.document.run import ChangeDocument
from driveproof.domain.document.values import (
    Count,
    Document,
    Figure,
    Moment,
    Over,
    Positive,
    about,
)


class ComparedRunDocument(Struct, frozen=True, kw_only=True):
    """A run that is compared."""

    id: str
    label: str
    status: Over
    started: Moment


class SideDocument(Struct, frozen=True, kw_only=True):
    """Runs that count as repeats of one state."""

    name: str
    runs: Annotated[tuple[ComparedRunDocument, ...], Meta(min_length=1)]


class RunsApartDocument(Struct, frozen=True, kw_only=True):
    """What was known of the distance of runs of one state."""

    assumed: Annotated[bool, about("nothing was known of this drive")]
    runs: Annotated[
        Count, about("earlier ones of this drive, in the state of one that is compared")
    ]


class ClaimDocument(Struct, frozen=True, kw_only=True):
    """A difference that is claimed."""

    phase: str
    direction: str
    side: Positive


class LookDocument(Struct, frozen=True, kw_only=True):
    """A look that a plan has, and what it claims."""

    alpha: Figure
    runs: tuple[Positive, ...]
    claims: tuple[ClaimDocument, ...]


class MarginDocument(Struct, frozen=True, kw_only=True):
    """The answer to --fail-if-slower, null where it was not asked."""

    share: Annotated[float, about("what was asked, 0.05: 5 %")]
    answer: MarginAnswer
    slower: Annotated[tuple[str, ...], about("tests that are slower by more")]
    excluded: Annotated[
        float | None, about("the smallest slowdown that the runs exclude for every test")
    ]
    with_second: Annotated[float | None, about("the same if the first side had a second run")]


class SpanDocument(Struct, frozen=True, kw_only=True):
    """What changed in the health of a drive from the first run to the last."""

    identity: str
    since: Moment = field(name="from")
    to: Moment
    changes: tuple[ChangeDocument, ...]


class CompareDocument(Document, frozen=True, kw_only=True):
    """driveproof compare"""

    answer: AnswerDocument
    sides: Annotated[tuple[SideDocument, ...], Meta(min_length=2)]
    warnings: tuple[FindingDocument, ...]
    alpha: Figure
    runs_apart: RunsApartDocument
    looks: tuple[LookDocument, ...]
    failed: bool | None
    margin: MarginDocument | None
    health: tuple[SpanDocument, ...]
