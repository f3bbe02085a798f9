# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""One drive's health as a page shows it: the reading, its verdict, and other known facts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from driveproof.domain.drive.link import LinkState
from driveproof.domain.health.kept_tests import KeptTest
from driveproof.domain.health.report import Health
from driveproof.domain.health.snapshot import FirmwareChange, HealthSnapshot
from driveproof.domain.health.trends import UNTRACED, Trends
from driveproof.domain.health.verdict import GOOD, HealthAxis, HealthVerdict

if TYPE_CHECKING:
    from driveproof.domain.health.answer import RatedHealth


@dataclass(frozen=True, slots=True)
class DriveReading:
    """What was requested of a drive: everything that may hang when the drive hangs."""

    health: Health
    link: LinkState | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HealthView:
    """`device` is the kernel's name, `since` the snapshot that counters are compared with.

    `acknowledged` are the values of report.COUNTERS that the person has seen and accepted.
    """

    device: str
    identity: str
    health: Health
    verdict: HealthVerdict
    link: LinkState | None = None
    since: HealthSnapshot | None = None
    acknowledged: Mapping[str, int] = field(default_factory=dict)
    firmware_changes: tuple[FirmwareChange, ...] = ()
    may_be_kept: bool = True
    """False where what is kept would not be found again, or could be of another drive."""
    self_tests: tuple[KeptTest, ...] = ()
    """What is kept of its self-tests, newest first; with what this reading added."""
    test_seconds: Mapping[str, float] = field(default_factory=dict)
    """How long each kind of self-test takes, as far as the drive has ever reported it."""

    def rated(self, trends: Trends = UNTRACED) -> RatedHealth:
        """All that the answer to it is made of; `trends` are how its values moved."""
        from driveproof.domain.health.answer import RatedHealth  # noqa: PLC0415 - no list needs it

        link = self.link.now if self.link is not None else ""
        return RatedHealth(self.health, self.verdict, link, trends, self.self_tests)

    @property
    def unacknowledged(self) -> Mapping[HealthAxis, tuple[tuple[str, int], ...]]:
        """By axis the counters with their values that are a reason of the rating until the person
        acknowledges them.
        """
        return {
            axis.axis: tuple(
                (counter, value)
                for counter in axis.counters
                if (value := getattr(self.health, counter, None))
                and self.acknowledged.get(counter) != value
            )
            for axis in self.verdict.axes
            if axis.verdict != GOOD
        }
