# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof test` on devices by an unprivileged user, with a person at the prompt."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from tests.system.helper.caller import MIB, Process
from tests.system.helper.disks import Disk
from tests.system.helper.person import Person
from tests.system.machine import wait_for

pytestmark = [pytest.mark.root, pytest.mark.bus]

FAST = ("--without", "random-reads", "--json")


def test_a_device_is_written_read_back_and_kept(
    helper: Process, person: Person, disk: Disk
) -> None:
    before = disk.digest()
    words = ("test", "new", disk.path, "--overwrite-device", "--yes", *FAST)
    status, out, err = person.driveproof(*words)
    assert status == 0, err
    found = json.loads(out)
    assert (found["status"], found["verdict"]) == ("finished", "accept")
    for one in ("written", "read"):
        assert found[one]["size"] == found[one]["done"] == disk.size
        assert not found[one]["faults"]
    assert disk.digest() != before


def test_without_being_asked_to_it_is_only_read(
    helper: Process, person: Person, disk: Disk
) -> None:
    before = disk.digest()
    status, out, err = person.driveproof("test", "new", disk.path, *FAST)
    assert status == 0, err
    found = json.loads(out)
    assert (found["way"], found["written"]) == ("read", None)
    assert found["read"]["done"] == disk.size
    assert disk.digest() == before


def test_two_at_once(helper: Process, person: Person, make_disk: Callable[..., Disk]) -> None:
    disks = [make_disk(16 * MIB), make_disk(8 * MIB)]
    paths = [one.path for one in disks]
    words = ("test", "new", *paths, "--overwrite-device", "--yes", *FAST)
    status, out, err = person.driveproof(*words)
    assert status == 0, err
    found = json.loads(out)["tests"]
    assert [one["path"] for one in found] == paths
    assert {one["verdict"] for one in found} == {"accept"}


def test_a_refused_prompt_leaves_the_test_open_and_the_device_as_it_is(
    helper: Process, person: Person, disk: Disk
) -> None:
    before = disk.digest()
    words = ("test", "new", disk.path, "--overwrite-device", "--yes", *FAST)
    status, out, _err = person.driveproof(*words, answer="dismiss")
    found = json.loads(out)
    assert status == 4
    assert (found["status"], found["next"], found["interruptions"]) == ("open", "write", 1)
    assert disk.digest() == before
    status, out, err = person.driveproof("test", "continue", "--yes", "--json")
    assert status == 0, err
    assert json.loads(out)["verdict"] == "accept"


def test_nothing_is_overwritten_without_a_yes(helper: Process, person: Person, disk: Disk) -> None:
    before = disk.digest()
    status, _out, _err = person.driveproof("test", "new", disk.path, "--overwrite-device")
    assert status == 4
    assert disk.digest() == before
    assert person.driveproof("test", "list", "--json")[1].count('"id"') == 0


def test_a_killed_program_leaves_a_test_that_goes_on(
    helper: Process, person: Person, disk: Disk
) -> None:
    words = ("test", "new", disk.path, "--overwrite-device", "--yes", *FAST)
    process, agent = person.start(*words, answer="wait")
    wait_for("the prompt", lambda: agent.seen)
    process.kill()
    process.communicate(timeout=30)
    status, out, err = person.driveproof("test", "continue", "--yes", "--json")
    assert status == 0, err
    found = json.loads(out)
    assert (found["verdict"], found["interruptions"]) == ("accept", 1)
