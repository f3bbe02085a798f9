# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the Overview and the header of a drive say about TRIM."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from tests.builders.demo import demo_inventory
from tests.builders.made_chains import Reader, blocked, settle
from tests.builders.made_trims import Trims
from tests.builders.rig import Rig

from driveproof.domain.errors import MachineError
from driveproof.ui.feeds.pages import TRIM


@pytest.fixture
def reader() -> Reader:
    return Reader()


@pytest.fixture
def rig(open_rig: Callable[..., Rig], reader: Reader) -> Rig:
    return open_rig(demo_inventory(), trim=Trims(reader=reader))


def test_the_overview_and_the_head_say_it_too(rig: Rig, reader: Reader) -> None:
    line = rig.overview.trim_line
    assert line.mark.verdict is None, "not before the first page is there"
    rig.qtbot.waitUntil(lambda: line.mark.verdict == "pass")
    said = [rig.window.header.facts.accessibleName()]
    reader.answers["/home"] = blocked()
    QTest.keyClick(rig.window, Qt.Key.Key_F5)
    rig.qtbot.waitUntil(lambda: line.mark.verdict == "block")
    assert "/home" in line.text.text()
    said.append(rig.window.header.facts.accessibleName())
    reader.answers["/"] = reader.answers["/boot/efi"] = blocked()
    QTest.keyClick(rig.window, Qt.Key.Key_F5)
    rig.qtbot.waitUntil(lambda: rig.window.header.facts.accessibleName() not in said)
    assert "/home" in line.text.text()
    line.button.click()
    settle(rig)
    assert rig.window.pages.tab is TRIM


def test_an_unknown_way_is_not_said_in_the_head(rig: Rig, reader: Reader) -> None:
    for target in ("/home", "/", "/boot/efi"):
        reader.answers[target] = MachineError("It is unknown.")
    line = rig.overview.trim_line
    QTest.keyClick(rig.window, Qt.Key.Key_F5)  # it may have been read before
    rig.qtbot.waitUntil(lambda: line.mark.verdict == "unknown")
    assert line.text.text() == "It is unknown."
    facts = rig.window.header.findChild(QLabel, "driveFacts")
    assert "TRIM" not in facts.accessibleName()
    settle(rig)
