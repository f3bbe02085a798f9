# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a diagnosis knows without measuring: how busy drives are, who uses them, and the newest
latency breakdown of their earlier runs.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from driveproof.domain.diagnosis.diagnosis import Breakdown
from driveproof.domain.errors import DriveproofError
from driveproof.domain.run.latency_breakdown import breakdown_of
from driveproof.domain.run.observed import Writer, WriterKind
from driveproof.domain.run.run import FINISHED
from driveproof.engine.busy import busiest
from driveproof.engine.run.writers import Who
from driveproof.history.store import History
from driveproof.system.kernel.sysfs import Sysfs

PROFILE = "latency-breakdown"
LAST_RUNS = 200
"""The number of runs that are searched."""


def newest_breakdown(history: History, identity: str | None) -> Breakdown | None:
    """What it was; None where none was measured on this drive, or it cannot be read."""
    if identity is None:
        return None
    try:
        heads = history.heads(identity=identity, limit=LAST_RUNS)
        head = next((h for h in heads if h.profile == PROFILE and h.status == FINISHED), None)
        run = None if head is None else history.load(head.id)
    except DriveproofError:
        return None
    breakdown = None if run is None else breakdown_of(run)
    return None if run is None or breakdown is None else Breakdown(breakdown, run.started)


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
