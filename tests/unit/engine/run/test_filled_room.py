# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How much may be filled: of the system's and of a person's own file system less."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from driveproof.domain.profile.test_file import SYSTEM_SHARE
from driveproof.engine.run.filled_room import is_systems, room_to_fill


def test_the_systems_file_system_keeps_its_share() -> None:
    assert is_systems("/")
    room, facts = room_to_fill("/"), os.statvfs("/")
    total = facts.f_blocks * facts.f_frsize
    assert room.system
    assert room.usable <= max(0, room.free - int(SYSTEM_SHARE * total))


def test_that_of_the_home_is_one_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert is_systems(str(tmp_path))


def test_any_other_is_not() -> None:
    """/proc is a file system of its own on every Linux."""
    assert not is_systems("/proc")
