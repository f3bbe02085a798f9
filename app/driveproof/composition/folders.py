# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the program keeps things, in a person's home or in one place for a test."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

NAME = "driveproof"


@dataclass(frozen=True, slots=True)
class Folders:
    """Where the program keeps things."""

    config: Path
    """People's own profiles and the window's settings."""
    data: Path
    """The results."""
    state: Path
    """What is to be cleaned up at the next start."""

    @classmethod
    def of_the_person(cls) -> Folders:
        """As the XDG base directory specification says."""
        import platformdirs

        return cls(
            platformdirs.user_config_path(NAME),
            platformdirs.user_data_path(NAME),
            platformdirs.user_state_path(NAME),
        )

    @classmethod
    def below(cls, place: Path) -> Folders:
        """All of them in one place."""
        return cls(place / "config", place / "data", place / "state")
