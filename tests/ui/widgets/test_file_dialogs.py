# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Files and folders are asked for with the desktop's own dialog where there is a portal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot
from tests.fakes.portal import portal
from tests.fakes.udisks2 import PrivateBus

from driveproof.ui.widgets.file_dialogs import (
    existing_folder,
    may_exist,
    open_names,
    pattern_of,
    save_name,
)


@pytest.fixture
def bus(tmp_path: Path) -> Iterator[PrivateBus]:
    """A bus of its own, in place of the session's."""
    folder = tmp_path / "bus"
    folder.mkdir()
    with PrivateBus(folder) as running:
        yield running


@pytest.fixture
def parent(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.show()
    return made


def test_the_portal_answers(
    parent: QWidget, bus: PrivateBus, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", bus.address)

    def answer(method: str, options: dict[str, Any]) -> Any:
        if method == "SaveFile":
            found = f"{tmp_path}/{options['current_name']}"
            return 0, {
                "uris": ("as", [Path(found).as_uri()]),
                "current_filter": ("(sa(us))", options["filters"][1]),
            }
        if options.get("directory"):
            return 0, {"uris": ("as", [tmp_path.as_uri()])}
        return 1, {}

    with portal(bus.address, answer) as called:
        filters = "Table (*.csv);;Everything (*.json)"
        found = save_name(parent, "Export", f"{tmp_path}/a.csv", filters)
        assert found == (f"{tmp_path}/a.csv", "Everything (*.json)")
        assert existing_folder(parent, "Measure", "") == str(tmp_path)
        assert open_names(parent, "Import", "") == []
    assert called == ["SaveFile", "OpenFile", "OpenFile"]


def test_without_a_portal_qt_asks(
    parent: QWidget, bus: PrivateBus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", bus.address)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *words: ("/a", words[3]))
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: (["/b"], ""))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: "/c")
    assert save_name(parent, "Export", "/x", "Table (*.csv)") == ("/a", "Table (*.csv)")
    assert open_names(parent, "Import", "") == ["/b"]
    assert existing_folder(parent, "Measure", "") == "/c"


@pytest.mark.parametrize(
    ("words", "pattern"), [("Table (*.csv)", "*.csv"), ("PNG (*.png)", "*.png"), ("All", "*")]
)
def test_the_pattern_of_a_filter(words: str, pattern: str) -> None:
    assert pattern_of(words) == pattern


class HangingPath(type(Path())):  # type: ignore[misc]
    """A file on a disk that does not answer until somebody lets go of it."""

    let_go = Event()

    def exists(self) -> bool:
        self.let_go.wait(30)
        return False


def test_a_file_is_looked_for_without_waiting_for_its_disk(
    parent: QWidget, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.csv").touch()
    assert may_exist(tmp_path / "a.csv")
    assert not may_exist(tmp_path / "b.csv")
    monkeypatch.setattr("driveproof.ui.widgets.file_dialogs._LONGEST", 200)
    drawn: list[bool] = []
    QTimer.singleShot(0, lambda: drawn.append(True))
    try:
        assert may_exist(HangingPath(tmp_path))
    finally:
        HangingPath.let_go.set()
    assert drawn
