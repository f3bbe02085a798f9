# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof run` on a block device, by somebody without rights, with a person at the prompt."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.system.conftest import run
from tests.system.helper.agent import Agent
from tests.system.helper.caller import MIB, NOBODY, Process, children
from tests.system.helper.conftest import Desk, Disk
from tests.system.measuring import TINY, wait_for

pytestmark = [pytest.mark.root, pytest.mark.bus]

WRITES = """\
title = "Writes"
question = "Does it write?"
size = "16 MiB"
[[phase]]
name = "Random"
directions = ["write"]
pattern = "random"
block_size = "4 KiB"
queue_depth = 1
warmup = 0.1
seconds = 0.5
limit = "64 MiB"
"""


class Person:
    """Somebody without any right who starts the program; `agent` is asked for its password.

    The program waits at a gate until the agent is registered for it.
    """

    def __init__(self, home: Path, launcher: Path, desk: Desk) -> None:
        self.home = home
        self._launcher = launcher
        self._desk = desk
        self._agents: list[Agent] = []
        profiles = home / ".config" / "driveproof" / "profiles"
        profiles.mkdir(parents=True)
        (profiles / "tiny.toml").write_text(TINY, "utf-8")
        (profiles / "writes.toml").write_text(WRITES, "utf-8")
        run("chown", "-R", f"{NOBODY}:{NOBODY}", str(home))

    def start(self, *words: str, answer: str = "allow") -> tuple[subprocess.Popen[str], Agent]:
        """The running program, and who answers its prompts."""
        process = subprocess.Popen(
            ["sh", "-c", 'read -r gate && exec "$0" "$@" </dev/null', self._launcher, *words],
            env={
                "PATH": os.environ["PATH"],
                "HOME": str(self.home),
                "LANG": "C.UTF-8",
                "DBUS_SYSTEM_BUS_ADDRESS": self._desk.address,
            },
            user=NOBODY, group=NOBODY, extra_groups=[], cwd="/", text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        agent = Agent(self._desk.address, process.pid)
        self._agents.append(agent)
        agent.answer = answer
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
        return process, agent

    def driveproof(self, *words: str, answer: str = "allow") -> tuple[int, str, str]:
        """Status, standard output and standard error of the program."""
        process, _ = self.start(*words, answer=answer)
        out, err = process.communicate(timeout=120)
        return process.returncode, out, err

    def close(self) -> None:
        for agent in self._agents:
            agent.close()


@pytest.fixture
def person(desk: Desk, launcher: Path, open_folder: Path) -> Iterator[Person]:
    home = Path(run("mktemp", "-d", "-p", str(open_folder)).strip())
    made = Person(home, launcher, desk)
    try:
        yield made
    finally:
        made.close()


def history(person: Person) -> list[dict[str, Any]]:
    status, out, err = person.driveproof("history", "--json")
    assert status == 0, err
    runs: list[dict[str, Any]] = json.loads(out)["runs"]
    return runs


def test_a_whole_run(helper: Process, person: Person, make_disk: Callable[..., Disk]) -> None:
    disk = make_disk(32 * MIB)
    before = disk.digest()
    words = ("run", "quick", "--target", disk.path, "--seconds", "0.5", "--repeats", "1")
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
    assert "4 tests of this profile were left out" in " ".join(document["notes"])
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


def measuring(helper: Process) -> tuple[int, list[str]]:
    """The fio that has measured for more than a second: what counts when it is cut short."""

    def found() -> tuple[int, list[str]] | None:
        for pid in children(helper.pid):
            words = Path(f"/proc/{pid}/cmdline").read_text("utf-8").split("\0")[:-1]
            if "--runtime=60100ms" in words and age(pid) > 3.0:  # not the trial
                return pid, words
        return None

    made: tuple[int, list[str]] = wait_for("fio measures", found)
    return made


def age(pid: int) -> float:
    """Seconds since a process began (proc(5))."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return time.clock_gettime(time.CLOCK_BOOTTIME) - int(fields[19]) / os.sysconf("SC_CLK_TCK")


def test_cancel(helper: Process, person: Person, make_disk: Callable[..., Disk]) -> None:
    disk = make_disk(32 * MIB)
    before = disk.digest()
    process, _ = person.start("run", "tiny", "--target", disk.path, "--json", "--seconds", "60")
    pid, ran = measuring(helper)
    fio = Process(pid)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    fio.wait_end()
    fio.close()
    assert process.returncode == 130, err
    assert "What was measured is kept" in err
    document = json.loads(out)
    assert document["status"] == "cancelled"
    (phase,) = document["phases"]
    (repeat,) = phase["repeats"]
    assert repeat["disturbed"][-1] == "cut short"
    assert repeat["read"]["ios"] > 0
    assert [kept["status"] for kept in history(person)] == ["cancelled"]
    assert disk.digest() == before
    # Word for word what ran, but for fio's own path and the descriptor that stands for the device.
    kept = phase["command"]
    assert (kept[0], Path(ran[0]).name) == ("fio", "fio")
    assert kept[2] == f"--filename={disk.path}"
    assert ran[2].startswith("--filename=/proc/self/fd/")
    assert [kept[1], *kept[3:]] == [ran[1], *ran[3:]]


def test_the_helper_ends_in_the_middle(
    desk: Desk, person: Person, make_disk: Callable[..., Disk]
) -> None:
    disk = make_disk(32 * MIB)
    running = desk.start_helper()
    try:
        process, _ = person.start("run", "tiny", "--target", disk.path, "--json", "--seconds", "60")
        measuring(Process(running.pid))
    finally:
        running.kill()
        running.wait(15)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 3, err
    assert "ended in the middle" in err
    document = json.loads(out)
    assert document["status"] == "failed"
    assert document["phases"][0]["repeats"][0]["disturbed"][-1] == "cut short"


def test_cancel_at_the_prompt(helper: Process, person: Person, disk: Disk) -> None:
    process, agent = person.start("run", "tiny", "--target", disk.path, answer="wait")
    prompt = agent.next_prompt()
    assert disk.path in prompt.message
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130, err
    assert prompt.taken_away.wait(20)
    assert children(helper.pid) == []
    assert history(person) == []


def test_refused(helper: Process, person: Person, disk: Disk) -> None:
    status, out, err = person.driveproof("run", "tiny", "--target", disk.path, answer="dismiss")
    assert (status, out) == (4, "")
    assert "dismissed" in err
    assert history(person) == []


def test_no_helper(person: Person, disk: Disk) -> None:
    status, out, err = person.driveproof("run", "tiny", "--target", disk.path)
    assert (status, out) == (3, "")
    assert "not installed" in err
    assert "folder" in err
    assert history(person) == []


def test_what_cannot_be(helper: Process, person: Person, disk: Disk) -> None:
    """Known before anybody is asked for a password."""
    for words, status, said in [
        (["run", "writes"], 2, "no read test"),
        (["run", "tiny", "--size", "32M"], 2, "--size"),
        (["run", "tiny", "--yes"], 2, "nothing to confirm"),
        (["run", "tiny", "--trim-after"], 2, "--trim-after"),
    ]:
        process, agent = person.start(*words, "--target", disk.path)
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
        status, out, err = person.driveproof("run", "tiny", "--target", disk.path, "--json")
    finally:
        run("umount", str(tmp_path))
    assert status == 0, err
    assert json.loads(out)["status"] == "finished"


def test_the_device_goes_away(
    helper: Process, person: Person, make_disk: Callable[..., Disk]
) -> None:
    """Cut off below the running test: the file of the loop device is emptied."""
    disk = make_disk(32 * MIB)
    process, _ = person.start("run", "tiny", "--target", disk.path, "--json", "--seconds", "60")
    measuring(helper)
    os.truncate(disk.file, 0)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 3, err
    assert "I/O error" in err
