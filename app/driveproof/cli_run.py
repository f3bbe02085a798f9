# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof run`: measures, with a live line on a terminal and plain lines anywhere else."""

from __future__ import annotations

import argparse
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from driveproof.application import Application
from driveproof.cli_output import terminal
from driveproof.domain.errors import CancelledError, DriveproofError
from driveproof.domain.profile import Profile
from driveproof.domain.run import CANCELLED, FAILED, METRICS, PhaseResult
from driveproof.domain.units import (
    format_bandwidth,
    format_bound,
    format_duration,
    format_iops,
    format_latency,
    format_size,
    format_size_bound,
    visible,
)
from driveproof.session import events
from driveproof.session.engine import Session

CLEAR_LINE = "\r\x1b[K"


class Progress:
    """Tells a run on a stream: one line that moves on a terminal, a line a phase elsewhere."""

    def __init__(self, stream: TextIO, *, binary: bool) -> None:
        self._stream = stream
        self._binary = binary
        self._live = stream.isatty()
        self._name = ""
        self._repeats = 1

    def __call__(self, event: events.Event) -> None:
        """Take an event of the session's."""
        match event:
            case events.Started():
                self._line(
                    f"{event.profile.title} on {visible(event.target.path)}: {cost(event.profile)}."
                )
                for note in event.notes:
                    self._line(visible(note))
            case events.Preparing():
                share = event.done / event.total if event.total else 1.0
                self._move(f"Writing the test file, {share:.0%}", event.remaining)
                if not self._live and not event.done:
                    self._line(f"Writing a test file of {format_size(event.total, binary=True)}.")
            case events.RepeatStarted():
                self._name, self._repeats = event.phase.name, event.repeats
            case events.Measured():
                self._measured(event)
            case events.Stalled():
                self._move(f"{self._name}: no answer for {event.seconds:.1f} s", None)
            case events.PhaseEnded():
                self._line(f"{event.result.name}: {self._summary(event.result)}")
            case events.Ended():
                self._move("", None)
            case _:
                pass

    def _measured(self, event: events.Measured) -> None:
        parts = [f"{self._name} {event.order}/{self._repeats}"]
        for sample in event.samples:
            parts.append(
                f"{format_bandwidth(sample.bandwidth, binary=self._binary)}"
                f"  {format_iops(sample.iops)}"
                + (f"  p99 {format_latency(sample.p99)}" if sample.p99 is not None else "")
            )
        if event.warming:
            parts.append("warming up")
        self._move("  ".join(parts) + f"  {event.progress:.0%}", event.remaining)

    def _summary(self, result: PhaseResult) -> str:
        words = []
        for direction in result.directions:
            summary = result.summary(direction, METRICS[result.primary])
            if summary is None:
                continue
            value = (
                format_bandwidth(summary.median, binary=self._binary)
                if result.primary == "bandwidth"
                else format_iops(summary.median)
            )
            words.append(f"{value} (median of {summary.count})")
        return ", ".join(words) or "nothing measured"

    def _move(self, text: str, remaining: float | None) -> None:
        if not self._live:
            return
        if remaining is not None:
            text += f", {format_duration(remaining)} left"
        width = shutil.get_terminal_size().columns - 1
        self._stream.write(CLEAR_LINE + text[:width])
        self._stream.flush()

    def _line(self, text: str) -> None:
        self._stream.write((CLEAR_LINE if self._live else "") + text + "\n")
        self._stream.flush()


@contextmanager
def _cancelling(session: Session) -> Iterator[None]:
    """Ctrl-C, a closed terminal and SIGTERM end the run cleanly, and with it the program."""

    def stop(*_: object) -> None:
        session.cancel()

    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.signal(number, stop) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def cost(profile: Profile) -> str:
    """What a profile costs at most: "at most 3 min, writes at most 44 GB"."""
    written = profile.bytes_written
    words = f"at most {format_bound(profile.seconds)}"
    return words + (f", writes at most {format_size_bound(written)}" if written is not None else "")


def measure(
    app: Application, arguments: argparse.Namespace, print_json: Callable[[dict[str, Any]], None]
) -> int:
    """Measure as the arguments say; 0 done, 130 cancelled, else the failure's status."""
    profile = app.profiles.find(arguments.profile).customized(
        size=arguments.size, seconds=arguments.seconds, repeats=arguments.repeats
    )
    session = app.new_session(
        profile,
        arguments.target,
        Progress(sys.stderr, binary=arguments.mib),
        arguments.label,
        engine=arguments.engine,
    )
    with _cancelling(session):
        result = session.run()
    if app.history.message:
        print(f"driveproof: {app.history.message}", file=sys.stderr)
    if arguments.json:
        from driveproof.export.run_json import run_document

        print_json(run_document(result))
    elif result.phases:
        from driveproof.export.run_text import run_table

        print(run_table(result, binary=arguments.mib, **terminal()))
    if result.status == CANCELLED:
        kept = " What was measured is kept." if result.phases else ""
        print(f"driveproof: cancelled.{kept}", file=sys.stderr)
        return CancelledError.exit_status
    if result.status == FAILED:
        failure = session.failure or DriveproofError(result.error or "The run failed.")
        print(f"driveproof: {failure}", file=sys.stderr)
        return failure.exit_status
    return 0
