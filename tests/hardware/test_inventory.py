# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of drives as an unprivileged user sees it, and drives that come and go."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.hardware.guest import Guest
from tests.hardware.machine import DISK, NVME, SPARE, SPARE_STICK, SSD, STICK, Drive

SOON = 60.0  # seconds; a limit, on any machine


@pytest.fixture(scope="module")
def listed(guest: Guest) -> dict[str, Any]:
    """The list with the drives that are always there."""
    found = guest.json("list")
    assert isinstance(found, dict)
    return found


def drive_of(listed: dict[str, Any], drive: Drive) -> dict[str, Any]:
    """Its entry, found by the serial number."""
    entries: list[dict[str, Any]] = listed["drives"]
    found = [entry for entry in entries if entry["serial"] == drive.serial]
    assert len(found) == 1, [entry["serial"] for entry in entries]
    return found[0]


@pytest.mark.parametrize(
    ("drive", "expected"),
    [
        (NVME, {"kind": "nvme", "bus": "nvme", "rotational": False, "model": "QEMU NVMe Ctrl"}),
        (
            SSD,
            {
                "kind": "ata", "bus": "sata", "rotational": False, "model": "Driveproof SSD",
                "firmware": "SSD1.0", "media": "ssd", "removable": False,
            },
        ),
        (
            DISK,
            {
                "kind": "ata", "bus": "sata", "rotational": True, "model": "Driveproof disk",
                "firmware": "HDD1.0", "media": "hdd", "rotation_rate": 7200,
            },
        ),
        (STICK, {"kind": "usb", "bus": "usb", "model": "QEMU HARDDISK", "removable": True}),
    ],
    ids=lambda value: value.name if isinstance(value, Drive) else "",
)  # fmt: skip
def test_each_drive_is_listed_as_what_it_is(
    guest: Guest, listed: dict[str, Any], drive: Drive, expected: dict[str, Any]
) -> None:
    entry = drive_of(listed, drive)
    assert {key: entry[key] for key in expected} == expected
    assert entry["size"] == drive.size
    assert entry["device"] == guest.device(drive)


def test_the_firmware_of_the_nvme_drive_is_what_it_says(
    guest: Guest, listed: dict[str, Any]
) -> None:
    # QEMU gives its own version for it.
    version = guest.monitor.ask("query-version")["qemu"]
    said = drive_of(listed, NVME)["firmware"]
    assert said.startswith(f"{version['major']}.{version['minor']}."), said


def test_the_list_is_of_udisks_2_10(listed: dict[str, Any]) -> None:
    assert listed["source"].startswith("UDisks2 2.10")


@pytest.mark.parametrize("drive", [SPARE, SPARE_STICK], ids=lambda drive: drive.name)
def test_a_drive_is_seen_to_come_and_to_leave(guest: Guest, drive: Drive) -> None:
    def holds(line: str) -> bool:
        return drive.serial in json.loads(line)

    watcher = guest.start("python3", "-I", "/seed/watch.py", user="guest")
    watcher.line(lambda line: NVME.serial in line and not holds(line), SOON)
    for _ in range(2):
        guest.plug(drive)
        watcher.line(holds, SOON)
        assert drive_of(guest.json("list"), drive)["size"] == drive.size
        guest.unplug(drive)
        watcher.line(lambda line: not holds(line), SOON)
    assert watcher.stop().status == 0
