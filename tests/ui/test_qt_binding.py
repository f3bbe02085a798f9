# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Requirements on the installed version of PySide6."""

from __future__ import annotations

import sys

from PySide6.QtCore import QObject, Signal


class Sender(QObject):
    sent = Signal(bool)


def test_emitting_does_not_lose_references_to_true() -> None:
    """PySide6 6.12.0 on Python 3.11 loses one at each emit, and the process dies after hundreds."""
    heard: list[bool] = []
    sender = Sender()
    sender.sent.connect(heard.append)
    sender.sent.emit(True)
    before = sys.getrefcount(True)
    for _ in range(50):
        sender.sent.emit(False)
    assert abs(sys.getrefcount(True) - before) < 10
    assert len(heard) == 51
