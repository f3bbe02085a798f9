# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""hdparm's timings, in bytes.

Its "MB" are MiB and its "kB" are KiB: hdparm.c counts blocks of TIMING_BUF_MB * 1024 * 1024 bytes
(2 MiB) and prints their sum in units of 2^20 bytes; below 1 it prints 1024 times as many "kB".
"""

from __future__ import annotations

import re
from dataclasses import dataclass

MIB = 2**20
_UNITS = {"MB": MIB, "kB": 2**10}
_LINE = re.compile(
    r"^ *Timing (?P<what>(?:O_DIRECT |buffered |)(?:cached|disk) reads|buffer-cache reads)"
    r"[^:\n]*: +(?P<total>\d+) MB in +(?P<seconds>\d+\.\d+) seconds ="
    r" *(?P<rate>\d+\.\d+) (?P<unit>MB|kB)/sec *$",
    re.MULTILINE | re.ASCII,
)


@dataclass(frozen=True, slots=True)
class PrintedTiming:
    """One timing: `bytes` read in `seconds`, and the `bandwidth` in bytes per second that it
    printed.

    The printed seconds have two decimals, which is coarse for a small device; these are exact.
    """

    what: str
    bytes: int
    bandwidth: float

    @property
    def seconds(self) -> float:
        """How long it took."""
        return self.bytes / self.bandwidth


def parse_timing(text: str) -> PrintedTiming | None:
    """The timing in hdparm's output, None where it has none or it is meaningless."""
    found = _LINE.search(text)
    if found is None:
        return None
    rate = float(found["rate"]) * _UNITS[found["unit"]]
    total = int(found["total"]) * MIB
    return PrintedTiming(found["what"], total, rate) if rate > 0 and total else None
