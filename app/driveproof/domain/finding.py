# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""One thing that was found: its code, its grade, and the sentence that stands beside the rule."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from msgspec import Struct

from driveproof.domain.rating import RATING_WORDS, Rating
from driveproof.domain.say import Coded, Say


class Code(StrEnum):
    """The words by which scripts know a finding or what to do about it; `auto()` makes "no-serial"
    of NO_SERIAL.
    """

    @staticmethod
    def _generate_next_value_(name: str, _start: int, _count: int, _last: list[Any]) -> str:
        return name.lower().replace("_", "-")


class ToDo(Struct, frozen=True):
    """One thing to do. A value of `say` may be an `errors.Advice`, which each face words by its own
    means.
    """

    code: str
    say: Say


class Finding(Struct, frozen=True, omit_defaults=True):
    """What a rule decided: its code and grade, and the sentences about it.

    `code` and `grade` are words of enums of its subject. `grade` is None where findings are not
    weighed one by one: the facts of a layer and the evidence of a proof, which have a verdict
    together, a note, a caution of a comparison. `source` is where it was read, "" where what it is
    a part of has that. `do` is what to do about it, the most urgent first.

    Among others (`figure.Findings`) it has a `subject`, what it is about, and `where` that is, if
    the subject does not say it: the folder, the kind of a layer, the part of the machine.
    """

    code: str
    say: tuple[Say, ...]
    grade: str | None = None
    do: tuple[ToDo, ...] = ()
    source: Say | str = ""
    subject: Coded | None = None
    where: Coded | None = None


class JoinedFinding(Finding, frozen=True):
    """Several findings about one subject, in one: the facts of a layer, the evidence of a proof,
    the value of an axis with its details. Each of its `parts` has its own code.
    """

    parts: tuple[Finding, ...] = ()


class GradeWord(Coded, frozen=True):
    """What a grade is called. Its mark and its colour are those of `rating`, neutral for None."""

    rating: Rating | None = None


RATINGS = tuple(GradeWord(one, RATING_WORDS[one], one) for one in Rating)
"""The grades of findings that are rated as those of a check."""
