# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Changes of an answer, to be drawn without a comparison."""

from __future__ import annotations

from driveproof.domain.comparison.side_names import HEADS
from driveproof.domain.figure import Changed, ChangeRow, Changes, Column, Interval, Table
from driveproof.domain.quantity import Rate
from driveproof.domain.say import Say


def changes(**found: Interval | None) -> Changes:
    """A row for each test, by its title; None: nothing is known of the other figure."""
    table = Table(
        "tests",
        Say("What changed"),
        (Column("test", Say("Test")),),
        tuple((title,) for title in found),
    )
    rows = tuple(
        ChangeRow(title, Rate(1e9), (Changed(None if one is None else Rate(2e9), one),))
        for title, one in found.items()
    )
    return Changes(table, HEADS, rows)
