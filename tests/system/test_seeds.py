# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Each repeat uses other offsets than the one before, and the same ones in the next run."""

from __future__ import annotations

import subprocess
from pathlib import Path

from driveproof.domain.profile.phase import Phase
from driveproof.fio.command import FioTarget, prepare

PHASE = Phase("Random", "read", "random", 4096, 1, 1, 0.0, 0.5)
SIZE = 64 * 2**20
FIRST = 50


def places(target: Path, log: Path, order: int) -> list[str]:
    """Where the first reads of a repeat went, by fio's own log."""
    line = prepare(PHASE, FioTarget(str(target), SIZE, direct=False), order=order)
    logged = (f"--write_lat_log={log}", "--log_offset=1", f"--number_ios={FIRST}")
    subprocess.run((*line, *logged), stdout=subprocess.DEVNULL, check=True, timeout=60)
    written = Path(f"{log}_lat.1.log").read_text("ascii").splitlines()
    return [entry.split(",")[4] for entry in written][:FIRST]


def test_repeats_differ_and_runs_do_not(tmp_path: Path) -> None:
    target = tmp_path / "data"
    with target.open("wb") as file:
        file.truncate(SIZE)
    first, again, second = (places(target, tmp_path / "log", order) for order in (1, 1, 2))
    assert len(first) == FIRST
    assert first == again
    assert first != second
