# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""When the tests of a run end, and why one ended: as values that a run keeps (stopping.py)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

VERSION = 1
"""Of the rule. Runs by another one are not certain in the same way."""
WITHIN = 0.10
"""The share that a figure may be away from the test's mean in this run."""


class StopReason(StrEnum):
    """Why a test has no further repeat. The words of the JSON."""

    CERTAIN = "certain"
    MOST = "most repeats"
    BUDGET = "budget"
    """A further repeat might have written more than the run may."""
    WRITE_CACHE = "write cache"
    """The drive's write cache had run out: no further repeat would have counted."""
    FIXED = "fixed"
    """The number of repeats was chosen before."""
    CANCELLED = "cancelled"
    """The run was cancelled or failed before."""


@dataclass(frozen=True, slots=True)
class Stopping:
    """How a test ended. `half_width` is that of its interval as a share of the figure: 0.04 is
    "within 4 %". None where fewer than two repeats count.
    """

    half_width: float | None
    why: StopReason


@dataclass(frozen=True, slots=True)
class StoppingRule:
    """What a run went by: a test has `minimum` repeats, and while its interval is wider than
    `within` to either side at most `maximum`. A writing test goes on while the run writes no more
    than `budget` bytes (None: no limit); `written` is what fio reported in the end (None: not
    known).
    """

    minimum: int
    maximum: int
    budget: int | None = None
    written: int | None = None
    within: float = WITHIN
    version: int = VERSION

    @property
    def fixed(self) -> bool:
        """Whether each test has the same number of repeats, whatever they show."""
        return self.maximum <= self.minimum
