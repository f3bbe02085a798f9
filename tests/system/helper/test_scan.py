# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The position scan through the helper: where it reads, that it only reads, how it ends."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.system.helper.agent import Agent
from tests.system.helper.bench import Rig
from tests.system.helper.caller import MIB, Caller, Process, RefusedError, children, read_all, wire
from tests.system.helper.disks import Disk
from tests.system.helper.parts import read_sectors
from tests.system.machine import run, settle

from driveproof.fio.scan_log import Read, ScanStream
from driveproof.helper.scan import Scan, ScanKind, scan_arguments

pytestmark = [pytest.mark.root, pytest.mark.bus]

KIB = 1024
ZONES = Scan(ScanKind.ZONES, 13, 3, 64 * KIB, 2, 0, 624 * KIB, 0)
ACCESSES = Scan(ScanKind.ACCESSES, 100, 4, 4 * KIB, 1, 0, 0, 42)


def reads_of(data: bytes) -> list[Read]:
    """What was logged; the output must be fio's and complete."""
    found: list[Read] = []
    stream = ScanStream(found.extend)
    list(stream.feed(data))
    assert stream.final is not None
    assert stream.final.error == 0
    assert stream.messages == []
    assert stream.final.snapshot.get("read").issued == len(found)
    return found


def scanned(caller: Caller, disk: Disk, scan: Scan) -> list[Read]:
    path, output = caller.start("StartScan", wire(disk.claim()), scan.wire())
    found = reads_of(read_all(output))
    assert caller.finished(path) == (0, "", "")
    return found


@pytest.fixture(autouse=True)
def logs(rig: Rig) -> Path:
    """The folder of the logs, which must not exist: no earlier test has left a link."""
    assert not rig.scans.exists()
    return rig.scans


def test_zones_cover_the_device_from_begin_to_end(
    helper: Process, agent: Agent, caller: Caller, disk: Disk, logs: Path
) -> None:
    assert ZONES.first + 12 * ZONES.distance + ZONES.zone <= disk.size
    settle()
    before, counted = disk.digest(), read_sectors(disk)
    reads = scanned(caller, disk, ZONES)
    blocks = [zone * ZONES.distance + half for zone in range(13) for half in (0, 64 * KIB)]
    assert [read.offset for read in reads] == blocks
    assert {read.bytes for read in reads} == {64 * KIB}
    assert all(read.nanoseconds > 0 for read in reads)
    # Whoever looks at a new device to see what is on it reads a little as well.
    assert 0 <= (read_sectors(disk) - counted) * 512 - 26 * 64 * KIB < MIB
    assert disk.digest() == before
    assert [prompt.action.rpartition(".")[2] for prompt in agent.seen] == ["measure"]
    assert disk.path in agent.seen[0].message
    assert not logs.exists()


@pytest.mark.deep
@pytest.mark.parametrize("slices", [1, 5, 8])
def test_neighbouring_zones_fill_the_device(
    slices: int, helper: Process, agent: Agent, caller: Caller, disk: Disk
) -> None:
    whole = Scan(ScanKind.ZONES, 8, slices, MIB // 2, 2, 0, MIB, 0)
    reads = scanned(caller, disk, whole)
    assert [read.offset for read in reads] == list(range(0, 8 * MIB, MIB // 2))


@pytest.mark.deep
def test_accesses_are_those_of_the_seed(
    helper: Process, agent: Agent, caller: Caller, disk: Disk, tmp_path: Path
) -> None:
    reads = scanned(caller, disk, ACCESSES)
    offsets = [read.offset for read in reads]
    assert len(offsets) == 100
    assert all(0 <= offset < disk.size and offset % (4 * KIB) == 0 for offset in offsets)
    assert max(offsets) > disk.size * 0.9
    assert min(offsets) < disk.size * 0.1
    # A bare fio with the command that people are shown reads the same places.
    words = scan_arguments("fio", ACCESSES, disk.path, disk.size, str(tmp_path / "scan"))
    run(*words)
    log = (tmp_path / "scan_lat.log").read_text("ascii").splitlines()
    assert [int(line.split(", ")[4]) for line in log] == offsets
    again = [read.offset for read in scanned(caller, disk, ACCESSES)]
    assert again == offsets
    others = [read.offset for read in scanned(caller, disk, ACCESSES._replace(seed=43))]
    assert others != offsets


@pytest.mark.deep
@pytest.mark.parametrize(
    "changed",
    [
        {"total": 14},
        {"first": 8 * MIB},
        {"distance": 64 * KIB},
        {"distance": 2**63},
        {"slices": 14},
        {"blocks": 0},
        {"places": 2},
        {"block_size": 1000},
        {"block_size": 0},
    ],
)
def test_what_is_not_on_the_device_is_refused(
    changed: dict[str, int], helper: Process, agent: Agent, caller: Caller, disk: Disk, logs: Path
) -> None:
    scan = ZONES._replace(**changed)
    with pytest.raises(RefusedError, match="InvalidArgument"):
        caller.call("StartScan", wire(disk.claim()), scan.wire())
    assert agent.seen == []
    assert not logs.exists()


def test_its_fio_can_do_nothing_else(
    helper: Process, agent: Agent, caller: Caller, make_disk: Callable[..., Disk], logs: Path
) -> None:
    """A cancelled scan still reports what it has read."""
    disk = make_disk(64 * MIB)
    long = ACCESSES._replace(total=10_000, slices=50)
    path, output = caller.start("StartScan", wire(disk.claim()), long.wire())
    first = os.read(output, 65536)
    (pid,) = children(helper.pid)
    fio = Process(pid)
    for kind in ("CapEff", "CapPrm", "CapInh", "CapAmb"):
        assert int(fio.status(kind), 16) == 0, kind
    assert fio.status("NoNewPrivs") == "1"
    assert [each.lstat().st_mode & 0o7777 for each in (logs, *logs.iterdir())] == [0o700] * 2
    caller.call("Cancel", path)
    reads: list[Read] = []
    list(ScanStream(reads.extend).feed(first + read_all(output)))
    fio.wait_end()
    assert caller.finished(path)[1] == "Cancelled"
    assert 200 <= len(reads) < 10_000
    assert not logs.exists()
    fio.close()


def test_an_unreadable_place(helper: Process, agent: Agent, caller: Caller, disk: Disk) -> None:
    """A backing file that became shorter gives a real EIO."""
    os.truncate(disk.file, 3 * MIB)
    path, output = caller.start("StartScan", wire(disk.claim()), ZONES.wire())
    reads: list[Read] = []
    list(ScanStream(reads.extend).feed(read_all(output)))
    status, reason, words = caller.finished(path)
    assert (status != 0, reason) == (True, "")
    assert "Input/output error" in words
    assert reads
    assert all(read.offset + read.bytes <= 3 * MIB for read in reads)


def test_the_folder_has_to_be_roots(
    helper: Process, agent: Agent, caller: Caller, disk: Disk, logs: Path
) -> None:
    logs.mkdir(0o700)
    os.chown(logs, 65534, 65534)
    try:
        with pytest.raises(RefusedError, match="Failed"):
            caller.call("StartScan", wire(disk.claim()), ZONES.wire())
    finally:
        logs.rmdir()
