# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What changed between two checks, in words: the same rows for terminal, window and report."""

from __future__ import annotations

from typing import NamedTuple

from driveproof.domain.check.between import CheckComparison, ComparedFact, FactChange, RatingTurn
from driveproof.domain.check.check import TOPIC_TITLES, Check
from driveproof.domain.comparison.sentences import comparison_sentences
from driveproof.domain.rating import Rating
from driveproof.domain.text import visible
from driveproof.domain.trim.path import PATH_WORDS, PathVerdict
from driveproof.wording.catalogue import N_, _
from driveproof.wording.dates import date_and_time
from driveproof.wording.drive import device_title
from driveproof.wording.health.verdict import axis_title, grade_title
from driveproof.wording.rating import rating_text
from driveproof.wording.say import say_text, say_texts, value_text
from driveproof.wording.table import cell_text

_TURNS = {
    RatingTurn.SAME: N_("same"),
    RatingTurn.BETTER: N_("better"),
    RatingTurn.WORSE: N_("worse"),
    RatingTurn.UNKNOWN: N_("unknown"),
}
_FACTS = {
    ComparedFact.DRIVE: N_("Drive"),
    ComparedFact.FIRMWARE: N_("Firmware"),
    ComparedFact.NEWEST_FIRMWARE: N_("Newest firmware"),
    ComparedFact.LINK: N_("Link"),
    ComparedFact.LINK_ERRORS: N_("Link errors"),
    ComparedFact.TRIM: N_("TRIM"),
    ComparedFact.CONTINUOUS_TRIM: N_("Continuous TRIM"),
    ComparedFact.TARGET: N_("Target"),
}


class CheckRow(NamedTuple):
    """What was compared, before, after, and how it went ("" where that is no better or worse)."""

    what: str
    before: str
    after: str
    turn: str = ""


def check_title(check: Check) -> str:
    """A check in a line: its label, its drive, when it was made, its id."""
    device = device_title(check.device) if check.device else check.target
    named = [_("report {id}").format(id=check.id)] if check.id else []
    parts = [check.label, device, date_and_time(check.taken), *named]
    return ", ".join(visible(part) for part in parts if part)


def topic_rows(found: CheckComparison) -> tuple[CheckRow, ...]:
    """The rating of each topic."""
    return tuple(
        CheckRow(
            say_text(TOPIC_TITLES[one.topic]),
            _rated(one.before),
            _rated(one.after),
            _(_TURNS[one.turn]),
        )
        for one in found.topics
    )


def axis_rows(found: CheckComparison) -> tuple[CheckRow, ...]:
    """The grade of each axis of health."""
    return tuple(
        CheckRow(
            axis_title(one.axis),
            grade_title(one.before) if one.before is not None else _nothing(),
            grade_title(one.after) if one.after is not None else _nothing(),
            _(_TURNS[one.turn]),
        )
        for one in found.axes
    )


def fact_rows(found: CheckComparison) -> tuple[CheckRow, ...]:
    """Firmware, link and TRIM, where they differ."""
    return tuple(
        CheckRow(_(_FACTS[one.fact]), _fact(one, one.before), _fact(one, one.after))
        for one in found.facts
    )


def counter_rows(found: CheckComparison) -> tuple[CheckRow, ...]:
    """The counters that changed, with the difference."""
    return tuple(
        CheckRow(*map(cell_text, (one.title, *one.ends, one.difference))) for one in found.counters
    )


def measured_text(found: CheckComparison) -> str:
    """What the measurements say, in a sentence, or why nothing."""
    if found.measured is not None:
        return say_texts(comparison_sentences(found.measured))
    return _("Speed is not compared: a measurement is missing.")


def _rated(rating: Rating | None) -> str:
    return rating_text(rating) if rating is not None else _nothing()


def _nothing() -> str:
    return "–"


def _fact(change: FactChange, value: str | int | bool | None) -> str:
    if value is None:
        return _("unknown")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if change.fact is ComparedFact.TRIM:
        return value_text(PATH_WORDS[PathVerdict(str(value))])
    return visible(str(value))
