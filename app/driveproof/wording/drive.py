# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a drive or another block device is called, what its link means."""

from __future__ import annotations

from collections.abc import Collection

from driveproof.domain.drive.drive import BUS_TITLES, DISK, KIND_TITLES, BlockDevice
from driveproof.domain.drive.link import LinkState
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.say import worded
from driveproof.wording.units import format_percent


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


def endurance_text(share: float | None) -> str:
    """What a write takes of a drive's life: "0.02 % of its endurance"; None is unknown."""
    if share is None:
        return _("an unknown share of its endurance")
    percent = 100 * share
    if percent < 0.01:
        return _("less than {share} of its endurance").format(share=format_percent(0.0001, 2))
    figure = format_percent(share, figures=2) if percent < 10 else format_percent(share)
    return _("{share} of its endurance").format(share=figure)


def place_on_hosts(counts: Collection[int], *, device: bool) -> str:
    """What several hosts measured, a device or a folder; `counts` says how many did in each run."""
    if len(set(counts)) > 1:
        return _("A device of several hosts") if device else _("A folder on several hosts")
    count = max(counts)
    text = (
        ngettext("A device of {count} host", "A device of {count} hosts", count)
        if device
        else ngettext("A folder on {count} host", "A folder on {count} hosts", count)
    )
    return text.format(count=count)
