# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Parsing: the output of 16 jobs, four times a second, is read many times faster than it
arrives.
"""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import pytest
from tests.benchmarks.ratios import Row, Table, compared, interleaved, spread

from driveproof.fio.process import CHUNK
from driveproof.fio.stream import Stream

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(600)]

# Recorded by tests/data/record/jobs.py: RND4K Q32, 16 jobs, not grouped.
DATA = Path(__file__).resolve().parents[1] / "data" / "jobs16.json.gz"
INTERVAL = 0.25
TIMES = 100
ROUNDS = 5


def seconds(work: Callable[[], None]) -> float:
    """Of one call, the median of a few: one alone is shorter than a scheduler's time slice."""
    taken = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        work()
        taken.append(time.perf_counter() - begun)
    return median(taken)


def test_a_stream_of_16_jobs(table: Table, count: int) -> None:
    said = gzip.decompress(DATA.read_bytes())
    chunks = [said[at : at + CHUNK] for at in range(0, len(said), CHUNK)]
    objects = [text + b"\n}" for text in said.split(b"\n}\n")[:-1]]
    assert len(objects) > 4
    assert len(json.loads(objects[0])["jobs"]) == 16

    def ours() -> None:
        stream = Stream()
        reports = [report for chunk in chunks for report in stream.feed(chunk)]
        assert len(reports) >= len(objects) - 1  # the last may repeat the one before

    def json_alone() -> None:
        for text in objects:
            json.loads(text)

    pairs = interleaved(lambda: seconds(ours), lambda: seconds(json_alone), count)
    came = len(objects) * INTERVAL
    faster = [came / mine for mine, _ in pairs]
    row = table.add(
        Row(
            "Parsing 16 jobs, 4 snapshots/s",
            f"{median(m for m, _ in pairs) / len(objects) * 1000:.2f} ms each",
            f"{INTERVAL * 1000:.0f} ms (real time)",
            f"{spread(faster, '{:.0f}')} times faster, {len(pairs)}",
            f">= {TIMES} times faster",
            median(faster) >= TIMES,
        )
    )
    per_object = [(1000 * a / len(objects), 1000 * b / len(objects)) for a, b in pairs]
    table.add(compared("  against json.loads alone", per_object, "{:.2f} ms", "for comparison"))
    assert row.met, row
