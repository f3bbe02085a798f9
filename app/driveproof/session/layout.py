# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fills the test file with random data, so that every read finds real blocks."""

from __future__ import annotations

import time
from collections.abc import Callable

from driveproof.domain.errors import MachineError
from driveproof.fio import command
from driveproof.session import events
from driveproof.session.phase import Tools
from driveproof.session.repeat import FioRun


def lay_out(tools: Tools) -> None:
    """Write the whole test file. Raises MachineError when it cannot be; a cancel ends it early."""
    if tools.cancelled():
        return
    begun = time.monotonic()
    total = tools.place.size

    def tell(done: int) -> None:
        tools.pace.layout(done, total, time.monotonic() - begun)
        tools.observer(events.Preparing(done, total, tools.pace.remaining()))

    tell(0)
    ending = tools.start(_job(tools, tell))
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


def _job(tools: Tools, tell: Callable[[int], None]) -> FioRun:
    return FioRun(
        command.prepare_layout(tools.place, interval=tools.interval, fio=tools.fio),
        keep_open=(tools.descriptor,),
        interval=tools.interval,
        cancelled=tools.cancelled,
        on_report=lambda report: tell(report.snapshot.get("write").bytes),
        on_silence=lambda _: None,
    )
