# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An answer in our JSON."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Struct, UnsetType

from driveproof.domain.access import Direction
from driveproof.domain.document.finding import FindingDocument
from driveproof.domain.document.phase import AreasDocument, PositionsDocument
from driveproof.domain.document.values import Count, about
from driveproof.domain.quantity import Unit

Value = Annotated[
    Any,
    about(
        "a measured value is {median, low, high, count}, a change {ratio, interval, verdict,"
        " barred}, shares are {name: share}, words with values {text, ...}, several codes a list"
    ),
]
"""A cell of a table, or a value of a sentence."""


class SentenceDocument(Struct, frozen=True, kw_only=True):
    """A sentence of an answer."""

    text: str
    values: Annotated[dict[str, Value], about("the values in it, as in a cell of a table")]


class AxisDocument(Struct, frozen=True, kw_only=True):
    """An axis of a plot."""

    key: str
    unit: Unit
    scale: Literal["linear", "logarithmic"]


class RuleDocument(Struct, frozen=True, kw_only=True):
    """Where something begins or ends on an axis."""

    key: str
    at: float | None
    axis: Literal["x", "y"]


class PlotBandDocument(Struct, frozen=True, kw_only=True):
    """A part of the horizontal axis."""

    key: str
    begin: float | None
    end: float | None
    level: Annotated[
        float | None, about("what the values come to in it; null where nothing is said of that")
    ]


class PlotDocument(Struct, frozen=True, kw_only=True):
    """Lines over two axes, with what is marked on them."""

    x: AxisDocument
    y: AxisDocument
    series: Annotated[
        dict[str, tuple[tuple[float | None, float | None], ...]],
        about("each line by its name, as a list of points [x, y]"),
    ]
    rules: tuple[RuleDocument, ...]
    bands: tuple[PlotBandDocument, ...]


class FoundDocument(Struct, frozen=True, kw_only=True):
    """What was found along the drive: of a test its repeats, of a check its areas, of a recording
    its parts.
    """

    size: Annotated[Count, about("bytes from the first to the last that was looked at")]
    passes: (
        Annotated[tuple[PositionsDocument, ...], about("of a test: each repeat")] | UnsetType
    ) = UNSET
    areas: AreasDocument | UnsetType = UNSET
    parts: (
        Annotated[
            dict[Direction, tuple[Count, ...]],
            about("for each direction the bytes in equal parts of the drive"),
        ]
        | UnsetType
    ) = UNSET


class AnswerDocument(Struct, frozen=True, kw_only=True):
    """What a measurement, a comparison or a look at a drive found."""

    sentences: Annotated[
        tuple[SentenceDocument, ...],
        about("the answer; empty where nothing was measured that answers the question"),
    ]
    tables: Annotated[
        dict[str, tuple[dict[str, Value], ...]],
        about("each table by its name, as a list of rows with the columns as keys"),
    ]
    notes: Annotated[tuple[str, ...], about("how to take the values")]
    facts: (
        Annotated[
            dict[str, Value],
            about("single values by their names, where there are any; as in a cell of a table"),
        ]
        | UnsetType
    ) = UNSET
    positions: (
        Annotated[
            dict[str, FoundDocument],
            about(
                "what was found along the drive, where there is anything;"
                " by the name of the test or map"
            ),
        ]
        | UnsetType
    ) = UNSET
    findings: (
        Annotated[
            dict[str, tuple[FindingDocument, ...]],
            about("each group of findings by its name, the most urgent first, where there are any"),
        ]
        | UnsetType
    ) = UNSET
    plots: (
        Annotated[dict[str, PlotDocument], about("each plot by its name, where there are any")]
        | UnsetType
    ) = UNSET
