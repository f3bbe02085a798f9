# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which drive a word means: one that is connected, or was measured before."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from driveproof.engine.run import assigning
from driveproof.history.assigning import drives

if TYPE_CHECKING:
    from driveproof.composition.application import Application
    from driveproof.domain.run.assignment import KnownDrive


def drive_named(app: Application, word: str) -> KnownDrive:
    """The drive that a word means, connected or measured before. Raises DriveproofError."""
    # What a path means is not known without the inventory, and the reason is what helps.
    inventory = app.inventory() if os.path.lexists(word) else app.inventory_or_none()
    return assigning.drive_named(word, inventory, drives(app.history))
