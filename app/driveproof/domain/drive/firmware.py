# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is known of newer firmware for a drive; nothing is ever flashed by this program."""

from __future__ import annotations

from dataclasses import dataclass

from driveproof.domain.notes import Note


@dataclass(frozen=True, slots=True, kw_only=True)
class FirmwareNews:
    """What fwupd says. `known` tells whether it knows this very drive; not being listed is not
    being up to date. `missing` says why nothing could be asked, None when something was.
    """

    current: str = ""
    known: bool = False
    newest: str = ""
    """The newest version that it offers; "" when it offers none."""
    notes: str = ""
    """The release's description as plain text."""
    vendor: str = ""
    urgency: str = ""
    needs_reboot: bool = False
    link: str = ""
    missing: Note | None = None
