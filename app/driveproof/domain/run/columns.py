# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Many small values as arrays: columns of tuples, the places of a scan, the curve of a repeat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar, overload

import numpy as np
import numpy.typing as npt

from driveproof.domain.run.run import Position

_Row = TypeVar("_Row", bound=tuple[Any, ...])
Column = npt.NDArray[Any]


class _Made(Protocol):
    def __call__(self, *values: Any) -> Any: ...


class Columns(Sequence[_Row], Generic[_Row]):
    """A sequence of NamedTuples, stored as one array for each field.

    A million of them take 24 MB instead of 200. It equals any sequence of the same values. Do not
    write to the arrays.
    """

    row: ClassVar[_Made]
    types: ClassVar[tuple[str, ...]]
    """numpy's, one for each field."""

    def __init__(self, *columns: Column) -> None:
        self.columns = columns

    @classmethod
    def of(cls, rows: Iterable[Any]) -> Self:
        """From single values, or as it is where it is such columns already."""
        if isinstance(rows, cls):
            return rows
        found = list(zip(*rows, strict=True)) or [()] * len(cls.types)
        return cls(*(np.array(c, dtype=t) for c, t in zip(found, cls.types, strict=True)))

    @classmethod
    def joined(cls, parts: Iterable[Sequence[Any]]) -> Self:
        """One after the other."""
        found = [cls.of(part).columns for part in parts] or [cls.of(()).columns]
        return cls(*(np.concatenate(column) for column in zip(*found, strict=True)))

    def __len__(self) -> int:
        return len(self.columns[0])

    @overload
    def __getitem__(self, place: int) -> _Row: ...
    @overload
    def __getitem__(self, place: slice) -> Self: ...
    def __getitem__(self, place: int | slice) -> _Row | Self:
        if isinstance(place, slice):
            return type(self)(*(column[place] for column in self.columns))
        row: _Row = type(self).row(*(column[place].item() for column in self.columns))
        return row

    def __iter__(self) -> Iterator[_Row]:
        return map(type(self).row, *(column.tolist() for column in self.columns))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Columns):
            pairs = zip(self.columns, other.columns, strict=True)
            return type(self) is type(other) and all(np.array_equal(a, b) for a, b in pairs)
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(column.tobytes() for column in self.columns))

    def __repr__(self) -> str:
        shown = ", ".join(map(repr, self[:3])) + (", …" if len(self) > 3 else "")
        return f"{type(self).__name__}([{shown}], {len(self)} in all)"


class Growing(Generic[_Row]):
    """Columns that get longer: what was given out before stays as it is."""

    def __init__(self, kind: type[Columns[_Row]]) -> None:
        self._kind = kind
        self._room = [np.empty(1024, dtype=t) for t in kind.types]
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, rows: Columns[_Row]) -> None:
        """More, at the end."""
        begin, end = self._count, self._count + len(rows)
        if end > len(self._room[0]):
            # Others may look at the old arrays, so that these are not resized in place.
            more = max(end, 3 * len(self._room[0]) // 2)
            for number, room in enumerate(self._room):
                self._room[number] = np.empty(more, dtype=room.dtype)
                self._room[number][:begin] = room[:begin]
        for room, column in zip(self._room, rows.columns, strict=True):
            room[begin:end] = column
        self._count = end

    @property
    def rows(self) -> Columns[_Row]:
        """All so far, without a copy."""
        return self._kind(*(room[: self._count] for room in self._room))


class PositionColumns(Columns[Position]):
    """Places in the order of time."""

    row = Position
    types = ("i8", "i8", "f8")


Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """The samples of one direction of one repeat, a value for each in every column.

    `time` is the end of a sample in seconds after the warm-up, `seconds` its length, `bandwidth`
    bytes a second.
    """

    time: Floats
    seconds: Floats
    iops: Floats
    bandwidth: Floats
