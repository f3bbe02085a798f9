# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A form of declared fields: what is filled in, what a person changes, what is taken out."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from driveproof.ui.theme.style import Theme
from driveproof.ui.widgets.form import (
    Form,
    choice_field,
    flag_field,
    line_field,
    number_field,
    seconds_field,
    ticks_field,
    typed_field,
)

FILLED = {
    "flag": True,
    "number": 7,
    "seconds": 2.5,
    "line": "a line",
    "typed": "4 GiB",
    "choice": "b",
    "ticks": ("x", "y"),
}


@pytest.fixture
def form(qtbot: QtBot, qapp: QGuiApplication) -> Form:
    made = Form(Theme(qapp, "light"), {
        "flag": flag_field("Flag", meaning="What it means."),
        "number": number_field("Number", 1, 9),
        "seconds": seconds_field("Seconds", 0.5, 60),
        "line": line_field("Line", 20),
        "typed": typed_field("Typed", ("1 GiB", "4 GiB")),
        "choice": choice_field("Choice", {"a": "A", "b": "B"}, meaning={"a": "One.", "b": "Two."}),
        "ticks": ticks_field("Ticks", {"x": "X", "y": "Y", "z": "Z"}),
    })  # fmt: skip
    page = QWidget()
    page.setLayout(made)
    qtbot.addWidget(page)
    return made


def test_what_is_filled_in_is_no_change_of_the_persons(form: Form) -> None:
    changed: list[str] = []
    form.changed.connect(changed.append)
    form.show_values({**FILLED, "no field": 1})
    assert form.values == FILLED and changed == []
    form.control("number").setValue(8)
    form.control("ticks").boxes["z"].setChecked(True)
    assert changed == ["number", "ticks"]
    assert form.values == {**FILLED, "number": 8, "ticks": ("x", "y", "z")}


def test_what_is_not_offered_is_offered_while_it_is_shown(form: Form) -> None:
    field = form.fields["choice"]
    field.meaning = {"a": "One.", "b": "Two.", "c": "Another."}
    field.show("c")
    assert (field.value, field.choices) == ("c", ["a", "b", "c"])
    field.show("a")
    assert (field.value, field.choices) == ("a", ["a", "b"])


def test_a_field_is_hidden_and_taken_out_with_what_it_means(form: Form) -> None:
    form.offer("choice", False)
    rows = form.row("choice"), form.row("choice") + 1
    assert not any(map(form.isRowVisible, rows))
    count = form.rowCount()
    form.remove("choice")
    assert form.rowCount() == count - 2 and "choice" not in form.values
