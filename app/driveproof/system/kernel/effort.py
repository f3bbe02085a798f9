# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the machine spent: processor time, and time in which programs waited for I/O.

proc(5) for /proc/stat; the kernel's Documentation/accounting/psi.rst for /proc/pressure/io. The
iowait of /proc/stat only counts idle processors, and says next to nothing.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")
_IDLE, _IOWAIT, _GUEST = 3, 4, 8  # columns of /proc/stat; guest time is also in user time


@dataclass(frozen=True, slots=True)
class Effort:
    """Counters in seconds since the machine started; None: unknown."""

    cpu: float | None = None
    stalled: float | None = None

    def since(self, earlier: Effort) -> Effort:
        """What was spent from then on."""
        return Effort(_less(self.cpu, earlier.cpu), _less(self.stalled, earlier.stalled))


def read_effort(proc: Path = PROC) -> Effort:
    """The counters now."""
    return Effort(_cpu(proc), _stalled(proc))


def _cpu(proc: Path) -> float | None:
    try:
        words = (proc / "stat").read_text().split("\n", 1)[0].split()[1:]
        ticks = [int(word) for word in words[:_GUEST]]
    except (OSError, ValueError):
        return None
    busy = sum(ticks) - sum(ticks[_IDLE : _IOWAIT + 1])
    return busy / os.sysconf("SC_CLK_TCK")


def _stalled(proc: Path) -> float | None:
    """Of the line "some": at least one program waited. Microseconds in the file."""
    try:
        for line in (proc / "pressure" / "io").read_text().splitlines():
            if line.startswith("some "):
                return int(line.rsplit("total=", 1)[1]) / 1e6
    except (OSError, ValueError, IndexError):
        return None
    return None


def recent_pressure(resource: str, proc: Path = PROC) -> float | None:
    """The share of the last minute in which something waited for "memory", "cpu" or "io": avg60 of
    the line "some", which the file has in percent. None where the kernel does not account it.
    """
    try:
        for line in (proc / "pressure" / resource).read_text().splitlines():
            if line.startswith("some "):
                words = dict(word.split("=") for word in line.split()[1:])
                return float(words["avg60"]) / 100
    except (OSError, ValueError, KeyError):
        return None
    return None


def _less(one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else max(0.0, one - other)
