# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Who is asked about a drive's health, and what comes back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.drive.link import LinkState
from driveproof.domain.health.report import Health
from driveproof.domain.health.verdict import HealthVerdict


class Reader(Protocol):
    """system.health.HealthReader: where health is read."""

    def read(
        self,
        device: BlockDevice,
        inventory: Inventory,
        *,
        update: bool = True,
        timeout: float = ...,
    ) -> Health:
        """Without a prompt and without waking the drive; `missing` says why nothing is known."""

    def read_whole(self, device: BlockDevice, inventory: Inventory | None = None) -> Health:
        """All of it, through the helper. Raises DriveproofError."""


class Judge(Protocol):
    """domain.health_verdict.judge: what a reading means."""

    def __call__(
        self,
        health: Health,
        *,
        since: Health | None = None,
        acknowledged: Mapping[str, int] = ...,
        link: LinkState | None = None,
        now: datetime | None = None,
    ) -> HealthVerdict:
        """The verdict; `since` is what counters are compared with."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a drive was asked for: everything that may hang when the drive does."""

    health: Health
    link: LinkState | None = None
