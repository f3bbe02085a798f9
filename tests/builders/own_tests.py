# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Answers to the questions about own tests."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QMessageBox


def answering(monkeypatch: pytest.MonkeyPatch, *answers: str) -> list[str]:
    """Every question is answered with the next of these buttons; the questions that were asked."""
    asked: list[str] = []

    def answer(box: QMessageBox) -> int:
        wanted = answers[len(asked)]
        asked.append(box.text())
        (button,) = [one for one in box.buttons() if one.text().replace("&", "") == wanted]
        button.click()
        return 0

    monkeypatch.setattr(QMessageBox, "exec", answer)
    return asked
