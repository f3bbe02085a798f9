# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof run` on a device when something fails: one sentence, the status, what is stored.

In each of them no fio is left and nothing is written to the device.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.system.faults import Fault, Measuring, faults_of, happens, short_and_long, short_is_kept
from tests.system.helper.bench import Rig
from tests.system.helper.caller import MIB, Process, children, commands
from tests.system.helper.disks import Disk
from tests.system.helper.person import Person, history, measuring
from tests.system.measuring import wait_for

from driveproof.helper.protocol import API_VERSION

pytestmark = [pytest.mark.root, pytest.mark.bus]

TOMORROW = "import driveproof.helper.replies as replies; replies.API_VERSION += 1"


@pytest.fixture
def target(make_disk: Callable[..., Disk]) -> Iterator[Disk]:
    """A disk of 32 MiB that must be unchanged afterwards."""
    disk = make_disk(32 * MIB)
    before = disk.digest()
    yield disk
    if disk.file.stat().st_size == disk.size:
        assert disk.digest() == before


def nothing_runs(helper: Process) -> None:
    wait_for("no fio is left", lambda: children(helper.pid) == [])


def words(disk: Disk, *more: str) -> tuple[str, ...]:
    return ("run", "tiny", disk.path, "--json", *more)


def told(err: str) -> str:
    """The only sentence of the failure, without the lines of progress and notes."""
    found = [line for line in err.splitlines() if line.startswith("driveproof: ")]
    assert len(found) == 1, err
    return found[0].removeprefix("driveproof: ")


def partial(process: subprocess.Popen[str], person: Person) -> tuple[dict[str, Any], str]:
    """What a run that failed in the middle stored, and the sentence."""
    out, err = process.communicate(timeout=90)
    assert process.returncode == 3, err
    document: dict[str, Any] = json.loads(out)
    assert document["status"] == "failed"
    (kept,) = history(person)
    assert (kept["id"], kept["status"]) == (document["id"], "failed")
    return document, told(err)


def nothing_kept(process: subprocess.Popen[str], person: Person, status: int) -> str:
    """The message of a run that never began."""
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (status, ""), err
    assert history(person) == []
    return told(err)


# Before it begins


def test_no_polkit_agent(helper: Process, person: Person, target: Disk) -> None:
    process = person.start_alone(*words(target), open_gate=True)
    assert "nobody who could be asked" in nothing_kept(process, person, 4)
    assert children(helper.pid) == []


def test_a_wrong_password(helper: Process, person: Person, target: Disk) -> None:
    process, agent = person.start(*words(target), answer="fail")
    assert "polkit does not authorize this" in nothing_kept(process, person, 4)
    assert len(agent.seen) == 1
    assert children(helper.pid) == []


def test_no_polkitd(helper: Process, rig: Rig, person: Person, target: Disk) -> None:
    with rig.without_polkitd():
        process = person.start_alone(*words(target), open_gate=True)
        nothing_kept(process, person, 3)
    assert children(helper.pid) == []


def test_polkitd_goes_away_at_the_prompt(
    helper: Process, rig: Rig, person: Person, target: Disk
) -> None:
    process, agent = person.start(*words(target), answer="wait")
    agent.next_prompt()
    with rig.without_polkitd():
        assert "polkit" in nothing_kept(process, person, 3)
    assert children(helper.pid) == []


def test_a_helper_of_another_version(rig: Rig, person: Person, target: Disk) -> None:
    running = rig.with_another_helper(TOMORROW).start_helper()
    try:
        process = person.start_alone(*words(target), open_gate=True)
        out, err = process.communicate(timeout=60)
    finally:
        running.terminate()
        running.wait(15)
    assert (process.returncode, out) == (3, "")
    assert str(API_VERSION + 1) in told(err)
    assert "install-helper" in err or "driveproof-helper" in err


def test_the_helper_dies_at_the_prompt(rig: Rig, person: Person, target: Disk) -> None:
    running = rig.start_helper()
    try:
        process, agent = person.start(*words(target), answer="wait")
        agent.next_prompt()
    finally:
        running.kill()
        running.wait(15)
    nothing_kept(process, person, 3)


@pytest.mark.parametrize("how", ["removed", "replaced"])
def test_another_device_at_the_prompt(
    how: str, helper: Process, person: Person, lonely_disk: Disk, tmp_path: Path
) -> None:
    process, agent = person.start(*words(lonely_disk), answer="wait")
    prompt = agent.next_prompt()
    bystander = tmp_path / "bystander.img"
    bystander.write_bytes(os.urandom(8 * MIB))
    before = bystander.read_bytes()
    if how == "replaced":
        lonely_disk.replace(bystander)
    else:
        lonely_disk.detach()
    agent.allow(prompt)
    said = nothing_kept(process, person, 3)
    assert lonely_disk.path in said
    assert bystander.read_bytes() == before
    assert children(helper.pid) == []


# While it runs


class OnDevice(Measuring):
    """A device that is only read, by a person who has the right to."""

    def __init__(self, fault: Fault, helper: Process, person: Person, disk: Disk) -> None:
        self._helper, self._person, self._disk = helper, person, disk
        own = person.home / ".config/driveproof/profiles/faults.toml"
        # A loop device that is in use goes when its last user has closed it: after a repeat.
        self._seconds = 1.0 if fault is Fault.UNPLUGGED else 60.0
        repeats = 20 if fault is Fault.UNPLUGGED else 1
        profile = short_and_long("read", seconds=self._seconds)
        own.write_text(profile.replace("repeats = 1", f"repeats = {repeats}"), "utf-8")
        self._before = disk.digest()

    def start(self) -> subprocess.Popen[str]:
        return self._person.start("run", "faults", self._disk.path)[0]

    def is_in_the_middle(self) -> bool:
        runtime = f"--runtime={round(self._seconds * 1000 + 100)}ms"
        return any(runtime in words for _pid, words in commands(self._helper.pid))

    def meet(self, fault: Fault) -> None:
        if fault is Fault.EIO:
            os.truncate(self._disk.file, 0)
        else:
            self._disk.detach()

    def nothing_is_left(self, fault: Fault) -> None:
        nothing_runs(self._helper)
        if fault in {Fault.CANCEL, Fault.SIGKILL}:
            assert self._disk.digest() == self._before

    def say(self, *words: str) -> str:
        process = self._person.start_alone(*words, open_gate=True)
        out, err = process.communicate(timeout=60)
        assert process.returncode == 0, err
        return out


@faults_of("device")
def test_a_device(fault: Fault, helper: Process, person: Person, lonely_disk: Disk) -> None:
    (run,) = happens(fault, OnDevice(fault, helper, person, lonely_disk))
    short_is_kept(fault, run)


def test_another_device_between_two_repeats(
    helper: Process, person: Person, lonely_disk: Disk, tmp_path: Path
) -> None:
    """It is noticed after the repeat, or after one more where somebody else on the machine has just
    looked at the first one.
    """
    process, _ = person.start(*words(lonely_disk, "--seconds", "1", "--repeats", "20"))
    measuring(helper, 1100, 0.0)
    bystander = tmp_path / "bystander.img"
    bystander.write_bytes(os.urandom(8 * MIB))
    before = bystander.read_bytes()
    lonely_disk.replace(bystander)
    document, said = partial(process, person)
    assert lonely_disk.path in said
    assert 1 <= len(document["phases"][0]["repeats"]) < 20
    assert bystander.read_bytes() == before
    nothing_runs(helper)


@pytest.mark.deep
def test_fio_is_killed(helper: Process, person: Person, target: Disk) -> None:
    process, _ = person.start(*words(target, "--seconds", "60"))
    pid, _ = measuring(helper)
    os.kill(pid, signal.SIGKILL)
    document, _said = partial(process, person)
    assert document["phases"][0]["repeats"][0]["read"]["ios"] > 0
    nothing_runs(helper)


@pytest.mark.deep
def test_a_reader_that_stops(hasty_helper: Process, person: Person, target: Disk) -> None:
    """fio blocks on a full pipe; the helper gives it a moment beyond its own timeout."""
    process, _ = person.start(*words(target, "--seconds", "5"))
    fio = Process(measuring(hasty_helper, 5100, 0.5)[0])
    process.send_signal(signal.SIGSTOP)
    fio.wait_end(40)
    fio.close()
    nothing_runs(hasty_helper)
    process.send_signal(signal.SIGCONT)
    _, _said = partial(process, person)


def test_two_programs_at_once(helper: Process, person: Person, target: Disk) -> None:
    first, _ = person.start(*words(target, "--seconds", "60"))
    fio, _ = measuring(helper, seconds=0.0)
    second, agent = person.start(*words(target))
    out, err = second.communicate(timeout=60)
    assert (second.returncode, out) == (4, ""), err
    assert agent.seen == [], "nobody is asked for what cannot be"
    measuring(helper)
    assert children(helper.pid) == [fio], "the first goes on"
    first.send_signal(signal.SIGINT)
    out, err = first.communicate(timeout=30)
    assert first.returncode == 130, err
    assert json.loads(out)["phases"][0]["repeats"][0]["read"]["ios"] > 0
    nothing_runs(helper)


@pytest.mark.deep
def test_two_programs_on_two_devices(
    helper: Process, person: Person, target: Disk, make_disk: Callable[..., Disk]
) -> None:
    other = make_disk()
    running = [person.start(*words(disk, "--seconds", "1"))[0] for disk in (target, other)]
    for process in running:
        out, err = process.communicate(timeout=60)
        assert process.returncode == 0, err
        assert json.loads(out)["status"] == "finished"
