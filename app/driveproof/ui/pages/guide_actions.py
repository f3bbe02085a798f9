# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What may be changed between the sides, as data: one more is one more line of the list."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from driveproof.domain.plan import FIRMWARE, OTHER, SCHEDULER, TRIM

translate = QCoreApplication.translate

NOTHING, TEXT, SCHEDULERS = "", "text", "schedulers"
"""What is asked besides: nothing, the person's own words, one of the schedulers on offer."""


@dataclass(frozen=True)
class ActionChoice:
    """One thing to change: who does it and what is asked; `example` stands in an empty field."""

    action: str
    title: str
    how: str
    asks: str = NOTHING
    example: str = ""


def choices() -> tuple[ActionChoice, ...]:
    """All of them, in the order in which they are offered."""
    return (
        ActionChoice(
            TRIM,
            translate("Guide", "&TRIM"),
            translate("Guide", "Driveproof trims the free space, after a preview and a yes."),
        ),
        ActionChoice(
            SCHEDULER,
            translate("Guide", "&I/O scheduler"),
            translate("Guide", "Driveproof switches to and fro, and sets yours again at the end."),
            SCHEDULERS,
        ),
        ActionChoice(
            FIRMWARE,
            translate("Guide", "Firm&ware"),
            translate("Guide", "You update it; Driveproof waits for days, and notices it."),
            TEXT,
            translate("Guide", "for example: 4B2QEXM7 to 5B2QEXM7"),
        ),
        ActionChoice(
            OTHER,
            translate("Guide", "So&mething else"),
            translate("Guide", "You change it: a cable, a slot, a kernel, a setting."),
            TEXT,
            translate("Guide", "for example: a new cable"),
        ),
    )
