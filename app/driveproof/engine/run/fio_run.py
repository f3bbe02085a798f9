# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""One fio process from start to end: snapshots out while it runs, its numbers at the end."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from driveproof.domain.errors import Advice, DriveproofError, MachineError
from driveproof.domain.notes import Note
from driveproof.domain.run.failed_io import FailedIo, FailureCause, IoError, On, io_error
from driveproof.domain.run.sample import STALL_SECONDS
from driveproof.fio.process import Launch, RunningFio
from driveproof.fio.said import failed_io, missing_engine
from driveproof.fio.stream import BrokenOutputError, FioReport, Stream

# fio needs about 0.3 s before its first snapshot; a loaded machine more.
START = 2.0
# Seconds between two checks for an answer.
LOOK = 0.25
# Seconds without a snapshot after which the device is given up; until then people can cancel.
SILENCE = 300.0


_ENGINES = {"libaio": FailureCause.NO_LIBAIO, "io_uring": FailureCause.NO_IO_URING}


_Result = TypeVar("_Result")
_Result_co = TypeVar("_Result_co", covariant=True)


class WakeableJob(Protocol[_Result_co]):
    """A program from start to end; it can be made to check whether it should end."""

    def run(self) -> _Result_co:
        """Start it, and return when it has ended or was ended."""

    def wake(self) -> None:
        """Look at what says that it is cancelled; from any thread and from a signal handler."""


@dataclass(frozen=True, slots=True)
class FioEnding:
    """How one fio ended: its last report, and the failure if it failed.

    `early`: we ended it, because what it had done was enough.
    """

    final: FioReport | None
    failure: DriveproofError | None
    cancelled: bool
    early: bool = False


class FioRun:
    """Runs one fio; `on_start` is called once it runs, `on_report` gets each snapshot, `on_silence`
    the seconds without one (what is true of its answer is a sign of life).

    After `timeout` seconds of silence the device is given up. fio is ended when `enough` says so
    after a snapshot. `on_turn` is called at least every `interval` seconds while it runs. When it
    is to end before its time, it is waited for as long as `waits` says so.
    """

    def __init__(
        self,
        launch: Launch,
        *,
        interval: float = LOOK,
        cancelled: Callable[[], bool],
        on_report: Callable[[FioReport], None],
        on_silence: Callable[[float], object],
        on_start: Callable[[], None] = lambda: None,
        on_turn: Callable[[], None] = lambda: None,
        enough: Callable[[], bool] = lambda: False,
        waits: Callable[[], bool] = lambda: False,
        timeout: float = SILENCE,
        stream: Stream | None = None,
    ) -> None:
        self._launch = launch
        self._interval = interval
        self._cancelled = cancelled
        self._on_report = on_report
        self._on_silence = on_silence
        self._on_start = on_start
        self._on_turn = on_turn
        self._enough = enough
        self._waits = waits
        self._early = False
        self._timeout = timeout
        self._stream = stream or Stream()
        self._process: RunningFio | None = None

    def wake(self) -> None:
        """Look at `cancelled` now; may be called from any thread and from a signal handler."""
        process = self._process
        if process is not None:
            process.wake()
        else:
            self._launch.abort()

    def run(self) -> FioEnding:
        """Start fio, and return when it has ended or was ended."""
        if self._cancelled():
            return FioEnding(None, None, True)
        try:
            process = self._launch.start()
        except DriveproofError as error:
            cancelled = self._cancelled()  # then it is no wonder that it did not start
            return FioEnding(None, None if cancelled else error, cancelled)
        self._process = process
        stream = self._stream
        try:
            self._on_start()
            failure = self._follow(process, stream)
        except BrokenOutputError as error:
            failure = MachineError(
                "{text}.", text=error.what, advice=Advice("Install your system's fio.")
            )
        finally:
            # Also when an observer raised: no fio of ours goes on without us.
            # An fio that closed its output is ending by itself, or is ended like any other.
            status = process.wait(START) if process.output_ended else None
            if status is None:
                status = process.end(self._waits)
            self._process = None
        if self._cancelled():
            self._rest(process, stream)
            return FioEnding(stream.final, None, True)
        if self._early and failure is None:
            self._rest(process, stream)
            return FioEnding(stream.final, None, False, early=True)
        return FioEnding(stream.final, failure or _failure(process, stream, status), False)

    def _follow(self, process: RunningFio, stream: Stream) -> DriveproofError | None:
        last = time.monotonic() + START
        while not self._cancelled():
            try:
                data = process.output.get(timeout=self._interval)
            except queue.Empty:
                data = b""
            reports = list(stream.close() if data is None else stream.feed(data))
            for report in reports:
                self._on_report(report)
            self._on_turn()
            now = time.monotonic()
            if reports:
                last = now
            if data is None:
                return None
            if reports and self._enough():
                self._early = True
                return None
            silence = now - last
            if silence > self._timeout:
                return MachineError(
                    "The device does not answer.",
                    advice=Advice("Check the kernel log (journalctl -k) and the drive's health."),
                )
            if silence > STALL_SECONDS and self._on_silence(silence):
                last = now
        return None

    def _rest(self, process: RunningFio, stream: Stream) -> None:
        """fio's output after it was told to end."""
        try:
            while (data := process.output.get(timeout=self._interval)) is not None:
                for report in stream.feed(data):
                    self._on_report(report)
        except (queue.Empty, BrokenOutputError):
            return  # the snapshots until here are good; the ending of a cancelled fio is a bonus


def _failure(process: RunningFio, stream: Stream, status: int | None) -> DriveproofError | None:
    final = stream.final
    said = "\n".join([process.errors(), *stream.messages])
    if process.failure is not None:
        return process.failure
    if status == 0 and final is not None and not final.error and not final.total_err:
        return None
    if (known := _known(said, final.error if final is not None else 0)) is not None:
        return known
    if status is None:
        return MachineError("The device does not answer.")
    if status < 0:
        return MachineError(
            "{name} failed: {reason}.",
            advice=Advice("Try again."),
            name="fio",
            reason=Note("signal {signal}", signal=-status),
        )
    first = next((line for line in said.splitlines() if line.strip()), "")
    return MachineError(
        "{name} failed: {reason}.",
        details=first.strip()[:200],
        advice=Advice("See the run's details."),
        name="fio",
        reason=Note("status {status}", status=status),
    )


def _known(said: str, number: int) -> DriveproofError | None:
    """The failure that fio's words, or the errno of its report, stand for."""
    missing = _ENGINES.get(missing_engine(said) or "")
    if missing is not None:
        return IoError(FailedIo(0), missing, On())
    io = failed_io(said, number)
    return None if io is None else io_error(io)
