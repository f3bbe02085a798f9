# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of what file systems that were made for a run cost beside their speed."""

from __future__ import annotations

from driveproof.domain.profile.filesystems import Afterwards
from driveproof.domain.profile.profile import Profile
from driveproof.wording.catalogue import _


def afterwards_words(left: Afterwards) -> str:
    """What is on the device at the end."""
    if left is Afterwards.TABLE:
        return _("an empty partition table")
    return _("empty, without a file system")


def made_words(profile: Profile) -> str:
    """The file systems that a run makes, one after the other."""
    names = dict.fromkeys(phase.asked.filesystem for phase in profile.phases)
    return _("{names} in turn").format(names=", ".join(names))
