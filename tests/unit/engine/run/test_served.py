# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The child that serves whole files: what it prints is read as fio's output is."""

from __future__ import annotations

import json
import subprocess
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from driveproof.domain.access import Direction
from driveproof.domain.profile.profile import Profile, with_plan
from driveproof.domain.profile.whole_files import Serving
from driveproof.domain.run.histogram import EDGES, bin_index
from driveproof.engine.run.profiles import Profiles
from driveproof.engine.run.statistics import miscounted
from driveproof.engine.run.task_process import task_command
from driveproof.engine.run.tasks.served import LEAST, MOST, ServeSettings, _middle, paths, recorded
from driveproof.fio.stream import FioReport, Stream
from driveproof.methods.whole_files.plan import Plan


def reports(setting: ServeSettings, status: int = 0) -> list[FioReport]:
    command = task_command("served", json.dumps(asdict(setting)))
    done = subprocess.run(command, capture_output=True, check=False)
    assert done.returncode == status, done.stderr
    stream = Stream()
    found = [*stream.feed(done.stdout), *stream.close()]
    assert stream.messages == []
    assert stream.final is not None
    return [*found, stream.final]


@pytest.fixture
def made(tmp_path: Path) -> ServeSettings:
    setting = ServeSettings("make", str(tmp_path), files=120, size=2**21)
    last = reports(setting)[-1]
    assert last.snapshot.get(Direction.WRITE).bytes == setting.size
    assert all(LEAST <= path.stat().st_size <= MOST for path in paths(setting))
    return replace(setting, threads=4, seconds=0.5)


@pytest.mark.parametrize(("work", "cold"), [("web", True), ("web", False), ("mail", False)])
def test_what_it_prints_adds_up(made: ServeSettings, work: str, cold: bool) -> None:
    *_before, last = reports(replace(made, work=work, cold=cold))
    profile = with_plan(
        Profile("w", "W", "", (), 0, method="whole-files"),
        Plan(Serving(work), 2**22, threads=4, seconds=0.5),
    )
    assert miscounted(last.snapshot, profile.phases[0]) is None
    reads, writes = (last.snapshot.get(way) for way in (Direction.READ, Direction.WRITE))
    assert reads.ios > 0
    assert writes.ios > 0
    assert writes.bytes == 16384 * writes.ios
    assert 0 < reads.latency_sum / reads.ios <= reads.latency_max
    if work == "web":
        assert reads.ios / writes.ios == pytest.approx(10, rel=0.2)


def test_it_ends_with_its_bytes(made: ServeSettings) -> None:
    last = reports(replace(made, work="mail", seconds=60.0, limit=2**18))[-1]
    assert last.snapshot.seconds < 50
    assert last.snapshot.get(Direction.WRITE).bytes == 2**18


def test_a_start_reads_each_place_of_its_file_once() -> None:
    end = 0
    for at, size in sorted(recorded()):
        assert at == end
        assert 0 < size <= 2**19
        end += size
    size = Profiles().find("app-start").size
    assert end <= size < end + 2**20


@pytest.mark.parametrize("missing", [0, 2**20])
def test_a_start_is_replayed_to_its_end(tmp_path: Path, missing: int) -> None:
    setting = ServeSettings("make", str(tmp_path), files=1, size=93 * 2**20 - missing)
    made = reports(setting)[-1].snapshot.get(Direction.WRITE)
    (path,) = paths(setting)
    assert path.stat().st_size == made.bytes == setting.size
    again = replace(setting, work="desktop", cold=True, seconds=60.0)
    last = reports(again, status=int(missing > 0))[-1]
    reads = last.snapshot.get(Direction.READ)
    assert last.error == (5 if missing else 0)  # EIO: the file is too short
    assert (reads.ios == len(recorded())) is (not missing)
    assert not last.snapshot.get(Direction.WRITE).ios


def test_a_failed_call_is_in_its_report(made: ServeSettings) -> None:
    paths(made)[0].unlink()
    paths(made)[0].mkdir()  # neither to be read nor to be unlinked
    last = reports(replace(made, work="web", threads=1, seconds=20.0, files=1, cold=True), 1)[-1]
    assert last.error == 21  # EISDIR


def test_its_bins_are_those_of_fio() -> None:
    for nanoseconds in (0, 5, 127, 128, 12_345, 3_456_789, 10**10):
        bin_ = bin_index(nanoseconds)
        assert bin_index(_middle(nanoseconds)) == bin_
        assert EDGES[bin_] <= _middle(nanoseconds) * 1e-9 * 1.0001


def test_the_log_of_a_web_server_stays_in_the_room_that_was_checked(made: ServeSettings) -> None:
    log = Path(made.folder) / "log"
    log.write_bytes(bytes(made.size))
    last = reports(replace(made, work="web", seconds=60.0, limit=2**18))[-1]
    assert last.snapshot.get(Direction.WRITE).bytes == 2**18
    # The last line of all may have been the one that ended a log.
    assert not log.exists() or log.stat().st_size < made.size // 8
