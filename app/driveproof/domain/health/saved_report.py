# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A saved report of a drive with its verdict, and the order in which those of a file are shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from driveproof.domain.health.answer import RatedHealth
from driveproof.domain.health.report import Health
from driveproof.domain.health.verdict import HealthVerdict, urgency


@dataclass(frozen=True, slots=True)
class SavedReport:
    """`name` is that of its file, in which it is the report `number` of `count`."""

    name: str
    health: Health
    verdict: HealthVerdict
    number: int = 1
    count: int = 1

    @property
    def rated(self) -> RatedHealth:
        """All that the answer to it is made of."""
        return RatedHealth(self.health, self.verdict)


def worst_first(reports: Sequence[SavedReport]) -> list[SavedReport]:
    """What needs a look first comes first; the others stay in the order of the file."""
    return sorted(reports, key=lambda one: urgency(one.verdict.word))
