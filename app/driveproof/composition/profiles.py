# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The profiles: those that Driveproof ships, and the files of the person's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from driveproof.engine.run.profiles import Profiles

if TYPE_CHECKING:
    from driveproof.composition.application import Application
    from driveproof.engine.run.own_profiles import OwnProfiles

FOLDER = "profiles"
"""Below the folder of the configuration."""


def profiles_of(app: Application) -> Profiles:
    """All profiles, read anew at each use; what could not be read is asked of the same object."""
    return Profiles(app.folders.config / FOLDER)


def own_profiles(app: Application) -> OwnProfiles:
    """The files of the person's own profiles."""
    from driveproof.engine.run.own_profiles import OwnProfiles  # noqa: PLC0415 - the editor's

    return OwnProfiles(app.folders.config / FOLDER)
