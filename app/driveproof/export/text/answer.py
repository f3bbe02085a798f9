# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An answer on a terminal: its sentences, its tables, and how to take them."""

from __future__ import annotations

from itertools import pairwise

from driveproof.domain.answer import Answer
from driveproof.domain.figure import Changes, Facts, Findings, Grid, Rows, Table, Text
from driveproof.domain.rating import BAD, FINE, ODD, UNKNOWN
from driveproof.export.text.layout import TextLayout, columns_of, one_line, widest
from driveproof.wording.catalogue import _
from driveproof.wording.finding import finding_texts
from driveproof.wording.say import say_text, say_texts
from driveproof.wording.table import (
    Style,
    TextColumn,
    fact_texts,
    first_rows,
    grid_columns,
    more_text,
    text_columns,
)

MOST_ROWS = 40
"""Of a long table."""


def answer_lines(answer: Answer, layout: TextLayout, *, details: bool = False) -> list[str]:
    """The sentences, then block after block; `details` has every table."""
    if not answer.measured:
        return [_("Nothing was measured.")]
    lines = layout.wrapped(say_texts(answer.sentences, binary=layout.binary))
    return [*lines, *block_lines(answer, layout, details=details)]


def note_lines(answer: Answer, layout: TextLayout) -> list[str]:
    """Why nothing was measured, as far as the answer says it: a host that was lost."""
    return [line for note in answer.notes for line in layout.wrapped(say_text(note))]


def block_lines(answer: Answer, layout: TextLayout, *, details: bool) -> list[str]:
    """Block after block, each below an empty line; one note follows the other."""
    lines: list[str] = []
    noted = False
    for block in answer.blocks:
        match block:
            case Grid():
                lines += ["", *grid_lines(block, layout)]
            case (Table() as table) | Rows(table=table) | Changes(table=table) if table.rows and (
                details or not table.details
            ):
                lines += ["", *table_lines(first_rows(table, MOST_ROWS), layout)]
                lines += layout.wrapped(more_text(table, MOST_ROWS))
            case Facts() if block.facts:
                lines += ["", *layout.table(_facts(block, layout), (0, 1))]
            case Findings() if block.findings:
                lines += ["", *finding_lines(block, layout)]
            case Text():
                text = say_text(block.say, binary=layout.binary)
                lines += layout.wrapped(text) if noted else layout.below(text)
        noted = isinstance(block, Text)
    return lines


def _facts(block: Facts, layout: TextLayout) -> list[tuple[str, str]]:
    return [
        (name, one_line(value)) for name, value in fact_texts(block.facts, binary=layout.binary)
    ]


def table_lines(table: Table, layout: TextLayout) -> list[str]:
    """A table with as many of its columns as there is room for. Where rows share the first of two
    names, they are below it, and it is written once.
    """
    columns = text_columns(table, Style.TERMINAL, binary=layout.binary)
    first = columns[0].cells
    if table.names > 1 and any(one == other for one, other in pairwise(first)):
        columns = _grouped(columns)
    ranks = sorted({column.extra for column in columns if column.extra}, reverse=True)
    lines: list[str] = []
    for most in (*ranks, 0):
        kept = [column for column in columns if column.extra <= most]
        heads = [column.head for column in kept]
        rows = zip(*(map(one_line, column.cells) for column in kept), strict=True)
        left = [place for place, column in enumerate(kept) if column.words]
        lines = layout.table([heads, *rows], left)
        if layout.fits(lines):
            break
    return lines


def grid_lines(grid: Grid, layout: TextLayout) -> list[str]:
    """A line for each value of `down`, a column for each value of `across`. The title has a line of
    its own where there is too little room beside it.
    """
    names, *columns = grid_columns(grid, binary=layout.binary)
    heads = [column.head for column in columns]
    below = (f"  {name}" for name in names.cells)
    rows = list(zip(below, *(column.cells for column in columns), strict=True))
    lines = layout.table([(names.head, *heads), *rows])
    return lines if layout.fits(lines) else [names.head, *layout.table([("", *heads), *rows])]


def _grouped(columns: list[TextColumn]) -> list[TextColumn]:
    """The same with the first name above the rows that share it, the second one indented."""
    first, second, *rest = columns
    names: list[str] = []
    places: list[int | None] = []
    for place, name in enumerate(first.cells):
        if place == 0 or name != first.cells[place - 1]:
            names.append(name)
            places.append(None)
        names.append(f"  {second.cells[place]}")
        places.append(place)

    def spread(column: TextColumn) -> TextColumn:
        cells = tuple("" if place is None else column.cells[place] for place in places)
        return TextColumn(column.head, cells, column.words, column.extra)

    return [TextColumn(first.head, tuple(names), words=True), *map(spread, rest)]


_MARKS = {None: "-", FINE: "+", ODD: "!", BAD: "X", UNKNOWN: "?"}


def finding_lines(block: Findings, layout: TextLayout) -> list[str]:
    """The title, then the findings: mark, grade and subject, and what was found beside them, or
    below where they take half of the line. What a finding shares with the one before is written
    once.
    """
    found = finding_texts(block)
    heads: list[tuple[str, ...]] = []
    before = ("", "")
    for one in found:
        named = (one.grade, one.name)
        heads.append((_MARKS[one.rating], *(("", "") if named == before else named)))
        before = named
    known = [place for place in range(3) if any(head[place] for head in heads)]
    starts = layout.table(
        [["", *(one_line(head[place]) for place in known)] for head in heads], range(4)
    )
    indent = widest(starts) + 2
    beside = 2 * indent <= layout.width
    pad = " " * (indent if beside else 6)
    lines = [say_text(block.title)]
    for one, start in zip(found, starts, strict=True):
        said = [
            f"{pad}{line}"
            for text in (f"{one.text} {one.source}".strip(), one.do)
            for line in layout.wrapped(one_line(text), beside=len(pad))
        ]
        if beside and said:
            said[0] = start + said[0][columns_of(start) :]
            lines += said
        else:
            lines += [start, *said]
    return lines
