# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The access of a test: in which direction bytes go, and in which order blocks come."""

from __future__ import annotations

from enum import StrEnum


class Direction(StrEnum):
    """Where the bytes of a test go; a mixed one reads and writes at once, and has both figures."""

    READ = "read"
    WRITE = "write"
    TRIM = "trim"
    MIXED = "mixed"


class Pattern(StrEnum):
    """The order of the blocks; UNKNOWN in another program's file alone."""

    SEQUENTIAL = "sequential"
    RANDOM = "random"
    UNKNOWN = ""


DIRECTIONS = (Direction.READ, Direction.WRITE, Direction.TRIM)
"""The directions that have figures of their own, in their usual order."""
PATTERNS = (Pattern.SEQUENTIAL, Pattern.RANDOM)
