# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two checks compared, as the JSON document of `driveproof compare --json`."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from driveproof.domain.check.between import CheckComparison, RatingTurn
from driveproof.domain.check.check import Check
from driveproof.domain.comparison.answer import comparison_answer
from driveproof.domain.comparison.margin import Margin
from driveproof.domain.document.comparison import CompareDocument
from driveproof.domain.document.run import ChangeDocument
from driveproof.domain.document.values import Document, Moment, about, alike
from driveproof.domain.rating import Rating
from driveproof.export.json.comparison import comparison_document
from driveproof.export.run_health import change_document
from driveproof.wording.catalogue import in_english
from driveproof.wording.say import say_text, say_texts


class ComparedCheckDocument(Struct, frozen=True, kw_only=True):
    """A report that is compared."""

    id: str | None
    label: str
    taken: Moment
    target: str
    rating: Rating
    device: str | None
    model: str | None
    serial: str | None
    run: Annotated[str | None, about("id of the quick measurement")]


class ComparedTopicDocument(Struct, frozen=True, kw_only=True):
    """A topic of both."""

    topic: str
    before: Rating | None
    after: Rating | None
    turn: RatingTurn


class ComparedAxisDocument(Struct, frozen=True, kw_only=True):
    """An axis of health of both."""

    axis: str
    before: str | None
    after: str | None


class DifferDocument(Struct, frozen=True, kw_only=True):
    """What else is different."""

    what: str
    before: str | int | float | bool | None
    after: str | int | float | bool | None


class CompareChecksDocument(Document, frozen=True, kw_only=True):
    """driveproof compare of two reports"""

    headline: str
    same_drive: Annotated[bool | None, about("null: nothing distinguishes it")]
    checks: Annotated[tuple[ComparedCheckDocument, ...], Meta(min_length=2, max_length=2)]
    topics: tuple[ComparedTopicDocument, ...]
    axes: tuple[ComparedAxisDocument, ...]
    counters: Annotated[tuple[ChangeDocument, ...] | None, about("null: they cannot be compared")]
    differs: tuple[DifferDocument, ...]
    notes: tuple[str, ...]
    measurement: CompareDocument | None


@in_english()
def check_comparison_document(
    found: CheckComparison, *, margin: Margin | None = None
) -> CompareChecksDocument:
    """The whole document; `margin` is the answer to --fail-if-slower."""
    measured = found.measured
    return CompareChecksDocument(
        headline=say_texts(found.say),
        same_drive=found.same_drive,
        checks=(
            _check(found.before),
            _check(found.after),
        ),
        topics=tuple(alike(ComparedTopicDocument, one) for one in found.topics),
        axes=tuple(alike(ComparedAxisDocument, one) for one in found.axes),
        counters=tuple(change_document(one) for one in found.counters) if found.counted else None,
        differs=tuple(
            DifferDocument(
                what=one.fact,
                before=one.before,
                after=one.after,
            )
            for one in found.facts
        ),
        notes=tuple(map(say_text, found.notes)),
        measurement=None
        if measured is None
        else comparison_document(
            measured, comparison_answer(measured, margin=margin), found.spans, margin=margin
        ),
    )


def _check(check: Check) -> ComparedCheckDocument:
    device = check.device
    return ComparedCheckDocument(
        id=check.id or None,
        label=check.label,
        taken=check.taken.isoformat(),
        target=check.target,
        rating=check.word,
        device=device.path if device else None,
        model=device.model or None if device else None,
        serial=device.serial or None if device else None,
        run=check.run.id if check.run else None,
    )
