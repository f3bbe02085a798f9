# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holding a device for writing, and discarding a range of it: what is allowed, and to whom."""

from __future__ import annotations

import errno
import json
import os
import subprocess
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.system.helper.agent import Agent
from tests.system.helper.bench import Rig
from tests.system.helper.caller import (
    DAEMON,
    MIB,
    Caller,
    Process,
    RefusedError,
    children,
    phase,
    read_all,
    wire,
)
from tests.system.helper.disks import Disk
from tests.system.helper.parts import Partitioned, in_two_parts, looped, move_first, whole_job
from tests.system.helper.threats import HELD, arguments
from tests.system.machine import run, settle, unmount, wait_for

from driveproof.domain.drive.device_use import InUse
from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.errors import MachineError
from driveproof.engine.run.overwrite import in_use
from driveproof.helper.identity import written_to
from driveproof.helper.protocol import Claim, PolkitAction, WireDirection
from driveproof.system.helper.client import claim_device

pytestmark = [pytest.mark.root, pytest.mark.bus]

WRITES = phase(WireDirection.WRITE).wire()
READS = phase().wire()
LONG = phase(WireDirection.WRITE, milliseconds=60_000).wire()


def test_one_prompt_for_a_whole_run(
    helper: Process, agent: Agent, caller: Caller, disk: Disk
) -> None:
    begin, length = MIB, 4 * MIB
    before = (disk.digest(0, begin), disk.digest(begin + length))
    claim = wire(disk.claim())
    caller.call("HoldDevice", claim, begin, length)
    for seed in (1, 2):
        # Another seed writes other data.
        writes = phase(WireDirection.WRITE, seed=seed).wire()
        inside = disk.digest(begin, begin + length)
        whole_job(caller, "StartReadTest", claim, READS, begin, length)
        assert disk.digest(begin, begin + length) == inside
        whole_job(caller, "StartWriteTest", claim, writes, begin, length)
        assert disk.digest(begin, begin + length) != inside
    assert [prompt.action for prompt in agent.seen] == [PolkitAction.OVERWRITE]
    assert disk.path in agent.seen[0].message
    assert (disk.digest(0, begin), disk.digest(begin + length)) == before


@pytest.mark.parametrize("why", ["range", "begin", "device", "caller", "released"])
@pytest.mark.parametrize("method", sorted(HELD))
def test_what_is_held_is_not_more_than_was_allowed(
    method: str,
    why: str,
    helper: Process,
    agent: Agent,
    connect: Callable[..., Caller],
    make_disk: Callable[..., Disk],
) -> None:
    """Anything else is refused, without a prompt."""
    disk, other = make_disk(), make_disk()
    caller, stranger = connect(DAEMON), connect(DAEMON)
    caller.call("HoldDevice", wire(disk.claim()), MIB, 4 * MIB)
    holding = children(helper.pid)
    before = disk.digest(), other.digest()
    who, device, begin, length = caller, disk, MIB, 4 * MIB
    if why == "range":
        length = 4 * MIB + 4096
    elif why == "begin":
        begin -= 4096
    elif why == "device":
        device = other
    elif why == "caller":
        who = stranger
    else:
        caller.call("ReleaseDevice")
    body: tuple[object, ...] = (begin, length)
    if method == "StartWriteTest":
        body = (WRITES, *body)
    else:
        body += arguments(method, wire(device.claim()))[3:]
    with pytest.raises(RefusedError, match="NotHeld"):
        who.call(method, wire(device.claim()), *body)
    assert len(agent.seen) == 1
    assert (disk.digest(), other.digest()) == before
    assert children(helper.pid) == ([] if why == "released" else holding)


def test_one_prompt_for_a_discard_and_the_writes_after_it(
    helper: Process, agent: Agent, caller: Caller, disk: Disk
) -> None:
    """Whoever may overwrite it has given up what is on it; the question says so."""
    begin, length = MIB, 4 * MIB
    outside = (disk.digest(0, begin), disk.digest(begin + length))
    claim = wire(disk.claim())
    caller.call("HoldDevice", claim, begin, length)
    whole_job(caller, "StartDiscard", claim, begin, length)
    assert disk.digest(begin, begin + length) != disk.digest(0, length)
    whole_job(caller, "StartWriteTest", claim, WRITES, begin, length)
    whole_job(caller, "StartReadTest", claim, READS, begin, length)
    (prompt,) = agent.seen
    assert prompt.action == PolkitAction.OVERWRITE
    assert f"{disk.path} (8.4 MB)" in prompt.message
    assert (disk.digest(0, begin), disk.digest(begin + length)) == outside


def test_held_alone_until_released_or_left(
    helper: Process, agent: Agent, connect: Callable[..., Caller], disk: Disk, tmp_path: Path
) -> None:
    run("mkfs.ext4", "-q", disk.path)
    point = tmp_path / "mounted"
    point.mkdir()
    for leave in (lambda caller: caller.call("ReleaseDevice"), lambda caller: caller.close()):
        caller, other = connect(), connect()
        caller.call("HoldDevice", wire(disk.claim()), 6 * MIB, MIB)
        assert disk.mount_error(point) == errno.EBUSY
        with pytest.raises(RefusedError, match="DeviceBusy"):
            other.call("HoldDevice", wire(disk.claim()), 6 * MIB, MIB)
        with pytest.raises(RefusedError, match="Busy"):
            caller.call("HoldDevice", wire(disk.claim()), 6 * MIB, MIB)
        leave(caller)
        other.call("HoldDevice", wire(disk.claim()), 6 * MIB, MIB)
        other.call("ReleaseDevice")
        run("mount", disk.path, str(point))
        unmount(point)


def test_a_job_keeps_the_device_when_its_caller_lets_go(
    helper: Process, agent: Agent, caller: Caller, disk: Disk, tmp_path: Path
) -> None:
    run("mkfs.ext4", "-q", disk.path)
    point = tmp_path / "mounted"
    point.mkdir()
    claim = wire(disk.claim())
    caller.call("HoldDevice", claim, 6 * MIB, MIB)
    path, output = caller.start("StartWriteTest", claim, LONG, 6 * MIB, MIB)
    caller.call("ReleaseDevice")
    assert disk.mount_error(point) == errno.EBUSY
    caller.call("Cancel", path)
    caller.finished(path)
    os.close(output)
    run("mount", disk.path, str(point))
    unmount(point)


def test_the_caller_dies_while_it_writes(
    helper: Process, agent: Agent, connect: Callable[..., Caller], disk: Disk
) -> None:
    caller = connect()
    claim = wire(disk.claim())
    caller.call("HoldDevice", claim, 0, 4 * MIB)
    (holding,) = children(helper.pid)
    _, output = caller.start("StartWriteTest", claim, LONG, 0, 4 * MIB)
    (pid,) = {*children(helper.pid)} - {holding}
    fio = Process(pid)
    caller.close()
    fio.wait_end()
    fio.close()
    os.close(output)
    connect().call("HoldDevice", claim, 0, MIB)


def test_another_medium_comes_after_the_release(
    helper: Process, agent: Agent, caller: Caller, lonely_disk: Disk, tmp_path: Path
) -> None:
    """The same number and name with something else behind it is another device."""
    claim = lonely_disk.claim()
    caller.call("HoldDevice", wire(claim), 0, MIB)
    bystander = tmp_path / "bystander.img"
    bystander.write_bytes(os.urandom(8 * MIB))
    before = bystander.read_bytes()
    caller.call("ReleaseDevice")
    lonely_disk.replace(bystander)
    with pytest.raises(RefusedError, match="DeviceChanged"):
        caller.call("HoldDevice", wire(claim), 0, MIB)
    assert bystander.read_bytes() == before


def test_ranges_that_cannot_be(helper: Process, agent: Agent, caller: Caller, disk: Disk) -> None:
    claim = wire(disk.claim())
    ranges = [
        (0, 0), (0, disk.size + 512), (disk.size, 512), (7, 512), (2**63, 512),
        (512, 2**64 - 1), (2**64 - 512, 1024),
    ]  # fmt: skip
    for begin, length in ranges:
        with pytest.raises(RefusedError, match="InvalidArgument"):
            caller.call("HoldDevice", claim, begin, length)
    assert agent.seen == []
    caller.call("HoldDevice", claim, 0, disk.size)
    for begin, length in ranges:
        error = "InvalidArgument" if begin + length <= disk.size and length else "NotHeld"
        with pytest.raises(RefusedError, match=error):
            caller.call("StartDiscard", claim, begin, length)
    with pytest.raises(RefusedError, match="InvalidArgument"):
        caller.call("StartDiscard", claim, 0, 7)


def test_discard_changes_its_range_alone(
    helper: Process, agent: Agent, caller: Caller, disk: Disk
) -> None:
    begin, length = MIB + 4096, 3 * MIB
    before = (disk.digest(0, begin), disk.digest(begin + length))
    allocated = disk.file.stat().st_blocks
    caller.call("HoldDevice", wire(disk.claim()), begin, length)
    text = whole_job(caller, "StartDiscard", wire(disk.claim()), begin, length)
    caller.call("ReleaseDevice")
    assert [json.loads(line) for line in text.splitlines()] == [{"start": begin, "length": length}]
    assert (disk.digest(0, begin), disk.digest(begin + length)) == before
    run("blockdev", "--flushbufs", disk.path)
    assert disk.file.read_bytes()[begin : begin + length] == bytes(length)
    assert disk.file.stat().st_blocks * 512 <= allocated * 512 - length


def test_holding_asks_every_time(
    helper: Process, agent: Agent, connect: Callable[..., Caller], disk: Disk
) -> None:
    caller = connect(DAEMON)
    for number in (1, 2):
        caller.call("HoldDevice", wire(disk.claim()), 0, MIB)
        whole_job(caller, "StartDiscard", wire(disk.claim()), 0, MIB)
        caller.call("ReleaseDevice")
        assert len(agent.seen) == number


def dirty(path: str) -> int:
    """Write to it through the page cache and keep it open, so that nothing is counted yet."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    os.pwrite(descriptor, b"somebody's", 5 * MIB)
    return descriptor


def write_through(path: str) -> None:
    """Write to it, and wait for that: closing it does only where nobody else has it open."""
    descriptor = dirty(path)
    os.fsync(descriptor)
    os.close(descriptor)


@pytest.mark.parametrize("when", ["before", "during", "held", "unwritten"])
def test_what_somebody_wrote_meanwhile_is_not_discarded(
    when: str, helper: Process, agent: Agent, caller: Caller, disk: Disk
) -> None:
    """What is still in memory only is written first."""
    claim = disk.claim()
    counted = written_to(claim.number)
    agent.answer = "wait"
    written = -1
    if when == "before":
        write_through(disk.path)
    serial = caller.send("HoldDevice", wire(claim), 0, MIB)
    prompt = agent.next_prompt()
    if when in ("during", "unwritten"):
        written = dirty(disk.path)
    if when == "during":
        os.fsync(written)
    agent.allow(prompt)
    caller.reply(serial)
    if when == "held":  # the exclusive claim keeps nobody from writing who asks for none
        write_through(disk.path)
    before = disk.file.read_bytes()[:MIB]
    with pytest.raises(RefusedError, match="DeviceWritten"):
        caller.call("StartDiscardUnwritten", wire(claim), 0, MIB, *counted)
    if written >= 0:
        os.close(written)
    assert disk.file.read_bytes()[:MIB] == before
    caller.call("ReleaseDevice")
    assert children(helper.pid) == []


def test_what_nobody_wrote_to_is_discarded(
    helper: Process, agent: Agent, caller: Caller, disk: Disk
) -> None:
    claim = disk.claim()
    counted = written_to(claim.number)
    caller.call("HoldDevice", wire(claim), 0, MIB)
    whole_job(caller, "StartDiscardUnwritten", wire(claim), 0, MIB, *counted)
    caller.call("ReleaseDevice")
    run("blockdev", "--flushbufs", disk.path)
    assert disk.file.read_bytes()[:MIB] == bytes(MIB)
    assert len(agent.seen) == 1


@pytest.mark.deep
def test_a_partition_that_was_written_through_its_disk(
    helper: Process, agent: Agent, caller: Caller, partitioned: Partitioned
) -> None:
    """Its own counter says nothing of that; what goes to the partition beside it is no matter."""
    first, second = f"{partitioned.path}p1", f"{partitioned.path}p2"

    # Whenever a disk was written to, udev has the kernel read its table anew: the partition is gone
    # for a moment, and may come back with another number; not while somebody has it open.
    def held() -> Claim | None:
        try:
            claim = claim_device(first)
            caller.call("HoldDevice", wire(claim), 0, MIB)
        except (MachineError, RefusedError):
            return None
        return claim

    claim = wait_for("it is held", held)
    wait_for("the other is there", Path(second).is_block_device)
    counted = written_to(claim.number)
    os.close(dirty(second))
    assert written_to(claim.number) == counted
    whole_job(caller, "StartDiscardUnwritten", wire(claim), 0, MIB, *counted)
    write_through(partitioned.path)
    with pytest.raises(RefusedError, match="DeviceWritten"):
        caller.call("StartDiscardUnwritten", wire(claim), 0, MIB, *counted)


@pytest.mark.parametrize("method", sorted(HELD))
def test_what_is_held_consists_of_something_else(
    method: str, helper: Process, agent: Agent, caller: Caller, disk: Disk
) -> None:
    """Neither number, sequence nor exclusive claim change with a new table of a mapped device, nor
    with another size of a loop device.
    """
    claim = wire(disk.claim())
    caller.call("HoldDevice", claim, 0, MIB)
    whole_job(caller, "StartWriteTest", claim, WRITES, 0, MIB)
    os.truncate(disk.file, 12 * MIB)
    run("losetup", "--set-capacity", disk.path)
    before = disk.digest()
    with pytest.raises(RefusedError, match=r"DeviceChanged: .*something else"):
        caller.call(method, *((claim, WRITES, 0, MIB) if method == "StartWriteTest"
                              else arguments(method, claim)))  # fmt: skip
    assert disk.digest() == before


def test_a_write_protected_device(
    helper: Process, agent: Agent, caller: Caller, disk: Disk
) -> None:
    run("blockdev", "--setro", disk.path)
    before = disk.digest()
    try:
        with pytest.raises(RefusedError, match="Unsupported"):
            caller.call("HoldDevice", wire(disk.claim()), 0, MIB)
    finally:
        run("blockdev", "--setrw", disk.path)  # the number would stay so for its next file
    assert agent.seen == []
    assert disk.digest() == before


def test_a_device_without_discard(
    helper: Process, agent: Agent, caller: Caller, lonely_disk: Disk
) -> None:
    """The exit status is the number of the kernel's error."""
    queue = Path("/sys/block", Path(lonely_disk.path).name, "queue")
    # For as long as there is this number: Linux takes nothing but 0 after it.
    (queue / "discard_max_bytes").write_text("0", "ascii")
    caller.call("HoldDevice", wire(lonely_disk.claim()), 0, MIB)
    path, output = caller.start("StartDiscard", wire(lonely_disk.claim()), 0, MIB)
    assert read_all(output) == b""
    status, reason, _ = caller.finished(path)
    caller.call("ReleaseDevice")  # or its number, which discards nothing now, stays for others
    assert (status, reason) == (errno.EOPNOTSUPP, "")


@pytest.mark.deep
@pytest.mark.parametrize("method", ["HoldDevice", "HoldForReading"])
def test_the_helper_stays_while_something_is_held(
    method: str, rig: Rig, agent: Agent, caller: Caller, disk: Disk
) -> None:
    process = rig.start_helper(idle=0.2)
    try:
        claim = wire(disk.claim())
        caller.call(method, *arguments(method, claim))
        for _ in range(3):
            whole_job(caller, "StartReadTest", claim, phase(milliseconds=400).wire(), 0, MIB)
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(1.0)  # five times as long as it stays without
        caller.call("ReleaseDevice")
        process.wait(20)
        assert process.returncode == 0
    finally:
        process.kill()
        process.wait(10)


@pytest.mark.deep
def test_another_partition_of_the_same_number_comes_during_the_prompt(
    helper: Process, agent: Agent, caller: Caller, partitioned: Partitioned
) -> None:
    part = f"{partitioned.path}p1"
    wait_for("the kernel has found it", Path(part).is_block_device)
    agent.answer = "wait"
    serial = caller.send("HoldDevice", wire(claim_device(part)), 0, 4 * MIB)
    prompt = agent.next_prompt()
    move_first(partitioned)
    before = partitioned.digest()
    agent.allow(prompt)
    with pytest.raises(RefusedError, match="DeviceChanged"):
        caller.reply(serial)
    assert partitioned.digest() == before
    assert children(helper.pid) == []


def told(path: str) -> InUse | None:
    """What the rest of the program reports, with or without UDisks2."""
    name = Path(path).name
    return in_use(BlockDevice(path=path, name=name, kind="loop"), Inventory(()))


def free(caller: Caller, path: str) -> bool:
    """Whether it may be written, as the helper and the rest of the program say."""
    try:
        caller.call("HoldDevice", wire(claim_device(path)), 0, MIB)
    except RefusedError as refused:
        assert refused.name == "DeviceBusy", refused
        assert path in refused.text
        answer = False
    else:
        answer = True
        caller.call("ReleaseDevice")
    assert answer is (told(path) is None)
    return answer


def test_what_a_loop_device_lies_on_is_in_use(
    helper: Process, agent: Agent, caller: Caller, disk: Disk
) -> None:
    """The kernel would let it be opened with O_EXCL, and what is mounted there be overwritten."""
    assert free(caller, disk.path)
    before = disk.digest()
    with looped(disk.path) as above:
        assert not free(caller, disk.path)
        assert not free(caller, above), "the other way round: the node below is somebody's"
        with looped(above) as higher:
            assert not free(caller, disk.path)
            assert not free(caller, higher)
    with looped(str(disk.file)) as twin:
        assert not free(caller, disk.path)
        assert not free(caller, twin)
    assert disk.digest() == before
    assert free(caller, disk.path)


def test_a_loop_device_on_a_partition(
    helper: Process, agent: Agent, caller: Caller, make_disk: Callable[..., Disk], tmp_path: Path
) -> None:
    disk = make_disk(8 * MIB)
    point = tmp_path / "point"
    point.mkdir()
    with in_two_parts(disk.path) as (first, second):
        with looped(first) as above:
            run("mkfs.ext4", "-q", above)
            run("mount", above, str(point))
            try:
                before = disk.digest()
                assert not free(caller, disk.path)
                assert not free(caller, first)
                assert disk.digest() == before
                assert free(caller, second)
            finally:
                unmount(point)
        with looped(disk.path, "--offset", "4096"):  # over all of the disk, and so over its parts
            assert not free(caller, first)
            assert not free(caller, second)


def test_a_loop_device_comes_while_the_device_is_held(
    helper: Process, agent: Agent, caller: Caller, disk: Disk
) -> None:
    """O_EXCL does not keep it away: the next test of the run is refused."""
    claim = wire(disk.claim())
    caller.call("HoldDevice", claim, 0, MIB)
    whole_job(caller, "StartWriteTest", claim, WRITES, 0, MIB)
    with looped(disk.path), pytest.raises(RefusedError, match="DeviceBusy"):
        caller.call("StartWriteTest", claim, WRITES, 0, MIB)
    whole_job(caller, "StartWriteTest", claim, WRITES, 0, MIB)


def test_an_image_on_a_file_system_of_the_disk(
    helper: Process, agent: Agent, caller: Caller, disk: Disk, tmp_path: Path
) -> None:
    """Even if that file system is no longer visible: a loop device keeps an unmounted one alive."""
    point = tmp_path / "point"
    point.mkdir()
    run("mkfs.ext4", "-q", disk.path)
    run("mount", disk.path, str(point))
    with ExitStack() as stack:
        try:
            (point / "image").write_bytes(bytes(MIB))
            stack.enter_context(looped(str(point / "image")))
        finally:
            run("umount", "--lazy", str(point))
        with pytest.raises(RefusedError, match="DeviceBusy"):
            caller.call("HoldDevice", wire(disk.claim()), 0, MIB)
    settle()
