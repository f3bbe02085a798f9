# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Text that went through other programs: whatever they did to it, the words are the same."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from driveproof.domain.pasted import decoded, plain_text, unquoted

TEXT = "Größe: 1\u00a0048\u00a0576 Bytes\n"


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        codecs.BOM_UTF8 + TEXT.encode(),
        TEXT.encode("latin-1"),
        TEXT.encode("cp1252"),
        codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"),
        codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"),
        codecs.BOM_UTF32_LE + TEXT.encode("utf-32-le"),
        TEXT.encode("utf-16-le"),
        TEXT.encode("utf-16-be"),
    ],
)
def test_the_text_is_the_same_in_every_encoding(data: bytes) -> None:
    assert decoded(data) == TEXT


def test_one_cut_character_makes_no_other_encoding() -> None:
    assert decoded("Größe 5 µs ".encode() + "µ".encode()[:1]) == "Größe 5 µs \ufffd"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\u00a0b\u202fc\u2009d\u3000e", "a b c d e"),
        ("\ufeffa\u200bb\u00adc", "abc"),
        ("a\r\nb\rc\u2028d", "a\nb\nc\nd"),
        ("\x1b[1;32mgreen\x1b[0m \x1b]0;title\x07x\x1b", "green x"),
        ("a\tb", "a\tb"),  # a column is a column
    ],
)
def test_blanks_and_line_ends_are_the_usual_ones(text: str, expected: str) -> None:
    assert plain_text(text) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [("> >> a > b", "a > b"), ("  | a", "a"), ("    > code", "    > code"), ("a > b", "a > b")],
)
def test_quote_marks_are_taken_off(line: str, expected: str) -> None:
    assert unquoted(line) == expected


@given(st.binary(max_size=200))
def test_any_bytes_are_a_text(data: bytes) -> None:
    plain_text(decoded(data)).encode()
