# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a profile may choose, as Structs declare it: their fields are the keys of its TOML file.

The head of a profile, a test of fio and the plan of a method are such Structs. msgspec checks a
value at a time, so that an error has its key: the place in the text of an error of msgspec would
have to be read from its words. What a file writes as text is read before: sizes, latency caps,
options of fio.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cache
from itertools import pairwise
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Meta, Struct, structs
from msgspec.structs import FieldInfo

from driveproof.domain.cap import Cap, parse_cap
from driveproof.domain.errors import UsageError
from driveproof.domain.notes import Note
from driveproof.domain.profile.options import EXAMPLES, as_carried
from driveproof.domain.profile.refusals import Places, missing_key, refused_value, unknown_key
from driveproof.domain.quantity import Bytes
from driveproof.domain.units import parse_size

_BYTES = "bytes"
_MOST_LISTED = 16
_UNITS = (
    *((2**40, "TiB"), (2**30, "GiB"), (2**20, "MiB"), (2**10, "KiB")),
    *((10**12, "TB"), (10**9, "GB"), (10**6, "MB")),
)


def sized(low: int, high: int, step: int = 1) -> Meta:
    """A field is a size in bytes, `low` to `high` in steps of `step`: "1 GiB" in a file."""
    return Meta(ge=low, le=high, multiple_of=step, extra={"unit": _BYTES})


def text(longest: int) -> Meta:
    """A field is a text of at most so many characters, without the space around it."""
    return Meta(min_length=1, max_length=longest)


def carried(field: str) -> Meta:
    """A field has the options of fio that this field of `IoOptions` may have (options.py)."""
    return Meta(extra={"options": field}, examples=[EXAMPLES[field]])


@cache
def keys_of(kind: type[Struct]) -> Mapping[str, FieldInfo]:
    """The fields that are for a file, by their keys there: bool, enums of words or some of them, a
    latency cap, a text, int and float with bounds, and tuples of these: of int in rising order, of
    float, of some words. A field of another type is not for a file.
    """
    return {one.encode_name: one for one in structs.fields(kind) if _is_key(one.type)}


def bounds(kind: type[Struct], key: str) -> tuple[Any, Any]:
    """The least and the most that a number may be, or the characters that a text may have."""
    meta = _parts(keys_of(kind)[key].type)[1]
    return (meta.ge, meta.le) if meta.max_length is None else (meta.min_length, meta.max_length)


def size_steps(hint: Any) -> tuple[int, int]:
    """The least bytes of a size, and the step in which it grows."""
    meta = _parts(hint)[1]
    return int(meta.ge or 0), int(meta.multiple_of or 1)


@cache
def tests_of(plan: type[Struct]) -> Any:
    """What each [[phase]] table of a file is for a plan: the type of what its field `tests` holds,
    a Struct whose fields are the keys of the table, or the Phases that fio measures; None for a
    plan without it.
    """
    return next(
        (get_args(one.type)[0] for one in structs.fields(plan) if one.name == "tests"), None
    )


def take(
    table: Mapping[str, Any], keys: Mapping[str, FieldInfo], lines: Places, number: int
) -> dict[str, Any]:
    """The values of a table by the names of their fields, defaults where it has none; `number` is
    that of its test. Raises UsageError for an unknown key, one that is missing and a wrong value.
    """
    for key in table:
        if key not in keys:
            raise unknown_key(lines.at(key, number), key, keys)
    values = {}
    for key, one in keys.items():
        if key in table:
            try:
                values[one.name] = _value(one.type, table[key])
            except _WrongError as wrong:
                at, label = lines.at(key, number), lines.label(key)
                raise refused_value(at, label, wrong.value, wrong.allowed) from None
        elif one.required:
            raise missing_key(lines.table(number), lines.label(key))
        else:
            values[one.name] = one.default
    return values


def written(chosen: Struct) -> dict[str, Any]:
    """What a file says to choose this: the values that are not those without it, by their keys."""
    return {
        key: as_written(one.type, value)
        for key, one in keys_of(type(chosen)).items()
        if (value := getattr(chosen, one.name)) != one.default
    }


def as_written(hint: Any, value: Any) -> Any:
    """A value of a field of this type as a file has it: "1 GiB", "10ms"."""
    kind, meta = _parts(hint)
    if get_origin(kind) is tuple:
        return [as_written(get_args(kind)[0], one) for one in value]
    if is_size(meta):
        return size_text(value)
    return value.typed if isinstance(value, Cap) else value


def size_text(size: int) -> str:
    """A size as it is typed: "4 KiB" or "10 GB", in the unit with the smallest whole number; bytes
    where there is none.
    """
    found = [(size // unit, word) for unit, word in _UNITS if size and size % unit == 0]
    if not found:
        return str(size)
    number, word = min(found)
    return f"{number} {word}"


def one_of(words: Iterable[str]) -> Note:
    """What a value may be that is a word."""
    return Note("one of {words}", words=_quoted(words))


def allowed(hint: Any) -> Note:  # noqa: PLR0911 - one for each kind
    """What a value of a field of this type may be."""
    kind, meta = _parts(hint)
    if get_origin(kind) is tuple:
        return _allowed_list(get_args(kind)[0], meta)
    if kind is bool:
        return Note("one of {words}", words="true, false")
    if words := words_of(kind):
        return one_of(words)
    if kind is Cap:
        return Note("like {example}", example='"10ms", "p99:20ms"')
    if meta.examples:
        return Note("like {example}", example=meta.examples[0])
    if kind is str:
        return Note("a text of 1 to {longest} characters", longest=str(meta.max_length))
    low, high = _ends(meta)
    if meta.multiple_of is not None and meta.multiple_of > 1:
        step = Bytes(int(meta.multiple_of), binary=True)
        return Note("{low} to {high} in steps of {step}", low=low, high=high, step=step)
    return Note("{low} to {high}", low=low, high=high)


class _WrongError(Exception):
    """A value, or one in a list, is wrong; `allowed` describes valid values."""

    def __init__(self, value: object, allowed: Note) -> None:
        super().__init__(allowed)
        self.value, self.allowed = value, allowed


def _value(hint: Any, value: Any) -> Any:
    """What a value of a file is in a field of this type. Raises _WrongError."""
    read = _listed if get_origin(_parts(hint)[0]) is tuple else _single
    try:
        return read(hint, value)
    # msgspec 0.19 has a SystemError for an integer that no float can be.
    except (UsageError, ValueError, SystemError, msgspec.ValidationError):
        raise _WrongError(value, allowed(hint)) from None


def _single(hint: Any, value: Any) -> Any:
    kind, meta = _parts(hint)
    if words := words_of(kind):
        return words[words.index(value)]
    if kind is Cap:
        return parse_cap(value if isinstance(value, str) else "")
    if isinstance(value, str) and is_size(meta):
        value = parse_size(value)
    elif isinstance(value, str) and kind is str:
        value = value.strip()
    found = msgspec.convert(value, hint)
    return as_carried(field, found) if (field := (meta.extra or {}).get("options")) else found


def _listed(hint: Any, value: Any) -> tuple[Any, ...]:
    kind, meta = _parts(hint)
    item = get_args(kind)[0]
    one = _parts(item)[0]
    fewest, most = 0 if one is float else 1, meta.max_length or _MOST_LISTED
    if not isinstance(value, list) or not fewest <= len(value) <= most:
        raise ValueError(value)
    found = tuple(_value(item, each) for each in value)
    twice = words_of(one) and len(set(found)) < len(found)
    falling = one is int and any(after <= before for before, after in pairwise(found))
    if twice or falling:
        raise ValueError(value)
    return found


def _allowed_list(item: Any, meta: Meta) -> Note:
    kind, bounds = _parts(item)
    if words := words_of(kind):
        return Note("some of {words}", words=_quoted(words))
    low, high = _ends(bounds)
    most = str(meta.max_length or _MOST_LISTED)
    if kind is float:
        return Note("up to {most} numbers from {low} to {high}", most=most, low=low, high=high)
    return Note("up to {most} rising values from {low} to {high}", most=most, low=low, high=high)


_UNBOUNDED = Meta()


def _parts(hint: Any) -> tuple[Any, Meta]:
    """The type of a field without its None, and its bounds."""
    if get_origin(hint) in (UnionType, Union):
        (hint,) = (one for one in get_args(hint) if one is not NoneType)
    if get_origin(hint) is not Annotated:
        return hint, _UNBOUNDED
    kind, *notes = get_args(hint)
    return kind, next((one for one in notes if isinstance(one, Meta)), _UNBOUNDED)


def _is_key(hint: Any) -> bool:
    kind, meta = _parts(hint)
    if get_origin(kind) is tuple:
        kind, meta = _parts(get_args(kind)[0])
    measured = kind is bool and NoneType in get_args(hint)  # what nobody chooses
    known = kind in (bool, Cap) or bool(words_of(kind)) or meta is not _UNBOUNDED
    return known and not measured


def is_size(meta: Meta) -> bool:
    """Whether a field with these bounds is a size in bytes."""
    return (meta.extra or {}).get("unit") == _BYTES


def words_of(kind: Any) -> tuple[Any, ...]:
    """The words of a type that has some."""
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return tuple(kind)
    return get_args(kind) if get_origin(kind) is Literal else ()


def _ends(meta: Meta) -> tuple[object, object]:
    """The bounds as they are said."""
    if is_size(meta):
        return Bytes(int(meta.ge or 0), binary=True), Bytes(int(meta.le or 0), binary=True)
    return f"{meta.ge:.15g}", f"{meta.le:.15g}"


def _quoted(words: Iterable[str]) -> str:
    return ", ".join(f'"{word}"' for word in words)
