# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A comparison of two runs with a hundred thousand samples each: time to the chart, and panning."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from statistics import median

import numpy as np
import pytest
from tests.benchmarks.machine import clean_environment
from tests.benchmarks.ratios import Row, Table, single
from tests.builders.recorded import finished_run

from driveproof.composition.application import Application, Folders
from driveproof.domain.run.run import Repeat, Run

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(900)]

ROOT = Path(__file__).resolve().parents[2]
SAMPLES, REPEATS, STEP = 100_000, 5, 0.25
OPENED, FRAME = 0.5, 0.016
STUCK = 0.1  # seconds without an answer that a person takes for "at once" (RAIL: 100 ms)


def long_run(name: str, factor: float) -> Run:
    """A run with so many samples, whose histograms are those that fio printed."""
    whole = finished_run(id=name, label=name)
    phase = whole.phases[2]
    result = phase.repeats[0].directions["read"]
    each = SAMPLES // REPEATS
    rng = np.random.default_rng(round(1000 * factor))

    def repeat(order: int) -> Repeat:
        rates = factor * result.iops * rng.lognormal(0, 0.2, each)
        samples = tuple(
            replace(
                result.samples[number % len(result.samples)],
                time=(number + 1) * STEP, seconds=STEP, iops=rate, bandwidth=rate * 4096,
            )
            for number, rate in enumerate(rates.tolist())
        )  # fmt: skip
        iops = factor * result.iops * (1 + order / 500)
        mine = replace(result, samples=samples, iops=iops, bandwidth=iops * 4096)
        return replace(phase.repeats[0], order=order, directions={"read": mine})

    repeats = tuple(map(repeat, range(1, REPEATS + 1)))
    long = replace(phase, repeats=repeats, planned_seconds=each * STEP)
    return replace(whole, phases=(long,))


@pytest.fixture(scope="module")
def two_runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("long")
    history = Application(Folders.below(folder)).history
    for name, factor in (("before", 1.0), ("after", 1.3)):
        history.save(long_run(name, factor))
    history.close()
    return folder


def test_a_comparison_of_long_runs(
    two_runs: Path, tmp_path: Path, table: Table, count: int
) -> None:
    environment = clean_environment(
        tmp_path, QT_QPA_PLATFORM="offscreen", PYTHONPATH=f"{ROOT / 'app'}:{ROOT}"
    )

    def window() -> dict[str, list[float]]:
        script = ROOT / "tests" / "benchmarks" / "window_compare.py"
        said = subprocess.run(
            (sys.executable, script, str(two_runs)), stdout=subprocess.PIPE, env=environment,
            check=True,
        ).stdout  # fmt: skip
        told: dict[str, list[float]] = json.loads(said)
        assert told["samples"] >= 2 * SAMPLES, told["samples"]
        return told

    window()
    rounds = [window() for _ in range(count)]
    rows: list[Row] = []
    for what, limit, values in (
        ("opened, to the picture", OPENED, [one["open"] for one in rounds]),
        ("longest time without an answer", STUCK, [one["stuck"] for one in rounds]),
        ("a frame of panning, 1920x1080", FRAME, [f for one in rounds for f in one["frames"]]),
        ("the same, close", FRAME, [f for one in rounds for f in one["close"]]),
    ):
        taken = [1000 * value for value in values]
        name = f"Comparison of 2 x {SAMPLES:,} samples: {what}"
        met = median(taken) < 1000 * limit
        target = f"< {1000 * limit:.0f} ms"
        rows.append(table.add(single(name, taken, "{:.1f} ms", target, met)))
    assert all(row.met for row in rows), rows
