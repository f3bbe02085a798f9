# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An answer as JSON: sentences with their values, and rows with the keys of their columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from driveproof.domain.answer import Answer
from driveproof.domain.comparison.difference import Difference
from driveproof.domain.figure import Coded, Measure, Plot, Positions, Shares, Table
from driveproof.domain.quantity import (
    Bytes,
    Change,
    OneOf,
    Plural,
    Rate,
    Seconds,
    Share,
    Times,
    WorkTime,
)
from driveproof.domain.run.areas import Area
from driveproof.domain.run.run import Position
from driveproof.domain.say import Say
from driveproof.export.json import number
from driveproof.wording.catalogue import in_english
from driveproof.wording.say import say_text, value_text


@in_english()
def answer_document(answer: Answer | None) -> dict[str, Any] | None:
    """What `answer` is in the document of a run; null where there is none."""
    if answer is None:
        return None
    along = answer.positions
    return {
        "sentences": [
            {"text": say_text(one), "values": _values(one.values)} for one in answer.sentences
        ],
        "tables": {table.key: _rows(table) for table in answer.tables},
        "notes": [say_text(one) for one in answer.notes],
        **({"facts": {one.key: _value(one.value) for one in answer.facts}} if answer.facts else {}),
        **({"positions": {one.key: _found(one) for one in along}} if along else {}),
        **({"plots": {plot.key: _plot(plot) for plot in answer.plots}} if answer.plots else {}),
    }


def _plot(plot: Plot) -> dict[str, Any]:
    return {
        **{
            name: {
                "key": axis.key,
                "unit": axis.unit,
                "scale": "logarithmic" if axis.log else "linear",
            }
            for name, axis in (("x", plot.x), ("y", plot.y))
        },
        "series": {one.key: [[number(x), number(y)] for x, y in one.points] for one in plot.series},
        "rules": [{"key": one.key, "at": number(one.at)} for one in plot.rules],
        "bands": [
            {
                "key": one.key,
                "begin": number(one.begin),
                "end": number(one.end),
                "level": None if one.level is None else number(one.level),
            }
            for one in plot.bands
        ],
    }


def _rows(table: Table) -> list[dict[str, Any]]:
    keys = [column.key for column in table.columns]
    return [dict(zip(keys, map(_value, row), strict=True)) for row in table.rows]


def _found(found: Positions) -> dict[str, Any]:
    """What was found along the drive: of a check its areas, of a test its repeats."""
    if found.passes:
        return {"size": found.size, "passes": [position_columns(one) for one in found.passes]}
    return {"size": found.size, "areas": area_columns(found.areas)}


def area_columns(areas: Sequence[Area]) -> dict[str, Any]:
    """The areas of a check, in the order of their places."""
    columns = {name: [getattr(area, name) for area in areas] for name in Area._fields}
    return {**columns, "seconds": [number(seconds) for seconds in columns["seconds"]]}


def position_columns(positions: Sequence[Position]) -> dict[str, Any]:
    """The positions of one repeat, in the order of time: a list of objects would be longer."""
    return {
        "offset": [position.offset for position in positions],
        "bytes": [position.bytes for position in positions],
        "seconds": [number(position.seconds) for position in positions],
    }


def _values(values: Mapping[str, object]) -> dict[str, Any]:
    return {name: _value(value) for name, value in values.items()}


def _value(cell: object) -> Any:  # noqa: PLR0911 - one for each kind
    """A cell or a value of a sentence: bytes, seconds, shares from 0 to 1, counts, rates a second;
    words with values as {"text", ...}.
    """
    match cell:
        case None | int():
            return cell
        case float():
            return number(cell)
        case Measure():
            found = cell.summary
            return {
                "median": number(found.median),
                "low": number(found.low),
                "high": number(found.high),
                "count": found.count,
            }
        case Difference():
            ends = (cell.low, cell.high)
            return {
                "ratio": number(cell.ratio),
                "interval": [None if end is None else number(end) for end in ends],
                "verdict": cell.verdict.value,
                "barred": None if cell.barred is None else cell.barred.value,
            }
        case Coded():
            return cell.code
        case Shares():
            return {value_text(name): number(share) for name, share in cell.parts}
        case Bytes() | Plural():
            return cell.number
        case Change() | Rate() | Seconds() | Share() | Times() | WorkTime():
            return number(cell.number)
        case OneOf():
            return [_value(name) for name in cell.names]
        case Say(values=values) if values:
            return {"text": say_text(cell), **_values(values)}
    return value_text(cell)
