# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof run bad-sectors` by an unprivileged user: good, bad, refused and cancelled."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Callable

import pytest
from tests.system.helper.caller import MIB, Process, children
from tests.system.helper.disks import Disk
from tests.system.helper.person import Person, history
from tests.system.machine import run
from tests.system.measuring import wait_for

pytestmark = [pytest.mark.root, pytest.mark.bus]


@pytest.mark.deep
def test_a_good_drive(helper: Process, person: Person, make_disk: Callable[..., Disk]) -> None:
    disk = make_disk(32 * MIB)
    before = disk.digest()
    status, out, err = person.driveproof("run", "bad-sectors", disk.path, "--json")
    assert status == 0, err
    document = json.loads(out)
    assert (document["status"], document["target"]["kind"]) == ("finished", "device")
    (phase,) = document["phases"]
    (repeat,) = phase["repeats"]
    assert (phase["name"], repeat["read"]["bytes"]) == ("bad-sectors read", disk.size)
    assert set(repeat["read"]["areas"]["state"]) <= {"right", "slow"}
    assert "capacity" not in document
    assert disk.digest() == before
    assert children(helper.pid) == []


def test_bad_places_end_it_with_1(
    helper: Process, person: Person, make_disk: Callable[..., Disk]
) -> None:
    """A file that ends too early answers with EIO behind its end."""
    disk = make_disk(32 * MIB)
    file = run("losetup", "--noheadings", "--output", "BACK-FILE", disk.path).strip()
    os.truncate(file, 30 * MIB + 4096)
    status, out, err = person.driveproof("run", "bad-sectors", disk.path)
    assert status == 1, err
    assert "Unreadable" in out
    assert [kept["status"] for kept in history(person)] == ["finished"]


def begun(person: Person, disk: Disk) -> subprocess.Popen[str]:
    """A check that has begun, of a disk so large that it goes on."""
    file = run("losetup", "--noheadings", "--output", "BACK-FILE", disk.path).strip()
    os.truncate(file, 65536 * MIB)
    run("losetup", "--set-capacity", disk.path)
    process, _agent = person.start("run", "bad-sectors", disk.path, "--json")
    assert process.stderr is not None
    process.stderr.readline()
    return process


@pytest.mark.deep
def test_a_cancel_keeps_what_was_read(
    helper: Process, person: Person, make_disk: Callable[..., Disk]
) -> None:
    process = begun(person, make_disk(64 * MIB))
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    document = json.loads(out)
    assert document["status"] == "cancelled"
    for phase in document["phases"]:
        (repeat,) = phase["repeats"]
        assert repeat["affected_by"][-1] == "cut short"


@pytest.mark.deep
def test_a_folder_is_refused(helper: Process, person: Person, disk: Disk) -> None:
    status, _out, _err = person.driveproof("run", "bad-sectors", "/")
    assert status == 2


@pytest.mark.deep
def test_the_program_is_killed(
    helper: Process, person: Person, make_disk: Callable[..., Disk]
) -> None:
    process = begun(person, make_disk(64 * MIB))
    process.kill()
    process.communicate(timeout=20)
    wait_for("nothing reads it", lambda: children(helper.pid) == [])
    assert [kept["status"] for kept in history(person)] == ["failed"]
