# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A folder as the target of a check of capacity: how much may be filled, and with which files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from driveproof.domain.errors import Advice, CancelledError, MachineError
from driveproof.domain.notes import Note
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.test_file import SYSTEM_SHARE, filling
from driveproof.domain.quantity import Share
from driveproof.domain.run.run import IoPath
from driveproof.engine.run.bench import Bench, of_place
from driveproof.engine.run.environment import environment_notes
from driveproof.engine.run.filled_room import FillRoom, room_to_fill
from driveproof.engine.run.means import Means
from driveproof.engine.run.target import MeasuredFolder, refuse_read_only
from driveproof.engine.run.testfile import sweep_leftovers
from driveproof.engine.run.workplace import named_in
from driveproof.methods.capacity.filled_files import FilledFiles


@contextmanager
def in_folder(place: MeasuredFolder, profile: Profile, means: Means) -> Iterator[Bench]:
    """The files, as long as the run needs them; they have no names.

    Raises MachineError when the folder does not take them or has too little room for what was
    asked, CancelledError when it is not wanted.
    """
    registry = means.context.registry
    sweep_leftovers(place.folder)
    refuse_read_only(place)
    if place.memory:
        raise MachineError(
            "{path} is in memory, not on a drive.",
            path=place.folder,
            advice=Advice("Choose a folder."),
        )
    if means.jobs.cancelled():
        raise CancelledError("Cancelled before anything was changed.")
    room = room_to_fill(place.folder)
    sized = filling(profile, room.usable)
    with (
        named_in(place, registry, means.jobs.cancelled) as home,
        FilledFiles(
            place.folder,
            sized.size,
            registry,
            filesystem=place.mount.filesystem,
            keep_free=room.free - room.usable,
            inside=home.folder,
        ) as files,
    ):
        files.try_out()
        io_path = IoPath.DIRECT if files.direct and not place.journals_data else IoPath.BUFFERED
        said = (*environment_notes(place, io_path, sized), *_told(sized, room))

        def leave() -> tuple[Note, ...]:
            files.close()
            return home.leave()

        yield replace(of_place(place, sized, io_path, said), own=files, leave=leave)


def _told(sized: Profile, room: FillRoom) -> tuple[Note, ...]:
    """What is left free."""
    if room.system and sized.size == room.usable:
        return (
            Note("{share} stays free and unchecked for the system.", share=Share(SYSTEM_SHARE)),
        )
    return ()
