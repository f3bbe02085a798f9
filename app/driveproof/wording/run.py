# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of a run: where and when it was, its notes and cautions, its drive."""

from __future__ import annotations

from driveproof.domain import run_cautions, run_facts
from driveproof.domain.answer import Answer
from driveproof.domain.notes import Note
from driveproof.domain.run.run import Run, Target
from driveproof.domain.text import shown
from driveproof.wording.catalogue import ngettext
from driveproof.wording.errors import Face
from driveproof.wording.finding import finding_text
from driveproof.wording.say import say_text, value_text
from driveproof.wording.units import group_digits


def runs_text(count: int) -> str:
    """ "1 run", "5 runs"."""
    return ngettext("{count} run", "{count} runs", count).format(count=count)


def files_looked_at(count: int) -> str:
    """How many files of a folder were looked at until now."""
    text = ngettext("{count} file looked at", "{count} files looked at", count)
    return text.format(count=group_digits(count))


def note_text(note: Note | None) -> str:
    """A note in the person's language, foreign parts made visible; "" without one."""
    return "" if note is None else say_text(note)


def circumstances(run: Run) -> str:
    """Which test, where, when, how often."""
    return " · ".join(map(value_text, run_facts.circumstances(run)))


def cautions(run: Run) -> list[str]:
    """What to keep in mind with the numbers, the most serious first."""
    return [finding_text(one, Face.WINDOW) for one in run_cautions.run_cautions(run)]


def explanations(run: Run, answer: Answer, *, binary: bool = False) -> list[str]:
    """What to know about the chart of a guided run, in sentences."""
    return [say_text(one, binary=binary) for one in run_cautions.explanations(run, answer)]


def drive_words(target: Target) -> str:
    """The drive of a run in a few words, "" for an unknown one."""
    return ", ".join(shown(word) for word in (target.model, target.serial or target.wwn) if word)
