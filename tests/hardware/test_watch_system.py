# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The watch of the machine: as a user that exists only while it runs, before anybody logs in."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from tests.hardware.guest import Guest
from tests.hardware.machine import NVME

SERVICE, TIMER = "driveproof-watch-system.service", "driveproof-watch-system.timer"
DEGRADED = 1 << 2  # "the NVM subsystem reliability has been degraded", NVMe 1.4, figure 194
STATE = "/var/lib/private/driveproof-watch"


@pytest.fixture
def clean(guest: Guest) -> Iterator[Guest]:
    """Nothing is known, and afterwards everything is off again."""
    guest.script(f"systemctl stop {TIMER} {SERVICE}; rm -rf {STATE}")
    yield guest
    guest.set(NVME, "smart_critical_warning", 0)
    guest.script(f"systemctl disable --now {TIMER}; systemctl stop {SERVICE}; rm -rf {STATE}")


def look(guest: Guest) -> str:
    """Start the service, and return what it said."""
    mark = guest.script("date +%s.%N").strip()
    guest.script(f"systemctl start {SERVICE}")
    return guest.script(f"journalctl -u {SERVICE} --since @{mark} -o cat --no-pager")


def test_the_package_installs_it_off(guest: Guest) -> None:
    assert guest.run("systemctl", "is-enabled", TIMER).out.strip() == "disabled"
    assert guest.run("systemctl", "is-active", TIMER).out.strip() == "inactive"


def test_it_says_what_is_failing_without_any_session(clean: Guest) -> None:
    look(clean)
    known = json.loads(clean.script(f"cat {STATE}/state/driveproof/watch.json"))["known"]
    words = {one["device"]: one["word"] for one in known.values()}
    assert words[clean.device(NVME)] == "good", "UDisks2 tells it to a user without a session"
    clean.set(NVME, "smart_critical_warning", DEGRADED)
    # UDisks2 reads the drive again by itself only every ten minutes; root may ask it to.
    clean.script(f"driveproof health {clean.device(NVME)} || true")
    assert clean.device(NVME) in look(clean)
    # 1 is its answer, and no failure of the unit.
    assert clean.run("systemctl", "is-failed", SERVICE).out.strip() != "failed"
    assert look(clean).count(clean.device(NVME)) == 0, "each once, also after a restart"


def test_its_user_is_gone_with_it(clean: Guest) -> None:
    look(clean)
    assert clean.run("getent", "passwd", "driveproof-watch").status != 0
    assert clean.script(f"stat -c %a {STATE}").strip() == "700"


def test_the_timer_starts_it(clean: Guest) -> None:
    """The guest has been up for longer than its OnBootSec: it looks at once."""
    clean.script(f"systemctl enable --now {TIMER}")
    clean.script(
        f"for i in $(seq 600); do test -e {STATE}/state/driveproof/watch.json && exit 0;"
        " sleep 0.5; done; exit 1",
        limit=310.0,
    )
