# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The blocks of an answer as values: every face renders these, and none looks into the run again.

Cells keep their type, so that JSON and CSV have numbers and people have units.
"""

from __future__ import annotations

from msgspec import Struct

from driveproof.domain.access import Direction
from driveproof.domain.comparison.difference import Difference
from driveproof.domain.metric import MetricName
from driveproof.domain.quantity import Bytes, Quantity
from driveproof.domain.run.run import Summary
from driveproof.domain.say import Say

ROUGH = "~"
"""Before a figure that was counted for too short a time."""


class Measure(Struct, frozen=True):
    """A metric of a test over its repeats: median, minimum, maximum and count."""

    metric: MetricName
    summary: Summary


class Shares(Struct, frozen=True):
    """Who took which part, from 0 to 1: names of devices, or words."""

    parts: tuple[tuple[str | Say, float], ...]


Cell = Measure | Difference | Shares | Quantity | Say | str | int | None
"""A `Difference` is to another row. Words are `Say`, a text is foreign, an int is a count or, as a
bool, yes or no, and None is what is not known.
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


class Setting(Struct, frozen=True):
    """A setting, and the values at which something was measured, rising. `key` names it in JSON and
    CSV.
    """

    key: str
    title: Say
    values: tuple[Bytes | int, ...]


class Grid(Struct, frozen=True):
    """A figure over two settings: in `cells` a row for each value of `down`, in it a cell for each
    of `across`, None where nothing was measured.

    `key` names it in JSON and CSV, `title` says what is shown. The key of `figure` is the metric of
    the cells. On a chart it has the colour of `direction`, and its figures are spaced by factors if
    `log` is set. A cell of `rough` (row, column) was counted for too short a time: people see it by
    ROUGH.
    """

    key: str
    title: Say
    across: Setting
    down: Setting
    figure: Column
    cells: tuple[tuple[Measure | None, ...], ...]
    direction: Direction
    log: bool = False
    rough: frozenset[tuple[int, int]] = frozenset()

    @property
    def table(self) -> Table:
        """The same with a row for each cell."""
        across, down = self.across, self.down
        return Table(
            self.key,
            self.title,
            (
                Column(across.key, across.title),
                Column(down.key, down.title),
                self.figure,
                Column("rough", Say("Rough")),
            ),
            tuple(
                (one, other, self.cells[row][column], (row, column) in self.rough)
                for row, other in enumerate(down.values)
                for column, one in enumerate(across.values)
            ),
            names=2,
            spoken=(self.figure.key,),
        )


class Text(Struct, frozen=True):
    """A sentence that says how to take the figures."""

    say: Say


Block = Table | Grid | Text
