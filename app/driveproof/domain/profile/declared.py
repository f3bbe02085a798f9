# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a profile may choose, as a plan declares it: its fields are the keys of the TOML file."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any, Literal, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct, structs

from driveproof.domain.cap import Cap
from driveproof.domain.profile.file_values import (
    Key,
    bytes_value,
    cap_value,
    counts_value,
    number_value,
    numbers_value,
    sizes_value,
    text_value,
    true_or_false,
    whole_value,
    word_value,
    words_value,
)

_BYTES = "bytes"


def sized(low: int, high: int, step: int = 1) -> Meta:
    """A field is a size in bytes, `low` to `high` in steps of `step`: "1 GiB" in a file."""
    return Meta(ge=low, le=high, multiple_of=step, extra={"unit": _BYTES})


def keys_of(plan: type[Struct]) -> dict[str, Key]:
    """How each field of a plan is read from a file, by its key there: bool, enums of words or some
    of them, a latency cap, a text of a length, int and float with both bounds, and tuples of these:
    of int in rising order, of float with the most that there may be, of some words. A field of
    another type is not for a file.
    """
    hints = get_type_hints(plan, include_extras=True)
    return {
        field.encode_name: Key(reader, field.default, required=field.required)
        for field in structs.fields(plan)
        if (reader := _reader(hints[field.name])) is not None
    }


def tests_of(plan: type[Struct]) -> Any:
    """What each [[phase]] table of a file is for a plan: the type of what its field `tests` holds,
    a Struct whose fields are the keys of the table, or the Phases that fio measures; None for a
    plan without it.
    """
    hint = get_type_hints(plan).get("tests")
    return None if hint is None else get_args(hint)[0]


def _reader(hint: Any) -> Callable[[Any], Any] | None:  # noqa: PLR0911 - one for each kind
    if hint is Cap:
        return cap_value
    if hint is bool:
        return true_or_false
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return word_value(tuple(hint))
    if get_origin(hint) is Literal:
        return word_value(get_args(hint))
    if get_origin(hint) is tuple:
        return _list_reader(get_args(hint)[0])
    if not hasattr(hint, "__metadata__"):
        return None
    kind, meta = get_args(hint)
    if get_origin(kind) is tuple:
        return numbers_value(*_bounds(kind), meta.max_length)
    if kind is str:
        return text_value(meta.max_length)
    if kind is float:
        return number_value(meta.ge, meta.le)
    if (meta.extra or {}).get("unit") == _BYTES:
        return bytes_value(meta.ge, meta.le, meta.multiple_of)
    return whole_value(meta.ge, meta.le)


def _list_reader(item: Any) -> Callable[[Any], Any] | None:
    """How a tuple of such items is read."""
    if get_origin(item) is Literal:
        return words_value(get_args(item))
    if not hasattr(item, "__metadata__"):
        return None
    meta = item.__metadata__[0]
    if (meta.extra or {}).get("unit") == _BYTES:
        return sizes_value(meta.ge, meta.le, meta.multiple_of)
    return counts_value(meta.ge, meta.le)


def _bounds(hint: Any) -> tuple[Any, Any]:
    """The least and the greatest item of a tuple of numbers."""
    meta = get_args(hint)[0].__metadata__[0]
    return meta.ge, meta.le
