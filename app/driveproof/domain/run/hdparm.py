# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""hdparm's timings among the tests of a run."""

from __future__ import annotations

from enum import StrEnum

from driveproof.domain.run.run import PhaseResult

ENGINE = "hdparm"
BLOCK = 2 * 2**20
"""Bytes that it reads at once (TIMING_BUF_BYTES)."""


class Timing(StrEnum):
    """hdparm's timings, by the names that their tests have in a history: its options."""

    DIRECT = "hdparm -t --direct"
    BUFFERED = "hdparm -t"
    CACHED = "hdparm -T"
    """Reads memory, and no drive."""
    CACHED_DIRECT = "hdparm -T --direct"


_TIMINGS = {timing.value: timing for timing in Timing}


def is_timing(phase: PhaseResult) -> bool:
    """Whether hdparm measured it, and not fio."""
    return phase.engine == ENGINE


def timing_of(phase: PhaseResult) -> Timing | None:
    """Which of hdparm's timings a test is, None for any other."""
    return _TIMINGS.get(phase.name) if is_timing(phase) else None
