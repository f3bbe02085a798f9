# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What was found, and what to do about it, in sentences."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from driveproof.domain.errors import Advice, DriveproofError
from driveproof.domain.finding import Finding, ToDo
from driveproof.domain.notes import Failure
from driveproof.domain.rating import Rating
from driveproof.domain.say import Say
from driveproof.wording.catalogue import _
from driveproof.wording.errors import Face, advice_text, failure_text, message_and_advice
from driveproof.wording.say import value_text, worded

if TYPE_CHECKING:
    from driveproof.domain.figure import Findings


def said_text(say: Say, face: Face = Face.TERMINAL) -> str:
    """A sentence, in which errors and advice are worded for a face."""
    return worded(say.key, {name: _on(face, one) for name, one in say.values.items()})


def _on(face: Face, value: object) -> object:
    match value:
        case Advice():
            return advice_text(value, face)
        case DriveproofError() | OSError():
            return message_and_advice(value, face)
        case Failure():
            return failure_text(value, face)
        case Say():
            return said_text(value, face)
    return value


def finding_text(finding: Finding, face: Face = Face.TERMINAL) -> str:
    """What was found: each label or sentence with a stop at its end."""
    return " ".join(stopped(text) for one in finding.say if (text := said_text(one, face)))


def findings_text(findings: Iterable[Finding], face: Face = Face.TERMINAL) -> str:
    """The same of several."""
    return " ".join(filter(None, (finding_text(one, face) for one in findings)))


def advised_text(finding: Finding, face: Face = Face.TERMINAL) -> str:
    """What was found, and what to do about it."""
    return " ".join(filter(None, (finding_text(finding, face), to_dos_text(finding, face))))


def to_do_text(one: ToDo, face: Face = Face.TERMINAL) -> str:
    """One thing to do; "" where the face leaves no choice."""
    return said_text(one.say, face)


def stopped(label: str) -> str:
    """A label as a sentence."""
    return label if not label or label.endswith(".") else f"{label}."


def to_dos_text(finding: Finding, face: Face = Face.TERMINAL) -> str:
    """Everything to do about it; "" for nothing."""
    return " ".join(filter(None, (stopped(to_do_text(one, face)) for one in finding.do)))


@dataclass(frozen=True, slots=True)
class FindingText:
    """A finding among others, as a face shows it; "" for what it has not. `grade` is marked as its
    `rating`, None for a neutral mark.
    """

    rating: Rating | None
    grade: str
    subject: str
    where: str
    text: str
    do: str
    source: str

    @property
    def name(self) -> str:
        """What it is about, with where that is."""
        if not self.where:
            return self.subject
        return _("{first} ({second})").format(first=self.subject, second=self.where)


def finding_texts(block: Findings, face: Face = Face.TERMINAL) -> list[FindingText]:
    """The findings of an answer, in their order."""
    return [_texts(block, one, face) for one in block.findings]


def _texts(block: Findings, finding: Finding, face: Face) -> FindingText:
    grade = block.grade_of(finding)
    text, do = finding_text(finding, face), to_dos_text(finding, face)
    source = source_text(finding)
    return FindingText(
        rating=None if grade is None else grade.rating,
        grade="" if grade is None else value_text(grade),
        subject=value_text(finding.subject or ""),
        where=value_text(finding.where or ""),
        text=text,
        do=_("What to do: {text}").format(text=do) if do else "",
        source=_("Source: {text}").format(text=source) if source else "",
    )


def source_text(finding: Finding) -> str:
    """Where it was read; "" where that is not said."""
    return value_text(finding.source)
