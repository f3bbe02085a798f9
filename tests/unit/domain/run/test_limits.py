# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What besides the drive limited a figure, derived from the figure itself."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.builders import compared_runs as made

from driveproof.domain.comparison.cautions import Caution
from driveproof.domain.comparison.comparison import Comparison, compare_sides
from driveproof.domain.comparison.matching import Side
from driveproof.domain.quantity import OneOf
from driveproof.domain.run.limits import Setter, lacks_time_in_io, set_by, submitting, time_in_io
from driveproof.domain.run.run import CUT_SHORT, Limits, PhaseResult, Run
from driveproof.domain.run.work import UNKNOWN_WORK
from driveproof.domain.say import Say

MIB = 2**20


def test(
    iops: float,
    latency: float,
    *,
    direction: str = "write",
    depth: int = 1,
    jobs: int = 1,
    limits: Limits | None = None,
    **work: Any,
) -> PhaseResult:
    """A sequential test whose every repeat has this rate and this mean latency (seconds)."""
    found = made.phase([iops] * 3, direction=direction, pattern="sequential", depth=depth)
    return replace(
        made.with_latency(found, latency),
        jobs=jobs,
        limits=limits or Limits(),
        work=replace(found.work, **work),
    )


test.__test__ = False  # type: ignore[attr-defined]


def test_little() -> None:
    assert time_in_io(test(1000, 0.004, depth=8)) == pytest.approx(0.5)
    assert time_in_io(test(1000, 0.004, depth=2, jobs=4)) == pytest.approx(0.5)
    # Both directions of a mixed test share one queue.
    assert time_in_io(test(500, 0.004, direction="mixed", depth=8)) == pytest.approx(0.5)
    unknown = test(1000, 0.004)
    assert time_in_io(replace(unknown, repeats=())) is None
    cut = tuple(replace(repeat, disturbed=(CUT_SHORT,)) for repeat in unknown.repeats)
    assert time_in_io(replace(unknown, repeats=cut)) is None


@pytest.mark.parametrize(
    ("share", "generator", "setter"),
    [
        (0.95, 100e-6, None),
        (0.73, None, Setter.CPU),  # its cost is not known
        # 1 MiB, psync, 1.4 GB/s: 161 us of each 749 us; what is missing are 202 us.
        (0.73, 161e-6, Setter.GENERATOR),
        (0.73, 90e-6, Setter.CPU),
    ],
)
def test_at_queue_depth_1_the_generator_explains_its_own_time(
    share: float, generator: float | None, setter: Setter | None
) -> None:
    iops = 1.4e9 / MIB
    found = test(iops, share / iops, limits=Limits(generator=generator))
    assert set_by(found) is setter


@pytest.mark.parametrize(("busy", "setter"), [(0.95, Setter.GENERATOR), (0.3, Setter.CPU)])
def test_with_a_queue_it_explains_what_its_thread_does_most_of_the_time(
    busy: float, setter: Setter
) -> None:
    iops = 6.0e9 / MIB
    found = test(iops, 8 * 0.6 / iops, depth=8, limits=Limits(generator=busy / iops))
    assert set_by(found) is setter
    jobs = test(iops, 8 * 0.6 / iops, depth=2, jobs=4, limits=Limits(generator=4 * busy / iops))
    assert set_by(jobs) is setter


@pytest.mark.parametrize(
    "work",
    [
        {"fsync": 1}, {"fdatasync": 1}, {"end_fsync": True}, {"sync": "sync"},
        {"rate": (0, 10**6, 0)}, {"rate_iops": (0, 100, 0)}, {"think_time": 0.001},
        {"fsync": None},
    ],
)  # fmt: skip
def test_what_waits_on_purpose_is_no_less_than_the_drive(work: dict[str, Any]) -> None:
    assert lacks_time_in_io(test(1000, 0.0005))
    assert not lacks_time_in_io(test(1000, 0.0005, **work))


def test_of_what_is_not_known_or_not_direct_or_a_read_nothing_is_said() -> None:
    found = test(1000, 0.0005)
    assert set_by(replace(found, work=UNKNOWN_WORK)) is None
    assert set_by(replace(found, direct=False)) is None
    assert set_by(test(1000, 0.0005, direction="read")) is None


def test_submission_that_takes_all_the_time_leaves_no_queue() -> None:
    found = test(1000, 0.032, depth=32, limits=Limits(submission=0.96))
    assert submitting(found)
    assert not submitting(replace(found, limits=Limits(submission=0.55)))
    assert not submitting(replace(found, queue_depth=1))


def not_the_drive(comparison: Comparison) -> list[Say]:
    found = (one for one in comparison.cautions if one.code == Caution.NOT_THE_DRIVE)
    return [one.say[0] for one in found]


def test_a_comparison_says_which_figure_the_drive_did_not_set() -> None:
    limited = test(1000, 0.032, depth=32, limits=Limits(buffered_by="btrfs"))
    free = test(1000, 0.032, depth=32)
    sides = [Side("old", (made.run(limited),)), Side("new", (made.run(free),))]
    (said,) = not_the_drive(compare_sides(sides))
    name = said.values["name"]
    assert isinstance(name, Say) and name.values["second"] == OneOf(("old",))


def test_sides_and_tests_of_one_reason_share_a_sentence() -> None:
    def run(*submissions: float) -> Run:
        return made.run(
            *(
                replace(test(1000, 0.032, depth=32, limits=Limits(submission=share)), name=name)
                for name, share in zip(("SEQ", "RND"), submissions, strict=True)
            )
        )

    sides = [Side(f"s{n}", (run(0.91 + n / 100, 0.95),)) for n in range(6)]
    (said,) = not_the_drive(compare_sides(sides))
    limits = said.values["text"]
    assert isinstance(limits, OneOf)
    (limit,) = limits.names
    assert isinstance(limit, Say)
    span = limit.values["share"]
    assert isinstance(span, Say)
    assert list(map(str, span.values.values())) == ["91%", "96%"]
