# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The log of a database: which tests write one, and how large its file on another drive is."""

from __future__ import annotations

import math
from collections.abc import Iterable

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.profile.phase import LOG_PART, SECTOR, Phase
from driveproof.domain.run.work import IoOptions


def is_log(phase: Phase) -> bool:
    """Whether a test is a log itself: one record after the other, each with an fsync."""
    return (
        phase.direction == Direction.WRITE
        and phase.pattern == Pattern.SEQUENTIAL
        and phase.asked.fsync == 1
        and phase.queue_depth == phase.jobs == 1
    )


def log_beside(phase: Phase) -> Phase:
    """The log beside a test, as if it were a test itself."""
    return Phase(
        title="",
        direction=Direction.WRITE,
        pattern=Pattern.SEQUENTIAL,
        block_size=phase.asked.log_block,
        queue_depth=1,
        seconds=phase.seconds,
        limit=phase.limit,
        asked=IoOptions(fsync=1),
    )


def log_bytes(phase: Phase, extent: int) -> int:
    """The bytes of the log beside a test on `extent` bytes: an eighth of them, in whole records; 0
    of a test without one.
    """
    if not phase.asked.log_block:
        return 0
    part = extent // LOG_PART
    unit = math.lcm(phase.asked.log_block, SECTOR)
    return max(part - part % unit, phase.asked.log_block)


def log_part(phases: Iterable[Phase], size: int) -> int:
    """The bytes of a file for the logs of all tests, beside a test file of `size` bytes; 0 where no
    test has one beside it.
    """
    return max((log_bytes(phase, size) for phase in phases), default=0)
