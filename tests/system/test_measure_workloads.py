# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The loads of computers with the real fio, on drives with sectors of 512 and of 4096 bytes."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from tests.builders.exported import json_of
from tests.system.machine import run, unmount
from tests.system.measuring import MIB, Lab, free, mounted, names

from driveproof.domain.errors import MachineError, UsageError
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.run import CANCELLED, FINISHED, Companion, Role
from driveproof.engine.run import events
from driveproof.engine.run.profiles import Profiles
from driveproof.engine.run.session import Session
from driveproof.export.text.job_file import job_file_text
from driveproof.fio.command import LOG_JOB
from driveproof.importers.own_json import read_own

pytestmark = pytest.mark.root
NAMES = [
    one.name
    for one in Profiles().all()
    if one.name.startswith("workload-") or one.name == "vm-boot"
]
JOBS = [name for name in NAMES if Profiles().find(name).method != "whole-files"]
"""Those of which fio's job files can say all."""


TINY_DATABASE = """\
title = "Tiny database"
question = "Does it run?"
size = "16 MiB"
repeats = 1
pause = 0
[[phase]]
name = "Pages and log"
directions = ["mixed"]
pattern = "random"
block_size = "8 KiB"
queue_depth = 4
read_share = 70
log_block = "16 KiB"
warmup = 0
seconds = 0.5
limit = "16 MiB"
"""


def short(name: str) -> Profile:
    """The profile with a small file, once each and for a moment."""
    found = Profiles().find(name).customized(size=32 * MIB, repeats=1)
    phases = tuple(
        replace(
            phase,
            warmup=0.0,
            seconds=0.3,
            limit=None if phase.limit is None else 64 * MIB,
        )
        for phase in found.phases
    )
    return replace(found, phases=phases, pause=0.0)


@contextmanager
def sectors_of_4k(folder: Path) -> Iterator[Path]:
    """A file system on a drive that takes nothing smaller than 4 KiB."""
    point, image = folder / "mount", folder / "image"
    point.mkdir()
    with image.open("wb") as file:
        file.truncate(128 * MIB)
    device = run("losetup", "--find", "--show", "--sector-size", "4096", str(image)).strip()
    try:
        run("mkfs.ext4", "-q", device)
        run("mount", device, str(point))
        try:
            yield point
        finally:
            unmount(point)
    finally:
        run("losetup", "--detach", device)


@pytest.mark.deep
@pytest.mark.parametrize("name", NAMES)
def test_each_runs_in_a_folder(name: str, tmp_path: Path, lab: Lab) -> None:
    profile = short(name)
    with mounted("ext4", tmp_path) as (folder, _device):
        result = lab.session(profile, folder).run()
        lab.nothing_is_left(folder)
    assert result.status == FINISHED
    assert [found.title for found in result.phases] == [one.title for one in profile.phases]
    for found, phase in zip(result.phases, profile.phases, strict=True):
        (repeat,) = found.repeats
        assert set(repeat.directions) == set(phase.directions)
        assert found.work.block_sizes == phase.asked.block_sizes
        if phase.limit is not None:
            # fio ends after the request that reaches the limit, and one more of each queue.
            most = phase.limit * 1.3 + phase.block_size * phase.in_flight
            assert (repeat.directions["write"].bytes or 0) <= most
    assert lab.history().load(result.id).phases[0].work == result.phases[0].work


def test_the_log_has_figures_of_its_own(tmp_path: Path, lab: Lab) -> None:
    with mounted("ext4", tmp_path) as (folder, _device):
        result = lab.session(short("workload-database"), folder).run()
        lab.nothing_is_left(folder)
    kept = lab.history().load(result.id)
    (again,) = read_own([json.loads(json_of(kept))])
    beside = [phase for phase in result.phases if phase.work.log_block]
    assert [phase.block_size for phase in beside] == [8192, 16384]
    for found in (result, kept, again.made):
        for phase in found.phases:
            (repeat,) = phase.repeats
            log = bool(phase.work.log_block or phase.work.fsync)
            assert (repeat.commits is not None) == log
    for phase in beside:
        (repeat,) = phase.repeats
        pages, commits = repeat.directions["write"], repeat.commits
        assert commits is not None and commits.count > 0 and commits.latency.p50
        jobs = json.loads(repeat.fio_json or b"")["jobs"]
        written = {job["jobname"]: job["write"]["io_bytes"] for job in jobs}
        # The last record may have been written without time for its fsync.
        assert written[LOG_JOB] in {16384 * commits.count, 16384 * (commits.count + 1)}
        assert pages.bytes == sum(written.values()) - written[LOG_JOB]
        said = [note for note in result.notes if note.values.get("test") == phase.title]
        assert len(said) == 1
    assert kept.phases[-1].repeats[0].commits == result.phases[-1].repeats[0].commits


@contextmanager
def two_places(tmp_path: Path) -> Iterator[tuple[tuple[Path, str], tuple[Path, str]]]:
    """File systems for the pages and for the log, each with the loop device that it is on."""
    (tmp_path / "pages").mkdir()
    (tmp_path / "log").mkdir()
    with (
        mounted("ext4", tmp_path / "pages") as pages,
        mounted("ext4", tmp_path / "log") as log,
    ):
        yield pages, log


@pytest.mark.deep
def test_the_log_on_another_drive(tmp_path: Path, lab: Lab) -> None:
    profile = short("workload-database")
    with two_places(tmp_path) as ((folder, pages), (other, log)):
        before = [names(folder), names(other)]
        result = lab.session(profile, folder, beside=(str(other),)).run()
        lab.nothing_is_left(folder)
        lab.nothing_is_left(other)
        assert [names(folder), names(other)] == before
    assert result.status == FINISHED, result.error
    # Both files are written before the tests, and told in the bounds.
    filled = [event.total for event in lab.seen if isinstance(event, events.Preparing)]
    assert list(dict.fromkeys(filled)) == [32 * MIB, 4 * MIB]
    (started,) = (event for event in lab.seen if isinstance(event, events.Started))
    here = replace(started.profile, filesystem="")  # which writes something of its own
    assert here.bytes_written == (profile.bytes_written or 0) + 4 * MIB
    kept = lab.history().load(result.id)
    (again,) = read_own([json.loads(json_of(kept))])
    for run_ in (result, kept, again.made):
        assert run_.environment.log == Companion(str(other), log, None, None, Path(log).name)
        for phase in run_.phases:
            (repeat,) = phase.repeats
            members = {one.role: one for one in repeat.members}
            assert members[Role.TARGET].device == Path(pages).name
            assert members[Role.LOG].device == Path(log).name
            if repeat.commits is not None:
                assert members[Role.LOG].written_bytes >= 16384 * repeat.commits.count
            if phase.title == profile.phases[0].title:
                assert members[Role.TARGET].written_bytes < members[Role.LOG].written_bytes
            else:
                assert members[Role.TARGET].written_bytes > MIB
    alone = result.phases[0].repeats[0]
    assert (alone.directions["write"].bytes or 0) > 0 and alone.commits is not None
    beside = result.phases[2].repeats[0]
    assert beside.commits is not None and beside.commits.count > 0
    jobs = {job["jobname"]: job for job in json.loads(beside.fio_json or b"")["jobs"]}
    assert jobs[LOG_JOB]["error"] == 0
    assert any(note.values.get("folder") == str(other) for note in result.notes)


@pytest.mark.deep
def test_a_log_ends_its_repeat_at_its_limit(tmp_path: Path, lab: Lab) -> None:
    """It begins anew at the end of its file, and writes no more than was said before the run."""
    found = short("workload-database")
    slow = replace(found.phases[2].asked, rate_iops=(20, 20, 0))
    beside = replace(found.phases[2], seconds=120.0, limit=6 * MIB, asked=slow)
    with two_places(tmp_path) as ((folder, _pages), (other, _log)):
        profile = replace(found, phases=(beside,))
        result = lab.session(profile, folder, beside=(str(other),)).run()
    assert result.status == FINISHED, result.error
    (repeat,) = result.phases[0].repeats
    jobs = {job["jobname"]: job for job in json.loads(repeat.fio_json or b"")["jobs"]}
    written = jobs[LOG_JOB]["write"]["io_bytes"]
    assert 4 * MIB < written <= 6 * MIB  # the file has 4 MiB
    assert jobs[LOG_JOB]["job_runtime"] < 60_000


@pytest.mark.deep
def test_a_cancelled_run_leaves_nothing_on_either_drive(tmp_path: Path, lab: Lab) -> None:
    session: Session | None = None

    def cancel(event: events.Event) -> None:
        if isinstance(event, events.Measured) and session is not None:
            session.cancel()

    with two_places(tmp_path) as ((folder, _pages), (other, _log)):
        long = replace(short("workload-database"), repeats=50)
        session = lab.session(long, folder, beside=(str(other),), observer=cancel)
        assert session.run().status == CANCELLED
        for place in (folder, other):
            lab.nothing_is_left(place)


def test_what_is_no_second_drive_is_refused(tmp_path: Path, lab: Lab) -> None:
    profile = short("workload-database")
    with two_places(tmp_path) as ((folder, pages), (other, log)):
        (folder / "log").mkdir()
        for second, first in ((folder / "log", folder), (log, folder), (other, pages)):
            with pytest.raises(UsageError):
                lab.session(profile, first, beside=(str(second),)).run()
        with pytest.raises(UsageError):
            lab.session(short("workload-vm"), folder, beside=(str(other),)).run()
        with pytest.raises(MachineError):
            lab.session(profile, folder, beside=(str(other / "missing"),)).run()
        (other / "full").write_bytes(bytes(free(other) - 4 * MIB))
        with pytest.raises(MachineError):
            large = profile.customized(size=64 * MIB)
            lab.session(large, folder, beside=(str(other),)).run()
        lab.nothing_is_left(folder)
        lab.nothing_is_left(other)
    assert not any(isinstance(event, events.Preparing) for event in lab.seen)
    assert not lab.history().heads()


def test_the_command_writes_the_log_elsewhere(tmp_path: Path, lab: Lab) -> None:
    own = lab.folder / ".config" / "driveproof" / "profiles"
    own.mkdir(parents=True)
    (own / "tiny.toml").write_text(TINY_DATABASE, "utf-8")
    with two_places(tmp_path) as ((folder, _pages), (other, log)):
        words = ("run", "tiny", str(folder), "--log-target", str(other))
        done = lab.driveproof(*words, "--json")
        lab.nothing_is_left(folder)
        lab.nothing_is_left(other)
        refused = lab.driveproof(*words, "--against", str(other))
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert (document["log"]["path"], document["log"]["device"]) == (str(other), log)
    roles = [one["role"] for one in document["phases"][0]["repeats"][0]["members"]]
    assert "log" in roles
    assert refused.returncode == 2 and "--log-target" in refused.stderr


@pytest.mark.deep
@pytest.mark.parametrize("name", ["workload-fileserver", "workload-endurance"])
def test_small_blocks_are_raised_where_sectors_are_large(
    name: str, tmp_path: Path, lab: Lab
) -> None:
    with sectors_of_4k(tmp_path) as folder:
        result = lab.session(short(name), folder).run()
        lab.nothing_is_left(folder)
    assert result.status == FINISHED
    assert any("least" in note.values for note in result.notes)
    for found in result.phases:
        sizes = found.work.block_sizes or ""
        assert sizes.startswith("bssplit=4k/") and "512" not in sizes
        assert sizes in " ".join(found.command)


@pytest.mark.deep
@pytest.mark.parametrize("name", JOBS)
def test_its_job_file_runs_outside(name: str, tmp_path: Path) -> None:
    profile = short(name)
    file = tmp_path / "workload.fio"
    file.write_text(job_file_text(profile), "utf-8")
    with mounted("ext4", tmp_path) as (folder, _device):
        done = subprocess.run(
            ["fio", "--output-format=json+", str(file)],
            cwd=folder, capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr
    text = done.stdout[done.stdout.index("{") :]
    for job in json.loads(text)["jobs"]:
        assert job["error"] == 0
        assert job["read"]["total_ios"] + job["write"]["total_ios"] > 0
