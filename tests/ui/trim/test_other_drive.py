# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Another drive takes over the name of the trimmed one: no result is shown as its own."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.builders.demo import demo_inventory
from tests.builders.made_trims import Trims
from tests.builders.trim_steps import Opener, begin, ended, read

from driveproof.domain.drive.drive import Inventory
from driveproof.ui.trim.session import CONFIRM, OUTCOME

NAME = "nvme0n1"


def another() -> Inventory:
    """The same names, and another drive in the place of the first."""
    return Inventory(
        tuple(
            replace(one, wwn="", serial="OTHER") if one.name == NAME else one
            for one in demo_inventory().devices
        )
    )


def test_the_outcome_stays_with_its_drive(opened: Opener, trims: Trims) -> None:
    rig, page = opened()
    begin(rig, page)
    ended(rig, page)
    assert page.session.stack.currentIndex() == OUTCOME
    rig.tell(demo_inventory())  # something else was plugged in
    read(rig)
    assert (page.stack.currentIndex(), page.session.drive) == (1, NAME)
    rig.tell(another())
    read(rig)
    assert (page.stack.currentIndex(), page.session.drive) == (0, "")


def test_a_question_goes_with_its_drive(opened: Opener, trims: Trims) -> None:
    rig, page = opened()
    QTest.keyClick(rig.window, Qt.Key.Key_T, Qt.KeyboardModifier.AltModifier)
    rig.qtbot.waitUntil(page.session.confirm.isVisible)
    assert page.session.stack.currentIndex() == CONFIRM
    rest = (one for one in demo_inventory().devices if not one.name.startswith(NAME))
    rig.tell(Inventory(tuple(rest)))
    read(rig)
    assert page.session.drive == ""
    rig.tell(another())
    read(rig)
    assert (page.stack.currentIndex(), trims.running) == (0, [])
