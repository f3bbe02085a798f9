# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How busy drives are before anything is measured, and who it is that uses them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from driveproof.domain.run.observed import Writer, WriterKind
from driveproof.engine.busy import busiest
from driveproof.engine.run.writers import Who
from driveproof.system.kernel.sysfs import Sysfs

MOST = 3
"""The number of users that are named."""


def load_of(
    names: Sequence[str], sysfs: Sysfs, pause: Callable[[float], object] = time.sleep
) -> tuple[float | None, tuple[Writer, ...]]:
    """The share of two seconds in which the busiest of these drives (kernel names) had I/O in
    flight, None without counters; and who moved most bytes meanwhile: control groups, or where
    none is counted the processes, on whatever drive.
    """
    numbers = [sysfs.facts(name).number for name in names]
    watched = [Who(number, sysfs) for number in numbers if number]
    share = busiest(names, sysfs, pause)
    sums: dict[tuple[str, str], tuple[int, int]] = {}
    for place, who in enumerate(watched):
        who.look()
        for kind, name, read, written in who.writers(0, 0):
            # Processes are counted on all drives together: once.
            if kind == WriterKind.GROUP or (kind == WriterKind.PROCESS and not place):
                before = sums.get((kind, name), (0, 0))
                sums[kind, name] = before[0] + read, before[1] + written
    found = [Writer(*key, *moved) for key, moved in sums.items() if sum(moved)]
    groups = [one for one in found if one.kind == WriterKind.GROUP]
    found = groups or found
    found.sort(key=lambda one: -(one.read_bytes + one.written_bytes))
    return share, tuple(found[:MOST])
