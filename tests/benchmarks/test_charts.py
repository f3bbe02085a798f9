# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Charts: how long importing their library blocks the window, and how smoothly long curves pan."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from tests.benchmarks.machine import clean_environment
from tests.benchmarks.ratios import Table, single

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(900)]

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
FRAME = {"calm": 16.0, "noise": 40.0}  # ms


def told(script: str, home: Path, *words: str) -> Any:
    """The output of a script in a separate process."""
    environment = clean_environment(
        home, QT_QPA_PLATFORM="offscreen", PYTHONPATH=f"{ROOT / 'app'}:{ROOT}"
    )
    said = subprocess.run(
        (sys.executable, HERE / script, *words),
        stdout=subprocess.PIPE, env=environment, check=True,
    ).stdout  # fmt: skip
    return json.loads(said)


@pytest.mark.parametrize("kind", ["calm", "noise"])
def test_a_frame_of_panning(kind: str, tmp_path: Path, table: Table, count: int) -> None:
    told("panning.py", tmp_path, kind)
    frames = [1000 * one for _ in range(count) for one in told("panning.py", tmp_path, kind)]
    row = table.add(
        single(
            f"A frame of panning, 2 x 100,000 samples, {kind}, 1920x1080", frames, "{:.1f} ms",
            f"< {FRAME[kind]:.0f} ms", median(frames) < FRAME[kind],
        )
    )  # fmt: skip
    assert row.met, row
