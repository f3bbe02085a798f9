# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""fstrim.timer is switched on by the real systemd."""

from __future__ import annotations

from tests.hardware.guest import Guest

TIMER = "fstrim.timer"
# Wherever the package has put the program.
_ENABLE = (
    'cd "$(dirname "$(find /usr -path \'*/driveproof/system/trim/fstrim_timer.py\' -print -quit)")"'
    "/../../.. && python3 -c"
    " 'from driveproof.system.trim.fstrim_timer import enable_timer; enable_timer()'"
)


def test_the_timer_is_on_now_and_at_every_start(guest: Guest) -> None:
    guest.script(f"systemctl disable --now {TIMER}")
    assert guest.run("systemctl", "is-active", TIMER).status != 0
    guest.script(_ENABLE)
    said = guest.script(f"systemctl is-enabled {TIMER}; systemctl is-active {TIMER}")
    assert said.split() == ["enabled", "active"]
    guest.script(f"systemctl disable --now {TIMER}")


def test_without_rights_and_without_a_prompt_it_is_refused(guest: Guest) -> None:
    guest.script(f"systemctl disable --now {TIMER}")
    done = guest.run("bash", "-c", _ENABLE, user="guest")
    assert done.status != 0
    assert "RefusedError" in done.err and "sudo systemctl enable --now" in done.err
    assert guest.run("systemctl", "is-enabled", TIMER).status != 0
