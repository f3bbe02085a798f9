# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What encrypts a block device, from the identity that cryptsetup gives it."""

from __future__ import annotations

from driveproof.domain.text import visible
from driveproof.system.kernel.sysfs import Sysfs

_MARK = "CRYPT-"


def encryption_of(name: str, sysfs: Sysfs) -> str | None:
    """The format of an encrypted volume by its kernel name: "LUKS2", "PLAIN"; None for any other.

    cryptsetup calls it CRYPT-FORMAT-UUID-NAME (libdevmapper.c, dm_prepare_uuid); /sys has that in
    dm/uuid, for every user.
    """
    uuid = sysfs.facts(name).mapping_uuid
    if not uuid.startswith(_MARK):
        return None
    return visible(uuid.removeprefix(_MARK).partition("-")[0]) or None
