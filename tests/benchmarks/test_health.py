# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Health: five hundred drives in the window, and the discard path from the command line."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

import pytest
from tests.benchmarks.machine import clean_environment
from tests.benchmarks.ratios import Row, Table, compared, interleaved, spread

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(600)]

ROOT = Path(__file__).resolve().parents[2]
DRIVES, FEW = 500, 5
READY = 0.3
STUCK = 0.1  # seconds without an answer that a person takes for "at once" (RAIL: 100 ms)
CHAIN = 0.2


def window(home: Path, drives: int) -> dict[str, float]:
    environment = clean_environment(
        home, QT_QPA_PLATFORM="offscreen", PYTHONPATH=f"{ROOT / 'app'}:{ROOT}"
    )
    script = ROOT / "tests" / "benchmarks" / "window_health.py"
    said = subprocess.run(
        (sys.executable, script, str(drives)), stdout=subprocess.PIPE, env=environment, check=True
    ).stdout
    told: dict[str, float] = json.loads(said)
    assert told["asked"], told
    return told


def test_many_drives_with_health(tmp_path: Path, table: Table, count: int) -> None:
    window(tmp_path, DRIVES)
    rounds = [(window(tmp_path, DRIVES), window(tmp_path, FEW)) for _ in range(count)]
    rows = []
    for key, what, limit in (
        ("list", "list with the verdicts painted", READY),
        ("page", "Health page painted, the first time", READY),
        ("stuck", "longest time without an answer while a drive is asked", STUCK),
    ):
        taken = [1000 * many[key] for many, _ in rounds]
        rows.append(
            table.add(
                Row(
                    f"{DRIVES} drives: {what}",
                    f"{median(taken):.0f} ms",
                    f"{1000 * median(few[key] for _, few in rounds):.0f} ms ({FEW} drives)",
                    f"{spread(taken, '{:.0f} ms')}, {len(taken)}",
                    f"< {1000 * limit:.0f} ms",
                    median(taken) < 1000 * limit,
                )
            )
        )
    assert all(row.met for row in rows), rows


def test_the_way_of_a_trim(tmp_path: Path, table: Table, count: int) -> None:
    environment = clean_environment(tmp_path, PYTHONPATH=str(ROOT / "app"))

    def timed(*words: str) -> float:
        begun = time.perf_counter()
        done = subprocess.run(
            (sys.executable, "-m", "driveproof", *words),
            capture_output=True, env=environment, check=False,
        )  # fmt: skip
        taken = time.perf_counter() - begun
        assert done.returncode in {0, 1}, done.stderr  # 1: TRIM is blocked on this machine
        assert done.stdout
        return taken

    def chain() -> float:
        return timed("trim", "status", str(tmp_path), "--json")

    chain()
    pairs = interleaved(chain, lambda: timed("profiles", "--json"), count)
    met = median(ours for ours, _ in pairs) < CHAIN
    what = "driveproof trim status, against profiles"
    row = table.add(compared(what, pairs, "{:.3f} s", f"ours < {CHAIN} s", met))
    assert row.met, row
