# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The places of a scan as columns; apart from the run, which is known before numpy is loaded."""

from __future__ import annotations

from driveproof.domain.run.columns import Columns
from driveproof.domain.run.run import Position


class Positions(Columns[Position]):
    """Places in the order of time."""

    row = Position
    types = ("i8", "i8", "f8")
