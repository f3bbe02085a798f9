# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Who uses a device, so that it must not be overwritten, as a sentence."""

from __future__ import annotations

from driveproof.domain.drive.device_use import DeviceUse, InUse, UseKind
from driveproof.domain.text import shown
from driveproof.wording.catalogue import N_, _

_USES = {
    UseKind.MOUNTED: N_("{device} is mounted at {by}"),
    UseKind.SWAP: N_("{device} is swap"),
    UseKind.BTRFS: N_("{device} is part of {by}"),
    UseKind.LVM: N_("{device} is part of {by}"),
    UseKind.RAID: N_("{device} is part of {by}"),
    UseKind.UNLOCKED: N_("{device} is unlocked as {by}"),
    UseKind.BCACHE: N_("{device} is part of {by}"),
    UseKind.BACKED: N_("{device} is on another device ({by})"),
    UseKind.HELD: N_("{by} uses {device}"),
    UseKind.OPENED: N_("{by} has {device} open for writing"),
    UseKind.LOCKED: N_("{by} has locked {device}"),
    UseKind.OVERLAPS: N_("{device} overlaps {by}"),
    UseKind.SAME_DRIVE: N_("{device} has the same serial number as {by}"),
    UseKind.SHARES: N_("{device} is also mapped to {by}"),
}


def in_use_text(found: InUse | None) -> str:
    """The reason not to overwrite a device, "" for none."""
    if found is None:
        return ""
    uses = "; ".join(map(_use_text, found.uses))
    if found.itself:
        return _("{text}.").format(text=uses)
    return _("{device} is in use: {uses}.").format(device=shown(found.device), uses=uses)


def _use_text(use: DeviceUse) -> str:
    by = shown(use.by) or _("another program")
    return _(_USES[use.kind]).format(device=shown(use.device), by=by)


def unseen_use_text() -> str:
    """What uses of a device nobody can tell, for whoever confirms that it is overwritten."""
    return _("use by other users' programs, other computers, or pvmove")
