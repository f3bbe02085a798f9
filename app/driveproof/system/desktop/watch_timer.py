# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The timer that looks after the drives while the window is closed (watch-and-alerts.md)."""

from __future__ import annotations

from driveproof.system.desktop.notify import session_bus
from driveproof.system.systemd_units import is_enabled, switch_off, switch_on

TIMER = "driveproof-watch.timer"


class WatchTimer:
    """The user's own timer; each call may take some seconds. `address` is the session bus."""

    def __init__(self, address: str = "") -> None:
        self._address = address

    def on(self) -> bool | None:
        """Whether it runs; None where it is not installed, or there is no systemd of the user."""
        bus = self._address or session_bus()
        return is_enabled(TIMER, bus) if bus else None

    def switch(self, on: bool) -> None:
        """Switch it. Raises DriveproofError."""
        word = "enable" if on else "disable"
        change = switch_on if on else switch_off
        change(TIMER, f"systemctl --user {word} --now {TIMER}", self._address or session_bus())
