# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The claims that a quick measurement allows, and those that its spread does not."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.domain.made_findings import left_out

from driveproof.domain.check.check import FINE, ODD, UNKNOWN
from driveproof.domain.check.speed import speed
from driveproof.domain.drive.drive import BlockDevice
from driveproof.domain.drive.link import LinkState
from driveproof.domain.run.run import (
    FINISHED,
    MEMORY,
    DirectionResult,
    Environment,
    Latency,
    PhaseResult,
    Repeat,
    Run,
    Target,
)
from driveproof.wording.check import advice_text, finding_text

SSD = BlockDevice(path="/dev/sda", name="sda", kind="ata", media="ssd")
DISK = replace(SSD, media="hdd")
SATA = LinkState(kind="sata", now="SATA 6 Gb/s", ceiling=600_000_000, slower=False)


def repeat(order: int, value: float, stall: float = 0.0) -> Repeat:
    result = DirectionResult(value, value, 1, 1, 1.0, Latency(), stall)
    return Repeat(order, {"read": result})


def run(*values: float, pattern: str = "sequential", depth: int = 8, stall: float = 0.0) -> Run:
    phase = PhaseResult(
        "a", "a", "read", pattern, 4096, depth, 1, "libaio", True, (),
        tuple(repeat(n, value, stall) for n, value in enumerate(values, 1)),
    )  # fmt: skip
    started = datetime(2026, 11, 21, tzinfo=UTC)
    target, state = Target("/home", "file"), Environment()
    return Run("r1", "quick", "Quick", FINISHED, started, 9.0, target, state, (phase,))


def words(made: Run | None, device: BlockDevice | None = SSD, link: LinkState | None = SATA) -> str:
    return speed(made, device, link)[0].word


def test_an_ssd_far_below_its_link_is_odd_and_one_near_it_is_limited_by_the_bus() -> None:
    assert words(run(100e6, 110e6, 105e6)) == ODD
    assert words(run(400e6, 410e6, 405e6)) == FINE
    (found,) = speed(run(550e6, 560e6, 555e6), SSD, SATA)
    assert found.word == FINE and "limited by the bus" in finding_text(found)


def test_a_bus_that_runs_below_its_speed_makes_no_fine_drive() -> None:
    slow = replace(SATA, ceiling=300_000_000, slower=True)
    (found,) = speed(run(280e6, 285e6, 283e6), SSD, slow)
    assert found.word == UNKNOWN and "full speed" in advice_text(found)


def test_a_spread_across_the_limit_supports_no_word() -> None:
    assert words(run(280e6, 300e6, 320e6)) == UNKNOWN
    assert words(run(100e6, 400e6, 800e6)) == UNKNOWN
    assert words(run(350e6, 400e6, 590e6)) == UNKNOWN  # all above the limit, and far apart
    (found,) = speed(run(400e6), SSD, SATA)
    assert found.word == UNKNOWN and "one repeat" in finding_text(found)


def test_what_cannot_be_judged_is_not_fine() -> None:
    assert words(None) == UNKNOWN
    assert words(run()) == UNKNOWN
    assert words(run(400e6, 410e6), SSD, None) == UNKNOWN
    assert words(run(400e6, 410e6), None, SATA) == UNKNOWN
    through_memory = replace(run(400e6, 410e6), environment=Environment(io_path=MEMORY))
    assert words(through_memory) == UNKNOWN
    assert finding_text(speed(None, SSD, SATA, left_out("Nobody may write there."))[0]) == (
        "Nobody may write there."
    )


def test_hard_disks_and_single_reads_have_rules_of_their_own() -> None:
    assert words(run(150e6, 152e6), DISK) == FINE
    assert words(run(9e6, 9.1e6), DISK) == ODD
    assert words(run(9000, 9100, pattern="random", depth=1)) == FINE
    assert words(run(90, 91, pattern="random", depth=1)) == ODD
    assert words(run(90, 91, pattern="random", depth=1), DISK) == UNKNOWN


def test_a_long_stall_is_odd() -> None:
    found = speed(run(400e6, 410e6, stall=3.0), SSD, SATA)
    assert [one.word for one in found] == [FINE, ODD]


values = st.lists(st.floats(1e3, 7e8), min_size=2, max_size=5)


@given(values, st.floats(0.01, 1.0), st.sampled_from([SSD, DISK]), st.booleans())
def test_slower_repeats_are_never_called_better(
    figures: list[float], factor: float, device: BlockDevice, random: bool
) -> None:
    kind = {"pattern": "random", "depth": 1} if random else {}
    better = words(run(*figures, **kind), device)  # type: ignore[arg-type]
    worse = words(run(*(factor * one for one in figures), **kind), device)  # type: ignore[arg-type]
    if worse == FINE:
        assert better == FINE
    if better == ODD:
        assert worse == ODD


@pytest.mark.parametrize("bandwidth", [595e6, 596e6])
def test_writes_are_told_and_not_judged(bandwidth: float) -> None:
    made = run(bandwidth, bandwidth * 1.001)
    phase = made.phases[0]
    repeats = tuple(replace(r, directions={"write": r.directions["read"]}) for r in phase.repeats)
    writing = replace(phase, direction="write", repeats=repeats)
    (found,) = speed(replace(made, phases=(writing,)), SSD, replace(SATA, ceiling=None))
    assert found.word == UNKNOWN and "no rule" in finding_text(found)


def test_fine_at_half_speed_says_what_is_unknown() -> None:
    (found,) = speed(run(310e6, 320e6, 315e6), SSD, SATA)
    text = finding_text(found).replace("\u202f", " ")
    assert found.word == FINE
    assert "52 % of what its link carries" in text
    assert "How much faster this model can be is not known" in text
    (found,) = speed(run(60e6, 61e6, 62e6), DISK, None)
    text = finding_text(found)
    assert found.word == FINE and "not known" in text and "its link" not in text
    (found,) = speed(run(550e6, 560e6, 555e6), SSD, SATA)
    assert "not known" not in finding_text(found)
