# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The folders that the program keeps its files in: a person's home, or one folder for a test."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import platformdirs

NAME = "driveproof"


@dataclass(frozen=True, slots=True)
class Folders:
    """The folders that the program keeps its files in."""

    config: Path
    """The person's own profiles and the window's settings."""
    data: Path
    """The history."""
    state: Path
    """Records of what the next start has to clean up."""

    @classmethod
    def of_the_person(cls) -> Folders:
        """The folders that the XDG Base Directory Specification names."""
        return cls(
            platformdirs.user_config_path(NAME),
            platformdirs.user_data_path(NAME),
            platformdirs.user_state_path(NAME),
        )

    @classmethod
    def below(cls, place: Path) -> Folders:
        """Every folder below one base folder."""
        return cls(place / "config", place / "data", place / "state")
