# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""People's fio job files with the real fio: what is measured, what fio got, what is refused."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.system.measuring import MIB, Lab, names

from driveproof.domain.profile.profile_file import read_profile
from driveproof.domain.run.run import FINISHED
from driveproof.engine.run.profiles import read_job
from driveproof.fio.program import find_fio

JOB = """\
; Each test is over after a fraction of a second.
[global]
ioengine=libaio
size=16m
runtime=300ms
time_based
group_reporting
filename=/nowhere/at/all

[read]
rw=read
bs=256k
iodepth=4

[blocks]
stonewall
rw=randrw
rwmixread=60
bssplit=4k/50:64k/50
iodepth=4

[flushed]
stonewall
rw=randwrite
bs=8k
fsync=4
zero_buffers

[slow]
stonewall
rw=randread
rate_iops=200
numjobs=2
random_distribution=zipf:1.2
"""


OTHERWISE = {"name", "filename", "allow_file_create", "stonewall"}
"""What a file without a name needs, and what keeps the tests of a job file apart."""


@pytest.fixture
def target(tmp_path: Path) -> Path:
    folder = tmp_path / "a folder"
    folder.mkdir()
    return folder


def job_of(repeat: Any) -> dict[str, str]:
    """The options that fio says it had."""
    document = json.loads(repeat.fio_json)
    (job,) = document["jobs"]
    options = {**document.get("global options", {}), **job["job options"]}
    return {name: value for name, value in options.items() if name not in OTHERWISE}


def test_a_job_file_is_measured_and_kept(target: Path, lab: Lab) -> None:
    file = lab.folder / "database.fio"
    file.write_text(JOB, "utf-8")
    done = lab.driveproof("run", "--job", str(file), str(target), "--json")
    assert done.returncode == 0, done.stderr
    assert names(target) == []
    document = json.loads(done.stdout)
    assert (document["profile"], document["status"]) == ("database", "finished")
    assert any("filename" in note["text"] for note in document["notes"])
    run = lab.history().load(document["id"])
    options = {phase.title: job_of(phase.repeats[0]) for phase in run.phases}
    assert list(options) == ["read", "blocks", "flushed", "slow"]
    assert all("/proc/self/fd/" in " ".join(phase.command) for phase in run.phases)
    assert all("/nowhere" not in " ".join(phase.command) for phase in run.phases)
    assert options["blocks"]["bssplit"] == "4k/50:64k/50"
    assert "bs" not in options["blocks"]
    assert (options["flushed"]["fsync"], options["flushed"]["zero_buffers"]) == ("4", "1")
    assert options["slow"]["random_distribution"] == "zipf:1.2"
    work = {phase["title"]: phase["work"] for phase in document["phases"]}
    assert work["blocks"]["block_sizes"] == "bssplit=4k/50:64k/50"
    assert (work["flushed"]["fsync"], work["flushed"]["data"]) == (4, "zeros")
    assert work["slow"]["rate_iops"] == [200, 200, 0]


def test_the_last_fsync_counts_and_is_no_stall(target: Path, lab: Lab) -> None:
    file = lab.folder / "end.fio"
    file.write_text("[end]\nrw=write\nbs=1m\nsize=32m\nruntime=20\nend_fsync=1\n")
    run = lab.session(read_job(file), target).run()
    (phase,) = run.phases
    found = phase.repeats[0].directions["write"]
    assert (found.bytes, found.longest_stall) == (32 * MIB, 0.0)
    assert phase.work.end_fsync
    assert "stall" not in phase.repeats[0].disturbed


@pytest.mark.deep
def test_blocks_of_several_sizes_are_counted_by_their_bytes(target: Path, lab: Lab) -> None:
    file = lab.folder / "mix.fio"
    file.write_text(
        "[mix]\nrw=randread\nbssplit=4k/50:64k/50\nsize=16m\nruntime=300ms\ntime_based\ndirect=1\n"
    )
    run = lab.session(read_job(file), target).run()
    assert run.status == FINISHED
    (phase,) = run.phases
    found = phase.repeats[0].directions["read"]
    assert phase.block_size == 0
    assert found.ios
    assert found.bytes is not None
    assert 4096 < found.bytes / found.ios < 65536
    job = json.loads(phase.repeats[0].fio_json or "")["jobs"][0]["read"]
    assert (found.bytes, found.ios) == (job["io_bytes"], job["total_ios"])


@pytest.mark.deep
def test_a_read_without_time_ends_when_all_is_read(target: Path, lab: Lab) -> None:
    file = lab.folder / "whole.fio"
    file.write_text("[whole]\nrw=randread\nbs=64k\nsize=8m\ndirect=1\n")
    run = lab.session(read_job(file), target).run()
    found = run.phases[0].repeats[0].directions["read"]
    assert found.bytes == 8 * MIB
    assert any("runtime=" in str(note) for note in run.notes)


SHORT = """\
title = "Short"
question = "Does it run outside?"
size = "16 MiB"
repeats = 1
pause = 0
[[phase]]
name = "Blocks; of [one] size"
directions = ["read", "write", "mixed"]
pattern = "random"
block_size = "8 KiB"
queue_depth = 4
jobs = 2
warmup = 0
seconds = 0.5
limit = "4 MiB"
[[phase]]
name = "Sequential"
directions = ["read"]
pattern = "sequential"
block_size = "1 MiB"
queue_depth = 2
jobs = 2
warmup = 0
seconds = 0.5
"""


@pytest.mark.deep
def test_a_saved_profile_runs_outside_with_the_same_options(target: Path, lab: Lab) -> None:
    lab.command()
    own = lab.folder / ".config" / "driveproof" / "profiles" / "short.toml"
    own.write_text(SHORT)
    file = lab.folder / "short.fio"
    done = lab.driveproof("profiles", "short", "--job-file", str(file))
    assert done.returncode == 0, done.stderr
    fio = find_fio().path
    subprocess.run([fio, "--parse-only", str(file)], cwd=target, check=True)
    assert names(target) == []
    outside = subprocess.run(
        [fio, "--output-format=json", str(file)],
        cwd=target, capture_output=True, check=True, timeout=60,
    )  # fmt: skip
    assert names(target) == ["fio-test-file"]
    assert (target / "fio-test-file").stat().st_size == 16 * MIB
    (target / "fio-test-file").unlink()
    document = json.loads(outside.stdout)
    run = lab.session(read_profile(SHORT, "short", "short.toml"), target).run()
    assert len(document["jobs"]) == len(run.phases)
    for job, phase in zip(document["jobs"], run.phases, strict=True):
        assert job["error"] == 0
        options = {**document["global options"], **job["job options"]}
        outside_here = {name: value for name, value in options.items() if name not in OTHERWISE}
        assert outside_here == job_of(phase.repeats[0]), phase.name
        for direction in phase.directions:
            assert job[direction]["total_ios"] > 0


@pytest.mark.parametrize("option", ["exec_prerun", "exec_postrun", "read_iolog"])
def test_a_dangerous_file_runs_nothing(option: str, target: Path, lab: Lab) -> None:
    mark = target / "mark"
    value = f"touch {mark}" if option.startswith("exec") else mark
    file = lab.folder / "evil.fio"
    file.write_text(f"[a]\nsize=1m\nruntime=1\n{option}={value}\n")
    done = lab.driveproof("run", "--job", str(file), str(target))
    assert done.returncode == 2
    assert str(file) in done.stderr
    assert names(target) == []


def test_a_log_that_a_file_asks_for_is_not_written(target: Path, lab: Lab) -> None:
    """Driveproof keeps its own; fio never gets the option."""
    file = lab.folder / "logs.fio"
    file.write_text(f"[a]\nsize=1m\nruntime=1\nwrite_lat_log={target / 'mark'}\n")
    done = lab.driveproof("run", "--job", str(file), str(target))
    assert done.returncode == 0, done.stderr
    assert names(target) == []


def test_what_fio_itself_refuses_is_said_before_anything_is_written(target: Path, lab: Lab) -> None:
    file = lab.folder / "zipf.fio"
    file.write_text(f"{JOB}random_distribution=zipf:1.0\n")
    done = lab.driveproof("run", "--job", str(file), str(target))
    assert done.returncode == 2
    assert lab.history().heads() == []
    assert names(target) == []


@pytest.mark.parametrize("words", [["tiny", "--job", "x.fio"], []])
def test_a_profile_or_a_job_file(words: list[str], target: Path, lab: Lab) -> None:
    done = lab.driveproof("run", *words, str(target))
    assert done.returncode == 2
    assert "--job" in done.stderr


def test_a_file_that_cannot_be_read(target: Path, lab: Lab) -> None:
    done = lab.driveproof("run", "--job", str(target), str(target))
    assert done.returncode == 3
