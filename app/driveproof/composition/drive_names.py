# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which drive a word means: one that is connected, or was measured before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from driveproof.engine.run import assigning
from driveproof.history.assigning import drives

if TYPE_CHECKING:
    from driveproof.composition.application import Application
    from driveproof.domain.run.assignment import KnownDrive


def drive_named(app: Application, word: str) -> KnownDrive:
    """The drive that a word means, connected or measured before. Raises DriveproofError."""
    return assigning.drive_named(word, app.inventory_or_none(), drives(app.history))
