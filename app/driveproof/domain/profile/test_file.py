# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How large a test file can be where there is little room."""

from __future__ import annotations

from driveproof.domain.errors import Advice, UsageError
from driveproof.domain.profile.profile import Profile
from driveproof.domain.quantity import Bytes

MARGIN = 16 * 2**20
"""Bytes that stay free beside a test file."""
SHARE = 0.9
"""A smaller file takes at most this share of the free space: the system goes on beside it."""
LEAST = 64 * 2**20
"""No file is made smaller than this many bytes: any drive would keep it in its own memory."""
_STEPS = (2**30, 2**28, 2**26, 2**24)
_LEAST_STEPS = 4


def needed(size: int) -> int:
    """The free bytes that a test file of `size` bytes needs."""
    return size + min(MARGIN, size // 8)


def fitted(profile: Profile, free: int) -> Profile:
    """The profile with the largest test file of a round size that fits into `free` bytes, and no
    larger than its own. Raises UsageError when that would be too small.
    """
    if needed(profile.size) <= free:
        return profile
    room = int(free * SHARE)
    step = next((step for step in _STEPS if room >= _LEAST_STEPS * step), _STEPS[-1])
    size = room // step * step
    least = max((phase.block_size * phase.jobs for phase in profile.phases), default=0)
    if size < max(least, LEAST) or needed(size) > free:
        raise UsageError(
            "A test file of {size} does not fit: {free} are free.",
            size=Bytes(profile.size, binary=True),
            free=Bytes(free),
            advice=Advice("Choose a smaller test file or another folder."),
        )
    return profile.customized(size=size)
