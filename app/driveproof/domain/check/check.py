# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What "Check this drive" finds: findings by topic, and what to do about them."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from datetime import datetime

from driveproof.domain.drive.drive import BlockDevice
from driveproof.domain.drive.firmware import FirmwareNews
from driveproof.domain.drive.link import LinkState
from driveproof.domain.health.report import Health
from driveproof.domain.health.verdict import HealthVerdict
from driveproof.domain.run.run import Run
from driveproof.domain.trim.path import DiscardPath

FINE, ODD, BAD, UNKNOWN = "fine", "odd", "bad", "unknown"
TOPICS = ("identity", "new", "health", "firmware", "link", "trim", "speed")


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the page: a word, the sentence, what to do ("" for nothing), where it is from."""

    topic: str
    word: str
    sentence: str
    advice: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundsLeft:
    """What a check leaves out of the profile that it measures: `rounds` of all its tests, at
    `place`, with a test file of `size` bytes (0 on a device). With `label` both runs are one side
    of a comparison. `done` rounds were measured.
    """

    profile: str
    place: str
    size: int
    done: int
    rounds: int
    label: str

    @property
    def words(self) -> tuple[str, ...]:
        """The command line that measures them, word by word."""
        size = ("--size", str(self.size)) if self.size else ()
        return (
            *("driveproof", "run", self.profile, "--target", self.place),
            *("--repeats", str(self.rounds), *size, "--label", self.label),
        )

    @property
    def sentence(self) -> str:
        """What two rounds do not allow, and what would."""
        return (
            f"Speed was measured in {self.done} rounds: too few for a claim that this drive differs"
            f" from another or from itself. The other {self.rounds} complete what {self.profile}"
            " measures."
        )

    @property
    def command(self) -> str:
        """The command line, ready for a shell."""
        return shlex.join(self.words)


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """All of one check. `run` is the quick measurement, None where there was none; `left` the
    rounds of it that are missing for a claim.
    """

    taken: datetime
    seconds: float
    target: str
    device: BlockDevice | None
    findings: tuple[Finding, ...]
    health: Health | None = None
    verdict: HealthVerdict | None = None
    firmware: FirmwareNews | None = None
    link: LinkState | None = None
    chain: DiscardPath | None = None
    run: Run | None = None
    left: RoundsLeft | None = None
    left_out: tuple[str, ...] = ()
    """What was not looked at, and why: sentences."""

    @property
    def word(self) -> str:
        """BAD when one finding is; else ODD when one is; else FINE; UNKNOWN when none is known."""
        words = {finding.word for finding in self.findings}
        return next((word for word in (BAD, ODD, FINE) if word in words), UNKNOWN)
