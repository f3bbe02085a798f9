# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What ATA and NVMe drives have alike on UDisks2's bus: that nothing was read, and a self-test."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from driveproof.domain.health.report import RUNNING, SelfTestEntry, SelfTests
from driveproof.system.smart.validation import Reading

UNREAD = "UDisks2 has read nothing from this drive yet."


def self_tests(
    properties: Mapping[str, Any],
    words: Mapping[str, tuple[str, str]],
    kinds: tuple[str, ...],
    reading: Reading,
) -> SelfTests:
    """The last or running one by `SmartSelftestStatus`; `words` has the entry for each status.

    "success" is in neither: it is also what a drive says that never tested itself.
    """
    status = properties.get("SmartSelftestStatus")
    running = status == "inprogress"
    left = properties.get("SmartSelftestPercentRemaining") if running else None
    word, told = "", ""
    if running:
        word, told = RUNNING, "Running"
    elif isinstance(status, str):
        word, told = words.get(status, ("", ""))
    return SelfTests(
        kinds=kinds,
        running=running,
        remaining=reading.share(left, "the rest of the self-test"),
        entries=(SelfTestEntry(kind="", status=word, text=told),) if word else (),
    )
