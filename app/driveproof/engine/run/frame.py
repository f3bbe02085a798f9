# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The frame of a runner: what every repeat begins with, what happened meanwhile, what is kept."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from driveproof.domain.access import Cache, Direction
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.run import CUT_SHORT, Limits, MemberStatistics, PhaseResult, Repeat
from driveproof.domain.run.sample import Sample
from driveproof.domain.run.work import Data, Work
from driveproof.domain.run.write_cache import spent
from driveproof.engine.run import events
from driveproof.engine.run.bench import Bench
from driveproof.engine.run.jobs import Jobs
from driveproof.engine.run.monitor import CounterReading, Monitor, Throttling
from driveproof.engine.run.progress import RunProgress
from driveproof.system.kernel.effort import Effort, read_effort


@dataclass(slots=True, kw_only=True)
class Tools:
    """What every test of a run works with. `bench` becomes another where file systems are made for
    the run.
    """

    bench: Bench
    monitor: Monitor
    progress: RunProgress
    jobs: Jobs
    observer: events.Observer


class Frame:
    """The repeats of one test of a profile, number `index` from 0. `result` grows with each.

    A runner has one, and tells it what it does: `start` a repeat, `begin` to count where that is
    later, `measured` for each snapshot, `over`, and `keep` what was found.
    """

    def __init__(self, profile: Profile, phase: Phase, index: int, tools: Tools) -> None:
        self.phase, self.index, self.tools = phase, index, tools
        self._repeats, self._most = profile.repeats, profile.most
        self._throttling = Throttling(tools.monitor)
        self.order = 1
        """The number of the repeat, from 1."""
        self.result: PhaseResult | None = None
        self.begin()

    def start(self, order: int, made: PhaseResult) -> None:
        """A repeat starts; `made` is the test as long as it has none that is kept."""
        self.order = order
        if self.result is None or not self.result.repeats:
            self.result = made
        going_on = order > self._repeats
        count = self._most if going_on else self._repeats
        self.tools.observer(
            events.RepeatStarted(
                self.index, self.phase, order, count, made.command, made.engine, going_on
            )
        )
        self.begin()

    def begin(self) -> None:
        """Count from here: a person may have thought long before the program was started."""
        self._device_start = self.tools.monitor.bytes_done()
        self.first: CounterReading = self.tools.monitor.stats.read()
        self._effort = read_effort()
        self._started, self._begun = datetime.now(UTC), time.monotonic()
        self._throttling.begin()

    @property
    def seconds(self) -> float:
        """Since it began."""
        return time.monotonic() - self._begun

    @property
    def moved(self) -> int | None:
        """Bytes that the device has moved since then; None where nothing counts them."""
        done, first = self.tools.monitor.bytes_done(), self._device_start
        return None if done is None or first is None else done - first

    @property
    def effort(self) -> Effort:
        """What the machine has spent since then."""
        return read_effort().since(self._effort)

    def members(self, seconds: float | None = None) -> tuple[MemberStatistics, ...]:
        """What every device below has done since then, in so many seconds of I/O; None: in all."""
        stats = self.tools.monitor.stats
        return stats.between(self.first, stats.read(), self.seconds if seconds is None else seconds)

    def progress(self, seconds: float, moved: int = 0) -> tuple[float, float]:
        """Of the whole run: the share that is done, and the seconds that remain. `moved` bytes are
        those that the repeat ends with; 0: not known.
        """
        progress, index = self.tools.progress, self.index
        return progress.share(index, seconds, moved), progress.remaining(index, seconds, moved)

    def look(self) -> None:
        """Look for what disturbs it, in the measured time."""
        self._throttling.look()

    def measured(
        self,
        samples: tuple[Sample, ...],
        seconds: float,
        *,
        warming: bool = False,
        moved: int = 0,
        members: tuple[MemberStatistics, ...] = (),
        hosts: tuple[events.HostNow, ...] = (),
    ) -> None:
        """A snapshot came, `seconds` after the beginning: look, and tell it."""
        if not warming:
            self.look()
        self.tools.observer(
            events.Measured(
                self.index,
                self.order,
                samples,
                warming,
                *self.progress(seconds, moved),
                members,
                hosts,
            )
        )

    def stalled(self, seconds: float) -> None:
        """Nothing has come since so many seconds."""
        self.tools.observer(events.Stalled(self.index, self.order, seconds))

    def over(self, moving: float | None = None) -> None:
        """The repeat has ended, however; bytes moved in `moving` seconds of it."""
        self.tools.progress.repeat_ended(self.index, self.seconds, moving)

    def keep(self, found: Repeat, *, whole: bool = True) -> None:
        """Keep a repeat with what disturbed it, and tell it."""
        assert self.result is not None
        cut = () if whole else (CUT_SHORT,)
        disturbed = (*found.disturbed, *self._throttling.words, *cut)
        repeat = replace(found, disturbed=disturbed, started=self._started)
        self.result = replace(self.result, repeats=(*self.result.repeats, repeat))
        self.tools.observer(events.RepeatEnded(self.index, repeat, spent(self.result)))

    def end(self) -> None:
        """The test has no more repeats: tell what was measured, if anything was."""
        if self.result is not None and self.result.repeats:
            left = self.tools.progress.remaining()
            self.tools.observer(events.PhaseEnded(self.index, spent(self.result), left))


def without_repeats(
    phase: Phase,
    command: tuple[str, ...],
    *,
    engine: str,
    direct: bool,
    cache: Cache,
    data: Data = Data.FRESH,
    nocow: bool = False,
    buffered_by: str | None = None,
) -> PhaseResult:
    """The result of a phase before its first repeat."""
    return PhaseResult(
        name=phase.name,
        title=phase.title,
        direction=phase.direction,
        pattern=phase.pattern,
        # As in files of other programs: of several sizes none is the test's.
        block_size=0 if phase.asked.block_sizes else phase.block_size,
        queue_depth=phase.queue_depth,
        jobs=phase.jobs,
        engine=engine,
        direct=direct,
        command=command,
        warmup=phase.warmup,
        planned_seconds=phase.seconds,
        scheduler=phase.scheduler,
        cache=cache,
        work=Work.of(
            phase.asked,
            data=data,
            nocow=nocow,
            read_share=phase.read_share
            if phase.direction == Direction.MIXED and not phase.write_depth
            else None,
            write_depth=phase.write_depth,
            operation=phase.operation,
            extent=phase.extent,
            part=phase.part,
            rest=phase.rest,
        ),
        limits=Limits(buffered_by=buffered_by),
    )
