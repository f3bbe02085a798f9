# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A load curve, a mixed load, a search under a cap, file sizes, a job file that end in the middle:
I/O errors, a full disk, a cancel, a killed fio, a killed program. What was measured is kept, and
nothing is left.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from tests.system.measuring import MIB, Lab, lab, mounted, names, phase, profile, wait_for
from tests.system.test_measure_ending import fill

from driveproof.domain.access import Direction
from driveproof.domain.cap import Cap
from driveproof.domain.profile.file_sizes import FileSizesPlan
from driveproof.domain.profile.iops_at_latency import IopsAtLatencyPlan, iops_at_latency
from driveproof.domain.profile.kind import FILE_SIZES, IOPS_AT_LATENCY, LOAD_CURVE
from driveproof.domain.profile.load_curve import load_phases
from driveproof.domain.profile.profile import Profile, file_sizes_profile
from driveproof.domain.run.run import CANCELLED, CUT_SHORT, FAILED, Run
from driveproof.engine.run import events
from driveproof.fio.job_file import read_job_file

__all__ = ["lab"]
pytestmark = pytest.mark.root

SIZE = 32 * MIB


def curve(direction: Direction = Direction.READ) -> Profile:
    """Six depths of a third of a second, or longer where something happens meanwhile."""
    phases = load_phases((1, 2, 4, 8, 16, 32), direction=direction, seconds=0.3, limit=None)
    return Profile("small", "Small curve", "", phases, SIZE, repeats=2, pause=0.0, kind=LOAD_CURVE)


def mixed() -> Profile:
    """From one job and from two."""
    tests = (
        phase("mixed", depth=8, limit=None, seconds=0.5),
        phase("mixed", depth=6, write_depth=2, limit=None, seconds=0.5),
    )
    return profile(*tests, size=SIZE, repeats=3)


def search() -> Profile:
    """Reads, writes and both under a cap that no depth misses: the doubling goes on to the end."""
    empty = Profile("small", "Small", "", (), SIZE, repeats=2, pause=0.0, kind=IOPS_AT_LATENCY)
    made = iops_at_latency(empty, IopsAtLatencyPlan(Cap("mean", 10.0), chosen=True))
    return replace(made, phases=tuple(replace(p, seconds=0.3, limit=None) for p in made.phases))


def file_sizes() -> Profile:
    """Small records one after the other: each cell has time for something to happen meanwhile."""
    empty = Profile("small", "Small", "", (), 0, repeats=1, pause=0.0, kind=FILE_SIZES)
    plan = FileSizesPlan(sizes=(SIZE,), records=(4096,), seconds=10.0, most=SIZE)
    return file_sizes_profile(empty, plan)


JOB = """\
[global]
direct=1
size=32m
[reads]
rw=randread
bs=4k
runtime=500ms
time_based
[writes]
stonewall
rw=randwrite
bs=4k
runtime=500ms
time_based
"""


def job() -> Profile:
    return replace(read_job_file(JOB, "small.fio"), repeats=2)


MADE: dict[str, Callable[[], Profile]] = {
    "curve": curve,
    "mixed": mixed,
    "search": search,
    "file-sizes": file_sizes,
    "job": job,
}


def after(count: int, do: Callable[[], object]) -> events.Observer:
    """Does something once so many repeats have ended and the next one has its first snapshots."""
    ended, done = [0], [False]

    def observe(event: events.Event) -> None:
        ended[0] += isinstance(event, events.RepeatEnded)
        if isinstance(event, events.Measured) and ended[0] >= count and not done[0]:
            done[0] = True
            do()

    return observe


def kept(lab: Lab, result: Run, *, repeats: int) -> None:
    """In the history are the repeats that ended before it, whole."""
    found = lab.history().load(result.id)
    assert (found.status, found.error) == (result.status, result.error)
    whole = [r for p in found.phases for r in p.repeats if CUT_SHORT not in r.disturbed]
    assert len(whole) >= repeats


@contextmanager
def failing(folder: Path) -> Iterator[tuple[Path, Callable[[], None]]]:
    """A file system, and a way to have its drive answer with EIO: a loop device does where its file
    has ended.
    """
    image = folder / "image"
    with mounted("xfs", folder) as (point, _device):
        size = image.stat().st_size
        try:
            yield point, lambda: os.truncate(image, MIB)
        finally:
            os.truncate(image, size)  # or nothing could be unmounted


@pytest.mark.parametrize("name", MADE)
def test_io_errors_in_the_middle(name: str, tmp_path: Path, lab: Lab) -> None:
    with failing(tmp_path) as (folder, fail):
        result = lab.session(MADE[name](), folder, observer=after(2, fail)).run()
        assert lab.fios() == []
    assert result.status == FAILED
    assert "I/O error" in str(result.error)
    kept(lab, result, repeats=2)


@pytest.mark.parametrize("name", ["mixed", "search", "writes", "job"])
def test_a_disk_that_becomes_full_in_the_middle(name: str, tmp_path: Path, lab: Lab) -> None:
    """btrfs writes what changes to a new place: it needs room although the file is there."""
    made = curve(Direction.WRITE) if name == "writes" else MADE[name]()
    with mounted("btrfs", tmp_path) as (folder, _device):
        full = after(1, lambda: fill(folder))
        long = tuple(replace(one, seconds=8.0) if one.writes else one for one in made.phases)
        first = replace(long[0], seconds=0.3)
        session = lab.session(replace(made, phases=(first, *long[1:])), folder, observer=full)
        result = session.run()
        lab.nothing_is_left(folder)
    assert result.status == FAILED
    assert "became full" in str(result.error)
    kept(lab, result, repeats=1)


def test_a_disk_that_becomes_full_under_the_file_of_a_curve(tmp_path: Path, lab: Lab) -> None:
    """It only reads: what it needs is written before."""
    with mounted("ext4", tmp_path) as (folder, _device):
        filled: list[bool] = []

        def observe(event: events.Event) -> None:
            if isinstance(event, events.Preparing) and not filled:
                filled.append(True)
                fill(folder)

        result = lab.session(curve(), folder, observer=observe).run()
        lab.nothing_is_left(folder)
    assert result.status == FAILED and result.phases == ()
    assert str(result.error).startswith("The disk became full in the middle of the test.")


def test_a_disk_that_becomes_full_under_file_sizes(tmp_path: Path, lab: Lab) -> None:
    """Its later files are made anew: somebody takes the room that the earlier one has left."""
    with mounted("ext4", tmp_path) as (folder, _device):

        def observe(event: events.Event) -> None:
            if isinstance(event, events.RepeatStarted) and event.phase.sync:
                fill(folder)

        result = lab.session(file_sizes(), folder, observer=observe).run()
        lab.nothing_is_left(folder)
    assert result.status == FAILED
    assert "became full" in str(result.error)
    kept(lab, result, repeats=1)


@pytest.mark.parametrize("name", MADE)
def test_a_cancel_in_the_middle_of_a_repeat(name: str, tmp_path: Path, lab: Lab) -> None:
    with mounted("ext4", tmp_path) as (folder, _device):
        before = names(folder)
        stop = after(2, lambda: session.cancel())  # noqa: PLW0108 - there is none yet
        session = lab.session(MADE[name](), folder, observer=stop)
        result = session.run()
        lab.nothing_is_left(folder)
        assert names(folder) == before
    assert result.status == CANCELLED and session.failure is None
    kept(lab, result, repeats=2)


@pytest.mark.parametrize("name", MADE)
def test_an_fio_that_is_killed(name: str, tmp_path: Path, lab: Lab) -> None:
    def kill() -> None:
        wait_for("fio runs", lab.kill_fio)

    with mounted("ext4", tmp_path) as (folder, _device):
        made = MADE[name]()
        long = replace(made, phases=tuple(replace(p, seconds=3.0) for p in made.phases))
        result = lab.session(long, folder, observer=after(0, kill)).run()
        lab.nothing_is_left(folder)
    assert result.status == FAILED
    assert "killed (signal 9)" in str(result.error)


OWN = {
    "file-sizes": 'kind = "file-sizes"\nsizes = ["32 MiB"]\nrecords = ["4 KiB"]\n',
    "curve": 'kind = "load-curve"\ndepths = [1, 2, 4]\nsize = "16 MiB"\nrepeats = 2\n',
    "search": 'kind = "iops-at-latency"\nsize = "16 MiB"\n',
    "mixed": """\
size = "16 MiB"
repeats = 3
pause = 0
[[phase]]
name = "Both"
directions = ["mixed"]
pattern = "random"
block_size = "4 KiB"
queue_depth = 6
write_depth = 2
seconds = 5
""",
}


@pytest.mark.parametrize("name", OWN)
def test_a_program_that_is_killed(name: str, tmp_path: Path, lab: Lab) -> None:
    """fio ends with it, the test file goes, and the next start says how the run ended."""
    own = lab.folder / ".config" / "driveproof" / "profiles" / f"own-{name}.toml"
    lab.command()  # makes the folder
    own.write_text(f'title = "Own"\nquestion = "Does it end?"\n{OWN[name]}', "utf-8")
    with mounted("ext4", tmp_path) as (folder, _device):
        with lab.start("run", f"own-{name}", str(folder)) as process:
            # Its file is written: fio reads or writes it at random.
            wait_for("it measures", lambda: measures(lab), 60)
            process.send_signal(signal.SIGKILL)
            process.communicate(timeout=60)
        lab.nothing_is_left(folder)
    done = lab.driveproof("history", "--json")
    assert done.returncode == 0 and '"failed"' in done.stdout


def measures(lab: Lab) -> bool:
    """Whether a fio works at random."""
    for pid in lab.fios():
        try:
            words = Path(f"/proc/{pid}/cmdline").read_bytes()
        except OSError:
            continue
        if b"--rw=rand" in words:
            return True
    return False
