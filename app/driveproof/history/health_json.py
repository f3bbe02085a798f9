# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A drive's health as the history stores it: JSON, compressed, read leniently."""

from __future__ import annotations

import json
import math
import zlib
from collections.abc import Callable
from dataclasses import MISSING, asdict, fields, replace
from datetime import datetime
from enum import StrEnum
from functools import cache
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from driveproof.domain.errors import Advice
from driveproof.domain.health.report import (
    Attribute,
    ErrorEntry,
    Figure,
    Health,
    SelfTestEntry,
    SelfTests,
)
from driveproof.domain.notes import Note
from driveproof.history.encoding import kept_advice, kept_note, made_advice, made_note
from driveproof.history.inflating import inflate

_Made = TypeVar("_Made")
_MISFIT = object()
_NESTED = (Attribute, Figure, ErrorEntry, SelfTestEntry, SelfTests)
_MOST = 4 * 2**20  # bytes unpacked: a thousand times what the longest logs take


def pack_health(health: Health) -> bytes:
    """As it is kept; what is no finite number is unknown."""
    kept = asdict(replace(health, missing=None, advice=None, notes=(), unread=()))
    kept["missing"] = None if health.missing is None else kept_note(health.missing)
    kept["advice"] = None if health.advice is None else kept_advice(health.advice)
    kept["notes"] = [kept_note(note) for note in health.notes]
    kept["unread"] = [kept_note(note) for note in health.unread]
    text = json.dumps(_plain(kept), allow_nan=False, separators=(",", ":"))
    return zlib.compress(text.encode("ascii"), 6)


def unpack_health(blob: object, taken: datetime) -> Health:
    """The reverse. `taken` is said where the blob itself does not.

    What a newer version wrote beyond the fields is passed over; what is missing or of another type
    is unknown. Raises ValueError for what is not such a blob at all.
    """
    if not isinstance(blob, bytes):
        raise ValueError("it is no health data")
    try:
        kept = json.loads(inflate(blob, _MOST))
    except RecursionError as error:
        raise ValueError(str(error)) from error
    if not isinstance(kept, dict):
        raise ValueError("it is no object")
    made = _made(Health, {"taken": taken.isoformat()} | kept)
    if made is None:  # its own date is no date
        made = _made(Health, kept | {"taken": taken.isoformat()})
    if made is None:
        raise ValueError("it is no health data")
    return made


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items() if part not in (None, ())}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if isinstance(value, datetime):
        return value.isoformat()
    return None if isinstance(value, float) and not math.isfinite(value) else value


@cache
def _readers(kind: type[Any]) -> tuple[tuple[str, Callable[[Any], Any], bool], ...]:
    """For each field its name, what reads it, and whether nothing goes without it."""
    hints = get_type_hints(kind)
    return tuple(
        (
            field.name,
            _reader(hints[field.name]),
            field.default is MISSING and field.default_factory is MISSING,
        )
        for field in fields(kind)
    )


def _made(kind: type[_Made], kept: object) -> _Made | None:
    """A dataclass from an object; None when something is missing that it cannot do without."""
    if not isinstance(kept, dict):
        return None
    known: dict[str, Any] = {}
    for name, read, needed in _readers(kind):  # type: ignore[arg-type]
        value = read(kept[name]) if name in kept else _MISFIT
        if value is not _MISFIT:
            known[name] = value
        elif needed:
            return None
    return kind(**known)


def _reader(hint: Any) -> Callable[[Any], Any]:
    """What makes a value of this type, or _MISFIT."""
    if isinstance(hint, UnionType):
        # A whole number stays one where both are possible: a double would round it.
        options = [_reader(one) for one in sorted(get_args(hint), key=lambda one: one is float)]
        return lambda value: next(
            (made for read in options if (made := read(value)) is not _MISFIT), _MISFIT
        )
    if get_origin(hint) is tuple:
        return _tuple_reader(get_args(hint))
    if hint in _NESTED:
        return lambda value: _MISFIT if (made := _made(hint, value)) is None else made
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return lambda value: hint(value) if value in tuple(hint) else _MISFIT
    return _PLAIN[hint]


def _tuple_reader(parts: tuple[Any, ...]) -> Callable[[Any], Any]:
    if parts[-1] is Ellipsis:  # entries of any number; what cannot be read is left out
        read = _reader(parts[0])
        return lambda value: (
            tuple(made for part in value if (made := read(part)) is not _MISFIT)
            if isinstance(value, list)
            else _MISFIT
        )
    readers = [_reader(part) for part in parts]

    def whole(value: Any) -> Any:
        if not isinstance(value, list) or len(value) != len(readers):
            return _MISFIT
        made = tuple(read(part) for read, part in zip(readers, value, strict=True))
        return _MISFIT if _MISFIT in made else made

    return whole


def _float(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return _MISFIT
    try:
        number = float(value)
    except OverflowError:
        return _MISFIT
    return number if math.isfinite(number) else _MISFIT


def _note(value: Any) -> Any:
    try:
        return made_note(value) if value else _MISFIT
    except (ValueError, TypeError, KeyError):
        return _MISFIT


def _advice(value: Any) -> Any:
    try:
        made = made_advice(value) if value else None
    except (ValueError, TypeError, KeyError):
        return _MISFIT
    return _MISFIT if made is None else made


def _date(value: Any) -> Any:
    try:
        found = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        return _MISFIT
    return found if found.tzinfo else found.astimezone()


_PLAIN: dict[Any, Callable[[Any], Any]] = {
    Note: _note,
    Advice: _advice,
    str: lambda value: value if isinstance(value, str) else _MISFIT,
    bool: lambda value: value if isinstance(value, bool) else _MISFIT,
    int: lambda value: value if type(value) is int else _MISFIT,
    float: _float,
    type(None): lambda value: None if value is None else _MISFIT,
    datetime: _date,
}
