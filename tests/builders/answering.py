# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Answers to the questions of a window, by what a button does and not by its words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox


def click(box: QMessageBox, *, yes: bool) -> None:
    """Click the button that agrees, or the one that does not."""
    no = QMessageBox.ButtonRole.RejectRole
    (button,) = [one for one in box.buttons() if (box.buttonRole(one) is not no) is yes]
    button.click()


@dataclass
class Answers:
    """`answer(yes=True)` answers each question from then on, and returns what is asked."""

    monkeypatch: pytest.MonkeyPatch

    def __call__(self, *, yes: bool, meanwhile: Callable[[], None] | None = None) -> list[str]:
        """`meanwhile` happens while the question is open."""
        asked: list[str] = []

        def answer(box: QMessageBox) -> int:
            assert box.textFormat() == Qt.TextFormat.PlainText
            asked.append(f"{box.text()}\n{box.informativeText()}")
            if meanwhile is not None:
                meanwhile()
            click(box, yes=yes)
            return 0

        self.monkeypatch.setattr(QMessageBox, "exec", answer)
        return asked
