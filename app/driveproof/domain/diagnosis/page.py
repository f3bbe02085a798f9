# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of a drive that the cause of its slowness leads to."""

from __future__ import annotations

from enum import StrEnum


class DrivePage(StrEnum):
    """The page of a drive that a cause leads to."""

    OVERVIEW = "overview"
    HEALTH = "health"
    TRIM = "trim"
    MONITOR = "monitor"
    MEASURE = "measure"
    HISTORY = "history"
