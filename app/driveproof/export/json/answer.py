# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An answer as JSON: sentences with their values, and rows with the keys of their columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from msgspec import UNSET

from driveproof.domain.answer import Answer
from driveproof.domain.document.answer import (
    AnswerDocument,
    AxisDocument,
    FoundDocument,
    PlotBandDocument,
    PlotDocument,
    RuleDocument,
    SentenceDocument,
)
from driveproof.domain.document.phase import AreasDocument, PositionsDocument
from driveproof.domain.document.values import alike, in_columns
from driveproof.domain.figure import (
    Axis,
    Interval,
    Measure,
    MetricValue,
    Plot,
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
    Plural,
    Probability,
    Rate,
    RunTime,
    Seconds,
    Share,
    Times,
    WorkTime,
)
from driveproof.domain.say import Coded, Say
from driveproof.export.json.finding import finding_document
from driveproof.wording.catalogue import in_english
from driveproof.wording.say import say_text, value_text


@in_english()
def answer_document(answer: Answer) -> AnswerDocument:
    """What `answer` is in a document."""
    along = answer.positions
    return AnswerDocument(
        sentences=tuple(
            SentenceDocument(text=say_text(one), values=_values(one.values))
            for one in answer.sentences
        ),
        tables={table.key: _rows(table) for table in answer.tables},
        notes=tuple(say_text(one) for one in answer.notes),
        facts={one.key: _value(one.value) for one in answer.facts} if answer.facts else UNSET,
        positions={one.key: _found(one) for one in along} if along else UNSET,
        findings={one.key: tuple(map(finding_document, one.findings)) for one in answer.findings}
        if answer.findings
        else UNSET,
        plots={plot.key: _plot(plot) for plot in answer.plots} if answer.plots else UNSET,
    )


def _plot(plot: Plot) -> PlotDocument:
    return PlotDocument(
        x=_axis(plot.x),
        y=_axis(plot.y),
        series={one.key: tuple((x, y) for x, y in one.points) for one in plot.series},
        rules=tuple(alike(RuleDocument, one) for one in plot.rules),
        bands=tuple(alike(PlotBandDocument, one) for one in plot.bands),
    )


def _axis(axis: Axis) -> AxisDocument:
    return AxisDocument(key=axis.key, unit=axis.unit, scale="logarithmic" if axis.log else "linear")


def _rows(table: Table) -> tuple[dict[str, Any], ...]:
    keys = [column.key for column in table.columns]
    return tuple(dict(zip(keys, map(_value, row), strict=True)) for row in table.rows)


def _found(found: Positions) -> FoundDocument:
    if found.parts:
        return FoundDocument(size=found.size, parts=dict(found.parts))
    if found.passes:
        passes = tuple(in_columns(PositionsDocument, one) for one in found.passes)
        return FoundDocument(size=found.size, passes=passes)
    return FoundDocument(size=found.size, areas=in_columns(AreasDocument, found.areas))


def _values(values: Mapping[str, object]) -> dict[str, Any]:
    return {name: _value(value) for name, value in values.items()}


def _value(cell: object) -> Any:  # noqa: PLR0911 - one for each kind
    """A cell or a value of a sentence: bytes, seconds, shares from 0 to 1, counts, rates a second;
    words with values as {"text", ...}.
    """
    match cell:
        case None | int() | float():
            return cell
        case Measure():
            return asdict(cell.summary)
        case Interval():
            return {
                "ratio": _value(cell.ratio),
                "interval": [cell.low, cell.high],
                "verdict": cell.verdict and cell.verdict.value,
                "barred": cell.barred and cell.barred.value,
            }
        case MetricValue(against=None):
            return cell.number
        case MetricValue():
            return {"value": cell.number, "against": _value(cell.against)}
        case Coded():
            return cell.code
        case Day():
            return cell.at.astimezone().isoformat(timespec="milliseconds")
        case Shares():
            return {value_text(name): share for name, share in cell.parts}
        case Amount() | Bytes() | Celsius() | Change() | Number() | Plural() | Probability():
            return cell.number
        case (
            Age()
            | Factor()
            | LifeShare()
            | Rate()
            | RunTime()
            | Seconds()
            | Share()
            | Times()
            | WorkTime()
        ):
            return cell.number
        case OneOf():
            return [_value(name) for name in cell.names]
        case Say(values=values) if values:
            return {"text": say_text(cell), **_values(values)}
    return value_text(cell)
