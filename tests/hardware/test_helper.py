# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The helper as the bus starts it: under systemd, with its unit's hardening, and with polkit."""

from __future__ import annotations

import json
import shlex
from typing import Any

import pytest
from tests.hardware.guest import Guest
from tests.hardware.machine import DISK, MIB, NVME, SPARE, SSD, STICK, Drive
from tests.hardware.prompts import forget, prompted

UNIT = "driveproof-helper.service"


def self_test(guest: Guest, device: str) -> list[str]:
    return ["python3", "-I", "/seed/begin.py", device]


def measured(guest: Guest, profile: str, drive: Drive, *options: str) -> dict[str, Any]:
    """A short run on the whole drive, after a prompt."""
    done = prompted(
        guest, "driveproof", "run", profile, guest.device(drive), "--repeats", "1",
        "--json", *options,
    )  # fmt: skip
    assert done.status == 0, done.err
    run = json.loads(done.out)
    assert isinstance(run, dict)
    assert run["status"] == "finished"
    assert run["target"]["serial"] == drive.serial
    return run


def test_a_drive_is_measured_through_it(guest: Guest) -> None:
    # Its unit filtered a system call of fio's once, and every test ended with that.
    run = measured(guest, "quick", SSD, "--seconds", "0.5")
    directions = {phase["direction"] for phase in run["phases"]}
    assert directions == {"read"}  # it was not told that it may overwrite
    for phase in run["phases"]:
        assert phase["repeats"][0]["read"]["bytes"] > 0
    for name, value in (("Result", "success"), ("ControlGroup", f"/system.slice/{UNIT}")):
        assert guest.script(f"systemctl show {UNIT} -P {name}").strip() == value
    assert "denied" not in guest.script(f"journalctl --no-pager --unit {UNIT}")


@pytest.mark.parametrize(
    ("profile", "options"),
    [("hdparm", ("--seconds", "0.5")), ("schedulers", ("--seconds", "0.5")), ("scan", ())],
)
def test_its_other_ways_to_measure(guest: Guest, profile: str, options: tuple[str, ...]) -> None:
    before = guest.script("cat /sys/block/sd?/queue/scheduler")
    run = measured(guest, profile, DISK, *options)
    assert run["phases"]
    assert guest.script("cat /sys/block/sd?/queue/scheduler") == before


def test_a_drive_is_overwritten_and_trimmed(guest: Guest) -> None:
    guest.plug(SPARE)
    try:
        guest.script(f"until lsblk -dno SERIAL | grep -qx {SPARE.serial}; do udevadm settle; done")
        device = guest.device(SPARE)
        before = guest.allocated(SPARE)
        run = measured(
            guest, "quick", SPARE, "--seconds", "0.5", "--overwrite-device", "--yes",
            "--trim-after",
        )  # fmt: skip
        assert {"read", "write"} == {phase["direction"] for phase in run["phases"]}
        # All of it came back: what the test wrote was discarded.
        guest.script(f"blockdev --flushbufs {device}")
        assert guest.allocated(SPARE) <= before + MIB
    finally:
        guest.unplug(SPARE)


def test_the_sata_drive_begins_a_self_test(guest: Guest) -> None:
    device = guest.device(SSD)
    done = prompted(guest, *self_test(guest, device))
    assert (done.status, done.out) == (0, "begun"), done.err
    log = json.loads(guest.run("smartctl", "-j", "-l", "selftest", device).out)
    assert log["ata_smart_self_test_log"]["standard"]["table"]


def test_a_self_test_that_the_drive_refuses_is_said_in_a_sentence(guest: Guest) -> None:
    done = prompted(guest, *self_test(guest, guest.device(STICK)))
    assert done.status == 3, done
    assert "Unknown USB bridge" in done.err
    done = prompted(guest, *self_test(guest, guest.device(NVME)))
    assert done.status == 3, done
    assert "self-test" in done.err


def test_a_wrong_password_is_no_authorization(guest: Guest) -> None:
    forget(guest)
    done = prompted(guest, *self_test(guest, guest.device(SSD)), password="wrong")
    assert done.status == 4, done
    assert "AUTHENTICATION FAILED" in done.err


def test_the_system_disk_is_not_overwritten(guest: Guest) -> None:
    command = shlex.split("driveproof run quick /dev/vda --overwrite-device --yes")
    done = prompted(guest, *command)
    assert done.status in (2, 3, 4), done
    assert "AUTHENTICATING" not in done.err
    assert "Traceback" not in done.err


def test_a_self_test_without_a_session_is_refused(guest: Guest) -> None:
    done = guest.run(*self_test(guest, guest.device(SSD)), user="guest")
    assert done.status == 4, done
    assert "authoriz" in done.err
