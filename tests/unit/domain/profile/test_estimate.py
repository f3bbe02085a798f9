# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The expected time and bytes of a run: from earlier runs, the link or the kind of drive, in
bounds.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.builders.profile_head import head

from driveproof.domain.drive.speed_class import SpeedClass
from driveproof.domain.profile.estimate import (
    ExpectationSource,
    Rates,
    expected_cost,
    mean_block,
    rates_of,
)
from driveproof.domain.profile.for_device import TargetUse
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import FIO_OVERHEAD, Profile
from driveproof.domain.profile_cost import at_most, cost_of, profile_facts, written_bound
from driveproof.domain.run.work import IoOptions
from driveproof.engine.run.profiles import Profiles
from driveproof.export.json import values_of
from driveproof.export.json.profiles import profiles_document
from driveproof.export.text.layout import plain
from driveproof.export.text.lists import profiles_table
from driveproof.wording.say import say_text

GB = 10**9
WRITE = Phase("W", "write", "sequential", 2**20, 8, limit=4 * GB)
PLAN = Profile("p", "P", "?", (WRITE,), 1_000_000_000, repeats=6, pause=1.0)
QUICK = Profiles().find("quick")


def test_from_its_last_runs() -> None:
    old = head((WRITE.name, "write", "bandwidth", 9e9))
    new = head((WRITE.name, "write", "bandwidth", 5e8), ("RND4K Q1T1 write", "write", "iops", 1e4))
    rates = rates_of([new, old], ceiling=3e9)
    assert rates is not None and rates.source is ExpectationSource.RUNS
    found = expected_cost(PLAN, rates)
    assert found is not None
    # 2.5 s at 0.5 GB/s, six times, and the test file
    assert found.bytes_written == round(6 * 2.5 * 5e8) + GB
    assert found.seconds == pytest.approx(6 * (2.5 + FIO_OVERHEAD) + 5 + 2 + FIO_OVERHEAD)
    small = Phase("R", "write", "random", 4096, 1, limit=GB)
    assert rates.of(small) == 1e4 * 4096
    slow = head((WRITE.name, "write", "bandwidth", 1e8))  # disturbed
    for runs in ([slow, new, new], [new, new, slow], [new, slow, new, old]):
        rates = rates_of(runs, ceiling=3e9)
        assert rates is not None and rates.of(WRITE) == 5e8


def test_a_test_that_flushes_is_another_one() -> None:
    plain = Phase("R", "write", "random", 4096, 1, limit=GB)
    flushes = replace(plain, asked=IoOptions(fsync=1))
    assert flushes.name == "RND4K Q1T1 write · fsync=1"
    rates = rates_of([head((plain.name, "write", "iops", 5e4))], ceiling=3e9)
    assert rates is not None
    assert rates.of(plain) == 5e4 * 4096
    assert rates.of(flushes) != rates.of(plain)  # it was not measured yet
    assert rates.of(replace(plain, asked=IoOptions(rate=(0, GB, 0)))) is None
    slow = rates_of([head((flushes.name, "write", "iops", 500.0))], ceiling=3e9)
    assert slow is not None and slow.of(flushes) == 500 * 4096


def test_the_file_is_not_filled_as_a_test_writes_that_flushes() -> None:
    """The log of a database is sequential, and an fsync after each record makes it slow."""
    plan = Profiles().find("workload-database")
    log = plan.phases[0]
    slow = rates_of([head((log.name, "write", "bandwidth", 5e6))], ceiling=1e9)
    assert slow is not None and slow.filling(plan) == 1e9
    other = head((log.name, "write", "bandwidth", 5e6), (WRITE.name, "write", "bandwidth", 4e8))
    measured = rates_of([other], ceiling=1e9)
    assert measured is not None and measured.filling(plan) == 4e8


def test_reading_again_takes_what_it_took() -> None:
    """A reading ends with its file; memory serves those after the first one through it."""
    plan = Profiles().find("caches")
    figures = [(p.name, "read", "bandwidth", 1e8) for p in plan.phases if p.direct]
    rates = rates_of([head(*figures)], ceiling=3e9)
    assert rates is not None
    found = expected_cost(plan, rates)
    assert found is not None
    direct, cached = 4 * plan.size / 1e8, 3 * plan.size / 2e9
    least = direct + cached + 8 * FIO_OVERHEAD + plan.pauses
    assert least < found.seconds < least + 2


def test_a_fast_drive_ends_at_its_limit() -> None:
    found = expected_cost(PLAN, Rates(ExpectationSource.CLASS, ceiling=8e9))
    assert found is not None and found.bytes_written == PLAN.bytes_written
    assert found.seconds == pytest.approx(6 * (0.5 + FIO_OVERHEAD) + 5 + 1 / 8 + FIO_OVERHEAD)


def test_from_the_link_and_from_the_kind_of_drive() -> None:
    assert rates_of([]) is None
    link, disk = rates_of([], ceiling=5e8), rates_of([], SpeedClass.DISK)
    assert link is not None and disk is not None
    assert (link.source, disk.source) == (ExpectationSource.CLASS, ExpectationSource.CLASS)
    ours, slower = expected_cost(QUICK, link), expected_cost(QUICK, disk)
    assert ours is not None and slower is not None
    assert slower.bytes_written < ours.bytes_written < (QUICK.bytes_written or 0)


def test_what_does_not_count_as_a_run_of_it() -> None:
    figure = (WRITE.name, "write", "bandwidth", 5e8)
    for other in (head(figure, status="failed"), head(figure, cache="warm")):
        assert rates_of([other]) is None
    assert rates_of([head((WRITE.name, "read", "bandwidth", 5e8))]) is None


def test_where_nothing_is_expected() -> None:
    assert expected_cost(PLAN, None) is None
    assert (
        expected_cost(
            replace(PLAN, phases=(replace(WRITE, limit=None),)), Rates(ExpectationSource.CLASS)
        )
        is None
    )
    assert (
        expected_cost(Profiles().find("scan"), Rates(ExpectationSource.CLASS, ceiling=1e9)) is None
    )


@given(rate=st.floats(1e3, 1e11), repeats=st.integers(1, 20))
def test_it_is_never_more_than_the_bound(rate: float, repeats: int) -> None:
    plan = replace(QUICK, repeats=repeats)
    for rates in (
        Rates(ExpectationSource.CLASS, ceiling=rate),
        Rates(ExpectationSource.CLASS, speed=SpeedClass.DISK),
    ):
        found = expected_cost(plan, rates)
        assert found is not None and plan.bytes_written is not None
        assert 0 < found.seconds <= plan.seconds
        assert plan.size <= found.bytes_written <= plan.bytes_written


@cache
def built_in(name: str) -> Profile:
    """Read once, for all examples."""
    return Profiles().find(name)


@pytest.mark.deep
@given(rate=st.floats(1e6, 1e10), link=st.floats(1e8, 1e10))
def test_of_a_drive_that_was_not_measured_it_is_a_range_that_holds(
    rate: float, link: float
) -> None:
    """Whatever drive is behind the link: no faster than that."""
    rate = min(rate, link)
    for name in (
        "everyday-writes",
        "quick",
        "quick-nvme",
        "mixed",
        "workload-database",
        "file-sizes",
    ):
        plan = built_in(name)
        guess = expected_cost(plan, Rates(ExpectationSource.CLASS, ceiling=link))
        known = {phase.name: rate for phase in plan.phases}
        real = expected_cost(plan, Rates(ExpectationSource.RUNS, known, ceiling=link))
        assert guess is not None and real is not None
        assert real.sure and real.source is ExpectationSource.RUNS
        assert guess.fewest <= real.seconds <= guess.most


def test_a_mix_of_blocks_and_the_cells_of_file_sizes_are_known_from_their_runs() -> None:
    """Their names have no block size; of a mixed test the figure is that of its writes."""
    plan = Profiles().find("workload-fileserver").fixed()
    one = plan.phases[0]
    assert mean_block(one) == pytest.approx(0.1 * 65536 + 0.6 * 4096, rel=0.5)
    assert (
        mean_block(replace(one, asked=IoOptions(block_sizes="bssplit=4k/50:64k/50,8k/100"))) == 8192
    )
    assert mean_block(WRITE) == WRITE.block_size
    link = rates_of([], ceiling=3e9)
    assert expected_cost(plan, link) is None
    rates = rates_of([head(*((p.name, "write", "iops", 5e3) for p in plan.phases))], ceiling=3e9)
    found = expected_cost(plan, rates)
    assert found is not None and found.sure
    moved = 5e3 * mean_block(one) * one.seconds * len(plan.phases) * plan.repeats
    assert found.bytes_written == pytest.approx(moved + plan.size, rel=0.1)
    plan = Profiles().find("file-sizes")
    figures = [
        (p.name, p.direction, p.primary, 2e8 if p.primary == "bandwidth" else 2e8 / p.block_size)
        for p in plan.phases
    ]
    found = expected_cost(plan, rates_of([head(*figures)], ceiling=3e9))
    assert found is not None and found.sure
    cells = sum(min(p.seconds, (p.limit or 0) / 2e8) + FIO_OVERHEAD for p in plan.phases)
    files = plan.laid_out / 2e8 + 8 * FIO_OVERHEAD  # four, each made twice
    assert found.seconds == pytest.approx(cells + plan.pauses + files)


def test_a_range_is_told_as_one() -> None:
    plan = Profiles().find("everyday-writes")
    link = Rates(ExpectationSource.CLASS, ceiling=3e9)
    found = expected_cost(plan, link)
    assert found is not None and not found.sure
    assert plain(say_text(cost_of(plan, link))).startswith("20 s to 7 min, ")
    one, *others = plan.phases
    partly = Rates(ExpectationSource.RUNS, {one.name: 5e8}, ceiling=3e9)
    assert (
        found := expected_cost(plan, partly)
    ) is not None and found.source is ExpectationSource.CLASS
    every = Rates(
        ExpectationSource.RUNS, {one.name: 5e8, **{p.name: 5e8 for p in others}}, ceiling=3e9
    )
    assert plain(say_text(cost_of(plan, every))).startswith("about ")
    (entry,) = values_of(profiles_document([plan], link))["profiles"]
    low, high = entry["expected"]["seconds_range"]
    assert low < entry["expected"]["seconds"] < high == entry["seconds"]


def test_what_is_expected_to_reach_its_bound_is_one_figure() -> None:
    """On a drive that writes all that the tests allow."""
    rates = Rates(ExpectationSource.RUNS, {phase.name: 1e12 for phase in QUICK.phases})
    plan = QUICK.fixed()
    found = expected_cost(plan, rates)
    assert found is not None and found.bytes_written == plan.bytes_written
    facts = {fact.key: fact.value for fact in profile_facts(plan, TargetUse.FOLDER, rates)}
    assert facts["bytes_written"] == at_most(written_bound(plan))


def test_the_text_and_the_json_say_it_first_and_the_bound_second() -> None:
    rates = Rates(ExpectationSource.RUNS, {phase.name: 5e8 for phase in QUICK.phases})
    text = plain(say_text(cost_of(QUICK, rates)))
    assert text in " ".join(profiles_table([QUICK], rates=rates).split())
    (entry,) = values_of(profiles_document([QUICK], rates))["profiles"]
    assert entry["expected"]["from"] == "runs"
    assert entry["expected"]["bytes_written"] < entry["bytes_written"]
    assert values_of(profiles_document([QUICK]))["profiles"][0]["expected"] is None
