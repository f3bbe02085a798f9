# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A recording on a machine with systemd, control groups of version 2 and the installed helper."""

from __future__ import annotations

from tests.hardware.guest import Guest
from tests.hardware.machine import SPARE

POINT = "/srv/idle"
INSTANCES = "/sys/kernel/tracing/instances"
COUNTS = f"grep -qs 1 {INSTANCES}/driveproof-*/events/block/block_rq_complete/enable"
BLOCKS = 16  # of 64 KiB, again and again: the recording begins some seconds after the counting
WRITER = "idle-writer.service"


def test_a_service_is_named_and_its_requests_are_counted(guest: Guest) -> None:
    """systemd enables the counting of I/O for a unit that asks for it, and its neighbours."""
    once = (
        f"dd if=/dev/zero of={POINT}/x bs=64k count={BLOCKS} conv=notrunc oflag=direct status=none"
    )
    write = f"while {once}; do sleep 0.2; done"
    with guest.plugged(SPARE) as device:
        guest.script(f"mkfs.ext4 -q -F {device}; mkdir -p {POINT}; mount {device} {POINT}")
        try:
            guest.script(
                f"systemd-run --quiet --collect --unit={WRITER} -p IOAccounting=yes"
                f" sh -c 'until {COUNTS}; do sleep 0.1; done; {write}'"
            )
            document = guest.json("run", "record", POINT, "--duration", "15s", "--trace", user="")
            left = guest.script(f"ls {INSTANCES}")
        finally:
            guest.script(f"systemctl stop {WRITER}; umount {POINT}")
    (repeat,) = document["phases"][0]["repeats"]
    observed = repeat["observed"]
    assert observed["grouped"] is True
    written = {one["name"]: one["written_bytes"] for one in observed["writers"]}
    assert written.get(WRITER, 0) >= BLOCKS * 65536, written
    sizes = observed["requests"]["write"]["sizes"]
    counted = dict(zip(sizes["bytes"], sizes["requests"], strict=True))
    assert counted.get(65536, 0) >= BLOCKS, counted
    assert observed["requests"]["device"] == device.removeprefix("/dev/")
    assert "driveproof-" not in left
