# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fidelity: Driveproof's results and costs match those of the same fio command run directly."""

from __future__ import annotations

import json
import resource
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median

import pytest
from tests.benchmarks.fidelity import LIMIT, WIDEST, run_fio, total_iops
from tests.benchmarks.ratios import (
    MORE_PAIRS,
    PAIRS,
    Table,
    compared,
    interleaved,
    interval_of_median,
    ratios,
)

from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.engine.run import events
from driveproof.engine.run.context import Context
from driveproof.engine.run.session import Session
from driveproof.engine.run.testfile import TestFile, TestFileRegistry
from driveproof.fio.command import FioTarget, prepare, prepare_layout

pytestmark = [pytest.mark.benchmark, pytest.mark.root, pytest.mark.timeout(1800)]

SIZE = 256 * 2**20
SECONDS = 4.0
COST_LIMIT = 0.05  # of CPU seconds a gigabyte


@dataclass
class Side:
    """Both ways to measure one phase in one folder; `totals` are ours with the warm-up in them.

    `costs` are CPU seconds a gigabyte of the fio that measured: (ours, of this process beside it).
    """

    phase: Phase
    folder: Path
    registry: TestFileRegistry
    totals: list[float] = field(default_factory=list)
    costs: list[tuple[float, float]] = field(default_factory=list)
    bare_costs: list[float] = field(default_factory=list)
    begun: tuple[float, float] = (0.0, 0.0)
    spent: tuple[float, float] = (0.0, 0.0)

    def ours(self) -> float:
        """Through the session's engine, the warm-up subtracted."""
        profile = Profile("bench", "Bench", "?", (self.phase,), SIZE, repeats=1, pause=0.0)
        session = Session(
            profile,
            str(self.folder),
            Context(inventory=lambda: None, recorder=None, registry=self.registry),
            self.observe,
        )
        (repeat,) = session.run().phases[0].repeats
        assert repeat.fio_json is not None
        self.totals.append(total_iops(repeat.fio_json))
        gigabytes = moved(repeat.fio_json)
        self.costs.append((self.spent[0] / gigabytes, self.spent[1] / gigabytes))
        return repeat.directions[self.phase.direction].iops

    def bare(self) -> float:
        """The same arguments without the snapshots, on a file that was written in the same way."""
        with TestFile(str(self.folder), SIZE, self.registry) as file:
            place = FioTarget(file.path, SIZE)
            keep = (file.descriptor,)
            run_fio(prepare_layout(place), keep)
            command = prepare(self.phase, place)
            bare = [word for word in command if not word.startswith("--status-interval")]
            assert len(bare) == len(command) - 1
            begun, _ = spent()
            said = run_fio(bare, keep)
            self.bare_costs.append((spent()[0] - begun) / moved(said))
            return total_iops(said)

    def observe(self, event: events.Event) -> None:
        """Between these two runs the fio that measures, and none that lays out."""
        now = spent()
        if isinstance(event, events.RepeatStarted):
            self.begun = now
        elif isinstance(event, events.RepeatEnded):
            self.spent = (now[0] - self.begun[0], now[1] - self.begun[1])

    def start_over(self) -> None:
        """Forget what was counted until here."""
        self.totals.clear(), self.costs.clear(), self.bare_costs.clear()


def moved(text: bytes) -> float:
    """Gigabytes of a whole fio run."""
    (job,) = json.loads(text[text.index(b"{") :])["jobs"]
    return float(job["read"]["io_bytes"] + job["write"]["io_bytes"]) / 1e9


def spent() -> tuple[float, float]:
    """CPU seconds of the children that have ended, and of this process."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime, time.process_time()


@pytest.mark.parametrize("depth", [32, 1], ids=["Q32", "Q1"])
def test_iops_are_those_of_bare_fio(
    depth: int, memory_disk: Path, tmp_path: Path, table: Table, count: int
) -> None:
    phase = Phase("Random 4 KiB", "read", "random", 4096, depth, seconds=SECONDS)
    side = Side(phase, memory_disk, TestFileRegistry(tmp_path / "testfiles"))
    side.ours(), side.bare()  # the first ones pay for cold caches
    side.start_over()
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


@pytest.mark.parametrize(
    ("block", "depth"),
    [(2**20, 8), (2**20, 1), (128 * 2**10, 32)],
    ids=["1 MiB Q8", "1 MiB Q1", "128 KiB Q32"],
)
def test_sequential_writes_are_those_of_bare_fio(
    block: int, depth: int, memory_disk: Path, tmp_path: Path, table: Table, count: int
) -> None:
    """The same data on both sides: what is ours are the snapshots, and the end of the warm-up."""
    phase = Phase("Sequential", "write", "sequential", block, depth, seconds=SECONDS)
    side = Side(phase, memory_disk, TestFileRegistry(tmp_path / "testfiles"))
    side.ours(), side.bare()
    side.start_over()
    pairs = interleaved(side.ours, side.bare, count if count < PAIRS else MORE_PAIRS)
    costs = [(ours, bare) for (ours, _), bare in zip(side.costs, side.bare_costs, strict=True)]
    whole = [(sum(ours), bare) for ours, bare in zip(side.costs, side.bare_costs, strict=True)]
    fast = median(ratios(pairs)) >= 1 - LIMIT
    cheap = median(ratios(costs)) <= 1 + COST_LIMIT
    row = table.add(
        compared(
            f"Bandwidth, {phase.name}, against bare fio",
            [(ours * block / 1e6, bare * block / 1e6) for ours, bare in pairs],
            "{:,.0f} MB/s",
            f"{1 - LIMIT} or more, or the next within {COST_LIMIT:.0%}",
            fast or cheap,
        )
    )
    table.add(compared("  CPU seconds a GB of fio", costs, "{:.3f} s", "", cheap))
    table.add(compared("  the same, and ours beside it", whole, "{:.3f} s", "for comparison"))
    assert row.met, row
