# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a document and its parts are made of: numbers with their bounds, texts, moments.

A field without a value is null where its value is unknown, and left out (UNSET) where it belongs
to other documents only. The docstring of a part is its description in the schema, and so that of
the page of the reference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields
from enum import StrEnum
from typing import Annotated, Any, TypeVar

from msgspec import UNSET, Meta, Struct

from driveproof.domain.access import DIRECTIONS, Direction
from driveproof.domain.metric import MetricName
from driveproof.domain.run.run import CANCELLED, FAILED, FINISHED, RunStatus

_Made = TypeVar("_Made")

VERSION = 1
"""Of every document: it becomes 2 when a key vanishes or changes its meaning."""
MAX_COUNT = 2**53
"""What a float holds exactly, eight pebibytes; and it fits the 64 bits of the history."""
MAX_FIGURE = 1e16
"""Ten thousand years of seconds, ten thousand terabytes a second: nothing beyond was measured."""
MAX_TEXT = 100_000
"""Characters."""

Text = Annotated[str, Meta(max_length=MAX_TEXT)]
Moment = Annotated[
    str,
    Meta(
        max_length=40,
        description="RFC 3339, with the offset of its zone",
        extra_json_schema={"format": "date-time"},
    ),
]
Count = Annotated[int, Meta(ge=0, le=MAX_COUNT)]
Positive = Annotated[int, Meta(ge=1, le=MAX_COUNT)]
Bytes = Annotated[int, Meta(ge=0, le=MAX_COUNT, description="bytes")]
Size = Annotated[int, Meta(ge=1, le=MAX_COUNT, description="bytes")]
Counter = Annotated[int, Meta(ge=0)]
"""What a drive counts over its life, and which is never read: however much that is."""
CountedBytes = Annotated[int, Meta(ge=0, description="bytes")]
Figure = Annotated[float, Meta(ge=0, le=MAX_FIGURE)]
Seconds = Annotated[float, Meta(ge=0, le=MAX_FIGURE, description="seconds")]
Rate = Annotated[float, Meta(ge=0, le=MAX_FIGURE, description="bytes per second")]
Share = Annotated[float, Meta(ge=0, le=1, description="a share")]
Celsius = Annotated[float, Meta(ge=-300, le=MAX_FIGURE, description="degrees Celsius")]
Signed = Annotated[float, Meta(ge=-MAX_FIGURE, le=MAX_FIGURE)]


def about(text: str) -> Meta:
    """What the schema and the reference say of a field."""
    return Meta(description=text)


def words(*some: StrEnum) -> Meta:
    """That a field has these of its enum alone."""
    return Meta(extra_json_schema={"enum": [one.value for one in some]})


Way = Annotated[Direction, words(*DIRECTIONS)]
Primary = Annotated[MetricName, words(MetricName.BANDWIDTH, MetricName.IOPS, MetricName.TIME)]
"""The metric of a test that decides."""
Over = Annotated[RunStatus, words(FINISHED, CANCELLED, FAILED)]
"""How a run ended."""


class Document(Struct, frozen=True, tag_field="version", tag=VERSION):
    """A document: its first key is the version."""


def alike(kind: Callable[..., _Made], value: object, /, **others: object) -> _Made:
    """A `kind` whose fields have what `value` has under their names; the `others` are given.

    What is left out of a document (UNSET) has its default.
    """
    kept = ((name, getattr(value, name)) for name in _names(kind) if name not in others)
    return kind(**{name: found for name, found in kept if found is not UNSET}, **others)


def _names(kind: Any) -> Iterable[str]:
    """Of a Struct, a named tuple or a dataclass."""
    found: Iterable[str] | None = getattr(kind, "__struct_fields__", None)
    found = found or getattr(kind, "_fields", None)
    return found or (one.name for one in fields(kind))


def in_columns(kind: Callable[..., _Made], rows: Iterable[object], /, **others: object) -> _Made:
    """A `kind` of columns: each field has what the rows have under its name, or is given."""
    kept, names = tuple(rows), [name for name in _names(kind) if name not in others]
    return kind(**{name: tuple(getattr(row, name) for row in kept) for name in names}, **others)
