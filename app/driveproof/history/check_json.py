# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A check as the history stores it: JSON, compressed, with everything but its run; read strictly.

Every value that is more than a text, a number or a list is an object that says what it `is`, so
that what comes back equals what went in and is worded anew in whichever language.
"""

from __future__ import annotations

import json
import math
import zlib
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import datetime
from enum import Enum, StrEnum
from functools import cache
from types import ModuleType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Struct, structs

from driveproof.domain import errors, notes, quantity, speed, statement
from driveproof.domain.check import check as checking
from driveproof.domain.check.check import Check
from driveproof.domain.drive import array, attachment, drive, firmware, link
from driveproof.domain.errors import (
    CancelledError,
    DriveproofError,
    MachineError,
    RefusedError,
    UsageError,
)
from driveproof.domain.health import report, verdict
from driveproof.domain.run.run import Summary
from driveproof.domain.trim import path
from driveproof.history.inflating import inflate

VERSION = 1
_MOST = 8 * 2**20  # bytes unpacked: a drive's logs and attributes take some hundred thousand
_DEEPEST = 60  # levels; the deepest that a check has are about twenty
_ROOMS: tuple[tuple[str, tuple[ModuleType, ...]], ...] = (
    ("said", (statement, quantity, notes, errors)),
    ("check", (checking, speed)),
    ("drive", (drive, array, attachment, firmware, link)),
    ("health", (report, verdict)),
    ("trim", (path,)),
)
"""Whose values a check is made of. Their names are in the documents: to rename one, keep the old
name as well."""
_ERRORS = {
    kind.__name__: kind
    for kind in (CancelledError, MachineError, RefusedError, UsageError, DriveproofError)
}
_BESIDE = ("id", "label", "run", "unkept")
"""Fields of Check that have a column, or a table, of their own."""


def pack_check(check: Check) -> bytes:
    """As it is kept, without its id, label and run. A value of no type of ours is kept as text."""
    document = {"version": VERSION, "check": _put(check)}
    text = json.dumps(document, allow_nan=False, separators=(",", ":"))
    return zlib.compress(text.encode("ascii"), 6)


def unpack_check(blob: object) -> Check:
    """The reverse, with an empty id and label and without a run.

    Raises ValueError for anything but such a document: another version, a name or a field that is
    not known, a value of the wrong type, more than its bounds.
    """
    if not isinstance(blob, bytes):
        raise ValueError("it is no check")
    try:
        document = json.loads(inflate(blob, _MOST), parse_constant=_refused)
    except RecursionError as error:
        raise ValueError("it is too deep") from error
    if not isinstance(document, dict) or set(document) != {"version", "check"}:
        raise ValueError("it is no check")
    if type(document["version"]) is not int or document["version"] != VERSION:
        raise ValueError(f"it has the version {document['version']!r}")
    made = _get(document["check"], 0)
    if not isinstance(made, Check):
        raise ValueError("it is no check")
    return made


@cache
def _kinds() -> dict[str, type[Any]]:
    """The types by name; those that other modules of a room import are not among them."""
    found: dict[str, type[Any]] = {"run.Summary": Summary}
    for room, modules in _ROOMS:
        for module in modules:
            for name, kind in vars(module).items():
                if (
                    isinstance(kind, type)
                    and kind.__module__ == module.__name__
                    and (
                        is_dataclass(kind)
                        or issubclass(kind, Enum | Struct)
                        or hasattr(kind, "_fields")
                    )
                ):
                    found[f"{room}.{name}"] = kind
    return found


@cache
def _names() -> dict[type[Any], str]:
    return {kind: name for name, kind in _kinds().items()}


@cache
def _fields(kind: type[Any]) -> dict[str, tuple[Any, Any]]:
    """What each field may be, and what makes its value where it is missing; MISSING: nothing."""
    hints = get_type_hints(kind)
    if issubclass(kind, Struct):
        return {one.name: (hints[one.name], _struct_default(one)) for one in structs.fields(kind)}
    if not is_dataclass(kind):
        defaults = kind._field_defaults
        return {
            name: (hints[name], (lambda v=defaults[name]: v) if name in defaults else MISSING)
            for name in kind._fields
        }
    made: dict[str, tuple[Any, Any]] = {}
    for field in fields(kind):
        if kind is Check and field.name in _BESIDE:
            continue
        default = field.default_factory
        if field.default is not MISSING:
            default = lambda value=field.default: value  # noqa: E731
        made[field.name] = hints[field.name], default
    return made


def _struct_default(field: structs.FieldInfo) -> Any:
    return MISSING if field.default is NODEFAULT else lambda: field.default


def _put(value: object) -> Any:  # noqa: PLR0911 - one for each kind
    name = _names().get(type(value))
    if isinstance(value, Enum):
        return str(value.value) if name is None else {"is": name, "name": value.name}
    if name is not None:
        known = _fields(_kinds()[name])  # type: ignore[arg-type] # a type is hashable
        return {"is": name, **{one: _put(getattr(value, one)) for one in known}}
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            return value if math.isfinite(value) else {"is": "float", "text": repr(value)}
        case datetime():
            return {"is": "date", "text": value.isoformat()}
        case DriveproofError():
            kind = next(name for name, kind in _ERRORS.items() if isinstance(value, kind))
            values = {name: _put(one) for name, one in value.values.items()}
            said = {"key": value.key, "code": _put(value.code), "advice": _put(value.advice)}
            return {"is": "error", "kind": kind, **said, "values": values}
        case OSError():
            return {"is": "os error", "number": value.errno, "text": value.strerror}
        case Mapping():
            return {"is": "map", "values": {str(key): _put(one) for key, one in value.items()}}
        case list() | tuple():
            return [_put(one) for one in value]
        case _:
            return str(value)


def _get(kept: Any, depth: int) -> Any:
    if depth > _DEEPEST:
        raise ValueError("it is too deep")
    if isinstance(kept, list):
        return tuple(_get(one, depth + 1) for one in kept)
    if not isinstance(kept, dict):
        return kept
    name = kept.get("is")
    kind = _kinds().get(name) if isinstance(name, str) else None
    if kind is None:
        return _plain(name, kept, depth)
    given = {key: one for key, one in kept.items() if key != "is"}
    if issubclass(kind, Enum):
        member = given.get("name")
        if set(given) != {"name"} or not isinstance(member, str) or member not in kind.__members__:
            raise ValueError(f"{name} has no {given!r}")
        return kind[member]
    return _made(kind, str(name), given, depth)


def _plain(name: object, kept: dict[str, Any], depth: int) -> Any:
    """A value of Python's own types."""
    match kept:
        case {"is": "float", "text": str(text)} if len(kept) == 2:
            return float(text)
        case {"is": "date", "text": str(text)} if len(kept) == 2:
            return datetime.fromisoformat(text)
        case {"is": "map", "values": dict(values)} if len(kept) == 2:
            return {key: _get(one, depth + 1) for key, one in values.items()}
        case {"is": "os error", "number": int() | None, "text": str() | None} if len(kept) == 3:
            return OSError(kept["number"], kept["text"])
        case {
            "is": "error", "kind": str(kind), "key": str(key), "code": code, "advice": advice,
            "values": dict(values),
        } if len(kept) == 6 and kind in _ERRORS:  # fmt: skip
            made = _ERRORS[kind](key)
            made.values = {each: _get(one, depth + 1) for each, one in values.items()}
            made.code, made.advice = _get(code, depth + 1), _get(advice, depth + 1)
            if isinstance(made.code, Enum | None) and isinstance(made.advice, errors.Advice | None):
                return made
    raise ValueError(f"{str(name)[:40]!r} is nothing that a check has")


def _made(kind: type[Any], name: str, given: dict[str, Any], depth: int) -> Any:
    known = _fields(kind)  # type: ignore[arg-type] # a type is hashable
    if more := set(given) - set(known):
        raise ValueError(f"{name} has no {', '.join(sorted(more))}")
    values: dict[str, Any] = {}
    for field, (hint, default) in known.items():
        if field in given:
            values[field] = _once_a_text(hint, _get(given[field], depth + 1))
            if not _fits(hint, values[field]):
                raise ValueError(f"{field} of {name} is {values[field]!r:.60}")
        elif default is MISSING:
            raise ValueError(f"{name} has no {field}")
        else:
            values[field] = default()
    if not is_dataclass(kind):
        return kind(**values)
    made = object.__new__(kind)  # some take their values in another form
    for field, value in values.items():
        object.__setattr__(made, field, value)
    if kind is Check:
        for field, value in zip(_BESIDE, ("", "", None, None), strict=True):
            object.__setattr__(made, field, value)
    return made


def _once_a_text(hint: Any, value: Any) -> Any:
    """A member of an enum where its value is kept as a text."""
    if type(value) is tuple and get_origin(hint) is tuple and get_args(hint)[-1] is Ellipsis:
        return tuple(_once_a_text(get_args(hint)[0], one) for one in value)
    if type(value) is str:
        for kind in get_args(hint) or (hint,):
            if isinstance(kind, type) and issubclass(kind, StrEnum) and value in list(kind):
                return kind(value)
    return value


def _fits(hint: Any, value: Any) -> bool:  # noqa: PLR0911 - one for each kind of hint
    origin, parts = get_origin(hint), get_args(hint)
    if hint in (Any, object):
        return True
    if hint is None:
        return value is None
    if origin in (Union, UnionType):
        return any(_fits(one, value) for one in parts)
    if origin is tuple:
        if not isinstance(value, tuple):
            return False
        if parts[-1] is Ellipsis:
            return all(_fits(parts[0], one) for one in value)
        return len(parts) == len(value) and all(map(_fits, parts, value))
    if isinstance(origin, type):
        return isinstance(value, origin)
    if hint is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    if hint is int:
        return type(value) is int
    return isinstance(value, hint)


def _refused(text: str) -> None:
    raise ValueError(f"{text} is no number")
