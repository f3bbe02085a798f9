# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What keeps a job file from being measured: each problem with the lines that have it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from driveproof.domain.errors import Advice, UsageError
from driveproof.domain.notes import Note
from driveproof.domain.text import visible

MOST_PROBLEMS, MOST_LINES = 20, 8
LONGEST_TITLE = 80
"""Characters of a name or an option in a sentence."""

REMOVE = Advice("Remove it from a copy of the file.")

_Found = TypeVar("_Found")


class Problems:
    """All that keeps a file from being measured, so that a person hears it at once.

    What is wrong in the same way in several lines is one problem.
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self._found: list[tuple[UsageError, list[int]]] = []

    def add(self, error: UsageError) -> None:
        """Keep one more, whose value `at` is At."""
        at = error.values["at"]
        assert isinstance(at, At)
        error.values = {**error.values, "at": None}
        for known, lines in self._found:
            if (known.key, known.values) == (error.key, error.values):
                lines.append(at.line)
                return
        self._found.append((error, [at.line]))

    def tried(self, read: Callable[[], _Found], otherwise: _Found) -> _Found:
        """What `read` finds; `otherwise`, and one more problem, where it finds one."""
        try:
            return read()
        except UsageError as error:
            self.add(error)
            return otherwise

    def raise_any(self) -> None:
        """Raise all of them as one UsageError, if there are any."""
        found = sorted(self._found, key=lambda each: min(each[1]))
        errors = [self._placed(error, lines) for error, lines in found[:MOST_PROBLEMS]]
        if len(found) > MOST_PROBLEMS:
            errors.append(
                UsageError(
                    "{source}: {count} more.",
                    source=self.source,
                    count=len(found) - MOST_PROBLEMS,
                )
            )
        for number, error in enumerate(errors):
            later = (one.advice for one in errors[number + 1 :])
            if error.advice == REMOVE and REMOVE in later:
                error.advice = None  # said once, behind the last one
        if errors:
            errors[0].besides = tuple(errors[1:])
            raise errors[0]

    def _placed(self, error: UsageError, lines: Sequence[int]) -> UsageError:
        numbers = sorted(set(lines))
        more = Note("{names} and {count} more", names=str(numbers[0]), count=len(numbers) - 1)
        where = more if len(numbers) > MOST_LINES else ", ".join(map(str, numbers))
        # Translators: {line} is one number or several.
        at = Note("{source}, line {line}", source=self.source, line=where)
        error.values = {**error.values, "at": at}
        return error


@dataclass(frozen=True, slots=True)
class At:
    """Stands for the place of a problem in its sentence, until all its lines are known."""

    line: int


def too_long(line: int, most: int) -> UsageError:
    """A line, a file or a section has more than is read."""
    return UsageError("{at}: too long; the maximum is {most}.", at=At(line), most=most)


def no_section(at: At | str) -> UsageError:
    """Something stands where no section has begun."""
    return UsageError("{at}: a section is missing, such as [random-read].", at=at)


def not_supported(line: int, option: str, reason: Note) -> UsageError:
    return UsageError(
        "{at}: {option} is not supported: {reason}.",
        at=At(line),
        option=short(option),
        reason=reason,
        advice=REMOVE,
    )


def short(text: str) -> str:
    text = visible(text)
    return text if len(text) <= LONGEST_TITLE else f"{text[: LONGEST_TITLE - 1]}…"
