# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The search for the depth under a latency cap, on drives that are formulas."""

from __future__ import annotations

import pytest
from tests.builders.simulated import Simulated, channels, deeper_is_worse, hard_disk

from driveproof.domain.cap import Cap, parse_cap
from driveproof.domain.drive.speed_class import SpeedClass
from driveproof.domain.errors import UsageError
from driveproof.domain.notes import NoteKind
from driveproof.domain.profile.choice import with_choices
from driveproof.domain.profile.for_device import filled_device, overwriting, reading_only
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.profile_file import read_profile
from driveproof.domain.run.cap import CappedLoad, capacities
from driveproof.engine.run.profiles import Profiles
from driveproof.methods.iops_at_latency.plan import (
    MOST_STEPS,
    USUAL_SIZE,
    Plan,
    sized_for,
)


def profile(cap: str = "10ms") -> Profile:
    return with_choices(Profiles().find("iops-at-latency"), {"cap": parse_cap(cap)})


def searched(drive: Simulated, cap: str = "10ms") -> dict[str, CappedLoad]:
    return {one.direction: one for one in capacities(drive.run(profile(cap)), parse_cap(cap))}


def test_the_model_of_sixteen_channels() -> None:
    """4 ms each: at 10 ms a mean of 2.5 requests waits for each channel, which is depth 40."""
    found = searched(Simulated(channels(16, 0.004)))
    read = found["read"]
    answer = read.answer
    assert answer is not None and answer.iops is not None
    assert answer.in_flight == 16  # 32 keeps the cap too, and does no more
    deeper = [point.in_flight for point in read.points if read.keeps(point)]
    assert 36 <= max(deeper) <= 40
    missed = min(point.in_flight for point in read.points if not read.keeps(point))
    assert missed / max(deeper) <= 1.2
    assert len(answer.phase.repeats) == 3


@pytest.mark.parametrize("drive", SpeedClass)
def test_a_chosen_limit_holds_on_drives_of_each_class(drive: SpeedClass) -> None:
    plan = profile("p99:5ms").for_drive(drive).plan
    assert isinstance(plan, Plan)
    assert plan.cap == Cap("p99", 0.005)


def test_the_answer_and_the_next_deeper_point_are_verified() -> None:
    drive = Simulated(lambda _way, many: many**0.5 / 0.001)
    read = searched(drive)["read"]
    answer = read.answer
    assert answer is not None
    deeper = next(point for point in read.points if point.in_flight > answer.in_flight)
    assert len(answer.phase.repeats) == len(deeper.phase.repeats) == 3
    others = [p for p in read.points if p not in (answer, deeper)]
    assert all(len(point.phase.repeats) == 1 for point in others)


def test_deeper_that_is_worse_is_not_the_answer_although_it_keeps_the_cap() -> None:
    found = searched(Simulated(deeper_is_worse), "1s")["read"]
    assert found.answer is not None and found.answer.in_flight == 16
    assert found.worse is not None and found.worse.in_flight == 1024
    assert found.keeps(found.worse)


def test_one_request_that_misses_the_cap_is_tried_three_times_and_is_no_answer() -> None:
    drive = Simulated(hard_disk())
    found = searched(drive)
    read = found["read"]
    assert read.answer is None
    assert [len(point.phase.repeats) for point in read.points] == [3]
    assert found["write"].answer is not None


@pytest.mark.parametrize("place", [(8, 1), (1, 1), (32, 1)])
def test_a_single_hiccup_decides_nothing(place: tuple[int, int]) -> None:
    def best(drive: Simulated) -> float:
        answer = searched(drive)["read"].answer
        assert answer is not None and answer.iops is not None
        return answer.iops.median

    rate = lambda _way, many: many**0.5 / 0.001  # noqa: E731
    without = best(Simulated(rate))
    hit = best(Simulated(rate, hiccups=frozenset({("read", *place)})))
    assert hit >= 0.9 * without


def test_both_at_once_keep_their_ratio_and_both_the_cap() -> None:
    both = searched(Simulated(channels(48, 0.004)))["mixed"]
    for point in both.points:
        write = point.phase.work.write_depth
        assert write == max(1, point.depth // 2)
    assert both.answer is not None
    assert all((point.latency("mean") or 0) <= 0.010 for point in both.points if both.keeps(point))


def test_a_cap_of_a_percentile_is_kept_by_it() -> None:
    drive = Simulated(channels(16, 0.004))
    found = searched(drive, "p99:20ms")["read"]
    assert found.answer is not None
    assert (found.answer.latency("p99") or 1) <= 0.020
    counted = [s for step, s in zip(drive.steps, drive.seconds, strict=True)
               if step.phase.in_flight == 1]  # fmt: skip
    assert max(counted) > 8  # 2000 I/Os at 250 a second


@pytest.mark.parametrize("noise", [0.0, 0.02, 0.1])
@pytest.mark.parametrize(
    "rate",
    [channels(16, 0.004), channels(64, 8e-5), hard_disk(), hard_disk(0.006), deeper_is_worse],
)
def test_the_range_of_seconds_holds(rate: object, noise: float) -> None:
    for seed in range(5):
        drive = Simulated(rate, noise, seed)  # type: ignore[arg-type]
        one = profile()
        drive.run(one)
        for number, step in enumerate(drive.steps):
            assert step.left is not None and step.likely is not None
            after = sum(drive.seconds[number + 1 :])
            assert step.left[0] - 1e-6 <= after <= step.left[1] + 1e-6
        low, high = one.plan.cost(one).seconds  # type: ignore[union-attr]
        assert low <= sum(drive.seconds) <= high
        assert len(drive.steps) <= 3 * MOST_STEPS


@pytest.mark.parametrize(
    ("text", "cap"),
    [
        ("10ms", Cap("mean", 0.01)),
        ("p99:20 ms", Cap("p99", 0.02)),
        ("mean: 500us", Cap("mean", 0.0005)),
        ("p99.9:1s", Cap("p99.9", 1.0)),
        ("1,5ms", Cap("mean", 0.0015)),
    ],
)
def test_a_cap_is_typed(text: str, cap: Cap) -> None:
    found = parse_cap(text)
    assert found.metric == cap.metric and found.seconds == pytest.approx(cap.seconds)


@pytest.mark.parametrize("text", ["", "10", "p98:1ms", "0ms", "ms", "-1ms", "100s", "p99 20ms"])
def test_what_is_no_cap(text: str) -> None:
    with pytest.raises(UsageError):
        parse_cap(text)


def test_the_profile_and_its_ways() -> None:
    one = Profiles().find("iops-at-latency")
    assert [phase.direction for phase in one.phases] == ["read", "write", "mixed"]
    assert one.size == 2**34 and one.repeats == 3
    low, high = one.seconds_range
    assert 0 < low < high == one.seconds
    with pytest.raises(UsageError):
        one.customized(cache="cold")
    assert [p.direction for p in reading_only(one).phases] == ["read"]
    written = filled_device(overwriting(one), 10**9)
    assert written.phases[0].limit == 10**9
    assert isinstance(written.plan, Plan)
    drive = Simulated(channels(16, 0.004))
    drive.run(written)
    assert (
        str(drive.steps[0].phase.title) == "Fill" and drive.steps[0].phase.pattern == "sequential"
    )
    drive = Simulated(channels(16, 0.004))
    assert {result.direction for result in drive.run(reading_only(one))} == {"read"}


def test_a_file_of_ones_own() -> None:
    text = (
        'title = "T"\nquestion = "Q?"\nmethod = "iops-at-latency"\ncap = "p95:5ms"\nsize = "64 MiB"'
    )
    plan = read_profile(text, "mine", "mine.toml").plan
    assert isinstance(plan, Plan) and plan.cap == Cap("p95", 0.005)
    with pytest.raises(UsageError, match="cap"):
        read_profile(text.replace("p95:5ms", "soon"), "mine", "mine.toml")


GIB = 2**30


@pytest.mark.parametrize(
    ("free", "cache", "size", "doubt"),
    [
        (10**12, None, USUAL_SIZE, False),
        (10**12, 1e9, USUAL_SIZE, False),
        (10**12, 4.2e10, 392 * GIB, False),  # 391.2 GiB
        (None, 4.2e10, 392 * GIB, False),
        (10**11, 4.2e10, 83 * GIB, True),
        (17 * GIB, None, 15 * GIB, False),
        (17 * GIB, 1e9, 15 * GIB, False),
        (16 * GIB, None, 14 * GIB, False),
    ],
)
def test_the_test_file_is_ten_times_the_known_cache(
    free: int | None, cache: float | None, size: int, doubt: bool
) -> None:
    one = Profiles().find("iops-at-latency")
    sized, (note,) = sized_for(one, free=free, cache=cache)
    assert sized.size == size
    assert (note.kind is NoteKind.DOUBT) == doubt
    assert free is None or size <= 0.9 * free
    # The window and the run both ask: nobody chose what the first of them found.
    assert sized_for(sized, free=free, cache=cache) == (sized, (note,))


def test_a_size_that_somebody_chose_stays() -> None:
    one = Profiles().find("iops-at-latency")
    for chosen in (one.customized(size=USUAL_SIZE), one.customized(size=GIB)):
        assert sized_for(chosen, free=10**12, cache=1e11) == (chosen, ())
    assert sized_for(one.customized(seconds=1.0), free=10**13, cache=1e11)[0].size > 10**12
    quick = Profiles().find("quick")
    assert sized_for(quick, free=10**12, cache=1e11) == (quick, ())
    with pytest.raises(UsageError):
        sized_for(one, free=2**20, cache=None)
    text = 'title = "T"\nquestion = "Q?"\nmethod = "iops-at-latency"'
    for size, keeps in (('\nsize = "16 GiB"', True), ("", False)):
        own = read_profile(text + size, "mine", "mine.toml")
        assert own.size == USUAL_SIZE
        assert (sized_for(own, free=10**13, cache=1e11)[0].size == USUAL_SIZE) == keeps
