# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The blocks of an answer as values: every face renders these, and none looks into the run again.

Cells keep their type, so that JSON and CSV have numbers and people have units.
"""

from __future__ import annotations

from msgspec import Struct

from driveproof.domain.comparison.difference import Difference
from driveproof.domain.metric import MetricName
from driveproof.domain.quantity import Quantity
from driveproof.domain.run.run import Summary
from driveproof.domain.say import Say


class Measure(Struct, frozen=True):
    """A metric of a test over its repeats: median, minimum, maximum and count."""

    metric: MetricName
    summary: Summary


class Shares(Struct, frozen=True):
    """Who took which part, from 0 to 1: names of devices, or words."""

    parts: tuple[tuple[str | Say, float], ...]


Cell = Measure | Difference | Shares | Quantity | Say | str | int | None
"""A `Difference` is to another row. Words are `Say`, a text is foreign, an int is a count, and None
is what is not known.
"""


class Column(Struct, frozen=True):
    """A column of a table. `key` names it in JSON and CSV, `title` in front of people.

    Where a terminal has too little room, columns leave in the order of `extra`, the greatest first;
    with 0 a column stays.
    """

    key: str
    title: Say
    extra: int = 0


class Table(Struct, frozen=True):
    """Rows of typed cells. The first `names` columns name a row.

    `key` names it in JSON and CSV, `title` says what is shown. `spoken` are the keys of the columns
    that are read to a person who cannot see the table.
    """

    key: str
    title: Say
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    names: int = 1
    spoken: tuple[str, ...] = ()

    def column(self, key: str) -> tuple[Cell, ...]:
        """The cells of a column from top to bottom. Raises KeyError for a key that it has not."""
        for place, column in enumerate(self.columns):
            if column.key == key:
                return tuple(row[place] for row in self.rows)
        raise KeyError(key)


class Text(Struct, frozen=True):
    """A sentence that says how to take the figures."""

    say: Say


Block = Table | Text
