# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof monitor`: what a device and all that serve it do, line by line, without load."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from driveproof.cli.output import put_next, say
from driveproof.domain.live import LiveSample, LiveTotals
from driveproof.domain.run.members import role_title
from driveproof.engine.live import LiveMonitor, NfsMonitor, live_monitor
from driveproof.export.json import line_of
from driveproof.export.json.live import live_document
from driveproof.export.live_record import LiveRecord
from driveproof.export.text.layout import columns_of, plain
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.wording.dates import clock as time_of_day
from driveproof.wording.live import columns, figures
from driveproof.wording.say import say_text, say_texts

if TYPE_CHECKING:
    import argparse

    from driveproof.composition.application import Application

LINES = 20
"""The number of lines after which the heads are printed again."""
LEAST = 9
"""Columns of the terminal that a figure takes at least, so that lines stay below each other."""


def monitor_here(_app: Application, arguments: argparse.Namespace) -> int:
    """Run the subcommand on this machine, and return the exit status. Raises DriveproofError."""
    return monitor(arguments, Sysfs())


def monitor(
    arguments: argparse.Namespace,
    sysfs: Sysfs,
    pause: Callable[[float], object] = time.sleep,
    clock: Callable[[], float] = time.monotonic,
) -> int:
    """Print a sample for each interval until the time is over or the person ends it; returns 0.

    Raises DriveproofError for a device that is not there, or leaves, and for a file that cannot be
    written. `pause` waits so many seconds.
    """
    watching = live_monitor(arguments.target, sysfs, clock=clock)
    totals = LiveTotals()
    until = None if arguments.seconds is None else clock() + arguments.seconds
    lines = _Lines(watching, binary=arguments.mib)
    with _record(arguments.record) as record:
        try:
            while until is None or clock() < until:
                left = arguments.interval if until is None else max(0.0, until - clock())
                pause(min(arguments.interval, left))
                sample = watching.look()
                totals = totals.with_sample(sample)
                if record is not None:
                    record.add(sample)
                if arguments.json:
                    put_next(line_of(live_document(sample)))
                else:
                    lines.print(sample)
        except KeyboardInterrupt:
            pass  # how it is meant to be ended
        finally:
            if totals.samples and not arguments.json:
                say(say_texts(totals.sentences, binary=arguments.mib))
    return 0


@contextmanager
def _record(path: str | None) -> Iterator[LiveRecord | None]:
    """A new file, closed at the end; None without a path."""
    record = None if path is None else LiveRecord(path)
    try:
        yield record
    finally:
        if record is not None:
            record.close()


class _Lines:
    """Prints the figures below their heads; a line for each device of a stack."""

    def __init__(self, watching: LiveMonitor | NfsMonitor, *, binary: bool) -> None:
        self._several = len(watching.devices) > 1
        self._name = max(len(device) for device, _role in watching.devices)
        self._role = max(
            columns_of(say_text(role_title(role, watched=True)))
            for _device, role in watching.devices
        )
        self._binary = binary
        self._heads = columns(binary=binary)
        self._widths = [max(LEAST, columns_of(head)) for head in self._heads]
        self._left = 0

    def print(self, sample: LiveSample) -> None:
        if self._left <= 0:
            self._put("", "", "", self._heads)
            self._left = LINES
        when = time_of_day(sample.at, seconds=True)
        for one in sample.devices:
            self._put(
                when,
                one.device,
                say_text(role_title(one.role, watched=True)),
                figures(one, sample.temperatures.get(one.device), binary=self._binary),
            )
            when = ""
            self._left -= 1

    def _put(self, when: str, device: str, role: str, cells: tuple[str, ...]) -> None:
        begin = [when.ljust(8)]
        if self._several:
            begin += [device.ljust(self._name), role + " " * (self._role - columns_of(role))]
        words = [
            " " * (width - columns_of(cell)) + cell
            for cell, width in zip(cells, self._widths, strict=True)
        ]
        put_next(plain("  ".join([*begin, *words]), sys.stdout.encoding or "ascii").rstrip())
