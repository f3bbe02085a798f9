# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the test of a drive will cost: hours, bytes of endurance, and the drive's own self-tests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from driveproof.domain.drive.endurance import Endurance, share_of_life, share_say
from driveproof.domain.drive_test.drive_test import (
    EXTENDED,
    FREE_SPACE,
    PASSES,
    RANDOM,
    SELF_TESTS,
    SHORT,
    WRITE,
    DriveTest,
    DriveTestStep,
    ForeseenCost,
    Way,
)
from driveproof.domain.profile.estimate import Rates
from driveproof.domain.quantity import Bytes, Seconds
from driveproof.domain.say import Say

RANDOM_SECONDS = 60.0
"""About what the random reads take."""
LOOK_SECONDS = 5.0
"""About what a reading of the SMART values takes."""
_AVERAGE = 0.75
"""A hard disk on average, of its outer tracks: the inner ones have half the speed."""
SEGMENTS = 200
"""Into so many parts a pass is divided at least: a restart repeats one of them."""
LEAST_SEGMENT = 2**30
_ALIGNED = 2**20


def segment_size(size: int) -> int:
    """Bytes of a segment of a pass through `size` bytes, whole MiB."""
    part = max(LEAST_SEGMENT, size // SEGMENTS)
    return part - part % _ALIGNED


def foreseen(
    test: DriveTest,
    rates: Rates | None,
    endurance: Endurance | None,
    self_tests: Mapping[str, float],
    *,
    rotational: bool = False,
) -> DriveTest:
    """The test with what it will cost; `self_tests` are the seconds that the drive says."""
    written = 0 if test.way is Way.READ else test.size
    rate = None if rates is None or rates.typical is None else rates.typical
    if rate is not None and rotational:
        rate *= _AVERAGE
    passes = 1 if test.way is Way.READ else 2
    seconds = None if rate is None else passes * test.size / rate + 2 * LOOK_SECONDS
    if seconds is not None and RANDOM not in test.without:
        seconds += RANDOM_SECONDS
    told = tuple(
        (kind, self_tests[kind])
        for step, kind in SELF_TESTS.items()
        if step not in test.without and kind in self_tests
    )
    return replace(
        test,
        cost=ForeseenCost(
            seconds=seconds,
            bytes_written=written,
            share=share_of_life(written, endurance) if written else 0.0,
            self_tests=told,
        ),
    )


def step_seconds(test: DriveTest, step: DriveTestStep) -> float | None:
    """About how long a step takes in all; None where nothing tells it."""
    known = dict(test.cost.self_tests)
    if step in SELF_TESTS:
        return known.get(SELF_TESTS[step])
    if step == RANDOM:
        return RANDOM_SECONDS
    if step in PASSES or step == FREE_SPACE:
        before = test.of(WRITE)
        if step != WRITE and before is not None and before.skipped is None and test.written:
            return before.seconds  # reading takes about as long
        if test.cost.seconds is None:
            return None
        rest = test.cost.seconds - 2 * LOOK_SECONDS
        rest -= RANDOM_SECONDS if RANDOM not in test.without else 0.0
        return rest / (2 if test.way is Way.OVERWRITE else 1)
    return LOOK_SECONDS


def remaining(test: DriveTest, worked: float = 0.0) -> float | None:
    """About how many seconds are left; None where nothing tells it. `worked` are those of the step
    that is on since it was last continued.
    """
    total = 0.0
    if (now := test.step) is None:
        return 0.0
    over = {one.step for one in test.done}
    for step in test.steps:
        if step in over or (test.stopped and step != now):
            continue
        seconds = step_seconds(test, step)
        current = test.current if step == now else None
        if current is not None and current.done and (rate := current.rate):
            seconds = (current.size - current.done) / rate
        elif step == now and seconds is not None:
            seconds = max(0.0, seconds - test.worked - worked)
        if seconds is None:
            return None
        total += seconds
    return total


def cost_sentences(test: DriveTest) -> tuple[Say, ...]:
    """What it costs, before anything is started."""
    cost = test.cost
    own = sum(seconds for _kind, seconds in cost.self_tests)
    said = []
    if cost.seconds is None:
        said.append(Say("How long it takes is not known: the speed of the drive is not."))
    else:
        said.append(Say("It takes about {time}.", time=Seconds(cost.seconds + own)))
    if own:
        said.append(Say("The drive's own self-tests are {time} of it.", time=Seconds(own)))
    missing = {SHORT, EXTENDED} - set(test.without) - _told_steps(test)
    if missing:
        said.append(Say("The drive does not say how long its self-tests take."))
    if cost.bytes_written:
        said.append(
            Say(
                "It writes {size}: {share}.",
                size=Bytes(cost.bytes_written),
                share=share_say(cost.share),
            )
        )
    else:
        said.append(Say("It writes nothing."))
    return tuple(said)


def _told_steps(test: DriveTest) -> set[DriveTestStep]:
    kinds = {kind for kind, _seconds in test.cost.self_tests}
    return {step for step, kind in SELF_TESTS.items() if kind in kinds}
