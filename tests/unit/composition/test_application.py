# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The folders of the program's files."""

from __future__ import annotations

from pathlib import Path

import pytest

from driveproof.composition.application import Application, Folders


def test_folders_follow_xdg(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(variable, str(tmp_path / variable))
    assert Application().folders == Folders(
        config=tmp_path / "XDG_CONFIG_HOME" / "driveproof",
        data=tmp_path / "XDG_DATA_HOME" / "driveproof",
        state=tmp_path / "XDG_STATE_HOME" / "driveproof",
    )


def test_nothing_is_made_before_it_is_needed(tmp_path: Path) -> None:
    application = Application(Folders.below(tmp_path / "home"))
    application.sweep()
    assert application.profiles.all()
    assert not (tmp_path / "home").exists()
