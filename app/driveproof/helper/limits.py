# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How much of what the helper has few of one user may take: prompts, jobs, traces, what is kept."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from driveproof.helper.protocol import ROOT


class Limit(NamedTuple):
    """The most for one user, and for all users together."""

    each: int
    total: int

    def has_room(self, users: Iterable[int], user: int) -> bool:
        """Whether a user may have one more, where each of `users` has one (or several times one).

        Several users together may take all there is, so whoever has none gets one all the same:
        nobody locks out another. Root is never locked out.
        """
        taken = list(users)
        mine = taken.count(user)
        return user == ROOT or (mine < self.each and (not mine or len(taken) < self.total))


PROMPTS = Limit(16, 128)
JOBS = Limit(16, 48)
"""Each costs the helper four of its 512 descriptors."""
TRACES = Limit(2, 12)
"""Each costs the kernel 8 MiB and more."""
KEPT = Limit(16, 64)
"""A held device and its scheduler are two, and a test bench has many drives. Each costs three
descriptors.
"""
