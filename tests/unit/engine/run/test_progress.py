# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Progress and remaining time: never backwards while things take as long as expected."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from driveproof.domain.access import COLD
from driveproof.domain.profile.estimate import ExpectationSource, Rates, expected_cost
from driveproof.domain.profile.phase import LAYOUT_RATE, Phase
from driveproof.domain.profile.profile import APART_SECONDS, FIO_OVERHEAD, Profile
from driveproof.domain.run.work import FileOperation
from driveproof.engine.run.profiles import Profiles
from driveproof.engine.run.progress import RunProgress

PHASE = Phase("Read", "read", "random", 4096, 1, warmup=0.5, seconds=2.0)
ONE = PHASE.warmup + PHASE.seconds + FIO_OVERHEAD


def profile(phases: int = 3, repeats: int = 2, size: int = 10 * LAYOUT_RATE) -> Profile:
    return Profile("p", "P", "?", (PHASE,) * phases, size, repeats=repeats, pause=1.0)


def test_before_anything() -> None:
    progress = RunProgress(profile())
    assert progress.remaining() == pytest.approx(profile().seconds)
    assert progress.share() == 0


def test_the_layout_s_real_speed_counts() -> None:
    progress = RunProgress(profile())
    progress.layout(0, 0.5)
    assert progress.remaining() == pytest.approx(profile().seconds - 0.5)
    progress.layout(5 * LAYOUT_RATE, 2.0)
    assert progress.remaining() == pytest.approx(profile().seconds - 10 + 2)
    progress.layout(10 * LAYOUT_RATE, 3.0)
    progress.layout_ended(3.0)
    assert progress.remaining() == pytest.approx(6 * ONE)


def test_a_pause_after_each_test_that_writes() -> None:
    """Each round has one, but after the last test of all nothing has to settle."""
    write = replace(PHASE, direction="write", limit=2**20)
    plan = replace(profile(size=0), phases=(PHASE, write))
    progress = RunProgress(plan)
    assert progress.remaining() == pytest.approx(4 * ONE + 1) == pytest.approx(plan.seconds)
    progress.repeat_ended(0, ONE)
    progress.repeat_ended(1, ONE)
    assert progress.remaining() == pytest.approx(2 * ONE + 1)
    assert progress.remaining(0) == pytest.approx(2 * ONE)  # the pause is over
    progress.repeat_ended(0, ONE)
    progress.repeat_ended(1, ONE)
    assert progress.remaining() == 0


def test_a_repeat_that_ends_with_its_bytes_tells_how_long_it_takes() -> None:
    """Of a drive that reaches a tenth of its link, long before the first repeat is late."""
    write = replace(PHASE, direction="write", limit=10**9, seconds=60.0, warmup=0.0)
    plan = replace(profile(repeats=1, size=0), phases=(write,) * 4, pause=0.0)
    whole = 4 * (10.0 + FIO_OVERHEAD)
    progress = RunProgress(plan, Rates(ExpectationSource.CLASS, ceiling=1e9))
    assert progress.remaining() > 2 * whole  # in the middle of 1 and 60 s
    for at in (1, 4, 9):
        assert progress.remaining(0, at, at * 10**8) + at == pytest.approx(whole)
    again = RunProgress(plan, known_rates(plan, 2e8))  # half as fast as before
    before = again.remaining()
    left = [again.remaining(0, at, round(1e8 * at)) + at for at in (0.1, 5.0, 9.9)]
    assert before == pytest.approx(left[0], rel=0.02) and left == sorted(left)
    assert left[-1] == pytest.approx(10 + 3 * 6.25 + 4 * FIO_OVERHEAD, rel=0.02)


def test_the_repeats_of_a_test_count_alike() -> None:
    """One that took long tells no more of the next one than the others do."""
    progress = RunProgress(profile(phases=1, repeats=4, size=0))
    for seconds in (2.0, 2.0, 5.0):
        progress.repeat_ended(0, seconds)
    assert progress.remaining() == pytest.approx(3.0)


def test_phase_by_phase_there_is_a_pause_between_two() -> None:
    plan = replace(profile(size=0), cache=COLD)
    assert RunProgress(plan).remaining() == pytest.approx(6 * ONE + 2)


def test_a_reading_s_real_time_counts_for_those_of_the_same_file() -> None:
    """A cache can only make them shorter; after what memory has served it is memory again."""
    plan = Profiles().find("caches")
    progress = RunProgress(plan)
    progress.layout_ended(1.0)
    progress.repeat_ended(0, 4.0)
    assert progress.remaining() == pytest.approx(7 * 4.0 + 7 * plan.pause)
    progress.repeat_ended(1, 5.0)
    assert progress.remaining() == pytest.approx(6 * 4.0 + 6 * plan.pause)


def test_what_memory_serves_does_not_wait_for_a_slow_drive() -> None:
    """The later readings through the page cache took half of what they may take at most."""
    plan = Profiles().find("caches").customized(seconds=60.0)
    progress = RunProgress(plan, Rates(ExpectationSource.CLASS, ceiling=3e9))
    progress.layout(plan.size, 1.0)
    progress.layout_ended(1.0)
    memory = 3 * (plan.size / 2e9 + FIO_OVERHEAD)
    drive = 5 * (20.0 + FIO_OVERHEAD)
    assert progress.remaining(0, 4.0, plan.size // 5) + 4.0 == pytest.approx(drive + memory, 0.05)
    progress.repeat_ended(0, 40.0, 39.0)  # longer than the middle of what it may take
    assert progress.remaining() == pytest.approx(4 * 39 + memory, rel=0.05)


def test_the_small_files_tell_what_its_large_ones_take() -> None:
    """A cell ends with its bytes, and starting fio takes the same each time."""
    plan = Profiles().find("file-sizes")
    rate, start = 200e6, 0.35

    def takes(phase: Phase) -> float:
        return min(phase.seconds, (phase.limit or 0) / rate)

    whole = sum(takes(phase) + start for phase in plan.phases) + plan.laid_out / rate
    progress, gone = RunProgress(plan), 0.0
    for place, phase in enumerate(plan.phases):
        if place and phase.operation is FileOperation.REWRITE != plan.phases[place - 1].operation:
            progress.layout(phase.extent, phase.extent / rate + start, phase.extent / rate)
            progress.layout_ended(phase.extent / rate + start)
            gone += phase.extent / rate + start
        progress.repeat_ended(place, takes(phase) + start, takes(phase))
        gone += takes(phase) + start
        if gone > 0.1 * whole:
            assert gone + progress.remaining() - plan.pauses == pytest.approx(whole, rel=0.1)
    assert gone > 0.9 * whole


def known_rates(plan: Profile, rate: float) -> Rates:
    """As after a run of the same profile on this drive."""
    return Rates(ExpectationSource.RUNS, {phase.name: rate for phase in plan.phases}, ceiling=rate)


@pytest.mark.parametrize("name", ["file-sizes", "mirror", "workload-vm", "everyday-writes"])
def test_it_begins_with_what_is_expected_of_the_run(name: str) -> None:
    """The figure that is shown before it, and not the most that it may take."""
    plan = Profiles().find(name).fixed()
    found = expected_cost(plan, rates := known_rates(plan, 3e8))
    assert found is not None and found.seconds < plan.seconds
    assert RunProgress(plan, rates).remaining() == pytest.approx(found.seconds)
    guess = expected_cost(plan, rates := Rates(ExpectationSource.CLASS, ceiling=5e8))
    assert guess is not None  # of a drive that is as fast as its link: it is that at most
    assert guess.seconds < RunProgress(plan, rates).remaining() < plan.seconds


def test_each_test_file_takes_a_start_of_fio() -> None:
    plan = Profiles().find("caches").customized(repeats=3)
    progress = RunProgress(plan, known_rates(plan, 1e9))
    before = progress.remaining()
    progress.layout(plan.size, 0.7 + FIO_OVERHEAD, 0.7)
    left = before - progress.remaining()
    assert left == pytest.approx(plan.size / 1e9 + FIO_OVERHEAD - 2 * (0.7 - plan.size / 1e9))
    progress.layout_ended(0.7 + FIO_OVERHEAD)
    assert before - progress.remaining() == pytest.approx(left)


def test_as_it_went_before_it_goes_again() -> None:
    """Small files, which take longer a byte, tell nothing of the large ones that were measured."""
    plan = Profiles().find("file-sizes")
    progress = RunProgress(plan, known_rates(plan, 3e8))
    before = progress.remaining()
    small = [place for place, phase in enumerate(plan.phases) if phase.extent == 4 * 2**20]
    for place in small:  # 4 MiB in 0.1 s, where 0.014 were expected
        progress.repeat_ended(place, 0.1 + FIO_OVERHEAD, 0.1)
    gone = len(small) * (0.1 + FIO_OVERHEAD) + len(small) * plan.pause
    assert gone + progress.remaining() == pytest.approx(before, rel=0.2)


def test_a_slower_day_shows_in_the_tests_that_were_not_begun() -> None:
    """Each takes half as long again as in the run before: the more are done, the more it counts."""
    writes = tuple(
        replace(PHASE, direction="write", limit=10**8, block_size=2**size) for size in range(12, 22)
    )
    plan = replace(profile(repeats=1, size=0), phases=writes, pause=0.0)
    progress = RunProgress(plan, known_rates(plan, 1e8))
    assert progress.remaining() == pytest.approx(10 * (1.0 + FIO_OVERHEAD))
    for index in range(5):
        progress.repeat_ended(index, 1.5 + FIO_OVERHEAD, 1.5)
    assert progress.remaining() == pytest.approx(5 * (1.25 + FIO_OVERHEAD))


def test_a_test_that_is_late_tells_that_the_others_will_be() -> None:
    """On a drive that is slower than its link, before its first test is over."""
    write = replace(PHASE, direction="write", limit=10**8)
    plan = replace(profile(repeats=1, size=0), phases=(write,) * 10, pause=0.0)
    progress = RunProgress(plan, Rates(ExpectationSource.CLASS, ceiling=1e9))
    early, begun, late = (progress.remaining(0, elapsed) for elapsed in (0.0, 0.05, 2.0))
    assert early < 10 * (1.6 + FIO_OVERHEAD)  # in the middle of 0.6 and 2.5 s
    assert begun == pytest.approx(early - 0.05)
    assert late == pytest.approx(10 * (2.0 + FIO_OVERHEAD) - 2.0)


def test_how_long_fio_takes_to_start_is_learnt() -> None:
    """The first start may be the slowest one."""
    progress = RunProgress(profile(phases=4, repeats=1, size=0))
    for index in range(3):
        progress.repeat_ended(index, 2.5 + 0.2, 2.5)
    assert 2.5 + 0.2 < progress.remaining() < 2.5 + 0.4


def test_a_repeat_s_real_time_counts_for_those_that_follow() -> None:
    progress = RunProgress(profile(phases=1, repeats=3, size=0))
    progress.repeat_ended(0, 10.0)
    assert progress.remaining() == pytest.approx(20.0)
    assert progress.share() == pytest.approx(1 / 3)
    assert progress.remaining(0, 4.0) == pytest.approx(16.0)
    assert progress.remaining(0, 400.0) == pytest.approx(10.0)


def test_the_end() -> None:
    progress = RunProgress(profile(phases=2, repeats=1))
    progress.layout_ended(1.0)
    progress.repeat_ended(0, ONE)
    progress.repeat_ended(1, ONE)
    assert progress.remaining() == 0
    assert progress.share() == 1


def test_everything_as_expected_runs_steadily() -> None:
    plan = profile()
    progress = RunProgress(plan)
    left, done = [progress.remaining()], [progress.share()]

    def look(index: int | None = None, elapsed: float = 0.0) -> None:
        left.append(progress.remaining(index, elapsed))
        done.append(progress.share(index, elapsed))

    for share in (0.25, 0.5, 0.75, 1.0):
        progress.layout(round(plan.size * share), 10 * share)
        look()
    progress.layout_ended(10.0)
    look()
    for index in range(3):
        for _ in range(2):
            for step in range(10):
                look(index, step * ONE / 10)
            progress.repeat_ended(index, ONE)
            look()
    assert all(later <= earlier + 1e-9 for earlier, later in pairwise(left))
    assert all(later >= earlier - 1e-9 for earlier, later in pairwise(done))
    assert (left[-1], done[-1]) == (0, 1)


@given(
    layout=st.lists(st.tuples(st.integers(0, 100), st.floats(0, 1e6)), max_size=5),
    repeats=st.lists(st.tuples(st.integers(0, 2), st.floats(0, 1e6)), max_size=6),
    inside=st.none() | st.tuples(st.integers(0, 2), st.floats(0, 1e6)),
)
def test_whatever_happens_progress_is_a_share_and_no_time_is_negative(
    layout: list[tuple[int, float]],
    repeats: list[tuple[int, float]],
    inside: tuple[int, float] | None,
) -> None:
    progress = RunProgress(profile(repeats=6))
    for done, elapsed in layout:
        progress.layout(done, elapsed)
    for index, elapsed in repeats:
        progress.repeat_ended(index, elapsed)
    assert 0 <= progress.share(*(inside or ())) <= 1
    assert progress.remaining(*(inside or ())) >= 0


def test_a_test_that_goes_on_takes_its_rounds_and_the_rests_before_them() -> None:
    plan = replace(profile(phases=2, repeats=3, size=0), max_repeats=6)
    progress = RunProgress(plan)
    progress.plan((3, 3))
    assert progress.remaining() == pytest.approx(6 * ONE)
    for number in range(6):
        progress.repeat_ended(number % 2, ONE)
    before = progress.share()
    progress.plan((2, 1))  # both once, then one of them
    rests = (APART_SECONDS - 2 * ONE) + (APART_SECONDS - ONE)
    assert progress.remaining() == pytest.approx(3 * ONE + rests)
    assert progress.share() >= before  # the bar stands still
    assert progress.remaining(0) == pytest.approx(
        3 * ONE + APART_SECONDS - ONE
    )  # it rested before that
    progress.repeat_ended(0, ONE)
    progress.plan((1, 1))
    assert progress.remaining(1) == pytest.approx(2 * ONE + APART_SECONDS - ONE)
    progress.repeat_ended(1, ONE)
    progress.plan((1, 0))
    assert progress.remaining() == pytest.approx(APART_SECONDS)
    assert progress.remaining(0) == pytest.approx(ONE)
    progress.repeat_ended(0, ONE)
    progress.plan((0, 0))
    assert progress.remaining() == 0
    assert progress.share() == 1
