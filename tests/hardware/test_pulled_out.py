# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A drive that is pulled out in the middle of a check of its capacity, and plugged in again."""

from __future__ import annotations

import json
import threading

from tests.hardware.guest import Guest
from tests.hardware.machine import MIB, SPARE_LARGE

POINT = "/mnt/pulled"
COMMAND = f"driveproof run capacity {POINT} --size 320M --json"


def test_a_check_ends_when_the_drive_is_pulled_out(guest: Guest) -> None:
    """Nothing waits for a drive that is gone, and the next check finds all of it."""
    said = f"lsblk -dno SERIAL | grep -qx {SPARE_LARGE.serial}"
    guest.plug(SPARE_LARGE)
    plugged = True
    try:
        guest.script(f"until {said}; do udevadm settle; done")
        device = guest.device(SPARE_LARGE)
        guest.script(f"mkfs.ext4 -q -F {device}; mkdir -p {POINT}; mount {device} {POINT}")
        guest.script(f"install -d -o guest {POINT}/theirs")
        command = COMMAND.replace(POINT, f"{POINT}/theirs")
        first: list[str] = []

        def check() -> None:
            done = guest.run("sh", "-c", command, user="guest")
            first.extend((str(done.status), done.out, done.err))

        running = threading.Thread(target=check)
        running.start()
        used = f"$(df --output=used -m {POINT} | tail -1)"
        guest.script(f"until [ {used} -ge 80 ]; do :; done")
        guest.unplug(SPARE_LARGE)
        plugged = False
        running.join(300)
        assert not running.is_alive()
        assert first[0] in {"1", "3"}, first
        assert "Traceback" not in first[2]
        guest.script(f"umount -l {POINT}")
        guest.plug(SPARE_LARGE)
        plugged = True
        guest.script(f"until {said}; do udevadm settle; done")
        guest.script(f"mount {guest.device(SPARE_LARGE)} {POINT}")
        again = guest.run("sh", "-c", command, user="guest")
        assert again.status == 0, again.err
        run = json.loads(again.out)
        assert run["status"] == "finished"
        assert run["capacity"]["right"] == 320 * MIB
        guest.script(f"umount {POINT}")
    finally:
        if plugged:
            guest.unplug(SPARE_LARGE)
