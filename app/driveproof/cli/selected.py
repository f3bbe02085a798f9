# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The runs and checks that a word of the command line selects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from driveproof.cli.output import say_note
from driveproof.history.checks import find_kept as kept_of

if TYPE_CHECKING:
    from driveproof.composition.application import Application
    from driveproof.history.checks import SelectedResults


def say_history(app: Application) -> None:
    """Say what the history has to say of itself."""
    say_note(app.history.message)


def find(app: Application, word: str) -> list[str]:
    """The ids of the runs that a word selects. Raises DriveproofError for none."""
    say_history(app)
    return list(app.history.find_all(word))


def find_kept(app: Application, word: str) -> SelectedResults:
    """The runs or the checks that a word selects. Raises DriveproofError for none."""
    say_history(app)
    return kept_of(app.history, word)
