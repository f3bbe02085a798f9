# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Notes and failures of another host: kept and worded later, so checked before they are taken."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from string import Formatter

from driveproof.domain.errors import Advice
from driveproof.domain.notes import Failure, Note, sentence_failure, sentence_note
from driveproof.domain.quantity import OneOf, Plural
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
    _check_key(note.key, note.values)
    _check_values(note.values.values())


def _check_advice(advice: Advice) -> None:
    _check_key(advice.key, advice.values)
    _check_values(advice.values.values())


def _check_values(values: Iterable[object]) -> None:
    for value in values:
        match value:
            case Note():
                _check(value)
            case Plural():
                for key in (value.one, value.many):
                    _check_key(key, {"count": value.number})
            case OneOf():
                _check_values(value.names)
            case tuple():
                _check_values(value)


def _check_key(key: str, values: Mapping[str, object]) -> None:
    """Raises ValueError for what moves a cursor, or has fields other than the values' names: one
    with a width could take any amount of memory.
    """
    if visible(key) != key:
        raise ValueError("control characters")
    if not values:
        return  # a sentence, braces and all
    for _text, name, width, conversion in Formatter().parse(key):
        if name is not None and (name not in values or width or conversion):
            raise ValueError("unknown fields")
