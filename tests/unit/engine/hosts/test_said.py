# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a broken or hostile host says is kept, and can be worded at any time."""

from __future__ import annotations

import pytest

from driveproof.domain.errors import Advice
from driveproof.domain.notes import Failure, Note
from driveproof.domain.quantity import Bytes, Plural, Seconds
from driveproof.engine.hosts.said import said_failure, said_note
from driveproof.wording.errors import Face, failure_text

ESCAPE = "\x1b[2J"
HOSTILE = (
    Note("{x", a=1),
    Note("{0}", a=1),
    Note("{a.b}", a=1),
    Note("{b}", a=1),
    Note("{a:>99999}", a=1),
    Note("{a}", a=Note("{b", b=1)),
    Note("{a}", a=Plural(ESCAPE, ESCAPE, 2)),
    Note(ESCAPE, a=1),
)


@pytest.mark.parametrize("note", HOSTILE, ids=lambda one: repr(one.key))
def test_what_cannot_be_worded_is_a_plain_sentence(note: Note) -> None:
    advice = Advice(note.key, **note.values)
    for said in (Failure(note), Failure(Note("a"), advice)):
        kept = said_failure(said)
        for text in (str(said_note(said.what)), str(kept), failure_text(kept, Face.TERMINAL)):
            assert "\x1b" not in text
            assert len(text) < 1000


def test_what_is_ours_stays() -> None:
    note = Note("There is {size} {why}.", size=Bytes(5), why=Note("for {time}", time=Seconds(1.0)))
    assert said_note(note) is note
    failure = Failure(note, Advice("Run {command}", command="ls"))
    assert said_failure(failure) is failure
