# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Notes of a run as JSON: their keys and values, so that they are worded when they are read."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from driveproof.domain.quantity import Bytes, OneOf, Phrase, Rate, Seconds, Share
from driveproof.domain.run.notes import Note, NoteKind, sentence_note

_QUANTITIES = {kind.__name__: kind for kind in (Bytes, Phrase, Rate, Seconds, Share)}


def kept_note(note: Note) -> Any:
    """A note as it is kept: a sentence alone, as earlier versions kept all of them, or an object
    {"key", "kind", "values"}.
    """
    if not note.values and note.kind is sentence_note(note.key).kind:
        return note.key
    values = {name: _kept(value) for name, value in note.values.items()}
    return {"key": note.key, "kind": note.kind.value, "values": values}


def made_note(kept: Any) -> Note:
    """The reverse. Raises ValueError, TypeError or KeyError for what is no note."""
    if isinstance(kept, str):
        return sentence_note(kept)
    values = {str(name): _made(value) for name, value in dict(kept["values"]).items()}
    return Note(str(kept["key"]), kind=NoteKind(kept["kind"]), **values)


def _kept(value: object) -> Any:
    match value:
        case Note():
            return {"Note": kept_note(value)}
        case OneOf():
            return {"OneOf": [_kept(name) for name in value.names]}
        case Bytes() | Phrase() | Rate() | Seconds() | Share():
            return {type(value).__name__: asdict(value)}
        case bool() | int() | float():
            return value
        case _:
            return str(value)


def _made(kept: Any) -> object:
    if not isinstance(kept, dict):
        return kept
    ((name, value),) = kept.items()
    if name == "Note":
        return made_note(value)
    if name == "OneOf":
        return OneOf(tuple(map(_made, value)))
    return _QUANTITIES[name](**value)
