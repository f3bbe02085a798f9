# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The frame of a runner: what is kept of the repeats of a test."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from driveproof.domain.access import COLD, WARM, Cache
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.run import IoPath, PhaseResult, Repeat, Target
from driveproof.engine.run import events
from driveproof.engine.run.bench import Bench, Fio, Io
from driveproof.engine.run.frame import Frame, Tools, without_repeats
from driveproof.engine.run.jobs import Jobs
from driveproof.engine.run.monitor import Monitor
from driveproof.engine.run.profiles import Profiles
from driveproof.engine.run.progress import RunProgress
from driveproof.system.kernel.sysfs import Sysfs


def frame_of(profile: Profile, observer: Callable[[events.Event], None] = lambda _: None) -> Frame:
    bench = Bench(
        profile=profile, target=Target("/x", "file"), fio=Fio("3.33"),
        io=Io(path=IoPath.DIRECT, direct=True),
    )  # fmt: skip
    tools = Tools(
        bench=bench, monitor=Monitor(None, (), Sysfs()), progress=RunProgress(profile),
        jobs=Jobs(), observer=observer,
    )  # fmt: skip
    return Frame(profile, profile.phases[0], 0, tools)


def made(frame: Frame, cache: Cache = COLD) -> PhaseResult:
    return without_repeats(frame.phase, (), engine="psync", direct=True, cache=cache)


def test_a_test_is_as_its_first_repeat_that_is_kept() -> None:
    frame = frame_of(Profiles().find("latency"))
    frame.start(1, made(frame))  # nothing of it was kept
    frame.start(2, made(frame, WARM))
    frame.keep(Repeat(2, {}))
    frame.start(3, made(frame))
    frame.keep(Repeat(3, {}))
    assert frame.result is not None
    assert frame.result.cache == WARM
    assert [repeat.order for repeat in frame.result.repeats] == [2, 3]


def test_a_repeat_begins_when_it_starts() -> None:
    frame = frame_of(Profiles().find("latency"))
    before = datetime.now(UTC)
    frame.start(1, made(frame))
    frame.keep(Repeat(1, {}))
    assert frame.result is not None
    (repeat,) = frame.result.repeats
    assert repeat.started is not None and repeat.started >= before


def test_a_test_that_goes_on_has_other_repeats() -> None:
    profile = Profiles().find("latency")
    told: list[events.Event] = []
    frame = frame_of(profile, told.append)
    for order in (profile.repeats, profile.repeats + 1):
        frame.start(order, made(frame))
    counts = [(one.repeats, one.going_on) for one in told if isinstance(one, events.RepeatStarted)]
    assert counts == [(profile.repeats, False), (profile.most, True)]
    assert profile.repeats < profile.most


def test_less_remains_when_a_repeat_is_over() -> None:
    frame = frame_of(Profiles().find("latency"))
    frame.start(1, made(frame))
    remaining = frame.tools.progress.remaining()
    frame.over()
    assert frame.tools.progress.remaining() < remaining
