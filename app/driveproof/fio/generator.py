# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What fio's data generator costs, as arguments and answer: writes to nowhere (engine `null`)."""

from __future__ import annotations

import json

from driveproof.domain.run.work import Data
from driveproof.fio.command import BUFFERS

MILLISECONDS = 300
_NOTHING = ("--refill_buffers=0", "--scramble_buffers=0")


def generator_command(fio: str, data: Data | None, block_size: int) -> tuple[str, ...]:
    """fio's arguments for so much writing to nowhere; without data (None) what fio itself costs."""
    return (
        fio,
        "--name=generator",
        "--ioengine=null",
        "--rw=write",
        f"--bs={block_size}",
        f"--size={block_size * 1024}",
        "--thread=1",
        "--time_based=1",
        f"--runtime={MILLISECONDS}ms",
        *(_NOTHING if data is None else BUFFERS[data]),
        "--eta=never",
        "--output-format=json",
    )


def seconds_a_block(report: bytes) -> float | None:
    """How long a block took, None when the report does not say."""
    try:
        (job,) = json.loads(report[report.index(b"{") :])["jobs"]
        count, milliseconds = int(job["write"]["total_ios"]), float(job["write"]["runtime"])
    except (ValueError, TypeError, KeyError, RecursionError, OverflowError):
        return None
    return milliseconds / 1000 / count if count > 0 and milliseconds > 0 else None
