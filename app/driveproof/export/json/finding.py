# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Findings as JSON, the same of every subject."""

from __future__ import annotations

from msgspec import UNSET

from driveproof.domain.document.finding import FindingDocument, PartDocument, ToDoDocument
from driveproof.domain.finding import Finding, JoinedFinding, ToDo
from driveproof.domain.health.verdict import HealthFinding
from driveproof.wording.catalogue import in_english
from driveproof.wording.finding import finding_text, source_text, to_do_text
from driveproof.wording.say import value_text


@in_english()
def finding_document(finding: Finding) -> FindingDocument:
    """A finding: what it is called, how bad it is, the sentence, what to do, and the source."""
    subject = finding.subject
    return FindingDocument(
        subject=UNSET if subject is None else subject.code,
        title=UNSET if subject is None else value_text(subject),
        where=UNSET if finding.where is None else finding.where.code,
        code=finding.code,
        grade=finding.grade,
        say=finding_text(finding),
        do=tuple(map(to_do_document, finding.do)),
        source=source_text(finding) or None,
        parts=tuple(map(_part, finding.parts)) if isinstance(finding, JoinedFinding) else UNSET,
    )


def _part(finding: Finding) -> PartDocument:
    """A part; those of health may count something, or be of an attribute."""
    health = finding if isinstance(finding, HealthFinding) else None
    return PartDocument(
        code=finding.code,
        grade=finding.grade,
        say=finding_text(finding),
        counter=UNSET if health is None else health.counter or UNSET,
        attribute=UNSET if health is None or health.attribute is None else health.attribute,
    )


@in_english()
def to_do_document(one: ToDo) -> ToDoDocument:
    """One thing to do."""
    return ToDoDocument(code=one.code, say=to_do_text(one))
