# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a check asks, and what it tells while it works."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from driveproof.domain.check.check import Finding, Topic
from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.drive.firmware import FirmwareNews
from driveproof.domain.drive.link import LinkState
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.run import Run
from driveproof.domain.trim.path import DiscardPath
from driveproof.engine.health.view import HealthView
from driveproof.engine.run import events
from driveproof.engine.run.events import Event


@dataclass(frozen=True, slots=True)
class Step:
    """A step began: its topic; `remaining` in seconds, None when unknown."""

    topic: Topic
    remaining: float | None = None


CheckEvent = Step | Finding | Event
CheckObserver = Callable[[CheckEvent], None]
"""Called in the thread of the check: its steps, findings as they come, the measurement's events."""


class Measurement(Protocol):
    """The quick measurement, as session.engine.Session is one."""

    def run(self) -> Run:
        """Measure. Raises DriveproofError."""

    def cancel(self) -> None:
        """Ask it to stop."""


@dataclass(frozen=True)
class CheckParts:
    """What a check asks, each a callable that may raise DriveproofError; None: there is none.

    `look` reads a drive's health without a prompt, `firmware` asks fwupd,
    `link(device, inventory, under_load)` reads how it is connected now, `chain(target, inventory)`
    follows a TRIM down. `quick()` is the quick profile, `measure(profile, path, observer, label)`
    makes a run of it.
    """

    inventory: Callable[[], Inventory | None]
    quick: Callable[[], Profile]
    measure: Callable[[Profile, str, events.Observer, str], Measurement]
    look: Callable[[BlockDevice, Inventory], HealthView] | None = None
    firmware: Callable[[BlockDevice], FirmwareNews] | None = None
    link: Callable[[BlockDevice, Inventory, bool], LinkState | None] | None = None
    chain: Callable[[str, Inventory | None], DiscardPath] | None = None
