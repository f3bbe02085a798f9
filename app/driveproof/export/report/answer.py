# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An answer as blocks of a report. Its sentences are the report's headline."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain import figure
from driveproof.domain.answer import Answer
from driveproof.export.report.document import Block, Table, Text
from driveproof.wording.say import say_text
from driveproof.wording.table import Style, text_columns


def answer_blocks(
    answer: Answer, pictures: Sequence[Block] = (), *, binary: bool = False
) -> list[Block]:
    """The pictures, then block after block; [] where nothing was measured."""
    if not answer.measured:
        return []
    blocks = [*pictures]
    for block in answer.blocks:
        match block:
            case figure.Table() if block.rows:
                blocks.append(_table(block, binary=binary))
            case figure.Text():
                blocks.append(Text(say_text(block.say, binary=binary), quiet=True))
    return blocks


def _table(table: figure.Table, *, binary: bool) -> Table:
    columns = text_columns(table, Style.REPORT, binary=binary)
    heads = tuple(column.head for column in columns)
    rows = tuple(zip(*(column.cells for column in columns), strict=True))
    return Table(heads, rows, left=table.names)
