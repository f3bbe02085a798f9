# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Newer firmware for a drive, as far as it is known; this program never flashes anything."""

from __future__ import annotations

from dataclasses import dataclass

from driveproof.domain.notes import Note


@dataclass(frozen=True, slots=True, kw_only=True)
class FirmwareNews:
    """fwupd's answer. `known` is whether it lists this very drive; a drive that is not listed is
    not necessarily up to date. `missing` says why fwupd could not be queried, None when it could.
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
