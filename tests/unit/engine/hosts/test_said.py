# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a broken or hostile host says is kept, and can be worded at any time."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from driveproof.domain.errors import Advice, DriveproofError
from driveproof.domain.notes import Failure, Note
from driveproof.domain.quantity import Bytes
from driveproof.engine.hosts.said import said_failure, said_note
from driveproof.history.encoding import kept_failure, kept_note
from driveproof.wording.errors import Face, failure_text, worded

ESCAPE = "\x1b[2J"
HOSTILE = (
    {"key": "{x", "values": {"a": 1}},
    {"key": "{0}", "values": {"a": 1}},
    {"key": "{a.b}", "values": {"a": 1}},
    {"key": "{b}", "values": {"a": 1}},
    {"key": "{a:>99999}", "values": {"a": 1}},
    {"key": "{a}", "values": {"a": {"Phrase": {"key": 5}}}},
    {"key": "{a}", "values": {"a": {"Bytes": {"number": "x", "binary": False}}}},
    {"key": "{a}", "values": {"a": {"Note": {"key": "{b", "kind": "", "values": {"b": 1}}}}},
    {"key": "{a}", "values": {"a": {"Plural": {"one": "{x}", "many": "{x}", "number": 2}}}},
    {"key": "{a}", "values": {"kind": "x"}},
    {"key": ESCAPE, "values": {"a": 1}},
    {"key": "a", "values": {}, "advice": {"key": "{x", "values": {"x": 1}}},
    {"key": "a", "values": {}, "advice": {"key": ESCAPE + "{x}", "values": {"x": 1}}},
)


@pytest.mark.parametrize("said", HOSTILE, ids=str)
def test_what_cannot_be_worded_is_a_plain_sentence(said: dict[str, object]) -> None:
    line = json.dumps({**said, "kind": ""})
    note, failure = said_note(line), said_failure(line)
    texts = (worded(note.key, note.values), str(note), failure_text(failure, Face.TERMINAL))
    for text in (*texts, str(failure)):
        assert "\x1b" not in text
        assert len(text) < 1000


def test_too_deep_a_note_is_a_plain_sentence() -> None:
    line = '{"key": "{a}", "values": {"a": ' + "[" * 9000 + "]" * 9000 + "}}"
    assert len(said_note(line).key) <= 300
    assert len(said_failure(line).what.key) <= 300


def test_what_is_ours_comes_through() -> None:
    error = DriveproofError("There is {size}.", size=Bytes(5))
    note = Note("There is {size} {why}.", size=Bytes(5), why=error)
    assert worded(*_key(said_note(json.dumps(kept_note(note))))) == worded(*_key(note))
    failure = Failure(note, Advice("Run {command}", command="ls"))
    told = said_failure(kept_failure(failure) or "")
    assert failure_text(told, Face.TERMINAL) == failure_text(failure, Face.TERMINAL)


def _key(note: Note) -> tuple[str, Mapping[str, object]]:
    return note.key, note.values
