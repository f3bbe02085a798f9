# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What points to the shingled tracks of a drive."""

from __future__ import annotations

from enum import StrEnum


class Zones(StrEnum):
    """Whether a drive has zones that must be written in order, and how that is known."""

    HOST_MANAGED = "host-managed"
    HOST_AWARE = "host-aware"
    HINT = "hint"
    """A hard disk that offers TRIM: probably shingled, managed by the drive itself."""
