# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Findings as JSON, the same of every subject."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from driveproof.domain.document.values import about
from driveproof.domain.finding import Finding, ToDo
from driveproof.wording.catalogue import in_english
from driveproof.wording.finding import finding_text, to_do_text


class ToDoDocument(Struct, frozen=True, kw_only=True):
    """One thing to do."""

    code: Annotated[str, about("its name for scripts; more may come")]
    say: Annotated[str, about("the sentence")]


class FindingDocument(Struct, frozen=True, kw_only=True):
    """One thing that was found."""

    code: Annotated[str, about("its name for scripts; more may come")]
    grade: Annotated[str, about("how bad it is, in the words of its subject")]
    say: Annotated[str, about("the sentence")]
    do: Annotated[tuple[ToDoDocument, ...], about("what to do about it, the most urgent first")]
    source: Annotated[
        str | None, about("where it was read; null where that is said above it, or unknown")
    ]


@in_english()
def finding_document(finding: Finding) -> FindingDocument:
    """A finding: what it is called, how bad it is, the sentence, what to do, and the source."""
    return FindingDocument(
        code=finding.code,
        grade=finding.grade,
        say=finding_text(finding),
        do=tuple(map(to_do_document, finding.do)),
        source=finding.source or None,
    )


@in_english()
def to_do_document(one: ToDo) -> ToDoDocument:
    """One thing to do."""
    return ToDoDocument(code=one.code, say=to_do_text(one))
