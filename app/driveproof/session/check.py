# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks one drive: what it is, how it is, its link, whether TRIM reaches it, how fast it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from driveproof.domain.check import Finding
from driveproof.session.events import Event


@dataclass(frozen=True, slots=True)
class Step:
    """A step began: a topic of domain.check.TOPICS; `remaining` in seconds, None when unknown."""

    topic: str
    remaining: float | None = None


CheckEvent = Step | Finding | Event
CheckObserver = Callable[[CheckEvent], None]
"""Called in the thread of the check: its steps, findings as they come, the measurement's events."""
