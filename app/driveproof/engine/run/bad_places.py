# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What lies at the bad places of a device: partition, file system, how to find the files."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from driveproof.domain.drive.drive import BlockDevice, DeviceKind, Inventory
from driveproof.domain.drive.file_lookup import USUAL_BLOCK, Means, lookup
from driveproof.domain.notes import Note, NoteKind
from driveproof.domain.quantity import Bytes
from driveproof.domain.run.area_map import map_of
from driveproof.domain.run.areas import AreaState
from driveproof.domain.run.run import Run
from driveproof.system.kernel.sysfs import Sysfs

_MOST_PARTITIONS = 128
_PARTS = frozenset({DeviceKind.MD, DeviceKind.LVM, DeviceKind.BCACHE, DeviceKind.DM})
_ENCRYPTED = "crypto_LUKS"


def partition_notes(run: Run, sysfs: Sysfs, inventory: Inventory | None = None) -> tuple[Note, ...]:
    """In which partitions the bad and slow places of a device lie, and how to find the files."""
    found = map_of(run)
    device = run.target.device
    if found is None or found.of_files or found.wrote or device is None:
        return ()
    bad = [(each.offset, each.bytes) for each in found.areas if each.state is not AreaState.RIGHT]
    if not bad:
        return ()
    name = Path(device).name
    sector = sysfs.limits(sysfs.disk_of(name)).logical_block_size or 512
    partitions = _partitions(name, sysfs)
    if not partitions:
        return _by_hand(_how(_known(name, inventory), bad, sector, inventory))
    notes: list[Note] = []
    left = len(bad)
    for part, begin, end in partitions:
        inside = [(at - begin, size) for at, size in bad if begin <= at < end]
        left -= len(inside)
        if inside:
            known = _known(part, inventory)
            notes += (_where(part, inside, known), *_how(known, inside, sector, inventory))
    if notes and left:
        notes.append(Note("Bad or slow places in no partition: {count}.", count=left))
    return _by_hand(notes)


def _by_hand(notes: Sequence[Note]) -> tuple[Note, ...]:
    """With the reason, where a command is named, why nobody has run it (docs/helper.md)."""
    if not any("command" in note.values for note in notes):
        return tuple(notes)
    why = Note(
        "Driveproof does not run this itself: it takes root, and its helper reads no file system,"
        " as a damaged one can mislead a program that does."
    )
    return (*notes, why)


def _known(name: str, inventory: Inventory | None) -> BlockDevice | None:
    return inventory.get(name) if inventory is not None else None


def _where(name: str, places: Sequence[tuple[int, int]], known: BlockDevice | None) -> Note:
    if known is None or not known.filesystem:
        return Note(
            "Bad or slow places in {partition}: {count}, the first of them {offset} behind its"
            " begin.",
            partition=f"/dev/{name}",
            count=len(places),
            offset=Bytes(places[0][0]),
            kind=NoteKind.DOUBT,
        )
    return Note(
        "Bad or slow places in {partition} ({filesystem}): {count}, the first of them {offset}"
        " behind its begin.",
        partition=f"/dev/{name}",
        filesystem=known.filesystem,
        count=len(places),
        offset=Bytes(places[0][0]),
        kind=NoteKind.DOUBT,
    )


def _how(
    known: BlockDevice | None,
    places: Sequence[tuple[int, int]],
    sector: int,
    inventory: Inventory | None,
) -> tuple[Note, ...]:
    """The command that names the files, where the file system has one; of what is encrypted, or a
    part of something larger, what can be said.
    """
    if known is None:
        return ()
    held = inventory.children(known) if inventory is not None else ()
    if held or known.filesystem == _ENCRYPTED:
        return _held(known, held, places, sector, inventory)
    return _files(known, places, sector)


def _held(
    known: BlockDevice,
    held: Sequence[BlockDevice],
    places: Sequence[tuple[int, int]],
    sector: int,
    inventory: Inventory | None,
) -> tuple[Note, ...]:
    """Of a device that holds something else than files."""
    parts = tuple(one for one in held if one.kind in _PARTS)
    if parts:
        return (
            Note(
                "{device} is a part of {names}: where in it the bad places are depends on its"
                " layout.",
                device=known.path,
                names=", ".join(one.path for one in parts),
            ),
        )
    if known.filesystem == _ENCRYPTED and not held:
        return (
            Note(
                "{device} is encrypted and locked: unlock it to see which files are affected.",
                device=known.path,
            ),
        )
    if known.filesystem == _ENCRYPTED and len(held) == 1:
        return _in_clear(known, held[0], places, sector, inventory)
    return _files(known, places, sector)


def _files(known: BlockDevice, places: Sequence[tuple[int, int]], sector: int) -> tuple[Note, ...]:
    """The command that names the files of a file system."""
    mount = known.mounts[0].path if known.mounts else ""
    block = _block_size(mount) if mount else USUAL_BLOCK
    found = lookup(
        known.filesystem, known.path, places, mount=mount, block_size=block, sector=sector
    )
    if found is None:
        return ()
    match found.means:
        case Means.INODES:
            return (
                Note(
                    "The inodes of the files there, where {device} has blocks of {block}:"
                    ' {command}. For their names replace "icheck" by "ncheck", and the blocks by'
                    " these numbers.",
                    device=known.path,
                    block=Bytes(block, binary=True),
                    command=found.command,
                ),
            )
        case Means.MAP:
            return (
                Note(
                    "The owner of the first place is the inode of a file, where XFS keeps that:"
                    " {command}. Its name: find MOUNTPOINT -xdev -inum NUMBER.",
                    command=found.command,
                ),
            )
        case Means.FILES:
            return (
                Note(
                    "The files at the first place, while it is not mounted: {command}.",
                    command=found.command,
                ),
            )
        case Means.SCRUB:
            return (
                Note(
                    "btrfs reads all of its data, and names files with unreadable blocks in the"
                    " kernel's log: {command}.",
                    command=found.command,
                ),
            )


def _in_clear(
    known: BlockDevice,
    clear: BlockDevice,
    places: Sequence[tuple[int, int]],
    sector: int,
    inventory: Inventory | None,
) -> tuple[Note, ...]:
    """What is unlocked lies behind the header, to the end of what is encrypted (cryptsetup(8),
    unless it was told otherwise).
    """
    header = known.size - clear.size
    behind = [(at - header, size) for at, size in places if at >= header]
    said = Note(
        "{device} is encrypted; its contents, {clear}, begin {offset} behind its begin.",
        device=known.path,
        clear=clear.path,
        offset=Bytes(header),
    )
    if header <= 0 or not behind:
        return (said,)
    return (said, *_how(clear, behind, sector, inventory))


def _block_size(mount: str) -> int:
    try:
        return os.statvfs(mount).f_frsize or USUAL_BLOCK
    except OSError:
        return USUAL_BLOCK


def _partitions(name: str, sysfs: Sysfs) -> Sequence[tuple[str, int, int]]:
    """Kernel name, first byte and end of each; () for a device without any."""
    found = []
    for entry in sorted((sysfs.root / "class/block" / name).glob("*/partition"))[:_MOST_PARTITIONS]:
        try:
            begin, size = (
                int((entry.parent / which).read_text("ascii")) * 512 for which in ("start", "size")
            )
        except (OSError, ValueError):
            continue
        found.append((entry.parent.name, begin, begin + size))
    return found
