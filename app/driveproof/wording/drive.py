# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a drive or another block device is called, what its link means."""

from __future__ import annotations

from driveproof.domain.drive.drive import BUS_TITLES, DISK, KIND_TITLES, BlockDevice
from driveproof.domain.drive.link import LinkState
from driveproof.wording.catalogue import _
from driveproof.wording.say import worded


def device_title(device: BlockDevice) -> str:
    """Its model; of what has none its kind and its name: "Loop device loop0 (disk.img)"."""
    return device.titled(_(KIND_TITLES.get(device.kind, DISK).key))


def bus_title(device: BlockDevice) -> str:
    """The name of the bus; for a device without a bus its kind."""
    kind = KIND_TITLES.get(device.kind)
    return BUS_TITLES.get(device.bus) or (_(kind.key) if kind else "")


def link_text(state: LinkState, *, advised: bool = True) -> str:
    """What the state of a link means, and what to do about it if that is `advised`."""
    notes = (state.meaning, state.advice if advised else None)
    return " ".join(worded(note.key, note.values) for note in notes if note is not None)
