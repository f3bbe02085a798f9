# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where checks of capacity keep their files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from driveproof.engine.run.kept_folders import KeptFolders

if TYPE_CHECKING:
    from driveproof.composition.application import Application


def kept_folders(app: Application) -> KeptFolders:
    """Where checks of capacity keep their files."""
    return KeptFolders(app.folders.state / "kept-folders")
