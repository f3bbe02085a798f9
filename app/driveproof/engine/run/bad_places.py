# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What lies at the bad places of a device: partition, file system, files, how to find others."""

from __future__ import annotations

import os
import shlex
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from driveproof.domain.drive.drive import BlockDevice, DeviceKind, Inventory
from driveproof.domain.drive.file_lookup import USUAL_BLOCK, LookupCommand, lookup
from driveproof.domain.notes import Note, NoteKind
from driveproof.domain.quantity import Bytes
from driveproof.domain.run.area_map import map_of
from driveproof.domain.run.areas import AreaState
from driveproof.domain.run.run import Run
from driveproof.system.kernel.file_places import TOLD, FilesFound, find_files
from driveproof.system.kernel.small_files import int_in
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.trim.free_space import is_free

_MOST_PARTITIONS = 128
_PARTS = frozenset({DeviceKind.MD, DeviceKind.LVM, DeviceKind.BCACHE, DeviceKind.DM})
_ENCRYPTED = "crypto_LUKS"
_SECONDS = 60.0
"""Seconds for the search for files: some two million of them where nothing has to be read."""
_GRACE = 5.0  # seconds that a drive may hold up the search after that
_LOOK = 0.2  # seconds between two looks at whether it was cancelled

Places = Sequence[tuple[int, int]]
Cancelled = Callable[[], bool]


def partition_notes(
    run: Run,
    sysfs: Sysfs,
    inventory: Inventory | None = None,
    cancelled: Cancelled = lambda: False,
) -> tuple[Note, ...]:
    """In which partitions the bad and slow places of a device lie, which files are there, as far as
    this user may know, and how to find the others. Files are looked for until `cancelled`.
    """
    found = map_of(run)
    device = run.target.device
    if found is None or found.of_files or found.wrote or device is None:
        return ()
    bad = [(each.offset, each.bytes) for each in found.areas if each.state is not AreaState.RIGHT]
    if not bad:
        return ()
    name = Path(device).name
    sector = sysfs.limits(sysfs.disk_of(name)).logical_block_size or 512
    about = _About(sector, inventory, cancelled)
    partitions = _partitions(name, sysfs)
    if not partitions:
        return _by_hand(_how(about.known(name), bad, about))
    notes: list[Note] = []
    left = sum(
        all(_part(place, begin, end) is None for _name, begin, end in partitions) for place in bad
    )
    for part, begin, end in partitions:
        inside = [one for place in bad if (one := _part(place, begin, end)) is not None]
        if inside:
            known = about.known(part)
            notes += (_where(part, inside, known), *_how(known, inside, about))
    if notes and left:
        notes.append(Note("Bad or slow areas outside partitions: {count}.", count=left))
    return _by_hand(notes)


def _part(place: tuple[int, int], begin: int, end: int) -> tuple[int, int] | None:
    """What of a place is in a partition, from its start on; None for nothing. Bad places that
    follow one another are one, wherever a partition ends.
    """
    at, behind = max(place[0], begin), min(sum(place), end)
    return (at - begin, behind - at) if at < behind else None


def _by_hand(notes: Sequence[Note]) -> tuple[Note, ...]:
    """With the reason, where a command is named, why nobody has run it (helper-threats.md)."""
    if not any("command" in note.values for note in notes):
        return tuple(notes)
    why = Note("Run the command as root.")
    return (*notes, why)


@dataclass(frozen=True, slots=True)
class _About:
    """What is known of the drive: the bytes of its sectors, and the other devices."""

    sector: int
    inventory: Inventory | None
    cancelled: Cancelled

    def known(self, name: str) -> BlockDevice | None:
        return self.inventory.get(name) if self.inventory is not None else None

    def held(self, known: BlockDevice) -> Sequence[BlockDevice]:
        return self.inventory.children(known) if self.inventory is not None else ()


def _where(name: str, places: Places, known: BlockDevice | None) -> Note:
    filesystem = known.filesystem if known is not None else ""
    return Note(
        "Bad or slow areas in {partition}: {count}, the first at {offset}.",
        partition=f"/dev/{name} ({filesystem})" if filesystem else f"/dev/{name}",
        count=len(places),
        offset=Bytes(places[0][0]),
        kind=NoteKind.DOUBT,
    )


def _how(known: BlockDevice | None, places: Places, about: _About) -> tuple[Note, ...]:
    """The files, and the command that names the others, where the file system has one; of what is
    encrypted, or a part of something larger, what can be said.
    """
    if known is None:
        return ()
    held = about.held(known)
    if held or known.filesystem == _ENCRYPTED:
        return _held(known, held, places, about)
    return _files(known, places, about)


def _held(
    known: BlockDevice, held: Sequence[BlockDevice], places: Places, about: _About
) -> tuple[Note, ...]:
    """Of a device that holds something else than files."""
    parts = tuple(one for one in held if one.kind in _PARTS)
    if parts:
        return (
            Note(
                "{device} belongs to {names}: affected files are unknown.",
                device=known.path,
                names=", ".join(one.path for one in parts),
            ),
        )
    if known.filesystem == _ENCRYPTED and not held:
        return (
            Note(
                "{device} is encrypted. Unlock it to see the affected files.",
                device=known.path,
            ),
        )
    if known.filesystem == _ENCRYPTED and len(held) == 1:
        return _in_clear(known, held[0], places, about)
    return _files(known, places, about)


def _files(known: BlockDevice, places: Places, about: _About) -> tuple[Note, ...]:
    """What lies there in a file system: nothing, files that this user may know, and the command
    that names the others.
    """
    whole = next((mount.path for mount in known.mounts if mount.root == "/"), "")
    if not whole or known.filesystem not in TOLD:
        return _by_command(known, places, about.sector)
    looked = _looked(whole, known, places, about.cancelled)
    if looked is None:
        return _by_command(known, places, about.sector)
    used, found = looked
    if not used:
        return (_in_free_space(whole, len(places)),)
    if found is None:
        return _by_command(known, used, about.sector)
    notes = _of_files(found, whole, free=len(places) - len(used))
    if found.whole and not found.closed:
        return notes
    return (*notes, *_by_command(known, used, about.sector))


def _free(mount: str, known: BlockDevice, place: tuple[int, int]) -> bool:
    """Whether no file lies at a place, as far as the file system tells."""
    with suppress(OSError):
        opened = os.open(mount, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            return os.fstat(opened).st_dev == _number(known) and is_free(opened, *place)
        finally:
            os.close(opened)
    return False


def _number(known: BlockDevice) -> int:
    major, _colon, minor = known.number.partition(":")
    return os.makedev(int(major), int(minor))


def _looked(
    mount: str, known: BlockDevice, places: Places, cancelled: Cancelled
) -> tuple[Places, FilesFound | None] | None:
    """The places that are not free, and what lies there, None where nothing tells; None for both
    where a drive that does not answer holds it up, or somebody cancels: the thread is left to
    itself then.
    """
    looked: list[tuple[Places, FilesFound | None]] = []
    end = time.monotonic() + _SECONDS

    def over() -> bool:
        return cancelled() or time.monotonic() > end

    def search() -> None:
        # The file system reads its maps for an answer, which may lie at bad places themselves.
        used = [place for place in places if over() or not _free(mount, known, place)]
        found = None
        if used and not over():
            left, number = end - time.monotonic(), _number(known)
            found = find_files(mount, number, used, seconds=left, cancelled=cancelled)
        looked.append((used, found))

    thread = threading.Thread(target=search, name="files", daemon=True)
    thread.start()
    while thread.is_alive() and not cancelled() and time.monotonic() < end + _GRACE:
        thread.join(_LOOK)
    return looked[0] if looked else None


def _in_free_space(mount: str, count: int) -> Note:
    return Note("In free space of {mount}: {count}.", mount=mount, count=count)


def _of_files(found: FilesFound, mount: str, *, free: int) -> tuple[Note, ...]:
    """What was found, and of what was not looked at."""
    notes = []
    if free:
        notes.append(_in_free_space(mount, free))
    if names := ", ".join(map(shlex.quote, found.names)):
        notes.append(
            Note(
                "Affected files and folders ({count}): {names}.",
                names=names,
                count=found.count,
                kind=NoteKind.DOUBT,
            )
        )
    else:
        notes.append(
            Note(
                "None of {count} files and folders on {mount} is affected.",
                count=found.looked,
                mount=mount,
            )
        )
    if not found.whole:
        notes.append(Note("Not all files were checked."))
    if found.closed:
        notes.append(
            Note(
                "Unreadable files and folders: {count}.",
                count=found.closed,
            )
        )
    return tuple(notes)


def _by_command(known: BlockDevice, places: Places, sector: int) -> tuple[Note, ...]:
    """The command that names the files of a file system."""
    mount = known.mounts[0].path if known.mounts else ""
    block = _block_size(mount) if mount else USUAL_BLOCK
    found = lookup(
        known.filesystem, known.path, places, mount=mount, block_size=block, sector=sector
    )
    if found is None:
        return ()
    match found.means:
        case LookupCommand.INODES | LookupCommand.MAP:
            names = "find MOUNTPOINT -xdev -inum INODE"
            if found.means is LookupCommand.INODES:
                names = "debugfs -R 'ncheck INODE'"
            return (
                # Translators: {command} and {next} are shell commands.
                Note(
                    "To find the inodes: {command}; their names: {next}",
                    command=found.command,
                    next=names,
                ),
            )
        case LookupCommand.FILES:
            return (
                Note(
                    "To find the files while it is not mounted: {command}",
                    command=found.command,
                ),
            )
        case LookupCommand.SCRUB:
            return (
                Note(
                    "To find the files: {command}",
                    command=found.command,
                ),
            )


def _in_clear(
    known: BlockDevice, clear: BlockDevice, places: Places, about: _About
) -> tuple[Note, ...]:
    """The unlocked contents lie behind the header, to the end of the encrypted device, as
    cryptsetup(8) does by default.
    """
    header = known.size - clear.size
    behind = [(at - header, size) for at, size in places if at >= header]
    said = Note(
        "{device} is encrypted; {clear} starts at {offset}.",
        device=known.path,
        clear=clear.path,
        offset=Bytes(header),
    )
    if header <= 0 or not behind:
        return (said,)
    return (said, *_how(clear, behind, about))


def _block_size(mount: str) -> int:
    try:
        return os.statvfs(mount).f_frsize or USUAL_BLOCK
    except OSError:
        return USUAL_BLOCK


def _partitions(name: str, sysfs: Sysfs) -> Sequence[tuple[str, int, int]]:
    """Kernel name, first byte and end of each; () for a device without any."""
    found = []
    for entry in sorted((sysfs.root / "class/block" / name).glob("*/partition"))[:_MOST_PARTITIONS]:
        begin, size = int_in(entry.parent / "start"), int_in(entry.parent / "size")
        if begin is not None and size is not None:
            found.append((entry.parent.name, begin * 512, (begin + size) * 512))
    return found
