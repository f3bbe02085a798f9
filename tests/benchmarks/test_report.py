# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reports of a run and of a comparison: written within a second, small enough for a mail."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from statistics import median

import pytest
from tests.benchmarks.ratios import Table, single
from tests.builders.recorded import finished_run

from driveproof.domain.run.run import Run
from driveproof.history.store import History

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(300)]

SECONDS, BYTES = 1.0, 2_000_000
TIMES = 10  # how often the recorded samples are in each repeat: a run of minutes
TESTS = 3  # how often its tests are in it
# In a process of its own, Qt and the templates to be loaded as well: what a person waits for.
WRITE = """\
import sys, time
from pathlib import Path
from driveproof.history.store import History

history = History(Path(sys.argv[1]))
run = history.load(history.find("latest"))
begun = time.perf_counter()
from driveproof.ui.output.files import write_run

write_run(run, Path(sys.argv[2]), sys.argv[3])
print(time.perf_counter() - begun)
"""
COMPARE = """\
import sys, time
from pathlib import Path
from driveproof.history.store import History

history = History(Path(sys.argv[1]))
ids = tuple(history.find(word) for word in ("label:before", "label:after"))
begun = time.perf_counter()
from driveproof.ui.compare.files import write_comparison
from driveproof.engine.comparison.reading import ComparisonRequest, gather

write_comparison(gather(history, ComparisonRequest(ids)), Path(sys.argv[2]), sys.argv[3])
print(time.perf_counter() - begun)
"""


def long_run() -> Run:
    """The recorded run with as many tests and samples as a long one has."""
    run = finished_run()
    phases = []
    for number in range(TESTS):
        for phase in run.phases:
            repeats = []
            for repeat in phase.repeats:
                directions = {}
                for name, result in repeat.directions.items():
                    step = result.samples[-1].time - result.samples[0].time + 0.25
                    samples = tuple(
                        replace(sample, time=sample.time + turn * step)
                        for turn in range(TIMES)
                        for sample in result.samples
                    )
                    directions[name] = replace(result, samples=samples)
                repeats.append(replace(repeat, directions=directions, fio_json=None))
            title = f"{phase.title} ({number + 1})"
            name = f"{phase.name} · {number}"
            phases.append(replace(phase, title=title, name=name, repeats=tuple(repeats)))
    return replace(run, phases=tuple(phases))


@pytest.mark.parametrize("kind", ["html", "pdf"])
def test_the_report_of_a_run(tmp_path: Path, table: Table, count: int, kind: str) -> None:
    place = tmp_path / "history.sqlite"
    History(place).save(long_run())
    written(tmp_path, table, count, kind, WRITE, "a run")


@pytest.mark.parametrize("kind", ["html", "report"])
def test_the_report_of_a_comparison(tmp_path: Path, table: Table, count: int, kind: str) -> None:
    run = long_run()
    before = replace(run, id="0before", label="before")
    later = replace(run, id="0later", label="after", started=run.started + timedelta(days=1))
    History(tmp_path / "history.sqlite").save(before, later)
    written(tmp_path, table, count, kind, COMPARE, "two runs compared")


def written(folder: Path, table: Table, count: int, kind: str, script: str, what: str) -> None:
    """Time and size of a report of what is in the history."""
    place, output = folder / "history.sqlite", folder / f"report.{kind}"
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}

    def once() -> float:
        done = subprocess.run(
            [sys.executable, "-c", script, place, output, kind],
            check=True,
            capture_output=True,
            text=True,
            env=environment,
        )
        return float(done.stdout)

    once()  # the files that it reads are in the page cache from now on
    taken = [once() for _ in range(count)]
    row = table.add(
        single(
            f"Report of {what}, {kind}, Qt loaded for it", [1000 * t for t in taken], "{:.0f} ms",
            "< 1000 ms", median(taken) < SECONDS,
        )
    )  # fmt: skip
    size = output.stat().st_size
    small = table.add(
        single(f"  its size, {kind}", [size / 1e6], "{:.2f} MB", "< 2 MB", size < BYTES)
    )
    assert row.met, row
    assert small.met, small
