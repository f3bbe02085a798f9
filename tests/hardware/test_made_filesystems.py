# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""f2fs, which needs a kernel that has it, made and measured by somebody in front of the machine."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.hardware.guest import Guest
from tests.hardware.machine import SPARE_LARGE

RULE = "/etc/udev/rules.d/99-spare.rules"
PROFILES = "/home/tester/.config/driveproof/profiles"
MADE = """
title = "Made"
question = "Which is faster?"
method = "filesystems"
size = "16 MiB"
repeats = 1
filesystems = ["ext4", "f2fs"]
also_cached = ["sequential"]

[[phase]]
name = "Sequential 1 MiB, Q4"
directions = ["read", "write"]
pattern = "sequential"
block_size = "1 MiB"
queue_depth = 4
seconds = 0.5
limit = "16 MiB"
"""


@pytest.fixture
def spare(guest: Guest) -> Iterator[str]:
    """A drive of its own, plugged in for the test, that UDisks2 does not take for the system's."""
    mine = f'ENV{{ID_SERIAL_SHORT}}=="{SPARE_LARGE.serial}", ENV{{UDISKS_SYSTEM}}="0"'
    try:
        guest.script(f"echo '{mine}' >{RULE}; udevadm control --reload")
        guest.script(f"runuser -u tester -- mkdir -p {PROFILES}")
        guest.script(f"cat >{PROFILES}/made.toml <<'END'\n{MADE}\nEND")
        with guest.plugged(SPARE_LARGE) as device:
            free = f"udisksctl info --block-device {device} | grep 'HintSystem: *false' >/dev/null"
            guest.script(f"until {free}; do udevadm settle; done")
            yield device
    finally:
        guest.script(f"rm -f {RULE} {PROFILES}/made.toml; udevadm control --reload")


def test_f2fs_is_made_and_measured(guest: Guest, spare: str) -> None:
    words = ("run", "made", spare, "--overwrite-device", "--yes")
    run = guest.json(*words, seat=True)
    assert run["status"] == "finished", run["error"]
    tests = [phase["name"] for phase in run["phases"]]
    assert len(tests) == 8 and sum(name.endswith("f2fs") for name in tests) == 4
    assert any(note["text"].startswith(spare) for note in run["notes"])
    assert guest.script(f"blkid -p -o value -s PTTYPE {spare}").strip() == "gpt"
    assert spare not in guest.script("cat /proc/mounts")
