# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Numbers that are typed mean the same in every locale, and look as everywhere in the program."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.builders.showing import show_alone

from driveproof.ui.charts.ticks import date_ticks
from driveproof.ui.widgets.fields import DecimalBox, NumberBox
from driveproof.wording.units import NARROW

LOCALES = ["C", "en_US", "de_DE", "de_CH", "fr_FR", "tr_TR", "ar_EG"]


@pytest.fixture(params=LOCALES, autouse=True)
def locale(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[str]:
    before = QLocale()
    QLocale.setDefault(QLocale(request.param))
    yield request.param
    QLocale.setDefault(before)


def enter(box: NumberBox | DecimalBox, text: str) -> None:
    """Type a text key by key in place of what is there, and leave the field by Return."""
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, text)
    QTest.keyClick(box, Qt.Key.Key_Return)


def test_both_marks_are_decimal(qtbot: QtBot) -> None:
    box = DecimalBox()
    box.setRange(0.5, 3600.0)
    box.setDecimals(1)
    box.setSuffix(f"{NARROW}s")
    show_alone(qtbot, box, 140, 40)
    for typed, value in (
        ("1.5", 1.5), ("1,5", 1.5), ("12", 12.0), ("1.000", 1.0), ("1,000", 1.0),
        ("1250,5", 1250.5),
    ):  # fmt: skip
        enter(box, typed)
        assert box.value() == value, typed
        assert box.text() == f"{value:,.1f}{NARROW}s".replace(",", NARROW)


def test_a_whole_number_swallows_no_mark(qtbot: QtBot) -> None:
    """Nor is it one of groups: the field shows what is left of it, and never ten times as much."""
    box = NumberBox()
    box.setRange(1, 100_000)
    box.setSuffix(f"{NARROW}MB/s")
    show_alone(qtbot, box, 140, 40)
    for typed, value in (
        ("15", 15), ("1.5", 1), ("1,5", 1), ("7450", 7450), ("7,450", 7), ("7.450", 7),
        ("7 450", 7450),
    ):  # fmt: skip
        box.setValue(3)
        enter(box, typed)
        assert box.value() == value, typed
        assert box.text() == f"{value:,}{NARROW}MB/s".replace(",", NARROW)


def test_steps_and_a_special_text(qtbot: QtBot) -> None:
    box = NumberBox()
    box.setRange(0, 100_000)
    box.setSpecialValueText("nothing")
    show_alone(qtbot, box, 140, 40)
    assert box.text() == "nothing"
    enter(box, "7450")
    QTest.keyClick(box, Qt.Key.Key_Up)
    assert (box.value(), box.text()) == (7451, f"7{NARROW}451")


def test_an_axis_of_days_has_the_digits_of_all_axes() -> None:
    words = [text for _at, text in date_ticks(1_790_000_000, 1_790_900_000, 6)]
    assert words and all(text.isascii() for text in words), words
