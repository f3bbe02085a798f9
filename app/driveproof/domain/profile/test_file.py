# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How large a test file can be where there is little room, and how much of it a check fills."""

from __future__ import annotations

from dataclasses import replace

from driveproof.domain.errors import Advice, MachineError, Remedy, UsageError
from driveproof.domain.notes import Note
from driveproof.domain.profile.phase import CHECK_BLOCK
from driveproof.domain.profile.plan import resized
from driveproof.domain.profile.profile import Profile, with_plan
from driveproof.domain.quantity import Bytes

MARGIN = 16 * 2**20
"""Bytes that stay free beside a test file."""
SHARE = 0.9
"""A smaller file takes at most this share of the free space: the system goes on beside it."""
LEAST = 64 * 2**20
"""No file is made smaller than this many bytes: any drive would keep it in its own memory."""
_STEPS = (2**30, 2**28, 2**26, 2**24)
_LEAST_STEPS = 4


def bytes_needed(size: int) -> int:
    """The free bytes that a test file of `size` bytes needs."""
    return size + min(MARGIN, size // 8)


def more_room(profile: Profile, room: int, *, ever: bool = True) -> Advice:
    """What helps where its test file does not fit, `ever`: into an empty file system it would. A
    smaller one, for the `room` bytes that there are, is only named where the profile may have it.
    """
    if not ever:
        other = Advice("Choose another folder.")
        return Advice(Remedy.CHOOSE_SMALLER_FILE) if _may_be(profile, room) else other
    other = Advice("Free some space.")
    return Advice(Remedy.FREE_SPACE_OR_SMALLER_FILE) if _may_be(profile, room) else other


def _may_be(profile: Profile, room: int) -> bool:
    """Whether its test file may be as small as that: a recording has one size, and some tests need
    more than a drive's own memory holds.
    """
    size = largest_test_file(room)
    if not size:
        return False
    try:
        profile.customized(size=size)
    except UsageError:
        return False
    return True


def fitted_profile(profile: Profile, free: int) -> Profile:
    """The profile with the largest test file of a round size that fits into `free` bytes, and no
    larger than its own, with a note where it is smaller; of a check of capacity what `filling`
    gives. Raises UsageError when that would be too small, and MachineError as `filling` does.
    """
    if profile.capacity is not None:
        return filling(profile, fillable(free))
    if bytes_needed(profile.size) <= free:
        return profile
    size = largest_test_file(free)
    least = max((phase.block_size * phase.jobs for phase in profile.phases), default=0)
    if size < max(least, LEAST) or bytes_needed(size) > free or not _may_be(profile, free):
        raise UsageError(
            "Too little free space: {needed} needed, {free} free.",
            needed=Bytes(bytes_needed(profile.size)),
            free=Bytes(free),
            advice=Advice("Choose a smaller test file.")
            if _may_be(profile, free)
            else more_room(profile, free),
        )
    note = Note(
        "The test file is {size} instead of {wanted}: not enough space.",
        size=Bytes(size, binary=True),
        wanted=Bytes(profile.size, binary=True),
    )
    return replace(profile.customized(size=size), notes=(*profile.notes, note))


def largest_test_file(free: int) -> int:
    """The largest test file of a round size that leaves a tenth of `free` bytes."""
    room = int(free * SHARE)
    step = next((step for step in _STEPS if room >= _LEAST_STEPS * step), _STEPS[-1])
    return room // step * step


SYSTEM_SHARE = 0.05
"""What stays free of a file system that the system or people's homes lie on."""
OTHER_SHARE = 0.005
"""What stays free of any other: the file system needs some room for its own tables."""
LEAST_FILL = 16 * 2**20
"""Less than this tells nothing about a drive."""


def fillable(free: int, total: int = 0, *, system: bool = False) -> int:
    """Bytes that a check of capacity may fill of `free` bytes of a file system of `total`, in
    whole blocks; 0 where nothing.
    """
    kept = max(MARGIN, int(total * (SYSTEM_SHARE if system else OTHER_SHARE)))
    room = max(0, free - kept)
    return room - room % CHECK_BLOCK


def filling(profile: Profile, room: int) -> Profile:
    """The check of capacity with the size that it has where it may fill `room` bytes.

    Raises MachineError when that is too little, or less than the size that was asked for.
    """
    assert profile.capacity is not None
    if room < LEAST_FILL:
        raise MachineError(
            "Too little free space: {room}.",
            room=Bytes(room),
            advice=Advice("Free some space."),
        )
    if profile.capacity.size > room:
        raise MachineError(
            "Too little free space: {needed} needed, {free} free.",
            needed=Bytes(profile.capacity.size, binary=True),
            free=Bytes(room, binary=True),
            advice=Advice(Remedy.FREE_SPACE_OR_SMALLER_FILE),
        )
    if profile.capacity.size:
        return profile
    return with_plan(profile, resized(profile.capacity, room, None))
