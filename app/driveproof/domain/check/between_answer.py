# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a comparison of two checks answers: ratings, health, counters, and what else differs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from driveproof.domain.answer import Answer
from driveproof.domain.check.between import (
    AxisChange,
    CheckComparison,
    ComparedFact,
    FactChange,
    RatingTurn,
    TopicChange,
)
from driveproof.domain.check.check import TOPIC_TITLES
from driveproof.domain.comparison.answer import comparison_answer
from driveproof.domain.comparison.margin import Margin
from driveproof.domain.figure import Cell, Column, Table, Text
from driveproof.domain.health.verdict import AXIS_TITLES, GRADE_TITLES
from driveproof.domain.rating import RATING_WORDS
from driveproof.domain.say import Coded, Say
from driveproof.domain.trim.path import PATH_WORDS, PathVerdict

_TURNS = {
    RatingTurn.SAME: Say("same"),
    RatingTurn.BETTER: Say("better"),
    RatingTurn.WORSE: Say("worse"),
    RatingTurn.UNKNOWN: Say("unknown"),
}
_FACTS = {
    ComparedFact.DRIVE: Say("Drive"),
    ComparedFact.FIRMWARE: Say("Firmware"),
    ComparedFact.NEWEST_FIRMWARE: Say("Newest firmware"),
    ComparedFact.LINK: Say("Link"),
    ComparedFact.LINK_ERRORS: Say("Link errors"),
    ComparedFact.TRIM: Say("TRIM"),
    ComparedFact.CONTINUOUS_TRIM: Say("Continuous TRIM"),
    ComparedFact.TARGET: Say("Target"),
}


def check_comparison_answer(found: CheckComparison, *, margin: Margin | None = None) -> Answer:
    """What changed, and whether their measurements differ; bad where these are slower than `margin`
    allows.
    """
    topics = (
        (Coded(one.topic, TOPIC_TITLES[one.topic]), *_turned(one, RATING_WORDS))
        for one in found.topics
    )
    axes = (
        (Coded(one.axis, AXIS_TITLES[one.axis]), *_turned(one, GRADE_TITLES)) for one in found.axes
    )
    counters = (
        (Coded(one.key, one.title), *one.ends, one.difference, one.alarming)
        for one in found.counters
    )
    facts = ((Coded(one.fact, _FACTS[one.fact]), *_ends(one)) for one in found.facts)
    sentences, notes, bad = found.say, found.notes, False
    if found.measured is not None:
        measured = comparison_answer(found.measured, margin=margin)
        sentences, bad = (*sentences, *measured.sentences), measured.bad
    else:
        notes += (Say("Speed is not compared: a measurement is missing."),)
    return Answer(
        sentences,
        (
            _table("ratings", Say("Ratings"), Say("Topic"), topics, unknown="–"),
            _table("axes", Say("Health"), Say("Axis"), axes, unknown="–"),
            _table("counters", Say("Changed counters"), Say("Counter"), counters),
            _table("differs", Say("Other differences"), Say("What"), facts, unknown=Say("unknown")),
            *map(Text, notes),
        ),
        bad=bad,
    )


def _table(
    key: str,
    title: Say,
    first: Say,
    rows: Iterable[tuple[Cell, ...]],
    *,
    unknown: Say | str | None = None,
) -> Table:
    made = tuple(rows)
    columns = (
        Column("what", first),
        Column("before", Say("Before")),
        Column("after", Say("After")),
        Column("change", Say("Change")),
        Column("alarming", "", hidden=True),
    )
    width = max(map(len, made), default=len(columns))
    return Table(key, title, columns[:width], made, unknown=unknown)


def _turned(one: TopicChange | AxisChange, words: Mapping[Any, Say]) -> Iterator[Coded | None]:
    """Both ends, and how it went."""
    for end in (one.before, one.after):
        yield None if end is None else Coded(end, words[end])
    yield Coded(one.turn, _TURNS[one.turn])


def _ends(one: FactChange) -> Iterator[Cell]:
    for end in (one.before, one.after):
        path = one.fact is ComparedFact.TRIM and end is not None
        yield PATH_WORDS[PathVerdict(str(end))] if path else end
