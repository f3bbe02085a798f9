# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A TRIM on the TRIM page, step by step."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tests.builders.made_chains import settle
from tests.builders.rig import Rig

from driveproof.ui.trim.page import TrimPage

Opener = Callable[..., tuple[Rig, TrimPage]]


def read(rig: Rig) -> None:
    settle(rig)
    page = rig.trim
    rig.qtbot.waitUntil(lambda: not page.previews.busy)
    QApplication.processEvents()


def begin(rig: Rig, page: TrimPage, *, proof: bool = False) -> None:
    """With the keyboard, until it runs or has ended."""
    assert page.button.isEnabled(), page.reason.text()
    QTest.keyClick(rig.window, Qt.Key.Key_T, Qt.KeyboardModifier.AltModifier)
    confirm = page.session.confirm
    rig.qtbot.waitUntil(confirm.isVisible)
    confirm.proof.setChecked(proof)
    QTest.keyClick(rig.window, Qt.Key.Key_T, Qt.KeyboardModifier.AltModifier)
    rig.qtbot.waitUntil(lambda: not confirm.isVisible())


def ended(rig: Rig, page: TrimPage) -> None:
    rig.qtbot.waitUntil(lambda: not page.busy)
    read(rig)
