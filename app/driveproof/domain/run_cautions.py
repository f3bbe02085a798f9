# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What to keep in mind with the numbers of a run, and whether it puts them in doubt."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum, auto

from driveproof.domain.answer import Answer
from driveproof.domain.finding import Code, Finding
from driveproof.domain.method import Trait, has_trait
from driveproof.domain.notes import Note, NoteKind, calling
from driveproof.domain.profile.test_titles import test_names
from driveproof.domain.run.kernel_messages import troubles_say
from driveproof.domain.run.run import (
    CUT_SHORT,
    FINISHED,
    WRITE_CACHE_EXHAUSTED,
    Disturbance,
    IoPath,
    Run,
    disturbance,
)
from driveproof.domain.say import Say, some

MOST_NAMED = 4
"""More disturbed repeats than this are counted, not named."""
_DOUBTS = frozenset({NoteKind.MEMORY, NoteKind.BUFFERED, NoteKind.DOUBT})
_NOT_COUNTED = frozenset({WRITE_CACHE_EXHAUSTED, CUT_SHORT})
"""Of repeats that take no part in a figure: nothing of it is in doubt."""


class RunCaution(Code):
    """What there is to keep in mind."""

    FAILED = auto()
    PARTIAL = auto()
    MEMORY = auto()
    BUFFERED = auto()
    NOTED = auto()
    KERNEL_MESSAGES = auto()
    DISTURBED = auto()


class Doubt(StrEnum):
    """What a caution does to the figures, the drive or its link."""

    DOUBT = "doubt"
    NOTE = "note"
    """Nothing of them is in doubt."""


def run_cautions(run: Run) -> Iterator[Finding]:
    """The most serious first. In which order the tests went is nothing to be careful of, and that
    the run is not kept matters only where it can still be saved.
    """

    def found(code: RunCaution, say: Say, doubt: Doubt = Doubt.DOUBT) -> Finding:
        return Finding(code, (say,), doubt)

    if run.error is not None:
        yield found(RunCaution.FAILED, Say("{text}", text=run.error))
    if run.status != FINISHED and run.phases:
        saved = Say("The values measured until then are saved.")
        yield found(RunCaution.PARTIAL, saved, Doubt.NOTE)
    kinds = {note.kind for note in run.notes}
    path = run.environment.io_path
    if path == IoPath.MEMORY and NoteKind.MEMORY not in kinds:
        yield found(RunCaution.MEMORY, Say("This is memory, not a drive."))
    on_purpose = has_trait(run.method, Trait.BUFFERED)
    if path == IoPath.BUFFERED and NoteKind.BUFFERED not in kinds and not on_purpose:
        yield found(RunCaution.BUFFERED, Say("Buffered I/O: not comparable with direct I/O."))
    for note in notes_of(run):
        if note.kind not in {NoteKind.ORDER, NoteKind.UNKEPT}:
            doubt = Doubt.DOUBT if note.kind in _DOUBTS else Doubt.NOTE
            yield found(RunCaution.NOTED, note, doubt)
    outside = troubles_say(run.environment.kernel_messages)
    repeats = [repeat for phase in run.phases for repeat in phase.repeats]
    if outside and not any(Disturbance.KERNEL in repeat.disturbed for repeat in repeats):
        yield found(RunCaution.KERNEL_MESSAGES, outside)  # before or between the tests
    yield from disturbances(run)


def notes_of(run: Run) -> tuple[Note, ...]:
    """Its notes, which call its tests as people read them."""
    names = test_names([run])
    return tuple(calling(note, names) for note in run.notes)


def unkept_note(run: Run) -> Note | None:
    """Why the history could not keep it; None where it could."""
    return next((note for note in run.notes if note.kind is NoteKind.UNKEPT), None)


def explanations(run: Run, answer: Answer) -> tuple[Say, ...]:
    """What to know about the chart of a guided run."""
    order = (note for note in notes_of(run) if note.kind is NoteKind.ORDER)
    return *answer.notes, *answer.map_notes, *order


def disturbances(run: Run) -> Iterator[Finding]:
    """Which repeats were disturbed and by what; one for each kind."""
    names = test_names([run])
    kinds: dict[str, list[Say | str]] = {}
    for phase in run.phases:
        for repeat in phase.repeats:
            for word in repeat.disturbed:
                test, order = names[phase.name], repeat.order
                said = Say(
                    "{first}, {second}", first=test, second=Say("repeat {number}", number=order)
                )
                kinds.setdefault(word, []).append(said)
    for word, repeats in kinds.items():
        doubt = Doubt.NOTE if word in _NOT_COUNTED else Doubt.DOUBT
        named = some(repeats, MOST_NAMED)
        say = Say("{name}: {text}.", name=named, text=disturbance(word))
        yield Finding(RunCaution.DISTURBED, (say,), doubt)
