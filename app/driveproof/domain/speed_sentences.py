# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The tests of one pace in sentences: what decided it, and what was measured."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.access import Direction
from driveproof.domain.comparison.amounts import change_amount
from driveproof.domain.metric import quantity
from driveproof.domain.profile.test_titles import DIRECTIONS, test_words
from driveproof.domain.quantity import OneOf, Plural, Range, Rate
from driveproof.domain.say import Say, Title, some
from driveproof.domain.speed import PACE_WORDS, MeasuredSpeed, Pace

MOST_NAMED = 3
"""More tests than this are counted in a sentence, not named."""


def pace_sentences(
    pace: Pace, figures: Sequence[MeasuredSpeed], *, measured: bool = True
) -> tuple[Say, ...]:
    """What tests of one pace have in common, with what was `measured` of each."""
    if pace not in (Pace.TOO_SLOW, Pace.SLOWER, Pace.BELOW_SPECIFICATION, Pace.BEYOND_LINK):
        names = [figure_words(one) if measured else test_of(one) for one in figures]
        tests = some(names, MOST_NAMED) if measured else tests_words(names)
        return (Say("{name}: {text}.", name=tests, text=PACE_WORDS[pace]),)
    said = [_each(pace, one, measured=measured) for one in figures[:MOST_NAMED]]
    if len(figures) > MOST_NAMED:
        rest = Plural("{count} more", "{count} more", len(figures) - MOST_NAMED)
        said.append(Say("{text}.", text=rest))
    if pace is Pace.BEYOND_LINK:
        said.append(Say("Likely a cache was measured."))
    return tuple(said)


def _each(pace: Pace, figure: MeasuredSpeed, *, measured: bool) -> Say:
    """A test with what decided its pace."""
    test = figure_words(figure) if measured else test_of(figure)
    against = figure.against or 0.0
    match pace:
        case Pace.TOO_SLOW:
            least = quantity(figure.metric, against)
            return Say(
                "{test}: any drive of this kind reaches {against}.", test=test, against=least
            )
        case Pace.BELOW_SPECIFICATION:
            promised = quantity(figure.metric, against)
            return Say(
                "{test}: below 90 % of the specified {against}.", test=test, against=promised
            )
        case Pace.BEYOND_LINK:
            carried = Rate(against)
            return Say(
                "{test}: more than the link carries ({against}).", test=test, against=carried
            )
    change = change_amount(figure.ratio or 1.0, faster=False)
    return Say("{test}: {change} than in run {run}.", test=test, change=change, run=figure.run)


def figure_words(figure: MeasuredSpeed) -> Say:
    """ "SEQ1M Q8 read 3.4 GB/s (median of 6, 3.3 to 3.5 GB/s)"."""
    test, summary = test_of(figure), figure.summary
    median, low, high = (
        quantity(figure.metric, one) for one in (summary.median, summary.low, summary.high)
    )
    if summary.count < 2 or summary.spread is None:
        return Say("{first} {second}", first=test, second=median)
    return Say(
        "{test} {median} (median of {count}, {range})",
        test=test,
        median=median,
        count=summary.count,
        range=Range(low, high),
    )


def test_of(figure: MeasuredSpeed) -> Say | str:
    """The name of its test, with the direction where the test has both."""
    return test_name(figure.title, figure.profile, figure.direction, mixed=figure.mixed)


def test_name(title: Title | str, profile: str, direction: Direction, *, mixed: bool) -> Say | str:
    """The name of a test in one direction."""
    if not mixed:
        return test_words(title, direction, profile)
    both = test_words(title, Direction.MIXED, profile)
    return Say("{first} ({second})", first=both, second=DIRECTIONS[direction])


def tests_words(names: Sequence[Say | str]) -> OneOf | Plural:
    """The names of some tests, or how many they are."""
    if len(names) <= MOST_NAMED:
        return OneOf(tuple(names))
    return Plural("{count} test", "{count} tests", len(names))
