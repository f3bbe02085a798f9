# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two checks compared, as the JSON document of `driveproof compare --json`."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from driveproof.domain.check.between import CheckComparison
from driveproof.domain.check.between_answer import check_comparison_answer
from driveproof.domain.check.check import Check
from driveproof.domain.comparison.answer import comparison_answer
from driveproof.domain.comparison.margin import Margin
from driveproof.domain.document.answer import AnswerDocument
from driveproof.domain.document.comparison import CompareDocument
from driveproof.domain.document.values import Document, Moment, about
from driveproof.domain.rating import Rating
from driveproof.export.json.answer import answer_document
from driveproof.export.json.comparison import comparison_document
from driveproof.wording.catalogue import in_english


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


class CompareChecksDocument(Document, frozen=True, kw_only=True):
    """driveproof compare of two reports"""

    answer: Annotated[AnswerDocument, about("its tables are ratings, axes, counters and differs")]
    same_drive: Annotated[bool | None, about("null: nothing distinguishes it")]
    checks: Annotated[tuple[ComparedCheckDocument, ...], Meta(min_length=2, max_length=2)]
    counted: Annotated[bool, about("whether their counters can be compared")]
    measurement: CompareDocument | None


@in_english()
def check_comparison_document(
    found: CheckComparison, *, margin: Margin | None = None
) -> CompareChecksDocument:
    """The whole document; `margin` is the answer to --fail-if-slower."""
    measured = found.measured
    return CompareChecksDocument(
        answer=answer_document(check_comparison_answer(found, margin=margin)),
        same_drive=found.same_drive,
        checks=(
            _check(found.before),
            _check(found.after),
        ),
        counted=found.counted,
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
