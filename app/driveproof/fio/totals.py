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
