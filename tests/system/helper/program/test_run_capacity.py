# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof run capacity --overwrite-device` by an unprivileged user: good, fake, broken drives.

The fakes are nbdkit's: a loop device on them takes every write, and gives back something else.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.system.helper.bench import Rig
from tests.system.helper.caller import MIB, Process, children
from tests.system.helper.disks import Disk
from tests.system.helper.person import DESTROY, Person, free, history
from tests.system.machine import run, unmount
from tests.system.measuring import wait_for
from tests.system.nbd import MISSING, WHY, by_shell, nbd_device

pytestmark = [pytest.mark.root, pytest.mark.bus]

SIZE = 32 * MIB


@contextmanager
def fake(folder: Path, place: str) -> Iterator[str]:
    """A device of SIZE whose byte `a` is at `place`, a formula of the shell; the loop device."""
    if MISSING:
        pytest.skip(WHY)
    with nbd_device(folder, *by_shell(folder / "cells", SIZE, place=place)) as device:
        yield device


def checked(person: Person, *words: str) -> tuple[int, dict[str, Any], str]:
    status, out, err = person.driveproof("run", "capacity", *words, *DESTROY, "--json")
    return status, json.loads(out) if out else {}, err


def test_an_honest_drive(helper: Process, person: Person, make_disk: Callable[..., Disk]) -> None:
    disk = make_disk(32 * MIB)
    before = disk.digest()
    process, agent = person.start(
        "run", "capacity", disk.path, *DESTROY, "--json"
    )  # fmt: skip
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert [prompt.action.rpartition(".")[2] for prompt in agent.seen] == ["overwrite"]
    document = json.loads(out)
    assert document["status"] == "finished"
    assert [phase["name"] for phase in document["phases"]] == [
        "probe write",
        "capacity write",
        "capacity read",
    ]
    answer = document["capacity"]
    assert (answer["verdict"], answer["checked"]) == ("whole", disk.size)
    assert "probe" not in answer
    for phase in document["phases"][1:]:
        (repeat,) = phase["repeats"]
        assert repeat[phase["direction"]]["bytes"] == disk.size
    assert disk.digest() != before
    assert children(helper.pid) == []
    assert free(disk)
    status, _shown, err = person.driveproof("show", "latest")
    assert status == 0, err


@pytest.mark.deep
def test_a_probe_alone(helper: Process, person: Person, make_disk: Callable[..., Disk]) -> None:
    disk = make_disk(256 * MIB)
    status, document, err = checked(person, disk.path, "--probe")
    assert status == 0, err
    (phase,) = document["phases"]
    assert phase["name"] == "probe write"
    answer = document["capacity"]
    assert (answer["verdict"], answer["probe"]) == ("whole", True)
    assert answer["checked"] < MIB
    assert any("The probe overwrites" in note["text"] for note in document["notes"])
    status, _shown, err = person.driveproof("show", "latest")
    assert status == 0, err


@pytest.mark.deep
@pytest.mark.parametrize("size", [16 * MIB, 32 * MIB + 4096 + 512])
def test_only_a_part(
    size: int, helper: Process, person: Person, make_disk: Callable[..., Disk]
) -> None:
    """Nothing behind it is changed; an odd size of the device is no trouble."""
    disk = make_disk(size)
    rest = disk.digest(8 * MIB)
    status, document, err = checked(person, disk.path, "--size", "8M")
    assert status == 0, err
    assert document["capacity"]["checked"] == 8 * MIB
    assert disk.digest(8 * MIB) == rest
    status, document, err = checked(person, disk.path)
    assert status == 0, err
    assert document["capacity"]["checked"] == size - size % 4096


@pytest.mark.parametrize(
    ("place", "verdict", "true"),
    [
        (f"a % {8 * MIB}", "wraps", 8 * MIB),
        (f"a < {10 * MIB} ? a : {SIZE - MIB}", "ends", 10 * MIB),
    ],
)
def test_a_fake_is_found_by_the_probe(
    place: str, verdict: str, true: int, helper: Process, person: Person, tmp_path: Path
) -> None:
    with fake(tmp_path, place) as device:
        status, document, err = checked(person, device)
    assert status == 1, err
    assert [phase["name"] for phase in document["phases"]] == ["probe write"]
    answer = document["capacity"]
    assert (answer["verdict"], answer["true"], answer["probe"]) == (verdict, true, True)
    assert children(helper.pid) == []


@pytest.mark.deep
def test_bad_places(helper: Process, person: Person, make_disk: Callable[..., Disk]) -> None:
    """A file in a full folder takes no more: its device answers with an error."""
    disk = make_disk(32 * MIB)
    points = disk.file.parent / "small"
    points.mkdir()
    run("mount", "-t", "tmpfs", "-o", "size=20M", "tmpfs", str(points))
    device = ""
    try:
        with (points / "disk").open("wb") as file:
            file.truncate(32 * MIB)
        device = run("losetup", "--find", "--show", str(points / "disk")).strip()
        status, document, err = checked(person, device)
    finally:
        if device:
            run("losetup", "--detach", device)
        unmount(points)
    assert status == 1, err
    assert document["status"] == "finished"
    assert document["capacity"]["verdict"] == "damaged"
    (read,) = document["phases"][-1]["repeats"]
    areas = read["read"]["areas"]
    assert "unwritable" in areas["state"]
    assert sum(areas["bytes"]) == 32 * MIB


@pytest.mark.deep
def test_what_is_not_confirmed_or_in_use(
    helper: Process, person: Person, make_disk: Callable[..., Disk], tmp_path: Path
) -> None:
    disk = make_disk(64 * MIB)
    before = disk.digest()
    for words in ((), ("--overwrite-device",)):
        status, _out, err = person.driveproof("run", "capacity", disk.path, *words)
        assert status in (2, 4), err
    status, _out, err = person.driveproof("run", "capacity", str(person.home), "--probe")
    assert status == 2, err
    assert disk.digest() == before
    run("mkfs.ext4", "-q", disk.path)
    run("mount", disk.path, str(tmp_path))
    try:
        status, document, err = checked(person, disk.path)
    finally:
        unmount(tmp_path)
    assert (status, document) == (4, {})
    assert str(tmp_path) in err
    assert history(person) == []


@pytest.fixture
def large(make_disk: Callable[..., Disk]) -> Disk:
    """A disk that is still being filled when somebody looks."""
    disk = make_disk(64 * MIB)
    os.truncate(disk.file, 65536 * MIB)
    run("losetup", "--set-capacity", disk.path)
    return disk


def filling(process: subprocess.Popen[str]) -> None:
    """Wait until the probe is over."""
    assert process.stderr is not None
    for line in process.stderr:
        if line.startswith("Probe"):
            return


def test_a_cancel_keeps_what_was_seen(helper: Process, person: Person, large: Disk) -> None:
    process, _agent = person.start("run", "capacity", large.path, *DESTROY, "--json")
    filling(process)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    document = json.loads(out)
    assert document["status"] == "cancelled"
    assert document["phases"][0]["name"] == "probe write"
    wait_for("nothing of the helper's is left", lambda: children(helper.pid) == [])
    wait_for("the device is free", lambda: free(large))


@pytest.mark.deep
def test_the_program_is_killed(helper: Process, person: Person, large: Disk) -> None:
    process, _agent = person.start("run", "capacity", large.path, *DESTROY)
    filling(process)
    process.kill()
    process.communicate(timeout=60)
    wait_for("nothing of the helper's is left", lambda: children(helper.pid) == [])
    wait_for("the device is free", lambda: free(large))


@pytest.mark.deep
def test_the_helper_is_killed(rig: Rig, person: Person, large: Disk) -> None:
    running = rig.start_helper()
    try:
        process, _agent = person.start("run", "capacity", large.path, *DESTROY)
        filling(process)
    finally:
        running.kill()
        running.wait(15)
    _out, err = process.communicate(timeout=60)
    assert process.returncode == 3, err
    assert [kept["status"] for kept in history(person)] == ["failed"]
    wait_for("the device is free", lambda: free(large))
