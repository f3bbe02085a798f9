# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""hdparm's timings as phases of a run: started by the helper, read, and kept like any other."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from driveproof.domain.access import COLD, DIRECT, WARM, Direction
from driveproof.domain.errors import Advice, DriveproofError, MachineError
from driveproof.domain.notes import Note
from driveproof.domain.profile.course import Enough
from driveproof.domain.profile.phase import Phase, Tool
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.failed_io import known_failure
from driveproof.domain.run.hdparm import BLOCK, ENGINE
from driveproof.domain.run.run import DirectionResult, Latency, PhaseResult, Repeat
from driveproof.engine.run import events
from driveproof.engine.run.explained import number_in
from driveproof.engine.run.method import Runner
from driveproof.engine.run.phase import PhaseRunner, Tools, without_repeats
from driveproof.fio.process import Launch
from driveproof.system.hdparm import Timing, parse_timing

_CACHE = {Tool.HDPARM_CACHE: WARM, Tool.HDPARM_BUFFERED: COLD, Tool.HDPARM_DIRECT: DIRECT}
# What is left to be said after the output has ended.
_END = 2.0


def runners(profile: Profile, tools: Tools) -> Callable[[Phase, int], Runner]:
    """hdparm for its own timings, fio for the others."""

    def made(phase: Phase, index: int) -> Runner:
        kind = PhaseRunner if phase.tool is Tool.FIO else HdparmRunner
        return kind(phase, index, profile.repeats, tools)

    return made


@dataclass(frozen=True, slots=True)
class HdparmEnding:
    """How one hdparm ended: its result, or the failure; neither when it was cancelled."""

    timing: Timing | None = None
    failure: DriveproofError | None = None


class HdparmRun:
    """Runs one hdparm; `on_tick` gets the seconds since its start several times a second.

    A `trial` is ended as soon as it has begun.
    """

    def __init__(
        self,
        launch: Launch,
        *,
        cancelled: Callable[[], bool],
        interval: float = 0.25,
        on_tick: Callable[[float], None] = lambda _: None,
        trial: bool = False,
    ) -> None:
        self._launch = launch
        self._cancelled = cancelled
        self._interval = interval
        self._on_tick = on_tick
        self._trial = trial
        self._awake: Callable[[], None] = launch.abort

    def wake(self) -> None:
        """Look at `cancelled` now; may be called from any thread and from a signal handler."""
        self._awake()

    def run(self) -> HdparmEnding:
        """Start hdparm, and return when it has ended or was ended."""
        if self._cancelled():
            return HdparmEnding()
        try:
            process = self._launch.start()
        except DriveproofError as error:
            return HdparmEnding(failure=None if self._cancelled() else error)
        self._awake = process.wake
        begun, said = time.monotonic(), b""
        try:
            while not (self._cancelled() or self._trial):
                try:
                    data = process.output.get(timeout=self._interval)
                except queue.Empty:
                    data = b""
                if data is None:
                    break
                said += data
                self._on_tick(time.monotonic() - begun)
        finally:
            status = process.wait(_END) if process.output_ended else None
            if status is None:
                status = process.end()
        if self._cancelled() or self._trial:
            return HdparmEnding()
        if process.failure is not None:
            return HdparmEnding(failure=process.failure)
        timing = parse_timing(said.decode("utf-8", "replace"))
        # After a read that failed it says so and ends with status 0 all the same.
        if timing is None or status:
            return HdparmEnding(failure=_failure(process.errors(), status))
        return HdparmEnding(timing)


def _failure(words: str, status: int | None) -> MachineError:
    # hdparm has no other sign of these than its words: the status is that of any failure.
    if (known := known_failure(number_in(words))) is not None:
        return known
    if "device too small" in words or "read(2097152) returned" in words:
        return MachineError("{path} is too small.", path="hdparm")
    return MachineError(
        "{program} failed: {reason}.",
        details=words.strip()[:200],
        advice=Advice("See the run's details."),
        program="hdparm",
        reason=Note("status {status}", status=status),
    )


class HdparmRunner:
    """Runs the repeats of one timing; `result` grows with each."""

    def __init__(self, phase: Phase, index: int, repeats: int, tools: Tools) -> None:
        self._phase = phase
        self._index = index
        self._repeats = repeats
        self._tools = tools
        self.result: PhaseResult | None = None

    def repeat(self, order: int, enough: Enough | None = None) -> DriveproofError | None:
        """Measure once; what made it fail, None when nothing or a cancel did. hdparm ends by
        itself.
        """
        tools, phase = self._tools, self._phase
        launch = tools.bench.launch(phase, order)
        if self.result is None:
            self.result = without_repeats(
                phase,
                launch.command,
                engine=ENGINE,
                direct=phase.direct,
                cache=_CACHE[phase.tool],
            )
        tools.observer(
            events.RepeatStarted(self._index, phase, order, self._repeats, launch.command, ENGINE)
        )
        started, begun = datetime.now(UTC), time.monotonic()
        ending = tools.start(
            HdparmRun(
                launch,
                cancelled=tools.cancelled,
                on_tick=lambda seconds: self._tell(order, seconds),
            )
        )
        tools.progress.repeat_ended(self._index, time.monotonic() - begun)
        if ending.timing is not None:
            repeat = Repeat(
                order=order, directions={Direction.READ: _numbers(ending.timing)}, started=started
            )
            self.result = replace(self.result, repeats=(*self.result.repeats, repeat))
            tools.observer(events.RepeatEnded(self._index, repeat, self.result))
        return ending.failure

    def end(self) -> None:
        """The phase is over: report what was measured, if anything was."""
        self._tools.tell_end(self._index, self.result)

    def _tell(self, order: int, seconds: float) -> None:
        """hdparm says nothing before its end: only that time goes by."""
        progress = self._tools.progress
        self._tools.observer(
            events.Measured(
                self._index,
                order,
                (),
                seconds < self._phase.warmup,
                progress.share(self._index, seconds),
                progress.remaining(self._index, seconds),
            )
        )


def _numbers(timing: Timing) -> DirectionResult:
    """A timing as a result: reads of 2 MiB each, whose latency hdparm does not report."""
    return DirectionResult(
        iops=timing.bandwidth / BLOCK,
        bandwidth=timing.bandwidth,
        bytes=timing.bytes,
        ios=timing.bytes // BLOCK,
        seconds=timing.seconds,
        latency=Latency(),
    )
