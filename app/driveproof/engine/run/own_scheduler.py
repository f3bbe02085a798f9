# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a disk has its own I/O scheduler again after others were tried."""

from __future__ import annotations

import time

from driveproof.domain.errors import Advice, MachineError
from driveproof.system.kernel.sysfs import Sysfs

GUARD_SECONDS = 0.8


def not_back(disk: str, own: str, sysfs: Sysfs) -> MachineError | None:
    """What to say where a disk does not come to have its own scheduler again; None where it does.

    Takes at most GUARD_SECONDS.
    """
    left = _settled(disk, own, sysfs)
    if left == own:
        return None
    return MachineError(
        "The I/O scheduler of {disk} changed from {own} to {left}.",
        disk=disk,
        left=left,
        own=own,
        advice=Advice(
            "Run: {command}",
            command=f"echo {own} | sudo tee /sys/block/{disk}/queue/scheduler",
        ),
    )


def _settled(disk: str, own: str, sysfs: Sysfs) -> str:
    """The scheduler at the end. A helper that was killed leaves it to its guard, which may take
    a moment; a device that has gone has none, and that is no matter.
    """
    end = time.monotonic() + GUARD_SECONDS
    while (left := sysfs.scheduler(disk)[0] or own) != own and time.monotonic() < end:
        time.sleep(0.02)
    return left
