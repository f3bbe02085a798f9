# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A folder as the target of a check of capacity: how much may be filled, and with which files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from driveproof.domain.errors import Advice, CancelledError, DriveproofError, MachineError
from driveproof.domain.notes import Note
from driveproof.domain.profile.checks import CHECK_BLOCK, CapacityPlan
from driveproof.domain.profile.profile import Profile, capacity_profile
from driveproof.domain.profile.test_file import SYSTEM_SHARE, filling
from driveproof.domain.quantity import Bytes, Share
from driveproof.domain.run.run import BUFFERED, DIRECT
from driveproof.engine.run.environment import notes
from driveproof.engine.run.filled_files import FilledFiles, file_size
from driveproof.engine.run.filled_room import FillRoom, room_to_fill
from driveproof.engine.run.kept_files import KeptFiles
from driveproof.engine.run.kept_folders import KeptFolders
from driveproof.engine.run.target import Place, PreparedTarget, of_place, refuse_read_only
from driveproof.engine.run.testfile import TestFileRegistry, sweep
from driveproof.engine.run.workplace import named_in
from driveproof.system.kernel.mounts import space


@contextmanager
def prepare_capacity(
    place: Place,
    profile: Profile,
    registry: TestFileRegistry,
    *,
    cancelled: Callable[[], bool],
    keep: KeptFolders | None = None,
) -> Iterator[PreparedTarget]:
    """The files, as long as the run needs them; they have no names, or stay in a folder that `keep`
    remembers, and in which a later check goes on.

    Raises MachineError when the folder does not take them or has too little room, CancelledError
    when it is not wanted.
    """
    sweep(place.folder)
    refuse_read_only(place)
    if place.memory:
        raise MachineError(
            "{folder} is in memory: filling it says nothing about a drive, and may stop programs.",
            folder=place.folder,
            advice=Advice("Choose a folder on the drive."),
        )
    if cancelled():
        raise CancelledError("Cancelled before anything was written.")
    kept = None if keep is None else keep.take_up(place.folder)
    try:
        room = room_to_fill(place.folder)
        if kept is not None:
            room = _with_kept(room, kept.held)
        sized = filling(profile, room.usable)
        if kept is not None and sized.size < kept.durable:
            sized = capacity_profile(sized, CapacityPlan(kept.durable))
        if keep is not None and kept is None:
            kept = keep.make(
                place.folder, file_size(space(place.folder).total, place.mount.filesystem)
            )
    except DriveproofError:
        if kept is not None:
            kept.close()
        raise
    with (
        named_in(place if kept is None else None, registry, cancelled) as home,
        FilledFiles(
            place.folder,
            sized.size,
            registry,
            filesystem=place.mount.filesystem,
            keep_free=room.free - room.usable,
            kept=kept,
            inside=home.folder,
        ) as files,
    ):
        files.try_out()
        io_path = DIRECT if files.direct and not place.journals_data else BUFFERED
        said = (*notes(place, io_path, sized), *_told(profile, sized, room), *_kept_notes(kept))

        def leave() -> tuple[Note, ...]:
            files.close()
            return home.leave()

        yield replace(of_place(place, sized, io_path, said), fills=files, leave=leave)


def _with_kept(room: FillRoom, held: int) -> FillRoom:
    """The room where the files of an earlier check, which take `held` bytes, are used again."""
    usable = room.usable + held
    return room._replace(usable=usable - usable % CHECK_BLOCK, free=room.free + held)


def _kept_notes(kept: KeptFiles | None) -> tuple[Note, ...]:
    """Where the files stay, and how much an earlier check has written of them."""
    if kept is None:
        return ()
    stays = Note(
        "The files stay in {folder}, so that a check with the same choice goes on with them, until"
        " you remove them.",
        folder=kept.path,
    )
    if kept.new:
        return (stays,)
    goes_on = Note(
        "This check goes on with {size} that an earlier one has written there: it reads them back"
        " as well.",
        size=Bytes(kept.durable, binary=True),
    )
    return (goes_on, stays)


def _told(profile: Profile, sized: Profile, room: FillRoom) -> tuple[Note, ...]:
    """What is left free, and whether that is less than was asked for."""
    found = []
    if profile.size > sized.size:
        found.append(
            Note(
                "{size} instead of {wanted} are filled: there is no room for more.",
                size=Bytes(sized.size, binary=True),
                wanted=Bytes(profile.size, binary=True),
            )
        )
    if room.system and sized.size == room.usable:
        found.append(
            Note(
                "The system or your home lies on this file system: {share} of it stay free, and"
                " are not checked.",
                share=Share(SYSTEM_SHARE),
            )
        )
    return tuple(found)
