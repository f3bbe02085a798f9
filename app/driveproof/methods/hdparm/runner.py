# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""hdparm's timings as phases of a run: started by the helper, read, and kept like any other."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable
from dataclasses import dataclass

from driveproof.domain.access import COLD, DIRECT, WARM, Direction
from driveproof.domain.errors import Advice, DriveproofError, MachineError
from driveproof.domain.notes import Note
from driveproof.domain.profile.course import Enough
from driveproof.domain.profile.phase import Tool
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.failed_io import known_failure
from driveproof.domain.run.hdparm import HDPARM_BLOCK, HDPARM_ENGINE
from driveproof.domain.run.run import DirectionResult, Latency, Repeat
from driveproof.engine.run.explained import number_in
from driveproof.engine.run.frame import Frame, Tools, without_repeats
from driveproof.engine.run.method import Runner
from driveproof.engine.run.phase import PhaseRunner
from driveproof.fio.process import Launch
from driveproof.system.hdparm import PrintedTiming, parse_timing

_CACHE = {Tool.HDPARM_CACHE: WARM, Tool.HDPARM_BUFFERED: COLD, Tool.HDPARM_DIRECT: DIRECT}
# What is left to be said after the output has ended.
_END = 2.0


def runners(profile: Profile, tools: Tools) -> Callable[[Frame], Runner]:
    """hdparm for its own timings, fio for the others."""
    del profile, tools
    return lambda frame: PhaseRunner(frame) if frame.phase.tool is Tool.FIO else HdparmRunner(frame)


@dataclass(frozen=True, slots=True)
class HdparmEnding:
    """How one hdparm ended: its result, or the failure; neither when it was cancelled."""

    timing: PrintedTiming | None = None
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
        "{name} failed: {reason}.",
        details=words.strip()[:200],
        advice=Advice("See the run's details."),
        name="hdparm",
        reason=Note("status {status}", status=status),
    )


class HdparmRunner:
    """Runs the repeats of one timing."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame

    def repeat(self, order: int, enough: Enough | None = None) -> DriveproofError | None:
        """Measure once; what made it fail, None when nothing or a cancel did. hdparm ends by
        itself.
        """
        frame, tools, phase = self.frame, self.frame.tools, self.frame.phase
        launch = tools.bench.launch(phase, order)
        made = without_repeats(
            phase,
            launch.command,
            engine=HDPARM_ENGINE,
            direct=phase.direct,
            cache=_CACHE[phase.tool],
        )
        frame.start(order, made)
        ending = tools.jobs.start(
            HdparmRun(launch, cancelled=tools.jobs.cancelled, on_tick=self._tell)
        )
        frame.over()
        if ending.timing is not None:
            frame.keep(Repeat(order, {Direction.READ: _numbers(ending.timing)}))
        return ending.failure

    def _tell(self, seconds: float) -> None:
        """hdparm says nothing before its end: only that time goes by."""
        self.frame.measured((), seconds, warming=seconds < self.frame.phase.warmup)


def _numbers(timing: PrintedTiming) -> DirectionResult:
    """A timing as a result: reads of 2 MiB each, whose latency hdparm does not report."""
    return DirectionResult(
        iops=timing.bandwidth / HDPARM_BLOCK,
        bandwidth=timing.bandwidth,
        bytes=timing.bytes,
        ios=timing.bytes // HDPARM_BLOCK,
        seconds=timing.seconds,
        latency=Latency(),
    )
