# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A drive's health as it was kept at one moment, and why it was kept."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from driveproof.domain.health.report import Health
from driveproof.domain.say import Say


class SnapshotReason(StrEnum):
    """Why a drive's health was kept."""

    ASKED = "asked"
    """On demand."""
    OPEN = "open"
    """While the window is open."""
    BEFORE = "before"
    """Before a run."""
    AFTER = "after"
    """After a run."""


ASKED, OPEN, BEFORE, AFTER = SnapshotReason
REASONS = {
    ASKED: Say("on demand"),
    OPEN: Say("while the window was open"),
    BEFORE: Say("before a run"),
    AFTER: Say("after a run"),
}
"""What they are called."""


@dataclass(frozen=True, slots=True)
class HealthSnapshot:
    """`identity` is BlockDevice.identity of the drive, `run` the id of the run it belongs to."""

    id: int
    identity: str
    taken: datetime
    reason: SnapshotReason
    run: str | None
    firmware: str
    health: Health


@dataclass(frozen=True, slots=True)
class FirmwareChange:
    """Another firmware revision than the time before, first seen `at`."""

    at: datetime
    before: str
    after: str

    @property
    def said(self) -> Say:
        """What changed, beside a date."""
        return Say("firmware {before} → {after}", before=self.before, after=self.after)
