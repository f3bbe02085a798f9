# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof run` on a block device by an unprivileged user, with a person at the prompt."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.system.helper.bench import Rig
from tests.system.helper.caller import MIB, Process, children
from tests.system.helper.disks import Disk
from tests.system.helper.person import Person, history, measuring
from tests.system.machine import run, unmount

pytestmark = [pytest.mark.root, pytest.mark.bus]


def test_a_whole_run(helper: Process, person: Person, make_disk: Callable[..., Disk]) -> None:
    disk = make_disk(32 * MIB)
    before = disk.digest()
    words = ("run", "quick", disk.path, "--seconds", "0.5", "--repeats", "1")
    status, out, err = person.driveproof(*words, "--json")
    assert status == 0, err
    document = json.loads(out)
    assert (document["version"], document["status"]) == (1, "finished")
    target = document["target"]
    assert target["kind"] == "device"
    assert target["path"] == target["device"] == disk.path
    assert target["size"] == disk.size
    assert target["filesystem"] is None
    assert document["environment"]["fio"] == run("fio", "--version").strip().removeprefix("fio-")
    assert document["environment"]["test_file_size"] is None
    assert [phase["name"] for phase in document["phases"]] == [
        "SEQ1M Q8T1 read",
        "SEQ1M Q1T1 read",
        "RND4K Q32T1 read",
        "RND4K Q1T1 read",
    ]
    for phase in document["phases"]:
        assert phase["direction"] == "read"
        assert phase["direct"] is True
        assert phase["engine"] == ("psync" if phase["queue_depth"] == 1 else "libaio")
        assert f"--filename={disk.path}" in phase["command"]
        assert "--readonly" in phase["command"]
        assert f"--ioengine={phase['engine']}" in phase["command"]
        (repeat,) = phase["repeats"]
        assert "write" not in repeat
        read = repeat["read"]
        assert read["iops"] > 0
        assert read["bytes"] == read["ios"] * phase["block_size"]
        # What came in the warm-up is half of all, and is not counted. (The bins of a snapshot and
        # its count may differ by a few.)
        assert sum(read["histogram"]["counts"]) == pytest.approx(read["ios"], rel=0.1, abs=5)
        assert min(read["samples"]["time"]) < 0 < max(read["samples"]["time"])
    assert disk.digest() == before
    assert children(helper.pid) == []
    (kept,) = history(person)
    assert kept["id"] == document["id"]
    status, shown, err = person.driveproof("show", "latest", "--commands")
    assert status == 0, err
    assert f"fio --name=driveproof --filename={disk.path} " in shown


@pytest.mark.deep
def test_the_helper_ends_in_the_middle(
    rig: Rig, person: Person, make_disk: Callable[..., Disk]
) -> None:
    disk = make_disk(32 * MIB)
    running = rig.start_helper()
    try:
        process, _ = person.start("run", "tiny", disk.path, "--json", "--seconds", "60")
        measuring(Process(running.pid))
    finally:
        running.kill()
        running.wait(15)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 3, err
    document = json.loads(out)
    assert document["status"] == "failed"
    assert document["phases"][0]["repeats"][0]["affected_by"][-1] == "cut short"


def test_cancel_at_the_prompt(helper: Process, person: Person, disk: Disk) -> None:
    process, agent = person.start("run", "tiny", disk.path, answer="wait")
    prompt = agent.next_prompt()
    assert disk.path in prompt.message
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130, err
    assert prompt.taken_away.wait(20)
    assert children(helper.pid) == []
    assert history(person) == []


def test_refused(helper: Process, person: Person, disk: Disk) -> None:
    status, out, err = person.driveproof("run", "tiny", disk.path, answer="dismiss")
    assert (status, out) == (4, "")
    assert "dismissed" in err
    assert history(person) == []


def test_no_helper(person: Person, disk: Disk) -> None:
    status, out, err = person.driveproof("run", "tiny", disk.path)
    assert (status, out) == (3, "")
    assert "install-helper" in err or "driveproof-helper" in err
    assert history(person) == []


def test_what_cannot_be(helper: Process, person: Person, disk: Disk) -> None:
    """Known before anybody is asked for a password."""
    for words, status, said in [
        (["run", "writes"], 2, ""),
        (["run", "tiny", "--size", "32M"], 2, "--size"),
        (["run", "tiny", "--yes"], 2, "--yes"),
        (["run", "tiny", "--trim-after"], 2, "--trim-after"),
    ]:
        process, agent = person.start(*words, disk.path)
        out, err = process.communicate(timeout=60)
        assert (process.returncode, out) == (status, ""), err
        assert said in err
        assert agent.seen == []


def test_a_mounted_device(
    helper: Process, person: Person, make_disk: Callable[..., Disk], tmp_path: Path
) -> None:
    disk = make_disk(32 * MIB)
    run("mkfs.ext4", "-q", "-E", "lazy_itable_init=0,lazy_journal_init=0", disk.path)
    run("mount", disk.path, str(tmp_path))
    try:
        status, out, err = person.driveproof("run", "tiny", disk.path, "--json")
    finally:
        unmount(tmp_path)
    assert status == 0, err
    assert json.loads(out)["status"] == "finished"
