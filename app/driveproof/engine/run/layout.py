# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fills the test file with random data, so that every read finds real blocks."""

from __future__ import annotations

import time
from collections.abc import Callable

from driveproof.domain.errors import MachineError
from driveproof.engine.run import events
from driveproof.engine.run.phase import Tools
from driveproof.engine.run.repeat import FioRun
from driveproof.fio.process import Launch


def lay_out(tools: Tools, launch: Launch, total: int) -> None:
    """Write the whole test file of `total` bytes.

    Raises MachineError when it cannot be; a cancel ends it early.
    """
    if tools.cancelled():
        return
    begun = time.monotonic()

    def tell(done: int) -> None:
        tools.pace.layout(done, total, time.monotonic() - begun)
        tools.observer(events.Preparing(done, total, tools.pace.remaining()))

    tell(0)
    ending = tools.start(_job(tools, launch, tell))
    if ending.cancelled:
        return
    if ending.failure is not None:
        raise ending.failure
    written = ending.final.snapshot.get("write").bytes if ending.final else 0
    if written < total:
        raise MachineError(
            f"Only {written} of {total} bytes of the test file were written.",
            "Look at the kernel's log (journalctl -k or dmesg).",
        )
    tools.pace.layout_ended(time.monotonic() - begun)


def _job(tools: Tools, launch: Launch, tell: Callable[[int], None]) -> FioRun:
    return FioRun(
        launch,
        cancelled=tools.cancelled,
        on_report=lambda report: tell(report.snapshot.get("write").bytes),
        on_silence=lambda _: None,
    )
