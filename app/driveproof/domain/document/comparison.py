# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A comparison in our JSON; an experiment keeps the one of its last look."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, field

from driveproof.domain.comparison.difference import Barred, Verdict
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
    Share,
    Way,
    about,
)
from driveproof.domain.metric import MetricName

OfBoth = Annotated[tuple[Count, Count], about("of the first side and of the other")]


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


class ComparedRepeatsDocument(Struct, frozen=True, kw_only=True):
    """How many repeats there are."""

    before: Count
    after: Count
    disturbed: OfBoth
    cut_short: OfBoth
    write_cache_exhausted: Annotated[
        tuple[Count, Count], about("measured after the write cache had run out, and not counted")
    ]


Ratio = Annotated[float, Meta(ge=0)]
"""Of two figures: where one is next to nothing it has no bound."""


class JudgedDocument(Struct, frozen=True, kw_only=True):
    """What was calculated of two sides."""

    ratio: Annotated[Ratio | None, about("after over before")]
    interval: tuple[float | None, float | None] | None
    p: Share | None
    adjusted: Share | None
    at_change: bool | None
    between: Ratio | None
    ranks_p: Share | None


class DifferenceDocument(JudgedDocument, frozen=True, kw_only=True):
    """The same without the disturbed repeats."""

    verdict: Verdict


class ComparedValuesDocument(Struct, frozen=True, kw_only=True):
    """The value of each repeat."""

    before: tuple[Figure | None, ...]
    after: tuple[Figure | None, ...]


class MetricDocument(JudgedDocument, frozen=True, kw_only=True):
    """A metric of a test on two sides."""

    phase: str
    identity: Annotated[str, about("of the test, as in a run's phase")]
    direction: Way
    metric: MetricName
    primary: Annotated[bool, about("the one of a test that decides")]
    side: Positive
    before: Figure | None
    after: Figure | None
    verdict: Verdict | None
    barred: Annotated[
        Barred | None, about("why it is a possible difference at most, however large")
    ]
    detectable: Annotated[Ratio | None, about("a share")]
    runs: Annotated[tuple[Count, Count], about("of the first side and of the other")]
    repeats: ComparedRepeatsDocument
    without_disturbed: DifferenceDocument | None
    values: ComparedValuesDocument


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
    least: Annotated[
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
    metrics: tuple[MetricDocument, ...]
    warnings: tuple[FindingDocument, ...]
    alpha: Figure
    runs_apart: RunsApartDocument
    looks: tuple[LookDocument, ...]
    failed: bool | None
    margin: MarginDocument | None
    health: tuple[SpanDocument, ...]
