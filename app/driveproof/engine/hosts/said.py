# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Notes and failures of another host: kept and worded later, so checked before they are taken."""

from __future__ import annotations

from collections.abc import Iterable

from driveproof.domain.errors import Advice
from driveproof.domain.notes import Failure, Note, sentence_failure, sentence_note
from driveproof.domain.quantity import OneOf, Plural, check_fields
from driveproof.domain.text import visible
from driveproof.wording.errors import Face, failure_text
from driveproof.wording.say import worded

_MOST = 300
"""Characters of what is no note of ours."""


def said_note(note: Note) -> Note:
    """A note of a host; what is none of ours is a sentence without anything that moves a cursor."""
    try:
        _check(note)
        worded(note.key, note.values)
        str(note)
    except Exception:  # noqa: BLE001 - whatever it is, another host sent it
        return sentence_note(visible(note.key[:_MOST]), note.kind)
    return note


def said_failure(failure: Failure) -> Failure:
    """What a host said went wrong; a sentence where that is nothing of ours."""
    try:
        _check(failure.what)
        if failure.advice is not None:
            _check_advice(failure.advice)
        failure_text(failure, Face.TERMINAL)
        str(failure)
    except Exception:  # noqa: BLE001 - whatever it is, another host sent it
        return sentence_failure(visible(failure.what.key[:_MOST]))
    return failure


def _check(note: Note) -> None:
    _check_key(note.key)
    if note.values:  # else it is a sentence, braces and all
        check_fields(note.key, note.values)
    _check_values(note.values.values())


def _check_advice(advice: Advice) -> None:
    _check_key(advice.key)
    if advice.values:
        check_fields(advice.key, advice.values)
    _check_values(advice.values.values())


def _check_values(values: Iterable[object]) -> None:
    for value in values:
        match value:
            case Note():
                _check(value)
            case Plural():  # which has no field but its count
                _check_key(value.one)
                _check_key(value.many)
            case OneOf():
                _check_values(value.names)
            case tuple():
                _check_values(value)


def _check_key(key: str) -> None:
    """Raises ValueError for what moves a cursor."""
    if visible(key) != key:
        raise ValueError("control characters")
