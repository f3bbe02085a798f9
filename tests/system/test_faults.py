# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What ends a run in the middle: on folders by the table of faults, and for every kind of run."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.builders.deep import deep
from tests.system.faults import (
    Fault,
    Measuring,
    faults_of,
    happens,
    ready_for,
    short_and_long,
    short_is_kept,
)
from tests.system.measuring import (
    MIB,
    Lab,
    failing,
    fill,
    mounted,
    names,
    phase,
    profile,
    two_drives,
    wait_for,
)

from driveproof.domain.access import Direction
from driveproof.domain.cap import Cap
from driveproof.domain.errors import Advice, Remedy
from driveproof.domain.method import FILE_SIZES, LOAD_CURVE
from driveproof.domain.profile.load_curve import load_phases
from driveproof.domain.profile.profile import Profile, with_plan
from driveproof.domain.run.run import CANCELLED, CUT_SHORT, FAILED, Run
from driveproof.domain.run.work import Part
from driveproof.engine.run import events
from driveproof.fio.job_file import read_job_file
from driveproof.methods.caches.plan import Plan as CachesPlan
from driveproof.methods.everyday.plan import Plan as EverydayPlan
from driveproof.methods.everyday.plan import Test as EverydayTest
from driveproof.methods.file_sizes.plan import Plan as FileSizesPlan
from driveproof.methods.iops_at_latency.plan import Plan as IopsAtLatencyPlan
from driveproof.methods.mirror.plan import Plan as MirrorPlan
from driveproof.methods.multi_drive.plan import Plan as MultiDrivePlan
from driveproof.methods.sustained.plan import Plan as SustainedPlan

pytestmark = pytest.mark.root

SIZE = 32 * MIB
FREE_SPACE = Advice(Remedy.FREE_SPACE_OR_SMALLER_FILE)


def curve(direction: Direction = Direction.READ) -> Profile:
    """Six depths of a third of a second, or longer where something happens meanwhile."""
    phases = load_phases((1, 2, 4, 8, 16, 32), direction=direction, seconds=0.3, limit=None)
    return Profile(
        "small", "Small curve", "", phases, SIZE, repeats=2, pause=0.0, method=LOAD_CURVE
    )


def mixed() -> Profile:
    """From one job and from two."""
    tests = (
        phase("mixed", depth=8, limit=None, seconds=0.5),
        phase("mixed", depth=6, write_depth=2, limit=None, seconds=0.5),
    )
    return profile(*tests, size=SIZE, repeats=3)


def search() -> Profile:
    """Reads, writes and both under a cap that no depth misses: the doubling goes on to the end."""
    empty = Profile("small", "Small", "", (), SIZE, repeats=2, pause=0.0, method="iops-at-latency")
    made = with_plan(empty, IopsAtLatencyPlan(Cap("mean", 10.0), SIZE))
    return replace(made, phases=tuple(replace(p, seconds=0.3, limit=None) for p in made.phases))


def file_sizes() -> Profile:
    """Small records one after the other: each cell has time for something to happen meanwhile."""
    empty = Profile("small", "Small", "", (), 0, repeats=1, pause=0.0, method=FILE_SIZES)
    plan = FileSizesPlan(sizes=(SIZE,), records=(4096,), seconds=10.0, most=SIZE)
    return with_plan(empty, plan)


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


def sustained() -> Profile:
    """One long write."""
    plan = SustainedPlan(size=200 * MIB, seconds=30.0, pauses=(), rotational=False, settle=2.0)
    empty = Profile("sustained", "A write", "", (), 0, repeats=1, pause=0.0, method="sustained")
    return with_plan(empty, plan)


def everyday() -> Profile:
    """Files that are written anew each time."""
    tests = (EverydayTest("Many", 65536, 16 * MIB, 4, 4), EverydayTest("Large", MIB, SIZE))
    empty = Profile("small", "Small", "", (), 0, repeats=1, pause=0.0, method="everyday")
    made = with_plan(empty, EverydayPlan(tests, 5.0))
    return replace(made, phases=tuple(replace(one, limit=None) for one in made.phases))


def mirror() -> Profile:
    """One reader, several, and a copy."""
    empty = Profile("small", "Small", "", (), 0, repeats=1, pause=0.0, method="mirror")
    return with_plan(empty, MirrorPlan(SIZE, 0.5))


def caches() -> Profile:
    """The same blocks again and again."""
    empty = Profile("small", "Small", "", (), 0, repeats=1, pause=0.0, method="caches")
    return with_plan(empty, CachesPlan(SIZE, readings=3, seconds=20.0))


MADE: dict[str, Callable[[], Profile]] = {
    "caches": caches,
    "curve": curve,
    "mixed": mixed,
    "search": search,
    "file-sizes": file_sizes,
    "job": job,
    "mirror": mirror,
    "everyday": everyday,
    "sustained": sustained,
}
BEFORE = {"everyday": 1, "sustained": 0}
"""Repeats that have ended before the fault, where they are not two."""
QUICK = {"caches"}
"""Tests that may end before their first snapshot: it happens before the next one begins."""
WHERE = {"sustained": "xfs"}
"""The file system, where that of ext4 is too small."""


def after(
    count: int, do: Callable[[], object], when: type[events.Event] = events.Measured
) -> events.Observer:
    """Does something once so many repeats have ended and the next one has its first snapshots."""
    ended, done = [0], [False]

    def observe(event: events.Event) -> None:
        ended[0] += isinstance(event, events.RepeatEnded)
        if isinstance(event, when) and ended[0] >= count and not done[0]:
            done[0] = True
            do()

    return observe


def in_the_middle(name: str, do: Callable[[], object]) -> events.Observer:
    """Does something in the middle of a run of this kind."""
    return after(BEFORE.get(name, 2), do, events.RepeatEnded if name in QUICK else events.Measured)


def kept(lab: Lab, result: Run, *, repeats: int) -> None:
    """In the history are the repeats that ended before it, whole."""
    found = lab.history().load(result.id)
    assert (found.status, found.error) == (result.status, result.error)
    whole = [r for p in found.phases for r in p.repeats if CUT_SHORT not in r.disturbed]
    assert len(whole) >= repeats


# The folder of the table has the mixed test. Everyday writes fail when they are written back:
# test_measure_everyday.
@pytest.mark.deep
@pytest.mark.parametrize("name", [one for one in MADE if one not in {"mixed", "everyday"}])
def test_io_errors_in_the_middle(name: str, tmp_path: Path, lab: Lab) -> None:
    with failing(tmp_path) as (folder, fail):
        result = lab.session(MADE[name](), folder, observer=in_the_middle(name, fail)).run()
        assert lab.fios() == []
    assert result.status == FAILED
    assert result.error is not None and result.error.what.values["size"]
    kept(lab, result, repeats=BEFORE.get(name, 2))


@pytest.mark.deep
@pytest.mark.parametrize("name", ["search", "writes", "job"])
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
    assert result.error is not None and result.error.advice == FREE_SPACE
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
    assert result.error is not None and result.error.advice == FREE_SPACE


@pytest.mark.parametrize("name", ["everyday", *deep("file-sizes", "sustained")])
def test_a_disk_that_becomes_full_under_files_that_are_made_anew(
    name: str, tmp_path: Path, lab: Lab
) -> None:
    """Somebody takes the room that the earlier file has left, or that a file has not yet."""
    with mounted(WHERE.get(name, "ext4"), tmp_path) as (folder, _device):

        def observe(event: events.Event) -> None:
            if isinstance(event, events.RepeatStarted) and (
                name != "file-sizes" or event.phase.asked.sync
            ):
                fill(folder)

        result = lab.session(MADE[name](), folder, observer=observe).run()
        lab.nothing_is_left(folder)
    assert result.status == FAILED
    assert result.error is not None and result.error.advice == FREE_SPACE
    kept(lab, result, repeats=1 if name == "file-sizes" else 0)


@pytest.mark.deep
@pytest.mark.parametrize("name", MADE)
def test_a_cancel_in_the_middle_of_a_repeat(name: str, tmp_path: Path, lab: Lab) -> None:
    with mounted(WHERE.get(name, "ext4"), tmp_path) as (folder, _device):
        before = names(folder)
        stop = in_the_middle(name, lambda: session.cancel())  # noqa: PLW0108 - there is none yet
        session = lab.session(MADE[name](), folder, observer=stop)
        result = session.run()
        lab.nothing_is_left(folder)
        assert names(folder) == before
    assert result.status == CANCELLED and session.failure is None
    kept(lab, result, repeats=BEFORE.get(name, 2))


@pytest.mark.parametrize("name", ["job", *deep(*(one for one in MADE if one != "job"))])
def test_an_fio_that_is_killed(name: str, tmp_path: Path, lab: Lab) -> None:
    def observe(event: events.Event) -> None:
        if isinstance(event, events.RepeatStarted) and not killers:
            killers.append(threading.Thread(target=wait_for, args=("fio runs", lab.kill_fio)))
            killers[0].start()

    killers: list[threading.Thread] = []
    with mounted(WHERE.get(name, "ext4"), tmp_path) as (folder, _device):
        made = MADE[name]()
        long = replace(made, phases=tuple(replace(p, seconds=3.0) for p in made.phases))
        result = lab.session(long, folder, observer=observe).run()
        killers[0].join()
        lab.nothing_is_left(folder)
    assert result.status == FAILED
    assert result.error is not None and "fio" in result.error.what.values.values()


OWN = {
    "file-sizes": 'method = "file-sizes"\nsizes = ["32 MiB"]\nrecords = ["4 KiB"]\n',
    "curve": 'method = "load-curve"\ndepths = [1, 2, 4]\nsize = "16 MiB"\nrepeats = 2\n',
    "search": 'method = "iops-at-latency"\nsize = "16 MiB"\n',
}


@pytest.mark.deep
@pytest.mark.parametrize("name", OWN)
def test_a_program_that_is_killed(name: str, tmp_path: Path, lab: Lab) -> None:
    """fio ends with it, the test file goes, and the next start says how the run ended."""
    own = lab.folder / ".config" / "driveproof" / "profiles" / f"own-{name}.toml"
    lab.command()  # makes the folder
    own.write_text(f'title = "Own"\nquestion = "Does it end?"\n{OWN[name]}', "utf-8")
    with mounted("ext4", tmp_path) as (folder, _device):
        with lab.start("run", f"own-{name}", str(folder)) as process:
            # Its file is written: fio reads or writes it at random.
            wait_for("it measures", lambda: lab.measures(b"--rw=rand"), 60)
            process.send_signal(signal.SIGKILL)
            process.communicate(timeout=60)
        lab.nothing_is_left(folder)
    done = lab.driveproof("history", "--json")
    assert done.returncode == 0 and '"failed"' in done.stdout


class OnFolders(Measuring):
    """On a folder, or on two in turn; `fault_there` has the last of them be full or fail."""

    def __init__(
        self, lab: Lab, profile: str, folders: list[Path], fault_there: Callable[[], object]
    ) -> None:
        self._lab, self._folders, self._fault_there = lab, folders, fault_there
        lab.command()  # makes the folder of profiles
        own = lab.folder / ".config" / "driveproof" / "profiles" / "faults.toml"
        own.write_text(profile, "utf-8")

    def start(self) -> subprocess.Popen[str]:
        one, *other = map(str, self._folders)
        return self._lab.start("run", "faults", one, *(("--against", *other) if other else ()))

    def is_in_the_middle(self) -> bool:
        return self._lab.measures(b"--iodepth=4")

    def meet(self, fault: Fault) -> None:
        self._fault_there()

    def nothing_is_left(self, fault: Fault) -> None:
        wait_for("every fio has ended", lambda: not self._lab.fios())
        for folder in self._folders[:-1] if fault is Fault.EIO else self._folders:
            self._lab.nothing_is_left(folder)

    def say(self, *words: str) -> str:
        done = self._lab.driveproof(*words)
        assert done.returncode == 0, done.stderr
        return done.stdout


@faults_of("folder")
def test_a_folder(fault: Fault, tmp_path: Path, lab: Lab) -> None:
    with ready_for(fault, tmp_path) as (folder, there):
        place = OnFolders(lab, short_and_long("mixed"), [folder], there)
        (run,) = happens(fault, place)
    short_is_kept(fault, run)


@faults_of("two targets")
def test_two_targets(fault: Fault, tmp_path: Path, lab: Lab) -> None:
    """Where the second is full or fails, the first goes on to its end."""
    (tmp_path / "one").mkdir()
    (tmp_path / "other").mkdir()
    seconds = {Fault.EIO: 2.0, Fault.FULL: 15.0}.get(fault, 60.0)
    with (
        mounted("ext4", tmp_path / "one") as (one, _device),
        ready_for(fault, tmp_path / "other") as (other, there),
    ):
        place = OnFolders(lab, short_and_long("mixed", seconds=seconds), [one, other], there)
        runs = happens(fault, place)
    status = {run["target"]["path"]: run["status"] for run in runs}
    match fault:
        case Fault.CANCEL:
            assert status == {str(one): "cancelled", str(other): "cancelled"}
        case Fault.SIGKILL:
            assert status == {str(one): "failed", str(other): "failed"}
        case _:
            assert status == {str(one): "finished", str(other): "failed"}


@pytest.mark.parametrize("fault", ["I/O errors", *deep("cancel", "fio is killed")])
def test_two_drives_at_once(fault: str, tmp_path: Path, lab: Lab) -> None:
    """Each was measured alone, and the second fails while both are: what the first does counts."""
    do: dict[str, Callable[[], object]] = {
        "cancel": lambda: session.cancel(),  # noqa: PLW0108 - there is none yet
        "fio is killed": lambda: wait_for("fio runs", lab.kill_fio),
        "I/O errors": lambda: os.truncate(tmp_path / "other" / "image", MIB),
    }
    empty = Profile("small", "Small", "", (), 0, repeats=1, pause=0.0, method="multi-drive")
    with two_drives(tmp_path) as (folders, _devices):
        session = lab.session(
            with_plan(empty, MultiDrivePlan(16 * MIB, 2.0)),
            folders[0],
            beside=[str(folders[1])],
            observer=after(2, do[fault]),
        )
        result = session.run()
        assert lab.fios() == []
        for folder in folders[: 1 if fault == "I/O errors" else 2]:
            lab.nothing_is_left(folder)
    assert result.status == (CANCELLED if fault == "cancel" else FAILED)
    assert [phase.work.part for phase in result.phases][:2] == [Part.ALONE] * 2
    if fault == "I/O errors":
        assert [phase.work.drive for phase in result.phases if phase.work.part == Part.AT_ONCE] == [
            1
        ]
