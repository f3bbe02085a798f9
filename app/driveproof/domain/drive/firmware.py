# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Newer firmware for a drive, as far as it is known; this program never flashes anything."""

from __future__ import annotations

from dataclasses import dataclass

from driveproof.domain.notes import Note
from driveproof.domain.say import Say


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

    @property
    def says(self) -> tuple[Say, ...]:
        """fwupd's answer about newer firmware, and what it does not mean."""
        if self.missing is not None:
            return (self.missing,)
        if not self.known:
            return (Say("fwupd does not list it; ask the manufacturer."),)
        if not self.newest:
            return (Say("fwupd offers no newer firmware."),)
        offered = Say("fwupd offers firmware {newest}.", newest=self.newest)
        return (offered, Say("It needs a restart.")) if self.needs_reboot else (offered,)
