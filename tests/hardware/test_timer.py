# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""fstrim.timer is switched on by the real systemd."""

from __future__ import annotations

import pytest
from tests.hardware.guest import Guest
from tests.hardware.prompts import forget, prompted

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


@pytest.mark.parametrize("password", ["", "wrong"])
def test_who_answers_the_prompt_switches_it_on(guest: Guest, password: str) -> None:
    """For an unprivileged person in front of the machine, whom polkit asks."""
    guest.script(f"systemctl disable --now {TIMER}")
    forget(guest)
    command = ("bash", "-c", _ENABLE)
    done = prompted(guest, *command, password=password) if password else prompted(guest, *command)
    assert "AUTHENTICATING FOR org.freedesktop.systemd1.manage-unit-files" in done.err
    states = [guest.run("systemctl", ask, TIMER).out.strip() for ask in ("is-enabled", "is-active")]
    if password:
        assert done.status != 0 and "RefusedError" in done.err
        assert states == ["disabled", "inactive"]
    else:
        assert done.status == 0, done.err
        assert states == ["enabled", "active"]
    guest.script(f"systemctl disable --now {TIMER}")
    forget(guest)
