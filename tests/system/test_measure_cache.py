# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs through the page cache on real file systems: the device's own counters show who answered."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from tests.builders.deep import deep
from tests.system.measuring import IN_MEMORY, MIB, Lab, mounted, phase, profile

from driveproof.domain.access import COLD, DIRECT, WARM
from driveproof.domain.errors import MachineError
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.run import FINISHED, IoPath, MemberStatistics, PhaseResult, Run

pytestmark = [pytest.mark.root, pytest.mark.usefixtures("page_cache")]

# Without a warm-up the first reading is from before fio's first I/O: the sums are exact.
READS = (
    phase("read", block=MIB, depth=8, warmup=0.0),
    phase("read", depth=4, warmup=0.0),
    phase("read", warmup=0.0),
)
WHOLE = 64 * MIB
"""Bytes of the test file."""
# Each block once, however long that takes.
WHOLE_READS = tuple(replace(one, once=True, limit=WHOLE, seconds=60.0) for one in READS)
# Of what fio read: the file system's own (xfs has read two blocks of 4 KiB), what udev looks up on
# a device that has just appeared, and a large folio (2 MiB) that the kernel let go.
FROM_DEVICE = 1 / 8


def reads(cache: str, phases: tuple[Phase, ...] = READS, **more: object) -> Profile:
    return profile(*phases, **{"cache": cache, "repeats": 2, "size": WHOLE, **more})


def on(device: str, found: PhaseResult) -> list[tuple[int, MemberStatistics]]:
    """For each repeat the bytes that fio counted, and what the device did."""
    name = device.removeprefix("/dev/")
    pairs = []
    for repeat in found.repeats:
        (member,) = (member for member in repeat.members if member.device == name)
        pairs.append((repeat.directions["read"].bytes, member))
    return pairs


def check(result: Run, cache: str) -> None:
    assert (result.status, result.error) == (FINISHED, None)
    assert result.cache == cache
    assert result.environment.io_path == IoPath.BUFFERED
    assert [found.name for found in result.phases] == [
        "SEQ1M Q1T1 read",
        "RND4K Q1T4 read",
        "RND4K Q1T1 read",
    ]
    assert {(p.cache, p.direct, p.engine) for p in result.phases} == {(cache, False, "psync")}
    assert cache in " ".join(map(str, result.notes))
    assert "refuses" not in " ".join(map(str, result.notes))


@pytest.mark.parametrize("kind", ["ext4", *deep("xfs")])
def test_warm_reads_do_not_reach_the_device(kind: str, tmp_path: Path, lab: Lab) -> None:
    with mounted(kind, tmp_path) as (point, device):
        result = lab.session(reads(WARM, WHOLE_READS), point).run()
    check(result, WARM)
    for found in result.phases:
        for own, member in on(device, found):
            print(f"{kind} {found.name}: fio {own}, device {member.read_bytes}")
            # Once the first of several threads has ended, nothing counts any more.
            assert own == WHOLE if found.jobs == 1 else 0 < own <= WHOLE
            assert member.read_bytes < FROM_DEVICE * WHOLE


@pytest.mark.parametrize("kind", ["ext4", *deep("xfs")])
def test_cold_reads_come_from_the_device(kind: str, tmp_path: Path, lab: Lab) -> None:
    with mounted(kind, tmp_path) as (point, device):
        result = lab.session(reads(COLD), point).run()
    check(result, COLD)
    quiet = 0
    for found in result.phases:
        for repeat, (own, member) in zip(found.repeats, on(device, found), strict=True):
            print(f"{kind} {found.name}: fio {own}, device {member.read_bytes}")
            assert 0 < own <= member.read_bytes
            assert own <= WHOLE  # each block once, also by four threads
            if member.read_bytes <= 1.05 * own:  # a busy machine ends one while it reads ahead
                quiet += 1
                assert "background I/O" not in repeat.disturbed
    assert quiet
    kept = lab.history().load(result.id)
    assert [p.cache for p in kept.phases] == [COLD] * 3


@pytest.mark.deep
def test_writes_and_a_queue_that_becomes_threads(tmp_path: Path, lab: Lab) -> None:
    """Repeat after repeat begins with nothing dirty, and cold reads follow."""
    tests = profile(phase("write", depth=8), phase("mixed"), phase("read"), cache=COLD, repeats=2)
    with mounted("ext4", tmp_path) as (point, _):
        result = lab.session(tests, point).run()
        lab.nothing_is_left(point)
    assert result.status == FINISHED
    assert result.phases[0].name == "RND4K Q1T8 write"
    assert {p.cache for p in result.phases} == {COLD}


@pytest.mark.deep
@pytest.mark.parametrize("kind", IN_MEMORY)
@pytest.mark.parametrize("cache", [DIRECT, COLD, WARM])
def test_memory_is_warm_whatever_was_asked(kind: str, cache: str, tmp_path: Path, lab: Lab) -> None:
    with mounted(kind, tmp_path) as (point, _):
        result = lab.session(profile(phase(), cache=cache), point).run()
    assert result.status == FINISHED
    assert result.environment.io_path == IoPath.MEMORY
    assert {p.cache for p in result.phases} == {WARM}
    assert ("was not cold" in " ".join(map(str, result.notes))) == (cache == COLD)


@pytest.mark.deep
@pytest.mark.parametrize("kind", ["btrfs", "ntfs-3g"])
@pytest.mark.parametrize("cache", [COLD, WARM])
def test_file_systems_with_ways_of_their_own(
    kind: str, cache: str, tmp_path: Path, lab: Lab
) -> None:
    """What is recorded is what was found; a cold read that was none is said to be none."""
    with mounted(kind, tmp_path) as (point, _):
        result = lab.session(reads(cache, repeats=1, size=16 * MIB), point).run()
        lab.nothing_is_left(point)
    assert result.status == FINISHED
    found = {p.cache for p in result.phases}
    print(f"{kind}, {cache}: {found}")
    assert found <= ({WARM} if cache == WARM else {COLD, WARM})
    assert ("was not cold" in " ".join(map(str, result.notes))) == (cache == COLD and WARM in found)


def test_direct_says_so(tmp_path: Path, lab: Lab) -> None:
    with mounted("ext4", tmp_path) as (point, _):
        result = lab.session(profile(phase()), point).run()
    (found,) = result.phases
    assert (found.cache, found.direct, result.title) == (DIRECT, True, "Small")
    assert not any(word.startswith("--invalidate") for word in found.command)


def test_the_journal_of_data_is_no_direct_io(tmp_path: Path, lab: Lab) -> None:
    with mounted("ext4", tmp_path, ("-o", "data=journal")) as (point, _):
        result = lab.session(profile(phase()), point).run()
    assert result.environment.io_path == IoPath.BUFFERED
    assert {p.cache for p in result.phases} <= {COLD, WARM}


def test_from_the_command_line(tmp_path: Path, lab: Lab) -> None:
    with mounted("ext4", tmp_path) as (point, _):
        done = lab.driveproof(
            "run", "tiny", str(point), "--cache", "cold", "--json", "--repeats", "2"
        )
        assert done.returncode == 0, done.stderr
        document = json.loads(done.stdout)
        assert {p["cache"] for p in document["phases"]} == {COLD}
        listed = lab.driveproof("history").stdout
        assert "tiny, cold cache" in listed
        done = lab.driveproof("show", "latest", "--details")
        done = lab.driveproof("run", "tiny", str(point), "--cache", "hot")
        assert done.returncode == 2
        assert "direct" in done.stderr


def test_a_file_too_large_to_be_warm_is_refused_before_it_is_written(
    tmp_path: Path, lab: Lab
) -> None:
    total = int(Path("/proc/meminfo").read_text("ascii").split()[1]) * 1024
    size = (total // MIB + 1) * MIB
    session = lab.session(profile(phase(), cache=WARM, size=size), tmp_path)
    # The disk may be too small for it as well: that is said first.
    with pytest.raises(MachineError):
        session.run()
    assert lab.history().heads() == []
