# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the test files of a run in full before they are read."""

from __future__ import annotations

import time
from collections.abc import Callable

from driveproof.domain.access import Direction
from driveproof.domain.errors import Advice, MachineError
from driveproof.domain.method import Trait, has_trait
from driveproof.engine.run import events
from driveproof.engine.run.fio_run import FioRun
from driveproof.engine.run.frame import Tools
from driveproof.fio.process import Launch
from driveproof.fio.stream import FioReport


def lay_out_test_file(tools: Tools) -> int:
    """Write the test file of the profile, and its log where that is apart; the bytes. A method that
    makes its files itself has none.

    Raises MachineError when it cannot be.
    """
    bench, written = tools.bench, 0
    profile = bench.profile
    if bench.files.layout is not None and not has_trait(profile.method, Trait.OWN_FILES):
        lay_out(tools, bench.files.layout(profile.size), profile.size)
        written += profile.size
    if bench.files.log is not None:
        lay_out(tools, bench.files.log.layout(), bench.files.log.size)
        written += bench.files.log.size
    return written


def lay_out(tools: Tools, launch: Launch, total: int) -> None:
    """Write the whole test file of `total` bytes.

    Raises MachineError when it cannot be; a cancel ends it early.
    """
    if tools.jobs.cancelled():
        return
    begun = time.monotonic()

    def tell(done: int, seconds: float | None = None) -> None:
        if tools.jobs.cancelled():  # what fio says while it ends is nobody's speed
            return
        tools.progress.layout(done, time.monotonic() - begun, seconds)
        tools.observer(events.Preparing(done, total, tools.progress.remaining()))

    tell(0)
    ending = tools.jobs.start(_job(tools, launch, tell))
    if ending.cancelled:
        return
    if ending.failure is not None:
        raise ending.failure
    written = ending.final.snapshot.get(Direction.WRITE).bytes if ending.final else 0
    if written < total:
        raise MachineError(
            "The test file has {written} of {total} bytes.",
            written=written,
            total=total,
            advice=Advice("Check the kernel log (journalctl -k) and the drive's health."),
        )
    elapsed = time.monotonic() - begun
    tools.progress.layout(total, elapsed, ending.final.snapshot.seconds if ending.final else None)
    tools.progress.layout_ended(elapsed)


def _job(tools: Tools, launch: Launch, tell: Callable[[int, float], None]) -> FioRun:
    def report(told: FioReport) -> None:
        done = told.snapshot.get(Direction.WRITE).bytes
        if done:  # fio's first one may come before its first write: that it begins was told
            tell(done, told.snapshot.seconds)

    return FioRun(
        launch, cancelled=tools.jobs.cancelled, on_report=report, on_silence=lambda _: None
    )
