# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The client: what a person gets from the helper, and the messages when it fails."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from tests.system.helper.agent import Agent
from tests.system.helper.bench import Rig
from tests.system.helper.caller import MIB, NOBODY, Process, children, phase, read_all, user
from tests.system.helper.disks import Disk
from tests.system.machine import run, unmount

from driveproof.domain.drive.drive import BlockDevice
from driveproof.domain.errors import MachineError, RefusedError, UsageError
from driveproof.engine.health.reader import HealthReader
from driveproof.fio.stream import Stream
from driveproof.helper.protocol import API_VERSION, Caches, Claim, SelfTest, WireDirection
from driveproof.system.desktop.packages import helper_advice
from driveproof.system.helper.client import Helper, claim_device
from driveproof.system.helper.job import JobEnding, ended

pytestmark = [pytest.mark.root, pytest.mark.bus]


def test_a_claim_needs_no_rights(disk: Disk) -> None:
    with user(NOBODY):
        claim = claim_device(disk.path)
    assert claim == disk.claim()
    for path in ("/dev/null", "/etc/passwd", "/dev/driveproof-none"):
        with pytest.raises(MachineError, match=path):
            claim_device(path)


def test_a_read_test(helper: Process, agent: Agent, rig: Rig, disk: Disk) -> None:
    with user(NOBODY):
        job = Helper(rig.address).start_read_test(claim_device(disk.path), phase())
    assert not os.get_inheritable(job.output)
    reports = list(Stream().feed(read_all(job.output)))
    assert job.wait(20) == JobEnding(0, "", "")
    assert reports[-1].snapshot.get("read").ios > 0
    job.close()


def test_cancel(helper: Process, agent: Agent, rig: Rig, disk: Disk) -> None:
    claim = claim_device(disk.path)
    writes = phase(WireDirection.WRITE, milliseconds=60_000)
    with closing(Helper(rig.address).hold(claim, MIB, MIB)) as held:
        job = held.start(writes, MIB, MIB, writes=True)
        job.cancel()
        read_all(job.output)
        assert job.wait(20).reason == "Cancelled"
        job.close()


def test_leaving_ends_the_job(helper: Process, agent: Agent, rig: Rig, disk: Disk) -> None:
    job = Helper(rig.address).start_read_test(claim_device(disk.path), phase(milliseconds=60_000))
    fio = Process(children(helper.pid)[0])
    job.close()
    read_all(job.output)
    fio.wait_end()
    fio.close()


def test_the_helper_is_killed(rig: Rig, agent: Agent, disk: Disk) -> None:
    process = rig.start_helper()
    try:
        job = Helper(rig.address).start_read_test(
            claim_device(disk.path), phase(milliseconds=60_000)
        )
    finally:
        process.kill()
        process.wait(15)
    read_all(job.output)
    with pytest.raises(MachineError, match=ended().message):
        job.wait(20)
    job.close()


@pytest.mark.usefixtures("empties_page_cache")
def test_health_caches_and_schedulers(helper: Process, agent: Agent, rig: Rig, disk: Disk) -> None:
    client, claim = Helper(rig.address), claim_device(disk.path)
    job = client.read_smart(claim)
    assert "smartctl" in json.loads(read_all(job.output))
    job.close()
    with closing(client.hold_for_reading(claim)) as held:
        held.drop_caches(Caches.PAGES)
    file = Path("/sys/block", Path(disk.path).name, "queue/scheduler")
    before = file.read_text("ascii")
    (other, *_) = [word for word in before.split() if "[" not in word]
    with client.scheduler(claim, other):
        assert f"[{other}]" in file.read_text("ascii")
    assert file.read_text("ascii") == before
    with pytest.raises(KeyError), client.scheduler(claim, other):
        raise KeyError
    assert file.read_text("ascii") == before


def test_the_whole_report_of_what_smartctl_cannot_ask(
    helper: Process, agent: Agent, rig: Rig, disk: Disk
) -> None:
    device = BlockDevice(path=disk.path, name=Path(disk.path).name, kind="scsi", model="Made")
    health = HealthReader(rig.address, Helper(rig.address)).read_whole(device)
    assert health.source.startswith("smartctl 7")
    assert disk.path in str(health.missing)
    assert (health.passed, health.model) == (None, "Made")


def test_a_drive_that_cannot_test_itself(
    helper: Process, agent: Agent, rig: Rig, disk: Disk
) -> None:
    for test in SelfTest:
        with pytest.raises(MachineError, match=f"{disk.path}.*detect"):
            Helper(rig.address).self_test(claim_device(disk.path), test)


def test_no_helper(rig: Rig, disk: Disk) -> None:
    with pytest.raises(MachineError) as missing:
        Helper(rig.address).check()
    assert missing.value.advice == helper_advice()
    with pytest.raises(MachineError) as missing:
        Helper(rig.address).start_read_test(claim_device(disk.path), phase())
    assert missing.value.advice == helper_advice()


LACKS = "from driveproof.helper.protocol import METHODS; del METHODS['{method}']"


@pytest.mark.parametrize("method", ["StartSelfTest", "HoldForReading", "HoldDevice"])
def test_a_helper_that_lacks_a_method(method: str, rig: Rig, agent: Agent, disk: Disk) -> None:
    """As one that was installed before it was added."""
    claim = claim_device(disk.path)
    running = rig.with_another_helper(LACKS.format(method=method)).start_helper()
    helper = Helper(rig.address)
    try:
        with pytest.raises(MachineError) as refused:
            if method == "StartSelfTest":
                helper.self_test(claim, SelfTest.SHORT)
            elif method == "HoldForReading":
                helper.hold_for_reading(claim)
            else:
                helper.hold(claim, 0, MIB)
    finally:
        running.terminate()
        running.wait(15)
    assert "install-helper" in str(refused.value.advice)
    assert agent.seen == []


OTHER = "import driveproof.helper.replies as replies; replies.API_VERSION {change} 1"


@pytest.mark.parametrize(("change", "version"), [("-=", API_VERSION - 1), ("+=", API_VERSION + 1)])
def test_a_helper_of_an_older_or_a_newer_version(
    change: str, version: int, rig: Rig, agent: Agent, disk: Disk
) -> None:
    """Both versions are named before anybody is asked, and how to get the right helper."""
    claim = claim_device(disk.path)
    running = rig.with_another_helper(OTHER.format(change=change)).start_helper()
    calls: list[Callable[[Helper], object]] = [
        lambda helper: helper.check(),
        lambda helper: helper.hold_for_reading(claim),
        lambda helper: helper.hold(claim, 0, MIB),
        lambda helper: helper.start_read_test(claim, phase()),
    ]
    try:
        for call in calls:
            with pytest.raises(MachineError) as refused:
                call(Helper(rig.address))
            assert set(refused.value.values.values()) == {version, API_VERSION}
            assert "install-helper" in str(refused.value.advice)
    finally:
        running.terminate()
        running.wait(15)
    assert agent.seen == []


def test_what_people_are_told(
    helper: Process, agent: Agent, rig: Rig, make_disk: Callable[..., Disk], tmp_path: Path
) -> None:
    disk = make_disk()
    claim = claim_device(disk.path)
    with user(NOBODY):
        client = Helper(rig.address)
        client.check()
        with pytest.raises(UsageError, match="ends beyond it"):
            client.start_read_test(claim, phase(), 0, 10**12)
        with pytest.raises(MachineError, match="no longer the device"):
            client.start_read_test(Claim(claim.path, claim.number, claim.sequence + 1), phase())
        agent.answer = "dismiss"
        with pytest.raises(RefusedError, match="dismissed"):
            client.start_read_test(claim, phase())
    agent.answer = "allow"
    run("mkfs.ext4", "-q", disk.path)
    run("mount", disk.path, str(tmp_path))
    try:
        with pytest.raises(RefusedError) as busy:
            client.hold(claim, 0, MIB)
        assert busy.value.advice is not None
    finally:
        unmount(tmp_path)


def test_a_program_of_somebody_without_rights(
    helper: Process, rig: Rig, disk: Disk, launcher: Path
) -> None:
    """In a process of its own, without an agent: a clear no, and nothing happens."""
    code = (
        "import sys\n"
        "from driveproof.domain.errors import DriveproofError\n"
        "from driveproof.system.helper.client import Helper, claim_device\n"
        "client = Helper(sys.argv[2])\n"
        "client.check()\n"
        "try:\n"
        "    client.read_smart(claim_device(sys.argv[1]))\n"
        "except DriveproofError as error:\n"
        "    print(error.exit_status, error)\n"
    )
    done = subprocess.run(
        [launcher.parent / "venv/bin/python", "-c", code, disk.path, rig.address],
        user=NOBODY, group=NOBODY, extra_groups=[], cwd="/",
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(launcher.parent / "checkout/app")},
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.stdout.startswith("4 "), done.stderr
    assert children(helper.pid) == []


def test_what_has_answered_before_is_not_called_missing(rig: Rig, disk: Disk) -> None:
    client = Helper(rig.address)
    claim = claim_device(disk.path)
    running = rig.start_helper()
    try:
        client.check()
    finally:
        running.kill()
        running.wait(15)
    with pytest.raises(MachineError, match=ended().message):
        client.start_read_test(claim, phase())
    with pytest.raises(MachineError) as missing:
        Helper(rig.address).start_read_test(claim, phase())
    assert missing.value.advice == helper_advice()
