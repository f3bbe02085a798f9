# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is done between the two sides of an experiment."""

from __future__ import annotations

from enum import StrEnum


class Action(StrEnum):
    """What is done between the sides; the values are those of JSON and of the command line."""

    TRIM = "trim"
    FIRMWARE = "firmware"
    SCHEDULER = "scheduler"
    MOUNT_OPTIONS = "mount-options"
    OTHER = "other"


TRIM, FIRMWARE, SCHEDULER = Action.TRIM, Action.FIRMWARE, Action.SCHEDULER
MOUNT_OPTIONS, OTHER = Action.MOUNT_OPTIONS, Action.OTHER
ACTIONS = tuple(Action)

SWITCHED_BACK = frozenset({SCHEDULER, MOUNT_OPTIONS})
"""Actions that are undone and done again, so that both states are measured in turn."""
