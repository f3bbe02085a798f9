# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How the choice of page cache changes a profile, its commands and its texts."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.builders.exported import run_values, table_of

from driveproof.domain.access import CACHES, COLD, DIRECT, WARM
from driveproof.domain.notes import NoteKind
from driveproof.domain.profile.phase import LAYOUT_RATE, MOST_THREADS, Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.quantity import Seconds
from driveproof.domain.run.run import PhaseResult, Run, RunHead
from driveproof.engine.run.device import reading_only
from driveproof.engine.run.findings import findings
from driveproof.export.csv.run import run_csv
from driveproof.export.text.lists import history_table
from driveproof.fio.command import FioTarget, prepare

MIB = 2**20
GIB = 2**30


def pair(title: str, pattern: str, block: int, depth: int, jobs: int = 1) -> tuple[Phase, ...]:
    return tuple(
        Phase(title, direction, pattern, block, depth, jobs, limit=2 * GIB)
        for direction in ("read", "write")
    )


QUICK = Profile(
    "quick",
    "Quick benchmark",
    "How fast?",
    (
        *pair("A", "sequential", MIB, 8),
        *pair("B", "sequential", MIB, 1),
        *pair("C", "random", 4096, 32),
        *pair("D", "random", 4096, 1),
    ),
    GIB,
    repeats=3,
)


def test_direct_changes_nothing() -> None:
    assert QUICK.customized(cache=DIRECT) == QUICK.through_cache() == QUICK


@pytest.mark.parametrize("cache", [COLD, WARM])
def test_queues_become_threads_and_what_is_the_same_is_done_once(cache: str) -> None:
    changed = QUICK.customized(cache=cache)
    assert [phase.name for phase in changed.phases] == [
        "SEQ1M Q1T1 read",
        "SEQ1M Q1T1 write",
        "RND4K Q1T32 read",
        "RND4K Q1T32 write",
        "RND4K Q1T1 read",
        "RND4K Q1T1 write",
    ]
    assert {phase.engine for phase in changed.phases} == {"psync"}
    assert changed.customized(repeats=3) == changed
    assert {phase.once for phase in changed.phases if phase.writes} == {False}
    assert {phase.once for phase in changed.phases if not phase.writes} == {cache == COLD}
    assert {p.limit for p in changed.phases if not p.writes} == {GIB if cache == COLD else 2 * GIB}


@given(
    cache=st.sampled_from([COLD, WARM]),
    pattern=st.sampled_from(["sequential", "random"]),
    direction=st.sampled_from(["read", "write", "mixed"]),
    block=st.sampled_from([512, 4096, MIB, 64 * MIB]),
    depth=st.integers(1, 1024),
    jobs=st.integers(1, 64),
    size=st.integers(1, 256).map(lambda n: n * MIB),
)
def test_any_phase_stays_one_that_fio_can_run(
    cache: str, pattern: str, direction: str, block: int, depth: int, jobs: int, size: int
) -> None:
    block = min(block, MIB * max(1, size // MIB // jobs)) if block > MIB else block
    if block * jobs > size:
        jobs = max(1, size // block)
    phase = Phase("T", direction, pattern, block, depth, jobs, limit=GIB)
    (changed,) = Profile("p", "P", "?", (phase,), size, cache=cache).through_cache().phases
    assert changed.queue_depth == 1
    assert changed.engine == "psync"
    assert 1 <= changed.jobs <= max(MOST_THREADS, jobs)
    assert changed.block_size * changed.jobs <= size
    words = prepare(changed, FioTarget("/proc/self/fd/7", size, direct=False, invalidate=False))
    found = dict(word.removeprefix("--").split("=", 1) for word in words[1:])
    assert int(found["size"]) >= block
    assert int(found["size"]) * (changed.jobs if "offset_increment" in found else 1) <= size


def test_the_bound_of_time_has_what_is_written_later_and_read_before() -> None:
    direct, cold, warm = (QUICK.customized(cache=cache) for cache in CACHES)
    same = replace(direct, phases=cold.phases)
    later = 3 * 3 * 2 * GIB / LAYOUT_RATE
    # Direct tests go in rounds, with a pause after each that writes.
    assert cold.seconds - cold.pauses == pytest.approx(same.seconds - same.pauses + later)
    assert warm.seconds == pytest.approx(cold.seconds + GIB / LAYOUT_RATE)
    assert cold.bytes_written == warm.bytes_written == GIB + 3 * 3 * 2 * GIB


def options(phase: Phase, invalidate: bool | None, direct: bool = False) -> dict[str, str]:
    place = FioTarget("/proc/self/fd/7", 64 * MIB, direct, invalidate)
    return dict(word.removeprefix("--").split("=", 1) for word in prepare(phase, place)[1:])


def test_a_cold_read_takes_each_block_once() -> None:
    cold = replace(QUICK, size=64 * MIB).customized(cache=COLD)
    sequential, threads = options(cold.phases[0], True), options(cold.phases[2], True)
    for found in (sequential, threads):
        assert (found["direct"], found["invalidate"], found["ioengine"]) == ("0", "1", "psync")
        assert "time_based" not in found
        assert "norandommap" not in found
        assert found["runtime"] == "2500ms"
    assert (sequential["size"], sequential["numjobs"]) == (str(64 * MIB), "1")
    assert (threads["rw"], threads["numjobs"]) == ("randread", "32")
    assert threads["size"] == threads["offset_increment"] == str(2 * MIB)


def test_a_warm_read_goes_on_for_its_time_and_fio_leaves_the_cache_alone() -> None:
    warm = replace(QUICK, size=64 * MIB).customized(cache=WARM)
    found = options(warm.phases[2], False)
    assert (found["direct"], found["invalidate"], found["time_based"]) == ("0", "0", "1")
    assert (found["size"], found["norandommap"]) == (str(64 * MIB), "1")
    assert "offset_increment" not in found
    written = options(warm.phases[3], False)
    assert written["io_size"] == str(2 * GIB // 32)


def test_the_helper_reads_a_device_for_its_seconds() -> None:
    assert not any(phase.once for phase in reading_only(QUICK.customized(cache=COLD)).phases)


def test_it_stands_beside_every_result(make_run: Callable[..., Run]) -> None:
    run = make_run()
    cold = tuple(replace(phase, direct=False, cache=COLD) for phase in run.phases)
    run = replace(run, phases=cold, cache=COLD)
    assert table_of(run).startswith("Quick benchmark, cold cache")
    assert {row["cache"] for row in csv.DictReader(run_csv(run).splitlines())} == {"cold"}
    found = run_values(run)
    assert {found["cache"], *(phase["cache"] for phase in found["phases"])} == {"cold"}
    head = RunHead(
        run.id, "quick", run.title, run.status, run.started, 1.0, "", "/", None, None, None, None,
        None, cache=COLD,
    )  # fmt: skip
    assert "quick, cold cache" in history_table([head])
    assert "cache" not in history_table([head._replace(cache=DIRECT)])


def result(phase: Phase, cache: str, make_run: Callable[..., Run], **changed: float) -> PhaseResult:
    first = make_run().phases[4]
    repeats = tuple(
        replace(r, directions={"read": replace(r.directions["write"], **changed)})
        for r in first.repeats
    )
    return replace(first, name=phase.name, direction="read", cache=cache, repeats=repeats)


def test_what_was_not_as_it_was_asked_for_is_said(make_run: Callable[..., Run]) -> None:
    cold = QUICK.customized(cache=COLD)
    phase = cold.phases[0]
    assert findings(cold, [result(phase, COLD, make_run, seconds=2.0)]) == ()
    (warm,) = findings(cold, [result(phase, WARM, make_run, seconds=2.0)])
    assert (set(warm.values), warm.kind) == ({"test"}, NoteKind.DOUBT)
    (ended,) = findings(cold, [result(phase, COLD, make_run, seconds=0.2)])
    assert ended.values["seconds"] == Seconds(0.2, precise=True)
