# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A table of an answer as texts: heads, cells with their units, and how its repeats spread."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from msgspec import structs

from driveproof.domain.comparison.amounts import verdict_words
from driveproof.domain.comparison.difference import CLAIMS
from driveproof.domain.figure import (
    ROUGH,
    Cell,
    Column,
    Fact,
    Grid,
    Interval,
    Measure,
    MetricValue,
    Shares,
    Table,
)
from driveproof.domain.metric import MetricName
from driveproof.domain.quantity import OneOf, Plural, Rate
from driveproof.domain.say import Coded, Say
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.figures import interval_text, spread_text, write_metric, write_range
from driveproof.wording.say import say_text, value_text
from driveproof.wording.units import (
    NARROW,
    bandwidth_unit,
    bandwidth_value,
    format_percent,
    group_digits,
    iops_number,
    signed_percent,
)

CLAIMED = "*"
"""Behind a change that is no chance: only these are claims."""


class Style(Enum):
    """Where a table is read."""

    TERMINAL = "terminal"
    """Units of bandwidths are in the heads; spreads are in percent."""
    REPORT = "report"
    """Repeats are counted, spreads are in percent."""
    WINDOW = "window"
    """Repeats are counted, spreads are minimum and maximum."""


@dataclass(frozen=True, slots=True)
class TextColumn:
    """A head with its cells; `words` are written to the left, figures to the right. `extra` is that
    of its column, at least 1 for a spread.
    """

    head: str
    cells: tuple[str, ...]
    words: bool = False
    extra: int = 0


def text_columns(table: Table, style: Style, *, binary: bool = False) -> list[TextColumn]:
    """The columns as a face shows them, without the hidden ones and those of which no row knows
    anything; `binary` writes MiB/s instead of MB/s.
    """
    found: list[TextColumn] = []
    for place, column in enumerate(table.columns):
        if place == table.names and style is not Style.TERMINAL:
            found += _repeats(table)
        cells = tuple(table.unknown if row[place] is None else row[place] for row in table.rows)
        if column.hidden or (table.rows and all(cell is None for cell in cells)):
            continue
        found += _columns(column, cells, style, name=place < table.names, binary=binary)
    return found


def grid_columns(grid: Grid, *, binary: bool = False) -> list[TextColumn]:
    """A grid as people see it: what it shows with its unit and the values of `down`, then a column
    for each value of `across`.
    """
    names = tuple(map(value_text, grid.down.values))
    columns = [TextColumn(grid_title(grid, binary=binary), names, words=True)]
    for column, value in enumerate(grid.across.values):
        cells = []
        for row, line in enumerate(grid.cells):
            mark = ROUGH if (row, column) in grid.rough else ""
            cells.append(f"{mark}{_without_unit(line[column], binary=binary)}")
        columns.append(TextColumn(value_text(value), tuple(cells)))
    return columns


def grid_title(grid: Grid, *, binary: bool = False) -> str:
    """What a grid shows, with the unit of a bandwidth."""
    title = say_text(grid.title)
    if grid.figure.key != MetricName.BANDWIDTH:
        return title
    return _with_unit(title, binary=binary)


def first_rows(table: Table, most: int) -> Table:
    """A long table without the rows behind so many."""
    return structs.replace(table, rows=table.rows[:most]) if table.long else table


def more_text(table: Table, most: int) -> str:
    """That a long table has more rows than are shown; "" where it has not."""
    more = len(table.rows) - most
    if not table.long or more <= 0:
        return ""
    return ngettext(
        "{count} more: see the JSON or CSV export.",
        "{count} more: see the JSON or CSV export.",
        more,
    ).format(count=group_digits(more))


def _repeats(table: Table) -> Iterator[TextColumn]:
    """How many repeats each row has; nothing where no cell has repeats."""
    counts = [
        next((str(cell.summary.count) for cell in row if isinstance(cell, Measure)), "")
        for row in table.rows
    ]
    if any(counts):
        yield TextColumn(_("Repeats"), tuple(counts))


def _columns(
    column: Column, cells: tuple[Cell, ...], style: Style, *, name: bool, binary: bool
) -> Iterator[TextColumn]:
    """A column, and behind one of measures how their repeats spread."""
    head = value_text(column.title, binary=binary)
    if any(isinstance(cell, Interval) for cell in cells):
        yield from _intervals(head, cells)
        return
    known = [cell for cell in cells if cell is not None]
    unit = style is Style.TERMINAL and bool(known) and all(map(_is_bandwidth, known))
    if unit:
        head = _bandwidth_head(column, binary=binary)
    text = _without_unit if unit else cell_text
    if column.key == MetricName.IOPS:  # the head says it
        text = _iops_text
    texts = tuple(text(cell, binary=binary) for cell in cells)
    name = name and not all(isinstance(cell, int) for cell in cells)
    words = name or all(cell is None or isinstance(cell, _WORDS) for cell in cells)
    yield TextColumn(head, texts, words, column.extra)
    if any(isinstance(cell, Measure) for cell in cells):
        ranges = style is Style.WINDOW
        spreads = tuple(
            ""
            if not isinstance(cell, Measure)
            else write_range(cell.metric, cell.summary, binary=binary)
            if ranges
            else spread_text(cell.summary)
            for cell in cells
        )
        head = _("Minimum to maximum") if ranges else _("Spread")
        yield TextColumn(head, spreads, extra=max(1, column.extra))


_WORDS = Say | str | Shares | Coded | OneOf | Plural


def _intervals(head: str, cells: tuple[Cell, ...]) -> Iterator[TextColumn]:
    """The change, its interval, which gives way first, and the verdict where anything is judged."""
    found = [cell if isinstance(cell, Interval) else Interval(None) for cell in cells]
    yield TextColumn(head, tuple(map(change_text, found)))
    intervals = tuple(interval_text(one.low, one.high) for one in found)
    yield TextColumn(_("95 % interval"), intervals, extra=2)
    if any(one.verdict for one in found):
        yield TextColumn(_("Verdict"), tuple(map(verdict_text, found)), words=True)


def change_text(found: Interval) -> str:
    """The change of an interval: "+4.2 %"; "" for none."""
    return "" if found.ratio is None else signed_percent(found.ratio - 1)


def verdict_text(found: Interval) -> str:
    """Its verdict; "" where nothing is judged."""
    return "" if found.verdict is None else say_text(verdict_words(found.verdict))


def _is_bandwidth(cell: Cell) -> bool:
    if isinstance(cell, Measure):
        return cell.metric is MetricName.BANDWIDTH
    return isinstance(cell, Rate) and not cell.ios


def _bandwidth_head(column: Column, *, binary: bool) -> str:
    """The unit says what it is; of several bandwidths each has its title as well."""
    if column.key == MetricName.BANDWIDTH:
        return bandwidth_unit(binary=binary)
    return _with_unit(value_text(column.title), binary=binary)


def _with_unit(title: str, *, binary: bool) -> str:
    # Translators: the head of a column, {unit} is like "MB/s".
    return _("{first}, {second}").format(first=title, second=bandwidth_unit(binary=binary))


def _iops_text(cell: Cell, *, binary: bool) -> str:
    match cell:
        case Measure(metric=MetricName.IOPS):
            return iops_number(cell.summary.median)
        case Rate(ios=True):
            return iops_number(cell.number)
    return cell_text(cell, binary=binary)


def _without_unit(cell: Cell, *, binary: bool) -> str:
    number = cell.summary.median if isinstance(cell, Measure) else None
    number = cell.number if isinstance(cell, Rate) else number
    return "" if number is None else bandwidth_value(number, binary=binary)[0]


def cell_text(  # noqa: PLR0911 - one for each kind
    cell: Cell, *, binary: bool = False
) -> str:
    """A cell for people, with its unit; "" for what is not known."""
    match cell:
        case None:
            return ""
        case Measure():
            return write_metric(cell.metric, cell.summary.median, binary=binary)
        case Interval():
            return ", ".join(filter(None, (change_text(cell), verdict_text(cell))))
        case MetricValue():
            return _value_text(cell, binary=binary)
        case bool():
            return _("yes") if cell else _("no")
        case Shares():
            return ", ".join(
                _("{first} {second}").format(first=value_text(name), second=format_percent(share))
                for name, share in cell.parts
            )
        case _:
            return value_text(cell, binary=binary)


def _value_text(cell: MetricValue, *, binary: bool) -> str:
    """A figure, with its change to another: "520 MB/s (+4.0 %*)"; the mark is of a claim."""
    text = write_metric(cell.metric, cell.number, binary=binary)
    against = cell.against
    if against is None or against.ratio is None:
        return text
    mark = CLAIMED if against.verdict in CLAIMS else ""
    return f"{text} ({change_text(against)}{mark})"


def fact_texts(facts: Iterable[Fact], *, binary: bool = False) -> list[tuple[str, str]]:
    """The names and the values of facts."""
    return [
        (
            say_text(one.title, binary=binary),
            cell_text(one.value, binary=binary) or value_text(one.unknown),
        )
        for one in facts
    ]


def row_texts(table: Table, *, binary: bool = False) -> list[tuple[str, str]]:
    """What is known in the first row of a table, each with the title of its column."""
    figures = zip(table.columns, *table.rows[:1], strict=True) if table.rows else ()
    return [
        (value_text(column.title), cell_text(cell, binary=binary))
        for column, cell in list(figures)[table.names :]
        if cell is not None and not column.hidden
    ]


def spoken_text(table: Table, *, binary: bool = False) -> str:
    """A table in a sentence, for people who cannot see it."""
    keys = [column.key for column in table.columns]
    places = [keys.index(key) for key in table.spoken]

    def said(row: tuple[Cell, ...], chosen: list[int]) -> str:
        texts = (cell_text(row[place], binary=binary) for place in chosen)
        return ", ".join(filter(None, texts))

    names = list(range(table.names))
    parts = (
        f"{said(row, names)}: {figures}" for row in table.rows if (figures := said(row, places))
    )
    return "; ".join(parts).replace(NARROW, " ")
