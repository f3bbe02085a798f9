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
from tests.system.conftest import run, unmount
from tests.system.measuring import MIB, Lab, lab, mounted

from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.whole_files import WholeFilesPlan
from driveproof.domain.run.run import FINISHED
from driveproof.engine.run.profiles import Profiles
from driveproof.export.json.run import run_json
from driveproof.export.text.job_file import job_file_text
from driveproof.fio.command import LOG_JOB
from driveproof.importers.own_json import read_own

__all__ = ["lab"]
pytestmark = pytest.mark.root
NAMES = [
    one.name
    for one in Profiles().all()
    # A recording has one size; test_measure_real_life.py replays it.
    if one.name.startswith("workload-") and one.name != "workload-desktop"
]
JOBS = [name for name in NAMES if not isinstance(Profiles().find(name).plan, WholeFilesPlan)]
"""Those of which fio's job files can say all."""


def short(name: str) -> Profile:
    """The profile with a small file, once each and for a moment."""
    found = Profiles().find(name).customized(size=32 * MIB, repeats=1)
    phases = tuple(
        replace(
            phase,
            warmup=0.0,
            seconds=0.3,
            limit=None if phase.limit is None else 64 * MIB,
            fast_limit=None,
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
    (again,) = read_own([json.loads(run_json(kept))])
    beside = [phase for phase in result.phases if phase.work.log_block]
    assert [phase.title for phase in beside] == ["8 KiB pages and log", "16 KiB pages and log"]
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
        assert len(said) == 1 and "commits a second" in said[0].key
    assert kept.phases[-1].repeats[0].commits == result.phases[-1].repeats[0].commits


@pytest.mark.parametrize("name", ["workload-fileserver", "workload-endurance"])
def test_small_blocks_are_raised_where_sectors_are_large(
    name: str, tmp_path: Path, lab: Lab
) -> None:
    with sectors_of_4k(tmp_path) as folder:
        result = lab.session(short(name), folder).run()
        lab.nothing_is_left(folder)
    assert result.status == FINISHED
    assert any("no direct I/O in blocks below" in note.key for note in result.notes)
    for found in result.phases:
        sizes = found.work.block_sizes or ""
        assert sizes.startswith("bssplit=4k/") and "512" not in sizes
        assert sizes in " ".join(found.command)


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
