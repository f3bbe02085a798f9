# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The password prompt in the guest."""

from __future__ import annotations

from tests.hardware.guest import Guest
from tests.hardware.wire import Done

PASSWORD = "prove it"  # tester's, in guest/furnish.sh


def prompted(guest: Guest, *command: str, password: str = PASSWORD) -> Done:
    """A person in front of the machine who is prompted and types this password."""
    return guest.run("python3", "-I", "/seed/prompt.py", password, *command, seat=True)


def forget(guest: Guest) -> None:
    """No authorization is kept any more."""
    guest.script("systemctl restart polkit")
