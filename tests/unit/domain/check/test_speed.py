# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The one verdict of speed: what it rests on, and what its spread does not support."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.builders.made_findings import finding as made_finding
from tests.builders.made_findings import left_out

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.bands import DriveClass, ReferenceBand
from driveproof.domain.check.check import Check, CheckToDo
from driveproof.domain.check.speed import judged, speed
from driveproof.domain.comparison.difference import Verdict
from driveproof.domain.drive.datasheet import Datasheet
from driveproof.domain.expected_speed import EarlierComparison, Unknown, expectations
from driveproof.domain.rating import FINE, ODD, UNKNOWN, Rating
from driveproof.domain.run.run import (
    FINISHED,
    DirectionResult,
    Environment,
    IoPath,
    Latency,
    PhaseResult,
    Repeat,
    Run,
    Target,
)
from driveproof.domain.speed import Pace, speed_verdict

SATA = Environment(
    link="SATA 6 Gb/s", link_ceiling=600_000_000, link_kind="sata", link_slower=False
)
PCIE4 = Environment(
    link="PCIe 4.0 x4", link_ceiling=7_000_000_000, link_kind="pcie", link_slower=False
)
CLASS_4 = ReferenceBand(
    drive_class=DriveClass.NVME_4, direction=Direction.READ, pattern=Pattern.SEQUENTIAL,
    block_size=(131072, 2**24), in_flight=(8, 32), low=5e9, high=7.45e9, source="made",
)  # fmt: skip
MADE = Datasheet(read=7_000_000_000)


def repeat(order: int, value: float, stall: float = 0.0, direction: str = "read") -> Repeat:
    result = DirectionResult(value, value, 1, 1, 1.0, Latency(), stall)
    return Repeat(order, {direction: result})


def run(
    *values: float,
    pattern: str = "sequential",
    depth: int = 8,
    stall: float = 0.0,
    direction: str = "read",
    media: str | None = "ssd",
    state: Environment = SATA,
    drive_class: str | None = None,
) -> Run:
    size = 2**20 if pattern == "sequential" else 4096
    phase = PhaseResult(
        "a", "a", direction, pattern, size, depth, 1, "libaio", True, (),
        tuple(repeat(n, value, stall, direction) for n, value in enumerate(values, 1)),
    )  # fmt: skip
    started = datetime(2026, 11, 21, tzinfo=UTC)
    target = Target("/home", "file", model="Example", media=media, drive_class=drive_class)
    return Run("r1", "quick", "fio", "Quick", FINISHED, started, 9.0, target, state, (phase,))


def verdict(
    made: Run,
    rated: Datasheet = Datasheet(),  # noqa: B008 - a constant
    compared: EarlierComparison | None = None,
    bands: tuple[ReferenceBand, ...] = (CLASS_4,),
) -> tuple[Pace, Rating, tuple[object, ...]]:
    """The pace and the rating, and what would decide it; the check's finding is the same rule."""
    held = {("a", made.phases[0].direction): compared} if compared else {}
    expected = expectations(made, bands, Unknown.FIRST, rated, held)
    found, (finding, *_rest) = speed_verdict(made, expected), speed(made, expected)
    assert found is not None and finding.code == found.pace
    return found.pace, finding.word, tuple(one.code for one in finding.do)


def test_far_below_any_such_drive_is_odd_and_the_limit_of_the_link_is_fine() -> None:
    assert verdict(run(100e6, 110e6, 105e6))[:2] == (Pace.TOO_SLOW, ODD)
    assert verdict(run(550e6, 560e6, 555e6))[:2] == (Pace.LINK, FINE)


def test_above_the_least_is_not_yet_as_it_should_be() -> None:
    """ "Fine" at half of the link; how fast this model should be, nothing had said."""
    pace, word, todo = verdict(run(310e6, 320e6, 315e6))
    assert (pace, word) == (Pace.OPEN, UNKNOWN)
    assert todo == (CheckToDo.ENTER_DATASHEET,)


def test_a_drive_at_18_percent_of_its_link_is_not_fine() -> None:
    """It was, in the headline; "below where NVMe SSDs on PCIe 4.0 lie", two screens lower."""
    slow = run(1.26e9, 1.27e9, 1.28e9, state=PCIE4, drive_class="nvme-4")
    assert verdict(slow)[:2] == (Pace.TOO_SLOW, ODD)
    between = run(3.0e9, 3.1e9, 3.2e9, state=PCIE4, drive_class="nvme-4")
    assert verdict(between) == (Pace.BELOW_CLASS, UNKNOWN, (CheckToDo.ENTER_DATASHEET,))


def test_the_makers_figure_decides_what_the_class_leaves_open() -> None:
    between = run(3.0e9, 3.1e9, 3.2e9, state=PCIE4, drive_class="nvme-4")
    assert verdict(between, Datasheet(read=3_200_000_000))[:2] == (Pace.AS_PROMISED, FINE)
    assert verdict(between, MADE) == (Pace.BELOW_SPECIFICATION, ODD, (CheckToDo.FIND_OUT_WHY,))
    within = run(5.5e9, 5.6e9, state=PCIE4, drive_class="nvme-4")
    assert verdict(within)[:2] == (Pace.IN_CLASS, FINE)
    assert verdict(within, MADE)[:2] == (Pace.BELOW_SPECIFICATION, ODD)
    assert verdict(run(150e6, 152e6), Datasheet(read=90_000_000))[0] is Pace.TOO_SLOW
    far = run(150e6, 152e6, media="hdd", state=Environment())
    assert verdict(far, Datasheet(read=90_000_000))[:2] == (Pace.ABOVE_SPECIFICATION, UNKNOWN)


def test_more_than_the_link_carries_is_no_speed_of_the_drive() -> None:
    """7 065 MB/s on SATA was "limited by the link", and fine."""
    pace, word, todo = verdict(run(7.0e9, 7.06e9, 7.1e9))
    assert (pace, word, todo) == (Pace.BEYOND_LINK, UNKNOWN, (CheckToDo.PAST_MEMORY,))
    single = replace(run(7.06e9), environment=SATA)
    assert verdict(single)[0] is Pace.BEYOND_LINK  # one repeat is enough for what cannot be


def test_a_link_below_its_best_makes_no_fine_drive() -> None:
    state = replace(SATA, link_ceiling=300_000_000, link_slower=True)
    pace, word, todo = verdict(run(280e6, 285e6, 283e6, state=state))
    assert (pace, word, todo) == (Pace.LINK_BELOW_BEST, UNKNOWN, (CheckToDo.FULL_LINK_FIRST,))
    unsure = replace(state, link_slower=None)
    assert verdict(run(280e6, 285e6, 283e6, state=unsure))[1] == UNKNOWN


def test_only_compare_says_that_it_became_slower() -> None:
    made = run(310e6, 320e6, 315e6)
    for said in (Verdict.POSSIBLE, Verdict.UNDECIDED, Verdict.FEW, Verdict.FASTER):
        assert verdict(made, compared=EarlierComparison("r0", said, 0.5))[0] is Pace.OPEN
    pace, word, todo = verdict(made, compared=EarlierComparison("r0", Verdict.SLOWER, 0.6))
    assert (pace, word, todo) == (Pace.SLOWER, ODD, (CheckToDo.SEE_WHAT_DIFFERS,))


def test_a_spread_across_the_limit_supports_no_word() -> None:
    for values in ((280e6, 300e6, 320e6), (100e6, 400e6, 600e6), (350e6, 400e6, 590e6)):
        assert verdict(run(*values))[:2] == (Pace.UNSTEADY, UNKNOWN)
    assert verdict(run(400e6))[:2] == (Pace.ONE_REPEAT, UNKNOWN)
    across = run(4.8e9, 5.6e9, state=PCIE4, drive_class="nvme-4")
    assert verdict(across)[0] is Pace.UNSTEADY
    assert verdict(across, Datasheet(read=5_600_000_000))[0] is Pace.UNSTEADY


def test_what_cannot_be_judged_is_not_fine() -> None:
    assert speed(None, ())[0].word == UNKNOWN
    assert speed(run(), ())[0].word == UNKNOWN
    assert verdict(run(400e6, 410e6, state=Environment()))[:2] == (Pace.OPEN, UNKNOWN)
    assert verdict(run(400e6, 410e6, media=None))[:2] == (Pace.OPEN, UNKNOWN)
    memory = run(400e6, 410e6, state=Environment(io_path=IoPath.MEMORY))
    assert verdict(memory)[:2] == (Pace.THROUGH_MEMORY, UNKNOWN)
    (nothing,) = speed(None, (), left_out("Nobody may write there."))
    assert nothing.say == left_out("Nobody may write there.").say


def test_hard_disks_and_single_reads_have_rules_of_their_own() -> None:
    assert verdict(run(150e6, 152e6, media="hdd", state=Environment()))[0] is Pace.OPEN
    assert verdict(run(9e6, 9.1e6, media="hdd", state=Environment()))[0] is Pace.TOO_SLOW
    single = {"pattern": "random", "depth": 1}
    assert verdict(run(9000, 9100, **single))[0] is Pace.OPEN  # type: ignore[arg-type]
    assert verdict(run(90, 91, **single))[0] is Pace.TOO_SLOW  # type: ignore[arg-type]
    slow_disk = run(90, 91, media="hdd", **single)  # type: ignore[arg-type]
    assert verdict(slow_disk)[0] is Pace.OPEN


def test_writes_have_no_least() -> None:
    """How fast a small drive writes is a matter of its size."""
    assert verdict(run(20e6, 21e6, direction="write", state=Environment()))[0] is Pace.OPEN


def test_what_needs_most_attention_is_the_verdict() -> None:
    made = run(550e6, 555e6)
    slow = replace(run(100e6, 101e6).phases[0], name="b")
    both = replace(made, phases=(*made.phases, slow))
    found = speed_verdict(both, expectations(both, (), Unknown.FIRST))
    assert found is not None and found.pace is Pace.TOO_SLOW
    assert [pace for pace, _tests in found.groups] == [Pace.TOO_SLOW, Pace.LINK]
    (finding,) = speed(both, expectations(both, (), Unknown.FIRST))
    assert finding.word == ODD and finding.pace is Pace.TOO_SLOW and len(finding.say) == 2


def test_a_long_stall_is_odd() -> None:
    made = run(550e6, 555e6, stall=3.0)
    found = speed(made, expectations(made, (), Unknown.FIRST))
    assert [one.word for one in found] == [FINE, ODD]


def test_a_check_is_judged_anew_when_more_is_known() -> None:
    made = run(3.0e9, 3.1e9, state=PCIE4, drive_class="nvme-4")
    other = made_finding("link", FINE, "Full speed.")
    check = Check(
        taken=made.started, seconds=1.0, target="/", device=None, run=made,
        findings=(other, *speed(made, expectations(made, (CLASS_4,), Unknown.FIRST))),
    )  # fmt: skip
    assert [one.word for one in check.findings] == [FINE, UNKNOWN]
    after = judged(check, expectations(made, (CLASS_4,), Unknown.FIRST, MADE))
    assert [one.word for one in after.findings] == [FINE, ODD]
    without = replace(check, run=None)
    assert judged(without, ()) is without


values = st.lists(st.floats(1e3, 6.8e8), min_size=2, max_size=5)


@given(values, st.floats(0.01, 1.0), st.sampled_from(["ssd", "hdd"]), st.booleans())
def test_slower_repeats_are_never_called_better(
    figures: list[float], factor: float, media: str, random: bool
) -> None:
    kind = {"pattern": "random", "depth": 1} if random else {}
    rated = Datasheet(read=500_000_000)

    def word(some: list[float]) -> Rating:
        return verdict(run(*some, media=media, **kind), rated)[1]  # type: ignore[arg-type]

    better, worse = word(figures), word([factor * one for one in figures])
    if worse == FINE:
        assert better in (FINE, UNKNOWN)
    if better == ODD:
        assert worse == ODD


@pytest.mark.parametrize("share", [0.9, 1.0, 1.15])
def test_the_link_is_the_limit_near_what_it_carries(share: float) -> None:
    assert verdict(run(share * 600e6, share * 600e6))[0] is Pace.LINK
