# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What was found, and what to do about it, in sentences."""

from __future__ import annotations

from collections.abc import Iterable

from driveproof.domain.errors import Advice, DriveproofError
from driveproof.domain.finding import Finding, ToDo
from driveproof.domain.notes import Failure
from driveproof.domain.say import Say
from driveproof.wording.errors import Face, advice_text, failure_text, message_and_advice
from driveproof.wording.say import worded


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
    does = (stopped(to_do_text(one, face)) for one in finding.do)
    return " ".join(filter(None, (finding_text(finding, face), *does)))


def to_do_text(one: ToDo, face: Face = Face.TERMINAL) -> str:
    """One thing to do; "" where the face leaves no choice."""
    return said_text(one.say, face)


def stopped(label: str) -> str:
    """A label as a sentence."""
    return label if not label or label.endswith(".") else f"{label}."
