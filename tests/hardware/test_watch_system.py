# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The watch of the machine: as a user without any rights, before anybody logs in."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from tests.hardware.guest import Guest
from tests.hardware.machine import NVME, SSD
from tests.hardware.record import busctl, objects

SERVICE, TIMER = "driveproof-watch-system.service", "driveproof-watch-system.timer"
DEGRADED = 1 << 2  # "the NVM subsystem reliability has been degraded", NVMe 1.4, figure 194
STATE = "/var/lib/driveproof-watch"


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


def known_words(guest: Guest) -> dict[str, str]:
    """The grades that it has kept, by device."""
    known = json.loads(guest.script(f"cat {STATE}/state/driveproof/watch.json"))
    return {one["device"]: one["word"] for one in known.values()}


def ask_the_drive(guest: Guest) -> None:
    """UDisks2 reads a drive by itself only every ten minutes; root may ask it to."""
    (path,) = (path for path in objects(guest) if path.endswith(NVME.serial))
    busctl(guest, path, "UDisks2.NVMe.Controller", "SmartUpdate", "a{sv}", "0")


def test_it_records_a_change_and_says_it_once_without_any_session(clean: Guest) -> None:
    ask_the_drive(clean)
    assert clean.device(NVME) not in look(clean)
    # QEMU's tells too little of its wear to be called good; the SATA drives are.
    assert known_words(clean)[clean.device(NVME)] == "unknown"
    assert known_words(clean)[clean.device(SSD)] == "good"
    clean.set(NVME, "smart_critical_warning", DEGRADED)
    ask_the_drive(clean)
    assert clean.device(NVME) in look(clean)
    assert known_words(clean)[clean.device(NVME)] == "failing"
    # Its answer is 1, which is no failure of the unit.
    assert clean.run("systemctl", "is-failed", SERVICE).out.strip() == "inactive"
    assert clean.device(NVME) not in look(clean), "each once, also after a restart"


def test_it_has_no_rights_and_no_home(clean: Guest) -> None:
    look(clean)
    said = clean.script(
        f"stat -c '%U %a' {STATE}; id -Gn driveproof-watch; getent passwd driveproof-watch"
    )
    owner, groups, entry = said.splitlines()
    assert (owner, groups) == ("driveproof-watch 700", "driveproof-watch")
    assert entry.endswith(":/:/usr/sbin/nologin")


def test_the_timer_starts_it(clean: Guest) -> None:
    """The guest has been up for longer than its OnBootSec: it looks at once."""
    clean.script(f"systemctl enable --now {TIMER}")
    clean.script(
        f"for i in $(seq 600); do test -e {STATE}/state/driveproof/watch.json && exit 0;"
        " sleep 0.5; done; exit 1",
        limit=310.0,
    )
