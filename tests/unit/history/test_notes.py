# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Notes and failures are stored as keys and values."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from driveproof.domain.codec import DecodeError, Decoder, encode
from driveproof.domain.errors import Advice, MachineError, Remedy
from driveproof.domain.notes import Failure, Note, NoteKind
from driveproof.domain.quantity import Bytes, OneOf, Plural, Rate, Seconds, Share
from driveproof.domain.say import Say
from driveproof.history.rows import FAILURE
from driveproof.wording.run import note_text

VALUES = [
    "a\x1b[31m", 12, 0.5, Bytes(2**20, binary=True), Seconds(0.35, precise=True), Share(0.5),
    Rate(1e6), Rate(1000.0, ios=True), Say("the first repeat"), OneOf(("/dev/sda", "/dev/sdb")),
    Plural("{count} test", "{count} tests", 2),
    Note("spent {share} of it", share=Share(0.9)), Note("a sentence {as it is}"),
]  # fmt: skip


NOTE: Decoder[Note] = Decoder(Note, 10_000)


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_note_comes_back_as_it_was(value: object) -> None:
    for kind in NoteKind:
        note = Note("What is said: {value}.", kind=kind, value=value)
        again = NOTE.decode(encode(note))
        assert again == note and note_text(again) == note_text(note)


@pytest.mark.parametrize(
    "value", [Path("/x"), MachineError("{path} is gone.", path="/x")], ids=repr
)
def test_what_has_no_form_of_its_own_is_worded_as_before(value: object) -> None:
    note = Note("What is said: {value}.", value=value)
    assert str(NOTE.decode(encode(note))) == str(note)


@pytest.mark.parametrize(
    "kept",
    [3, None, [], {}, "A sentence.", {"key": "x", "kind": "", "values": [1]},
     {"key": "x", "kind": "?", "values": {}},
     {"key": "{x}", "kind": "", "values": {"x": {"type": "Bytes", "unknown": 1}}},
     {"key": "{x}", "kind": "", "values": {"x": {"type": "Path", "value": "/"}}},
     {"key": "{x}", "kind": "", "values": {"x": {"a": 1, "b": 2}}}],
)  # fmt: skip
def test_what_is_no_note_is_refused(kept: Any) -> None:
    with pytest.raises(DecodeError):
        NOTE.decode(json.dumps(kept))


@pytest.mark.parametrize(
    "failure",
    [
        Failure(Note("Driveproof was ended in the middle of this run.")),
        Failure(Note("The disk became full."), Advice(Remedy.CHOOSE_SMALLER_FILE)),
        Failure(
            Note("Only {written} of {total} bytes were written.", written=Bytes(1), total=7),
            Advice("It needs {size}.", size=Bytes(4096, binary=True)),
        ),
    ],
)
def test_why_a_run_failed_comes_back(failure: Failure) -> None:
    assert FAILURE.unpack(FAILURE.pack(failure)) == failure
