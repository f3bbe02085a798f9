# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Notes of a run: what belongs beside its numbers, as keys and values that wording words late."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from driveproof.domain.errors import Advice, DriveproofError, MachineError
from driveproof.domain.quantity import OneOf
from driveproof.domain.say import Say


class NoteKind(StrEnum):
    """What a note is about, where code reacts to it."""

    OTHER = ""
    MEMORY = "memory"
    """That memory was measured and no drive."""
    BUFFERED = "buffered"
    """That the page cache took part."""
    DOUBT = "doubt"
    """That a figure, the drive or its link is in doubt."""
    ORDER = "order"
    """In which order the tests were done: nothing to be careful of."""
    UNKEPT = "not saved"
    """That the history could not keep the result: gone with the window or the terminal."""


@dataclass(frozen=True, init=False)
class Note(Say):
    """A sentence beside the numbers of a run, and what it is about."""

    kind: NoteKind

    def __init__(self, key: str, /, *, kind: NoteKind = NoteKind.OTHER, **values: object) -> None:
        super().__init__(key, **values)
        object.__setattr__(self, "kind", kind)


def sentence_note(sentence: str, kind: NoteKind = NoteKind.OTHER) -> Note:
    """A note of a file, another program or another host, which has nothing but its words."""
    return Note(sentence, kind=kind)


def calling(note: Note, names: Mapping[str, object]) -> Note:
    """The note with what its values are called, by these names."""

    def called(value: object) -> object:
        if isinstance(value, OneOf):
            return OneOf(tuple(map(called, value.names)))
        return names.get(value, value) if isinstance(value, str) else value

    values = {name: called(value) for name, value in note.values.items()}
    return Note(note.key, kind=note.kind, **values)


def error_note(error: DriveproofError, kind: NoteKind = NoteKind.OTHER) -> Note:
    """What an error says."""
    return Note(error.key, kind=kind, **error.values)


@dataclass(frozen=True)
class Failure:
    """Why a run failed or ended early: what went wrong, what to do about it, and what another
    program said, in its own words. `str()` is English.
    """

    what: Note
    advice: Advice | None = None
    details: str = ""

    def __str__(self) -> str:
        return f"{self.what} {self.advice}" if self.advice else str(self.what)


def failure_of(error: DriveproofError) -> Failure:
    """What a run keeps of an error that ended it."""
    return Failure(error_note(error), error.advice, error.details)


def error_of(failure: Failure) -> MachineError:
    """The error that a failure was kept of, as far as it is kept."""
    return MachineError("{text}", text=failure.what, advice=failure.advice, details=failure.details)


def sentence_failure(sentence: str) -> Failure:
    """The failure of a run of another program or an earlier version, which has only its words."""
    return Failure(Note(sentence))
