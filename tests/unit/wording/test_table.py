# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables of answers as texts: units, spreads, and what is read of them."""

from __future__ import annotations

import pytest
from tests.builders.made_answer import ANSWER, READ, TABLE, WRITE

from driveproof.domain.figure import Cell, Column, Shares, Table
from driveproof.domain.quantity import Bytes, Celsius, Number, OneOf, Rate, Seconds, Share, WorkTime
from driveproof.domain.say import Coded, Say
from driveproof.wording.say import say_texts
from driveproof.wording.table import Style, cell_text, spoken_text, text_columns
from driveproof.wording.units import NARROW


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (READ, "200 MB/s"),
        (Rate(50_000.0, ios=True), "50 000 IOPS"),
        (Bytes(4096, binary=True), "4 KiB"),
        (Seconds(0.5, precise=True), "500 ms"),
        (WorkTime(4.2), "4.2 s"),
        (Share(0.25), "25 %"),
        (Celsius(44.0), "44 °C"),
        (Number(15.97), "16.0"),
        (1200, "1 200"),
        ("sda\x1b", "sda\\x1b"),
        (Shares((("sda", 0.75), (Say("memory"), 0.25))), "sda 75 %, memory 25 %"),
        (Coded("first", Say("the first")), "the first"),
        (
            OneOf((Coded("first", Say("the first")), Coded("best", Say("the best")))),
            "the first, the best",
        ),
        (None, ""),
    ],
)
def test_a_cell(cell: Cell, text: str) -> None:
    assert cell_text(cell).replace(NARROW, " ") == text


@pytest.mark.parametrize(
    ("style", "binary", "heads", "first"),
    [
        (Style.TERMINAL, False, ["MB/s", "Spread"], ["200", "−5 +5 %"]),
        (Style.TERMINAL, True, ["MiB/s", "Spread"], ["191", "−5 +5 %"]),
        (Style.REPORT, False, ["Repeats", "Bandwidth", "Spread"], ["3", "200 MB/s", "−5 +5 %"]),
        (
            Style.WINDOW,
            False,
            ["Repeats", "Bandwidth", "Minimum to maximum"],
            ["3", "200 MB/s", "190 to 210 MB/s"],
        ),
    ],
)
def test_a_measured_column(style: Style, binary: bool, heads: list[str], first: list[str]) -> None:
    columns = text_columns(TABLE, style, binary=binary)[2 : 2 + len(heads)]
    assert [column.head for column in columns] == heads
    assert [column.cells[0].replace(NARROW, " ") for column in columns] == first


def test_several_bandwidths_have_their_titles_beside_the_unit() -> None:
    columns = (
        Column("name", Say("Drive")),
        Column("alone", Say("Alone")),
        Column("at_once", Say("At once")),
    )
    table = Table("drives", Say("Drives"), columns, (("sda", READ, WRITE),))
    heads = [column.head for column in text_columns(table, Style.TERMINAL)]
    assert heads == ["Drive", "Alone, MB/s", "Spread", "At once, MB/s", "Spread"]


def test_words_stand_to_the_left() -> None:
    left = [column.head for column in text_columns(TABLE, Style.TERMINAL) if column.words]
    assert left == ["Place", "Test", "Device", "Served by", "Marks"]


def test_what_is_read_of_a_table() -> None:
    assert spoken_text(TABLE).startswith("Memory, Test 1: 200 MB/s, 25 %; Memory, Test 2: 100 MB/s")


def test_sentences_in_both_units() -> None:
    assert say_texts(ANSWER.sentences) == f"It reads at 200{NARROW}MB/s. The rest is memory."
    assert f"191{NARROW}MiB/s" in say_texts(ANSWER.sentences, binary=True)
