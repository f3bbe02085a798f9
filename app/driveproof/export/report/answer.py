# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An answer as blocks of a report. Its sentences are the report's headline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice, takewhile

from driveproof.domain import figure
from driveproof.domain.answer import Answer
from driveproof.export.report.document import (
    FactsBlock,
    FindingLine,
    FindingsBlock,
    ReportBlock,
    Section,
    TableBlock,
    TextBlock,
)
from driveproof.wording.catalogue import _
from driveproof.wording.finding import finding_texts
from driveproof.wording.say import say_text
from driveproof.wording.table import (
    Style,
    TextColumn,
    fact_texts,
    first_rows,
    grid_columns,
    more_text,
    text_columns,
)

MOST_ROWS = 200
"""Of a long table; CSV and JSON have all of them."""
_PAGE, _LINE = 140, 24
"""The characters of a line on paper, and of a line in a column of a table."""


def answer_blocks(
    answer: Answer, pictures: Sequence[ReportBlock] = (), *, binary: bool = False
) -> list[ReportBlock]:
    """The pictures, then block after block; [] where nothing was measured. Where there is one for
    each grid, it stands above it.
    """
    if not answer.measured:
        return []
    each = len(pictures) == len(answer.grids)
    above = iter(pictures if each else ())
    blocks = [] if each else [*pictures]
    for block in answer.blocks:
        match block:
            case figure.Grid():
                columns = grid_columns(block, binary=binary)
                blocks += [*islice(above, 1), _block(columns, left=1)]
            case (
                (figure.Table() as table) | figure.Rows(table=table) | figure.Changes(table=table)
            ) if table.rows and not table.details:
                blocks.append(_table(first_rows(table, MOST_ROWS), binary=binary))
                if more := more_text(table, MOST_ROWS):
                    blocks.append(TextBlock(more, quiet=True))
            case figure.Facts() if block.facts:
                blocks.append(FactsBlock(tuple(fact_texts(block.facts, binary=binary))))
            case figure.Findings() if block.findings:
                blocks.append(findings_block(block))
            case figure.Text():
                blocks.append(TextBlock(say_text(block.say, binary=binary), quiet=True))
    return blocks


def answer_sections(
    blocks: Sequence[figure.Block], pictures: Sequence[ReportBlock] = (), *, binary: bool = False
) -> list[Section]:
    """A section for each table and each group of facts or findings, with the notes below it; the
    pictures begin the first one.
    """
    sections: list[Section] = []
    for block in blocks:
        match block:
            case (figure.Table() as table) | figure.Changes(table=table) if table.rows:
                title, written = say_text(table.title), _table(table, binary=binary)
                if written.columns[0] == title:  # it stands above the table
                    written = replace(written, columns=("", *written.columns[1:]))
                sections.append(Section(title, (*pictures, written)))
                pictures = ()
            case figure.Facts() if block.facts:
                facts = FactsBlock(tuple(fact_texts(block.facts, binary=binary)))
                sections.append(Section(say_text(block.title), (*pictures, facts)))
                pictures = ()
            case figure.Findings() if block.findings:
                found = findings_block(block)
                sections.append(Section(say_text(block.title), (*pictures, found)))
                pictures = ()
            case figure.Text():
                note = TextBlock(say_text(block.say, binary=binary), quiet=True)
                last = sections.pop() if sections else Section(_("Notes"), ())
                sections.append(Section(last.title, (*last.blocks, note)))
    return sections


def findings_block(block: figure.Findings) -> FindingsBlock:
    """A line for each finding."""
    return FindingsBlock(
        tuple(
            FindingLine(
                one.rating or "", one.grade, one.name, f"{one.text} {one.do}".strip(), one.source
            )
            for one in finding_texts(block)
        )
    )


def _table(table: figure.Table, *, binary: bool) -> TableBlock:
    columns = _fitting(text_columns(table, Style.REPORT, binary=binary))
    words = sum(1 for _column in takewhile(lambda column: column.words, columns))
    return _block(columns, left=max(words, table.names))


def _fitting(columns: Sequence[TextColumn]) -> Sequence[TextColumn]:
    """As many of the columns as a page has room for."""
    ranks = sorted({column.extra for column in columns if column.extra}, reverse=True)
    kept: Sequence[TextColumn] = columns
    for most in (*ranks, 0):
        kept = [column for column in columns if column.extra <= most]
        if sum(map(_width, kept)) <= _PAGE:
            break
    return kept


def _width(column: TextColumn) -> int:
    """In characters, with a gap; longer texts take several lines."""
    return min(_LINE, max(map(len, (column.head, *column.cells)))) + 2


def _block(columns: Sequence[TextColumn], *, left: int) -> TableBlock:
    heads = tuple(column.head for column in columns)
    rows = tuple(zip(*(column.cells for column in columns), strict=True))
    return TableBlock(heads, rows, left=left)
