# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A file is looked for without waiting for its disk."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from driveproof.ui.dialogs.asking import may_exist


class HangingPath(type(Path())):  # type: ignore[misc]
    """A file on a disk that does not answer until somebody lets go of it."""

    let_go = Event()

    def exists(self) -> bool:
        self.let_go.wait(30)
        return False


def test_a_file_is_looked_for_without_waiting_for_its_disk(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.csv").touch()
    assert may_exist(tmp_path / "a.csv")
    assert not may_exist(tmp_path / "b.csv")
    monkeypatch.setattr("driveproof.ui.dialogs.asking._LONGEST", 200)
    drawn: list[bool] = []
    QTimer.singleShot(0, lambda: drawn.append(True))
    try:
        assert may_exist(HangingPath(tmp_path))
    finally:
        HangingPath.let_go.set()
    assert drawn
