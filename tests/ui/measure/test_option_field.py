# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The control of what a plan declares: one for each kind, with the value that it has."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from msgspec import Meta, Struct
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox

from driveproof.domain.cap import Cap
from driveproof.domain.errors import UsageError
from driveproof.domain.profile.choice import Choice, Option, options_of
from driveproof.domain.profile.declared import sized
from driveproof.domain.say import Say
from driveproof.ui.measure.form import option_field

MIB = 2**20
CHOICE = Choice(Say("&Label"))


class Example(Struct):
    """A field of each kind."""

    flag: Annotated[bool, CHOICE] = True
    cap: Annotated[Cap, CHOICE] = Cap("p99", 0.02)
    file_size: Annotated[int, sized(MIB, 64 * MIB, MIB), Choice(Say("Label"), proposed=(MIB,))] = (
        3 * MIB
    )
    seconds: Annotated[float, Meta(ge=0.5, le=60), CHOICE] = 7.5
    listed: Annotated[float, Meta(ge=1, le=600), Choice(Say("Label"), proposed=(60.0, 300.0))] = (
        120.0
    )
    threads: Annotated[int, Meta(ge=1, le=8), CHOICE] = 3
    way: Annotated[Literal["up", "down"], CHOICE] = "down"


@pytest.mark.parametrize("option", options_of(Example), ids=lambda option: option.field)
def test_it_has_the_value_of_the_profile(option: Option, qapp: QGuiApplication) -> None:
    value = getattr(Example(), option.field)
    assert option_field(option, value).value == value


def test_what_is_typed_has_the_bounds_of_the_plan(qapp: QGuiApplication) -> None:
    field = option_field(options_of(Example)[2], MIB)
    assert isinstance(field.widget, QComboBox)
    field.widget.setEditText("2 MiB")
    assert field.value == 2 * MIB
    field.widget.setEditText("65 MiB")
    with pytest.raises(UsageError):
        field.value  # noqa: B018 - it is read
