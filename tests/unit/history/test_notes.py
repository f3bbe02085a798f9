# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Notes are stored as keys and values; the sentences of earlier versions are read unchanged."""

from __future__ import annotations

import json
from typing import Any

import pytest

from driveproof.domain.errors import Advice, Remedy
from driveproof.domain.notes import Failure, Note, NoteKind, sentence_note
from driveproof.domain.quantity import Bytes, OneOf, Phrase, Plural, Rate, Seconds, Share
from driveproof.history.encoding import kept_failure, kept_note, made_failure, made_note
from driveproof.wording.errors import Face, failure_text
from driveproof.wording.run import note_text

VALUES = [
    "a\x1b[31m", 12, 0.5, Bytes(2**20, binary=True), Seconds(0.35, precise=True), Share(0.5),
    Rate(1e6), Rate(1000.0, ios=True), Phrase("the first repeat"), OneOf(("/dev/sda", "/dev/sdb")),
    Plural("{count} test", "{count} tests", 2),
    Note("spent {share} of it", share=Share(0.9)), Note("a sentence {as it is}"),
]  # fmt: skip


@pytest.mark.parametrize("value", VALUES, ids=repr)
@pytest.mark.parametrize("kind", NoteKind)
def test_a_note_comes_back_as_it_was(value: object, kind: NoteKind) -> None:
    note = Note("What is said: {value}.", kind=kind, value=value)
    again = made_note(json.loads(json.dumps(kept_note(note))))
    assert again == note and note_text(again) == note_text(note)


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("The file system {compresses}.", NoteKind.OTHER),
        ("This is memory, not a drive.", NoteKind.MEMORY),
        ("tmpfs refuses direct I/O (O_DIRECT).", NoteKind.BUFFERED),
        (
            "The order of the schedulers was shuffled for each repeat (seed 1): none, bfq.",
            NoteKind.ORDER,
        ),
    ],
)
def test_a_sentence_is_known_by_its_words(sentence: str, kind: NoteKind) -> None:
    note = made_note(sentence)
    assert (note.kind, note_text(note)) == (kind, sentence)
    assert kept_note(sentence_note(sentence)) == sentence


@pytest.mark.parametrize(
    "kept",
    [3, None, [], {}, {"key": "x", "kind": "", "values": [1]},
     {"key": "x", "kind": "?", "values": {}},
     {"key": "{x}", "kind": "", "values": {"x": {"Bytes": {"unknown": 1}}}},
     {"key": "{x}", "kind": "", "values": {"x": {"a": 1, "b": 2}}}],
)  # fmt: skip
def test_what_is_no_note_is_refused(kept: Any) -> None:
    with pytest.raises((ValueError, TypeError, KeyError)):
        made_note(kept)


@pytest.mark.parametrize(
    "failure",
    [
        None,
        Failure(Note("Driveproof was ended in the middle of this run.")),
        Failure(Note("The disk became full."), Advice(Remedy.CHOOSE_SMALLER_FILE)),
        Failure(
            Note("Only {written} of {total} bytes were written.", written=Bytes(1), total=7),
            Advice("It needs {size}.", size=Bytes(4096, binary=True)),
        ),
    ],
)
def test_why_a_run_failed_comes_back(failure: Failure | None) -> None:
    assert made_failure(kept_failure(failure)) == failure


@pytest.mark.parametrize(
    "sentence",
    ["The disk {became} full.", '{"key":', '{"key": 1}', '{"key": "a", "values": [1]}'],
)
def test_why_it_failed_may_be_a_sentence_alone(sentence: str) -> None:
    failure = made_failure(sentence)
    assert failure == Failure(Note(sentence))
    assert failure_text(failure, Face.WINDOW) == sentence
    assert kept_failure(failure) == sentence


def test_a_failure_is_worded_for_each_face_and_without_what_is_not_known() -> None:
    failure = Failure(Note("It is {word}.", word=Phrase("full")), Advice(Remedy.CHOOSE_DIRECT))
    assert failure_text(failure, Face.TERMINAL).endswith("--cache direct.")
    assert failure_text(failure, Face.WINDOW).startswith("It is full. ")
    newer = json.loads(kept_failure(failure) or "")
    newer["advice"]["remedy"] = "OF_A_NEWER_VERSION"
    assert made_failure(json.dumps(newer)) == Failure(failure.what)
