# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which data a test writes: the rule, and why it is not the same for every test."""

from __future__ import annotations

from collections.abc import Iterable

from driveproof.domain.access import Direction
from driveproof.domain.profile.phase import Phase
from driveproof.domain.run.run import PhaseResult
from driveproof.domain.run.work import Data

SCRAMBLED_FROM = 128 * 2**10
"""Bytes a block. fio changes some words in each 512 bytes of a buffer that it uses again
(io_u.c, `small_content_scramble`): with zstd -3 that shrinks by less than a fifth within a block,
but by 90 % over neighbouring blocks of 4 KiB, which a drive that compresses larger units sees."""


def data_for(phase: Phase, *, fresh: bool = False, laid_out: bool = True) -> Data:
    """What a test writes. Reads write nothing; they are given as fresh, as their test file is.

    Fresh random data costs a processor 0.15 ms a MiB on fio's own thread, up to 6.5 GB/s with the
    fio of a distribution, and so would set the speed of a fast drive; scrambling costs a fiftieth.
    `fresh`: wanted in every test, because the way to the drive compresses or deduplicates, or that
    of another side of the same comparison. A mixed test scrambles what it has just read, which
    might be nothing but zeros where no test file was laid out (`laid_out` is false: a device). What
    a test asks for is written, but nothing is scrambled where fresh data is wanted.
    """
    asked = phase.data if phase.writes else None
    if asked is not None and (asked is not Data.SCRAMBLED or not fresh):
        return asked
    if fresh or not phase.writes or phase.block_size < SCRAMBLED_FROM:
        return Data.FRESH
    if phase.direction == Direction.MIXED and not laid_out:
        return Data.FRESH
    return Data.SCRAMBLED


def wrote_fresh(phases: Iterable[PhaseResult]) -> bool:
    """Whether a run wrote fresh data where it would have been scrambled by the size of blocks."""
    return any(
        phase.direction != Direction.READ
        and phase.block_size >= SCRAMBLED_FROM
        and phase.work.data is Data.FRESH
        for phase in phases
    )
