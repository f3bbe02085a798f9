# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Other programs' files, recorded by tests/data/record/imports.py or written from their sources."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from driveproof.domain.run.run import DirectionResult, Run
from driveproof.importers.detect import read_results

DATA = Path(__file__).resolve().parents[1] / "data/imports"
MODIFIED = datetime(2025, 5, 6, 7, 8, tzinfo=UTC)
REFUSED = {"fio-failed.json", "fio-people.txt"}
NAMES = sorted(path.name for path in DATA.iterdir() if path.name not in REFUSED)


def read(name: str) -> tuple[Run, ...]:
    """The runs in a recorded file."""
    return read_results((DATA / name).read_bytes(), MODIFIED)


def one(name: str) -> Run:
    """The only run in a file."""
    (run,) = read(name)
    return run


def results(run: Run) -> dict[str, DirectionResult]:
    """The results of the first repeats, by the name of the test and the direction."""
    return {
        f"{phase.name}/{way}": result
        for phase in run.phases
        for way, result in phase.repeats[0].directions.items()
    }
