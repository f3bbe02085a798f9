# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Texts, dates and notes as SQLite takes them, whatever bytes they hold."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, timezone
from functools import cache
from typing import Any

from msgspec import structs

from driveproof.domain.errors import Advice, DriveproofError, Remedy
from driveproof.domain.notes import (
    Failure,
    Note,
    NoteKind,
    error_note,
    sentence_failure,
    sentence_note,
)
from driveproof.domain.quantity import Bytes, OneOf, Phrase, Plural, Rate, Seconds, Share

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def put(text: str | None) -> str | bytes | None:
    """A text as SQLite takes it: what is no valid Unicode (a stray byte in a path) as a blob."""
    if text is None or text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
    return text


def get(value: object) -> str:
    """The reverse of `put`, of a column that always has a text."""
    return value.decode("utf-8", "surrogatepass") if isinstance(value, bytes) else str(value)


def get_or_none(value: object) -> str | None:
    """The reverse of `put`."""
    return None if value is None else get(value)


def searched(text: str) -> str:
    """A text as the filter compares it: without case, every character fit for SQLite."""
    return text.casefold().encode("utf-8", "backslashreplace").decode()


def search_text(*parts: str | None) -> str:
    """What the text filter of the list looks into: one part a line."""
    return searched("\n".join(part for part in parts if part))


def moment(when: datetime) -> tuple[int, int]:
    """A date as microseconds since 1970 and the offset from UTC in seconds."""
    aware = when if when.tzinfo else when.astimezone()
    offset = aware.utcoffset() or timedelta()
    return (aware - _EPOCH) // _MICROSECOND, round(offset.total_seconds())


def date(microseconds: int, offset: int) -> datetime:
    """The reverse of `moment`."""
    # Exact: doubles lie less than half a microsecond apart until the year 2242.
    return datetime.fromtimestamp(microseconds / 1e6, _zone(offset))


@cache
def _zone(offset: int) -> timezone:
    """A list of ten thousand runs has two or three of them."""
    return timezone(timedelta(seconds=offset))


_QUANTITIES = {kind.__name__: kind for kind in (Bytes, Phrase, Plural, Rate, Seconds, Share)}


def kept_note(note: Note) -> Any:
    """A note as it is kept: its sentence alone where that is all, or an object
    {"key", "kind", "values"}.
    """
    if not note.values and note.kind is sentence_note(note.key).kind:
        return note.key
    return {"key": note.key, "kind": note.kind.value, "values": _all_kept(note.values)}


def made_note(kept: Any) -> Note:
    """The reverse. Raises ValueError, TypeError or KeyError for what is no note."""
    if isinstance(kept, str):
        return sentence_note(kept)
    return Note(str(kept["key"]), kind=NoteKind(kept["kind"]), **_all_made(kept["values"]))


def kept_failure(failure: Failure | None) -> str | None:
    """Why a run failed as a text: its sentence alone where that is all, or JSON
    {"key", "values", "advice": {"key" or "remedy", "values"}, "details"}.
    """
    if failure is None:
        return None
    what, advice = failure.what, failure.advice
    if not what.values and advice is None and not failure.details:
        return what.key
    kept: dict[str, Any] = {"key": what.key, "values": _all_kept(what.values)}
    if advice is not None:
        kept["advice"] = kept_advice(advice)
    if failure.details:
        kept["details"] = failure.details
    return json.dumps(kept)


def made_failure(kept: str | None) -> Failure | None:
    """The reverse; what is no such JSON is a sentence."""
    if kept is None or not kept.startswith('{"key": '):
        return None if kept is None else sentence_failure(kept)
    try:
        made = json.loads(kept)
        what = Note(str(made["key"]), kind=NoteKind.OTHER, **_all_made(made["values"]))
        advice = made_advice(made["advice"]) if "advice" in made else None
        return Failure(what, advice, str(made.get("details", "")))
    except (ValueError, TypeError, KeyError):
        return sentence_failure(kept)


def kept_advice(advice: Advice) -> dict[str, Any]:
    """An advice as it is kept: {"key" or "remedy", "values"}."""
    said = {"key": advice.key} if advice.remedy is None else {"remedy": advice.remedy.name}
    return {**said, "values": _all_kept(advice.values)}


def made_advice(kept: Any) -> Advice | None:
    """The reverse; None for what only a newer version can advise. Raises ValueError, TypeError or
    KeyError for what is no advice.
    """
    if "key" in kept:
        return Advice(str(kept["key"]), **_all_made(kept["values"]))
    remedy = Remedy.__members__.get(kept["remedy"])
    return None if remedy is None else Advice(remedy, **_all_made(kept["values"]))


def _all_kept(values: Mapping[str, object]) -> dict[str, Any]:
    return {name: _kept(value) for name, value in values.items()}


def _all_made(kept: Any) -> dict[str, object]:
    return {str(name): _made(value) for name, value in dict(kept).items()}


def _kept(value: object) -> Any:
    kept: Any = str(value)
    match value:
        case Note():
            kept = {"Note": kept_note(value)}
        case DriveproofError():
            kept = {"Note": kept_note(error_note(value))}
        case OneOf():
            kept = {"OneOf": [_kept(name) for name in value.names]}
        case Bytes() | Phrase() | Plural() | Rate() | Seconds() | Share():
            kept = {type(value).__name__: structs.asdict(value)}
        case tuple():
            kept = list(map(_kept, value))
        case bool() | int() | float():
            kept = value
    return kept


def _made(kept: Any) -> object:
    if isinstance(kept, list):
        return tuple(map(_made, kept))
    if not isinstance(kept, dict):
        return kept
    ((name, value),) = kept.items()
    if name == "Note":
        return made_note(value)
    if name == "OneOf":
        return OneOf(tuple(map(_made, value)))
    return _QUANTITIES[name](**value)
