# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The tables of answers as CSV: a line for each row, with the keys of its columns as heads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from driveproof.domain.answer import Answer
from driveproof.domain.figure import (
    Cell,
    Findings,
    Interval,
    Measure,
    MetricValue,
    Positions,
    Shares,
    Table,
)
from driveproof.domain.quantity import (
    Age,
    Amount,
    Bytes,
    Celsius,
    Change,
    Day,
    Factor,
    LifeShare,
    Number,
    OneOf,
    Probability,
    Rate,
    RunTime,
    Seconds,
    Share,
    Times,
    WorkTime,
)
from driveproof.domain.run.run import Run
from driveproof.domain.say import Coded
from driveproof.export.csv.run import AREA_COLUMNS, area_cells, csv_number, csv_safe, csv_text
from driveproof.wording.catalogue import in_english
from driveproof.wording.finding import finding_text, source_text, to_dos_text
from driveproof.wording.say import value_text
from driveproof.wording.units import NARROW

_MEASURE = ("", "_low", "_high", "_count")
_INTERVAL = ("_ratio", "_low", "_high", "_verdict", "_barred")


@in_english()
def answer_csv(answer: Answer) -> str:
    """The rows of all its tables, all positions and all findings; what is unknown, or no column of
    a table, is empty.
    """
    return _text(list(_rows(answer)), "table")


@in_english()
def answers_csv(*answered: tuple[Run, Answer]) -> str:
    """The same of several runs."""
    lines = [
        {"run": csv_safe(run.id), **line} for run, answer in answered for line in _rows(answer)
    ]
    return _text(lines, "run", "table")


def _text(lines: Sequence[dict[str, object]], *first: str) -> str:
    heads = tuple(dict.fromkeys((*first, *(head for line in lines for head in line))))
    return csv_text(heads, [[line.get(head) for head in heads] for line in lines])


def _rows(answer: Answer) -> Iterator[dict[str, object]]:
    for key, found in (
        *((table.key, _lines(table)) for table in answer.tables),
        *((plot.key, _lines(plot.table)) for plot in answer.plots),
        *((one.key, _found(one)) for one in answer.positions),
        *((one.key, _findings(one)) for one in answer.findings),
    ):
        for line in found:
            yield {"table": key, **line}


def _found(found: Positions) -> Iterator[dict[str, object]]:
    """Each area of a check, each position of each repeat in the order of time, or each part."""
    if found.parts:
        ways = [way for way, _amounts in found.parts]
        every = list(zip(*(amounts for _way, amounts in found.parts), strict=True))
        for number, amounts in enumerate(every):
            yield {
                "offset_bytes": found.size * number // len(every),
                **{f"{way}_bytes": one for way, one in zip(ways, amounts, strict=True)},
            }
    for area in found.areas:
        yield dict(zip(AREA_COLUMNS[4:], area_cells(area), strict=True))
    for repeat, positions in enumerate(found.passes, 1):
        for one in positions:
            yield {
                "repeat": repeat,
                "offset_bytes": one.offset,
                "bytes": one.bytes,
                "seconds": csv_number(one.seconds),
            }


def _findings(block: Findings) -> Iterator[dict[str, object]]:
    for one in block.findings:
        texts = (finding_text(one), to_dos_text(one), source_text(one))
        yield {
            "subject": "" if one.subject is None else csv_safe(str(one.subject.code)),
            "where": "" if one.where is None else csv_safe(str(one.where.code)),
            "code": one.code,
            "grade": one.grade or "",
            **dict(zip(("say", "do", "source"), map(csv_safe, texts), strict=True)),
        }


def _lines(table: Table) -> Iterator[dict[str, object]]:
    """Each row; every one has the same heads."""
    ends = [_ends(table.column(column.key)) for column in table.columns]
    for row in table.rows:
        line: dict[str, object] = {}
        for column, cell, names in zip(table.columns, row, ends, strict=True):
            known = _values(cell)
            values = (*known, *(None for _name in names[len(known) :]))
            line |= {f"{column.key}{end}": one for end, one in zip(names, values, strict=True)}
        yield line


def _ends(cells: tuple[Cell, ...]) -> tuple[str, ...]:
    """What the heads of a column have behind its key."""
    if any(isinstance(cell, Measure) for cell in cells):
        return _MEASURE
    return _INTERVAL if any(isinstance(cell, Interval) for cell in cells) else ("",)


def _values(cell: Cell) -> tuple[object, ...]:  # noqa: PLR0911 - one for each kind
    """The values of a cell, at most one for each head of its column: a sum has no repeats."""
    match cell:
        case None:
            return ()
        case Measure():
            found = cell.summary
            return (
                csv_number(found.median),
                csv_number(found.low),
                csv_number(found.high),
                found.count,
            )
        case Interval():
            words = (one and one.value for one in (cell.verdict, cell.barred))
            return (*map(csv_number, (cell.ratio, cell.low, cell.high)), *words)
        case MetricValue():
            return (csv_number(cell.number),)
        case Day():
            return (cell.at.astimezone().isoformat(timespec="milliseconds"),)
        case Shares():
            parts = (f"{value_text(name)} {csv_number(share)}" for name, share in cell.parts)
            return (csv_safe("; ".join(parts)),)
        case Amount() | Bytes() | Celsius() | Change() | Number() | Probability() | Rate():
            return (csv_number(cell.number),)
        case (
            Age() | Factor() | LifeShare() | RunTime() | Seconds() | Share() | Times() | WorkTime()
        ):
            return (csv_number(cell.number),)
        case Coded():
            return (csv_safe(str(cell.code)),)
        case int():
            return (int(cell),)
        case OneOf():
            return (csv_safe("; ".join(map(_name, cell.names))),)
    return (csv_safe(value_text(cell).replace(NARROW, " ")),)


def _name(name: object) -> str:
    """One of several names or figures."""
    match name:
        case Coded():
            return str(name.code)
        case int() | float():
            return csv_number(name)
    return value_text(name)
