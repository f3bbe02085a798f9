# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Profiles that are more than their file says: hdparm beside fio, and tests under each scheduler.

What hdparm does is from its source (hdparm.c 9.58, time_cache and time_device): blocks of 2 MiB
from the start of the device, one after the other, for 2 seconds (-T) or 3 seconds or the whole
device (-t), after a pause of 3 seconds in which the drive settles, and one more second with -T.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.errors import Advice, UsageError
from driveproof.domain.method import FILESYSTEMS, HDPARM, SCHEDULERS
from driveproof.domain.profile.phase import SEPARATOR, Phase, Tool
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.hdparm import Timing
from driveproof.domain.run.run import THROUGH_CACHE

HDPARM_BLOCK = 2 * 2**20  # TIMING_BUF_BYTES
SHUFFLE_SEED = 1


def expanded(profile: Profile) -> Profile:
    """The profile with the phases that its method adds. Raises UsageError for an impossible one.

    hdparm: its only test is run direct and through the page cache, beside hdparm's own timings. The
    one that reads from memory comes last: the first test represents a run in lists.
    """
    if profile.method not in (HDPARM, SCHEDULERS):
        return profile
    for phase in profile.phases:
        if phase.writes:
            raise UsageError(
                "The method {method} only reads: {name}.",
                method=profile.method,
                name=phase.name,
            )
    if profile.method != HDPARM:
        return profile
    if len(profile.phases) != 1:
        raise UsageError("The method hdparm has one test.", advice=Advice("Remove that option."))
    (direct,) = profile.phases
    buffered = replace(
        direct,
        title=f"{direct.title}{SEPARATOR}{THROUGH_CACHE}",
        direct=False,
        variant=THROUGH_CACHE,
    )
    return replace(
        profile,
        phases=(
            direct,
            _timing(Timing.DIRECT, Tool.HDPARM_DIRECT, 3.0, 3.0),
            buffered,
            _timing(Timing.BUFFERED, Tool.HDPARM_BUFFERED, 3.0, 3.0),
            _timing(Timing.CACHED, Tool.HDPARM_CACHE, 5.0, 2.0),
        ),
    )


def _timing(title: str, tool: Tool, pause: float, seconds: float) -> Phase:
    return Phase(
        title=title,
        direction=Direction.READ,
        pattern=Pattern.SEQUENTIAL,
        block_size=HDPARM_BLOCK,
        queue_depth=1,
        warmup=pause,
        seconds=seconds,
        direct=tool is Tool.HDPARM_DIRECT,
        tool=tool,
    )


def under_schedulers(profile: Profile, names: Sequence[str]) -> Profile:
    """The profile with each of its tests under each of the schedulers, in this order."""
    return replace(
        profile,
        phases=tuple(
            replace(phase, title=f"{phase.title}{SEPARATOR}{name}", scheduler=name, variant=name)
            for phase, name in product(profile.phases, names)
        ),
    )


def order_of(profile: Profile, seed: int = SHUFFLE_SEED) -> tuple[tuple[int, int], ...]:
    """What is done one after the other: (index of the phase, number of the repeat), from 0 and 1.

    Tests go in rounds (`Profile.in_rounds` says why), but phase by phase through the page cache.
    hdparm goes round by round, and what reads through the page cache comes after a timing of
    hdparm's that has emptied it. Schedulers and file systems go round by round as well, in an order
    of its own in each. The same seed gives the same order.
    """
    repeats = range(1, profile.repeats + 1)
    if profile.method == HDPARM:
        return tuple((index, repeat) for repeat in repeats for index in _emptied_before(profile))
    if profile.in_rounds:
        return tuple((index, repeat) for repeat in repeats for index in range(len(profile.phases)))
    if profile.method not in (SCHEDULERS, FILESYSTEMS):
        return tuple((index, repeat) for index in range(len(profile.phases)) for repeat in repeats)
    return tuple(
        (index, repeat)
        for repeat, names in enumerate(rounds(profile, seed), start=1)
        for name in names
        for index, phase in enumerate(profile.phases)
        if phase.variant == name
    )


def rounds(profile: Profile, seed: int = SHUFFLE_SEED) -> tuple[tuple[str, ...], ...]:
    """The schedulers or the file systems of each repeat in their order."""
    drawn = random.Random(seed)
    names = list(dict.fromkeys(phase.variant for phase in profile.phases))
    found = []
    for _ in range(profile.repeats):
        drawn.shuffle(names)
        found.append(tuple(names))
    return tuple(found)


def _emptied_before(profile: Profile) -> list[int]:
    """The phases of hdparm's kind so that every buffered one follows one that ends by BLKFLSBUF.

    hdparm empties the device's part of the page cache at the end of each timing, not before it.
    """
    phases = profile.phases
    timings = [phases.index(phase) for phase in phases if phase.tool != Tool.FIO]
    buffered = [
        index for index, phase in enumerate(phases) if phase.tool == Tool.FIO and not phase.direct
    ]
    direct = [
        index for index, phase in enumerate(phases) if phase.tool == Tool.FIO and phase.direct
    ]
    # -T first: it empties the cache for -t. Each buffered test has a timing of its own before it.
    order = (Tool.HDPARM_CACHE, Tool.HDPARM_BUFFERED, Tool.HDPARM_DIRECT)
    timings.sort(key=lambda index: order.index(phases[index].tool))
    return [*timings[:1], *timings[1:2], *buffered, *timings[2:], *direct]
