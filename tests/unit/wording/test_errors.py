# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Error messages: values formatted for people, and advice that fits where it is read."""

from __future__ import annotations

import string
from collections.abc import Iterator
from gettext import NullTranslations
from pathlib import Path

import pytest
from tests.texts import OF_THE_TERMINAL

from driveproof.domain.errors import Advice, MachineError, Remedy, UsageError
from driveproof.domain.quantity import Bytes, OneOf, Seconds
from driveproof.domain.say import Say
from driveproof.wording.catalogue import use
from driveproof.wording.errors import TERMINAL, WINDOW, Face, advice, message, message_and_advice
from driveproof.wording.say import value_text
from driveproof.wording.units import NARROW


class German(NullTranslations):
    """A catalogue of two texts."""

    def gettext(self, key: str) -> str:
        return {
            "{path} is not a folder.": "{path} ist kein Ordner.",
            "Choose a smaller test file.": "Wählen Sie eine kleinere Testdatei.",
        }.get(key, key)


@pytest.fixture
def german() -> Iterator[None]:
    before = use(German())
    yield
    use(before)


def fields(text: str) -> set[str | None]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_the_values_are_put_into_the_sentence() -> None:
    error = UsageError("{path} is not a folder.", path="/tmp/a")
    assert message(error) == "/tmp/a is not a folder."
    assert str(error) == "/tmp/a is not a folder."
    assert advice(error, Face.TERMINAL) == ""
    assert message_and_advice(error, Face.TERMINAL) == "/tmp/a is not a folder."


def test_without_values_the_key_is_the_sentence() -> None:
    error = UsageError("{a} and {b} are no names.")
    assert message(error) == str(error) == "{a} and {b} are no names."


def test_a_value_with_braces_stays_as_it_is() -> None:
    assert message(UsageError("{path} is empty.", path="{x}{0}")) == "{x}{0} is empty."


def test_the_sentence_is_in_the_language(german: None) -> None:
    error = UsageError("{path} is not a folder.", path="/x", advice=Advice("Choose another one."))
    assert message_and_advice(error, Face.WINDOW) == "/x ist kein Ordner. Choose another one."
    assert str(error) == "/x is not a folder. Choose another one.", "logs are English"
    smaller = MachineError("x", advice=Advice(Remedy.CHOOSE_SMALLER_FILE))
    assert advice(smaller, Face.WINDOW) == "Wählen Sie eine kleinere Testdatei."


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Bytes(2 * 10**9), f"2{NARROW}GB"),
        (Bytes(2**30, binary=True), f"1{NARROW}GiB"),
        (Seconds(72), f"1{NARROW}min 12{NARROW}s"),
        (Path("/srv/a\nb"), r"/srv/a\nb"),
        ("a\x1b[2Jb", r"a\x1b[2Jb"),
        (12345, f"12{NARROW}345"),
        (Say("read"), "read"),
        (OneOf(("mq-deadline", "none")), "mq-deadline, none"),
        (MachineError("{path} is gone.", path="/dev/sdz", advice=Advice("x")), "/dev/sdz is gone."),
    ],
)
def test_a_value_is_written_for_people(value: object, text: str) -> None:
    assert value_text(value) == text
    assert message(MachineError("<{value}>", value=value)) == f"<{text}>"


def test_an_advice_is_worded_for_where_it_is_read() -> None:
    error = MachineError("There is no room.", advice=Advice(Remedy.FREE_SPACE_OR_SMALLER_FILE))
    assert advice(error, Face.TERMINAL) == "Free some space, or choose a smaller --size."
    assert advice(error, Face.WINDOW) == "Free some space, or choose a smaller test file."


@pytest.mark.parametrize("remedy", Remedy, ids=lambda remedy: remedy.name)
def test_every_remedy_has_words_for_both_faces(remedy: Remedy) -> None:
    assert TERMINAL[remedy][0]
    assert not OF_THE_TERMINAL.search(WINDOW[remedy]), "the window has no command line"
    assert fields(WINDOW[remedy]) <= {name for text in TERMINAL[remedy] for name in fields(text)}


def test_equal_advices_are_equal() -> None:
    one, same = Advice("{size} at least.", size=Bytes(1)), Advice("{size} at least.", size=Bytes(1))
    assert one == same
    assert one != Advice("{size} at least.", size=Bytes(2))
    assert {one, same} == {one}
