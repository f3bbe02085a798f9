# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a whole fio process did, its warm-up included, from its final report."""

from __future__ import annotations

import json


def written_bytes(report: bytes) -> int | None:
    """How much it wrote, None when the report does not say."""
    try:
        jobs = json.loads(report)["jobs"]
        counts = [int(job["write"]["io_bytes"]) for job in jobs]
    except (ValueError, TypeError, KeyError, RecursionError, OverflowError):
        return None
    return sum(counts) if all(count >= 0 for count in counts) else None


def submission_share(report: bytes, jobs: int) -> float | None:
    """The share of a job's time that it spent handing I/Os to the kernel (fio's slat), all of the
    process. None where the engine hands over and waits at once (psync), or nothing is told.
    """
    spent, longest = 0.0, 0.0
    try:
        for job in json.loads(report)["jobs"]:
            for direction in ("read", "write"):
                one = job[direction]
                spent += float(one["slat_ns"]["mean"]) / 1e9 * int(one["total_ios"])
                longest = max(longest, float(one["runtime"]) / 1000)
    except (ValueError, TypeError, KeyError, RecursionError, OverflowError):
        return None
    return spent / (longest * jobs) if spent > 0 and longest > 0 and jobs > 0 else None
