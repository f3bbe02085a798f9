# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fidelity: the IOPS that Driveproof measures are those of the same fio command run bare."""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median

import pytest
from tests.benchmarks.ratios import (
    MORE_PAIRS,
    PAIRS,
    Table,
    compared,
    interleaved,
    interval_of_median,
    ratios,
)

from driveproof.domain.profile import Phase, Profile
from driveproof.fio.command import FioTarget, prepare, prepare_layout
from driveproof.fio.program import find_fio
from driveproof.session.engine import Session
from driveproof.session.testfile import Ledger, TestFile

pytestmark = [pytest.mark.benchmark, pytest.mark.root, pytest.mark.timeout(1800)]

SIZE = 256 * 2**20
SECONDS = 4.0
LIMIT = 0.02
WIDEST = 0.1  # of the interval; above it the machine was not quiet enough to tell


@dataclass
class Side:
    """Both ways to measure one phase in one folder; `totals` are ours with the warm-up in them."""

    phase: Phase
    folder: Path
    ledger: Ledger
    totals: list[float] = field(default_factory=list)

    def ours(self) -> float:
        """Through the session's engine, the warm-up subtracted."""
        profile = Profile("bench", "Bench", "?", (self.phase,), SIZE, repeats=1, pause=0.0)
        session = Session(
            profile,
            str(self.folder),
            find_fio=find_fio,
            inventory=lambda: None,
            keeper=None,
            ledger=self.ledger,
            observer=lambda event: None,
        )
        (repeat,) = session.run().phases[0].repeats
        assert repeat.fio_json is not None
        self.totals.append(total_iops(repeat.fio_json))
        return repeat.directions["read"].iops

    def bare(self) -> float:
        """The same arguments without the snapshots, on a file that was written in the same way."""
        with TestFile(str(self.folder), SIZE, self.ledger) as file:
            place = FioTarget(file.path, SIZE)
            keep = (file.descriptor,)
            run_fio(prepare_layout(place), keep)
            command = prepare(self.phase, place)
            bare = [word for word in command if not word.startswith("--status-interval")]
            assert len(bare) == len(command) - 1
            return total_iops(run_fio(bare, keep))


def run_fio(command: list[str] | tuple[str, ...], keep: tuple[int, ...]) -> bytes:
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C"}
    return subprocess.run(
        command, stdout=subprocess.PIPE, pass_fds=keep, env=environment, check=True
    ).stdout


def total_iops(text: bytes) -> float:
    """I/Os over runtime of a whole fio run, by its own count."""
    (job,) = json.loads(text[text.index(b"{") :])["jobs"]
    return float(job["read"]["total_ios"] / (job["read"]["runtime"] / 1000))


@pytest.mark.parametrize("depth", [32, 1], ids=["Q32", "Q1"])
def test_iops_are_those_of_bare_fio(
    depth: int, memory_disk: Path, tmp_path: Path, table: Table, count: int
) -> None:
    phase = Phase("Random 4 KiB", "read", "random", 4096, depth, seconds=SECONDS)
    side = Side(phase, memory_disk, Ledger(tmp_path / "testfiles"))
    side.ours(), side.bare()  # the first ones pay for cold caches
    side.totals.clear()
    pairs = interleaved(side.ours, side.bare, count)
    if abs(median(ratios(pairs)) - 1) > LIMIT and PAIRS <= count < MORE_PAIRS:
        pairs += interleaved(side.ours, side.bare, MORE_PAIRS - count, done=count)
    low, high = interval_of_median(ratios(pairs))
    # A median that may as well be elsewhere says nothing, wherever it lies.
    noisy = high - low > WIDEST
    met = abs(median(ratios(pairs)) - 1) <= LIMIT
    if not met and len(pairs) >= MORE_PAIRS:
        # The spread decides: it is off if all of the interval of the median is.
        met = low <= 1 + LIMIT and high >= 1 - LIMIT
    row = compared(
        f"IOPS, {phase.name}, against bare fio", pairs, "{:,.0f}",
        f"1 ± {LIMIT} (interval {low:.3f} to {high:.3f})", met and not noisy,
    )  # fmt: skip
    row = table.add(replace(row, undecided=noisy))
    whole = [(total, bare) for total, (_, bare) in zip(side.totals, pairs, strict=True)]
    table.add(compared("  the same, warm-up included", whole, "{:,.0f}", "for comparison"))
    assert row.met, row
