# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a drive can be measured: in its mounted folders, or itself. Looks at no file."""

from __future__ import annotations

from dataclasses import dataclass

from driveproof.domain.drive.drive import (
    BlockDevice,
    Inventory,
    can_be_written,
    for_people,
    is_inside,
)
from driveproof.ui.theme.text import shown
from driveproof.wording.catalogue import _
from driveproof.wording.units import format_size

MOST_FOLDERS = 6
MOST_PARTITIONS = 5


@dataclass(frozen=True)
class Suggestion:
    """A folder to measure in, or (`device`) a block device to read; `free` in bytes of a folder,
    None where nobody said.
    """

    path: str
    facts: str
    free: int | None = None
    for_people: bool = True
    device: bool = False


def suggestions(device: BlockDevice, inventory: Inventory, home: str) -> list[Suggestion]:
    """The folders of a device to choose from, the likeliest first.

    The file system that holds the person's home is offered as that home, because its top is
    seldom theirs to write in. What is mounted read-only cannot be measured and is left out.
    """
    every = inventory.mount_points()
    at_home = max((path for path in every if is_inside(home, path)), key=len, default="")
    found: list[Suggestion] = []
    for mount, holder in inventory.mounts_above(device):
        if not can_be_written(mount):
            continue
        path = home if mount.path == at_home and home else mount.path
        facts = shown(mount.filesystem)
        if holder.free is not None:
            free = format_size(holder.free)
            facts = _("{0}, {1} free").format(facts, free)
        found.append(Suggestion(path, facts, holder.free, for_people(mount.path)))
    found.sort(key=lambda s: (not s.for_people, s.path != home, s.path))
    return found[:MOST_FOLDERS]


def devices(device: BlockDevice, inventory: Inventory) -> list[Suggestion]:
    """The drive itself and its partitions; nothing where there is no medium."""
    if not device.size:
        return []
    parts = [each for each in inventory.children(device) if each.partition_of == device.name]
    whole = _("{0}, all of it") if parts else "{0}"
    found = [Suggestion(device.path, whole.format(format_size(device.size)), device=True)]
    for part in [each for each in parts if each.size][:MOST_PARTITIONS]:
        names = (shown(part.filesystem), shown(part.label or part.partition_label))
        facts = ", ".join(word for word in (format_size(part.size), *names) if word)
        found.append(Suggestion(part.path, facts, device=True))
    return found
