# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Mixes of block sizes on a target that takes no block as small as some of them."""

from __future__ import annotations

from dataclasses import replace

from driveproof.domain.notes import Note
from driveproof.domain.profile.options import size_of, sizes_in
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.quantity import Bytes

USUAL_BLOCK = 4096
"""Bytes that every target takes at once past the page cache, if it takes any."""
_SPLIT = "bssplit="


def smallest(profile: Profile) -> int:
    """The least block of all mixes of a profile in bytes; `USUAL_BLOCK` where none is below it."""
    found = [sizes_in(phase.asked.block_sizes) for phase in profile.phases
             if phase.asked.block_sizes]  # fmt: skip
    return min((USUAL_BLOCK, *(one[0] for one in found if one is not None)))


def with_least_block(profile: Profile, least: int) -> tuple[Profile, tuple[Note, ...]]:
    """The profile for a target whose blocks are multiples of `least` bytes, and a note where that
    changes a mix: other blocks of it become the next multiple, with their share. fio would end
    with EINVAL otherwise: direct I/O works in whole sectors (open(2), O_DIRECT).
    """
    phases = tuple(_raised(phase, least) for phase in profile.phases)
    if phases == profile.phases:
        return profile, ()
    note = Note(
        "Blocks below {least} are enlarged for direct I/O.",
        least=Bytes(least, binary=True),
    )
    return replace(profile, phases=phases), (note,)


def _raised(phase: Phase, least: int) -> Phase:
    sizes = phase.asked.block_sizes or ""
    if not sizes.startswith(_SPLIT):
        return phase
    ways = sizes.removeprefix(_SPLIT).split(",")
    raised = _SPLIT + ",".join(_way(way, least) for way in ways)
    if raised == sizes:
        return phase
    largest = sizes_in(raised)
    return replace(
        phase,
        asked=replace(phase.asked, block_sizes=raised),
        block_size=phase.block_size if largest is None else largest[1],
    )


def _way(shares: str, least: int) -> str:
    """The mix of one direction; it stays as written where every block fits."""
    listed = [one.partition("/") for one in shares.split(":")]
    sizes = [size_of(size) or 0 for size, _, _ in listed]
    if not any(size % least for size in sizes):
        return shares
    raised = [-(-size // least) * least for size in sizes]
    if not all(share for _, _, share in listed):  # fio gives each of them a part of what is left
        return ":".join(
            f"{_text(size)}/{share}" for size, (_, _, share) in zip(raised, listed, strict=True)
        )
    total: dict[int, int] = {}
    for size, (_, _, share) in zip(raised, listed, strict=True):
        total[size] = total.get(size, 0) + int(share)
    return ":".join(f"{_text(size)}/{share}" for size, share in total.items())


def _text(size: int) -> str:
    return f"{size // 1024}k" if size % 1024 == 0 else str(size)
