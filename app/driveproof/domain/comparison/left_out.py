# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What was not compared, and why."""

from __future__ import annotations

from collections.abc import Iterator

from driveproof.domain.comparison.comparison import Comparison
from driveproof.domain.comparison.matching import Unmatched, Why, plain_name
from driveproof.domain.profile.test_titles import test_words
from driveproof.domain.quantity import OneOf
from driveproof.domain.run.same_test import PhaseKey
from driveproof.domain.run.work import differing_fields as work_differing
from driveproof.domain.run.work_words import work_title, work_value
from driveproof.domain.say import Coded, Say, some

_EACH = 20  # tests that are each in a line of their own
_NAMED = 3  # of more by name
# What a difference between two tests is called, in the order of PhaseKey without `work`.
_PARTS = (
    Say("Name"),
    Say("Direction"),
    Say("Pattern"),
    Say("Block size"),
    Say("Queue depth"),
    Say("Jobs"),
    Say("Engine"),
    Say("Direct I/O"),
    Say("Cache mode"),
)


def left_out(comparison: Comparison) -> tuple[tuple[Coded | OneOf | Say, Say], ...]:
    """What was not compared and why, in pairs.

    A reason that many tests share, as two file-sizes runs have, is said once for all of them.
    """
    found: dict[Say, list[Coded]] = {}
    for one in comparison.unmatched:
        found.setdefault(left_out_reason(one), []).append(Coded(one.name, left_out_title(one)))
    return tuple(
        (named, why)
        for why, tests in found.items()
        for named in ([some([test.say for test in tests], _NAMED)] if len(tests) > _EACH else tests)
    )


def left_out_title(one: Unmatched) -> Say | str:
    """The test with its direction."""
    return test_words(one.title, one.direction, one.profile)


def left_out_reason(one: Unmatched) -> Say:
    """Why a test was not compared, as a label."""
    match one.why:
        case Why.ABSENT:
            return Say("Only in {side}", side=one.sides[0])
        case Why.CUT_SHORT:
            return Say("No complete repeat on one side")
        case Why.RECORDED:
            return Say("Recording")
        case Why.NO_FIGURE:
            return Say("No value on one side")
        case Why.AMBIGUOUS:
            return Say("Several tests match")
        case Why.OTHER_TEST:
            parts = tuple(_other_parts(*(one.tests or ())))
            return Say("Different test ({parts})", parts=OneOf(parts))


def _other_parts(before: PhaseKey, after: PhaseKey) -> Iterator[Say]:
    """What two tests of one name do not share: "Queue depth: 1, 32"."""
    for what, one, other in zip(_PARTS, before, after, strict=False):
        if one != other and (one != before.name or plain_name(before) != plain_name(after)):
            yield Say("{what}: {before}, {after}", what=what, before=_said(one), after=_said(other))
    for name, mine, theirs in work_differing(before.work, after.work):
        values = {"before": work_value(name, mine), "after": work_value(name, theirs)}
        yield Say("{what}: {before}, {after}", what=work_title(name), **values)


def _said(value: object) -> Say | str:
    if isinstance(value, bool):
        return Say("yes") if value else Say("no")
    return Say("unknown") if value in (None, "", 0) else str(value)
