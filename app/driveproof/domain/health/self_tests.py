# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What failed self-tests mean: which make a drive failing, and which are only watched."""

from __future__ import annotations

import re

from driveproof.domain.health.report import (
    ABORTED,
    ATA,
    NOT_SAID,
    RUNNING,
    TEST_FAILED,
    Health,
    SelfTestEntry,
)
from driveproof.domain.health.rules import ATA_ROUND_SECONDS, RECENT_SECONDS
from driveproof.domain.health.self_test_kind import SelfTestKind

# Results that name a part of the drive that failed, in the words of smartctl and of UDisks2's
# readers: ATA's 4 to 8 (a test element, the electronics, the servo, reading, handling damage),
# NVMe's 6 and 7 and SCSI's 4 to 7 (segments).
_PART_FAILED = re.compile(
    r"\b(read|element|segments?|servo|electrical|electronics|handling)\b"
    r"|\bunknown failure\b|\bunknown (place|part)\b|^failed$",
    re.IGNORECASE,
)
# Results that may as well be a test that never ran to its end: ATA's 3, NVMe's 5, SCSI's 3.
_NOT_ENDED = re.compile(r"\bfatal\b|\bunknown (test )?error\b|\bnot be completed\b", re.IGNORECASE)


def failing_test(health: Health) -> SelfTestEntry | None:
    """The self-test that makes a drive failing: a part failed in it, and no later test that covers
    the same part has passed.

    An extended test counts until an extended one has passed; an old one no longer, once any other
    has passed. Any other test counts while it is recent. None where there is none.
    """
    for number, (entry, newest) in enumerate(_failures(health)):
        if not found_a_part(entry):
            continue
        recent = _recent(entry, health, first=number == 0)
        if (newest or recent) if entry.kind == SelfTestKind.EXTENDED else (newest and recent):
            return entry
    return None


def old_failure(health: Health) -> SelfTestEntry | None:
    """The newest self-test that failed and does not make the drive failing.

    None where there is none, and where another one makes it failing.
    """
    failures = _failures(health)
    return None if not failures or failing_test(health) is not None else failures[0][0]


def found_a_part(entry: SelfTestEntry) -> bool:
    """Whether the drive's text, or a sector, says what failed."""
    if _NOT_ENDED.search(entry.text):
        return False
    return entry.lba is not None or bool(_PART_FAILED.search(entry.text))


def _failures(health: Health) -> list[tuple[SelfTestEntry, bool]]:
    """The failed ones that no later one has cleared, newest first, and whether none at all has
    passed since.

    An extended one that passed clears all, any other its own kind (as smartctl counts them:
    smartctl(8), exit status bit 7).
    """
    found: list[tuple[SelfTestEntry, bool]] = []
    cleared: set[str] = set()
    for entry in health.self_tests.entries if health.self_tests else ():
        if entry.status == TEST_FAILED:
            if entry.kind not in cleared:
                found.append((entry, not cleared))
        elif entry.status not in {ABORTED, RUNNING, NOT_SAID}:
            if entry.kind == SelfTestKind.EXTENDED:
                break
            cleared.add(entry.kind)
    return found


def _recent(entry: SelfTestEntry, health: Health, *, first: bool) -> bool:
    """Whether it failed within RECENT_SECONDS of use; the newest one where times are unknown."""
    if entry.at is None or health.power_on is None:
        return first
    age = health.power_on - entry.at
    if health.kind == ATA and age > 0:
        age %= ATA_ROUND_SECONDS
    return age <= RECENT_SECONDS
