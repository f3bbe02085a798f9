# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Long runs on a device through the helper: rounds after a TRIM, and a sustained write."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.system.helper.caller import MIB, Process, children, commands
from tests.system.helper.disks import Disk
from tests.system.helper.person import DESTROY, Person, free, history
from tests.system.machine import run, unmount
from tests.system.measuring import wait_for
from tests.system.nbd import MISSING, WHY, nbd_device

from driveproof.helper.protocol import PolkitAction

pytestmark = [pytest.mark.root, pytest.mark.bus]

ROUNDS = """\
title = "Rounds"
question = "Do they become steady?"
method = "steady-state"
seconds = 0.5
rounds = 6
"""
LONG = """\
title = "Long"
question = "How large is the cache?"
method = "sustained"
seconds = 3
pauses = []
"""


@pytest.fixture
def owner(person: Person) -> Person:
    """An unprivileged user with short profiles of both kinds."""
    folder = person.home / ".config/driveproof/profiles"
    (folder / "rounds.toml").write_text(ROUNDS, "utf-8")
    (folder / "long.toml").write_text(LONG, "utf-8")
    return person


def test_rounds_after_a_trim(
    helper: Process, owner: Person, make_disk: Callable[..., Disk]
) -> None:
    disk = make_disk(32 * MIB)
    process, agent = owner.start("run", "rounds", disk.path, *DESTROY, "--json")
    out, err = process.communicate(timeout=180)
    assert process.returncode == 0, err
    (prompt,) = agent.seen  # for both
    assert prompt.action == PolkitAction.OVERWRITE
    document = json.loads(out)
    assert document["status"] == "finished"
    fill, rounds = document["phases"]
    assert fill["work"]["part"] == "before the rounds"
    assert fill["repeats"][0]["write"]["bytes"] == 2 * 32 * MIB
    assert rounds["work"]["part"] == "rounds" and 5 <= len(rounds["repeats"]) <= 6
    assert rounds["block_size"] == 4096
    assert children(helper.pid) == []
    assert free(disk)


@pytest.mark.deep
def test_a_dismissed_trim_writes_nothing(helper: Process, owner: Person, disk: Disk) -> None:
    before = disk.digest()
    words = ("run", "rounds", disk.path, *DESTROY)
    status, out, err = owner.driveproof(*words, answer="dismiss")
    assert (status, out) == (4, ""), err
    assert disk.digest() == before
    assert free(disk)


@pytest.mark.deep
def test_a_sustained_write_to_its_bound(
    helper: Process, owner: Person, make_disk: Callable[..., Disk]
) -> None:
    disk = make_disk(96 * MIB)
    outside = disk.digest(80 * MIB)
    process, agent = owner.start("run", "long", disk.path, *DESTROY, "--size", "80M", "--json")
    out, err = process.communicate(timeout=180)
    assert process.returncode == 0, err
    assert [prompt.action for prompt in agent.seen] == [PolkitAction.OVERWRITE]
    document = json.loads(out)
    long = document["phases"][0]
    assert long["work"]["part"] == "sustained"
    assert long["repeats"][0]["write"]["bytes"] == 80 * MIB
    assert disk.digest(80 * MIB) == outside
    assert free(disk)


@pytest.fixture
def scarce(tmp_path: Path) -> Iterator[Disk]:
    """A disk whose file lies in a file system that has hardly room for more than it: where the file
    has ended, and cannot grow, a loop device answers a write with ENOSPC, as thin volumes do.
    """
    room = tmp_path / "room"
    room.mkdir()
    run("mount", "-t", "tmpfs", "-o", "size=36m", "none", str(room))
    try:
        disk = Disk(room / "disk.img", 32 * MIB)
        try:
            yield disk
        finally:
            disk.detach()
    finally:
        unmount(room)


@pytest.fixture
def failing(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """A drive of nbdkit's, and the file whose presence has it answer every write with EIO."""
    if MISSING:
        pytest.skip(WHY)
    trigger = tmp_path / "trigger"
    fails = ("error-pwrite=EIO", "error-pwrite-rate=100%", f"error-pwrite-file={trigger}")
    with nbd_device(tmp_path, "--filter=error", "memory", "32M", *fails) as device:
        yield device, trigger


@pytest.mark.deep
def test_io_errors_in_the_rounds(helper: Process, owner: Person, failing: tuple[str, Path]) -> None:
    device, trigger = failing
    words = ("run", "rounds", device, *DESTROY, "--seconds", "20", "--json")
    process, _agent = owner.start(*words)
    wait_for("it is in its rounds", lambda: in_rounds(helper), 120)
    trigger.touch()
    out, err = process.communicate(timeout=120)
    assert process.returncode == 3, err
    document = json.loads(out)
    assert document["status"] == "failed"
    assert document["phases"][0]["work"]["part"] == "before the rounds"
    wait_for("no fio is left", lambda: children(helper.pid) == [])


def in_rounds(helper: Process) -> list[int]:
    """The helper's fio once it writes at random; [] until then."""
    return [pid for pid, words in commands(helper.pid) if "--rw=randwrite" in words]


@pytest.mark.deep
@pytest.mark.parametrize("fault", ["no room", "fio is killed", "cancel", "program is killed"])
def test_faults_in_the_rounds(fault: str, helper: Process, owner: Person, scarce: Disk) -> None:
    """What was measured is kept, no fio is left, and the device is everybody's again."""
    disk = scarce
    words = ("run", "rounds", disk.path, *DESTROY, "--seconds", "20", "--json")
    process, _agent = owner.start(*words)

    def begun() -> list[int]:
        assert process.poll() is None, process.communicate()
        return in_rounds(helper)

    (pid, *_rest) = wait_for("it is in its rounds", begun, 240)
    if fault == "no room":
        os.kill(pid, signal.SIGSTOP)  # or it writes again what is cut off
        os.truncate(disk.file, MIB)
        disk.file.with_name("hog").write_bytes(bytes(34 * MIB))  # so that it cannot grow again
        os.kill(pid, signal.SIGCONT)
    elif fault == "fio is killed":
        os.kill(pid, signal.SIGKILL)
    elif fault == "cancel":
        process.send_signal(signal.SIGINT)
    else:
        process.send_signal(signal.SIGKILL)
    out, err = process.communicate(timeout=120)
    wait_for("no fio is left", lambda: children(helper.pid) == [])
    wait_for("it is free", lambda: free(disk))
    if fault == "program is killed":
        assert process.returncode == -signal.SIGKILL
        (kept, *_earlier) = history(owner)
        assert kept["status"] == "failed"
        return
    document = json.loads(out)
    assert document["phases"][0]["work"]["part"] == "before the rounds"
    if fault == "cancel":
        assert (process.returncode, document["status"]) == (130, "cancelled")
        return
    assert (process.returncode, document["status"]) == (3, "failed"), err
