# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""History: a list of ten thousand runs appears immediately."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from statistics import median

import pytest
from tests.benchmarks.ratios import Table, compared, interleaved, single
from tests.builders.recorded import STARTED, finished_run

from driveproof.domain.run.run import PhaseResult, Run
from driveproof.history.ids import new_id
from driveproof.history.store import History

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(1200)]

MANY, FEW = 10_000, 100
WHOLE = 50  # runs that keep all their samples; the list must not care
LIMIT = 0.1
# In a process of its own: the garbage collector would look through all that pytest has loaded.
LIST = """\
import sys, time
from pathlib import Path
from driveproof.history.store import History

begun = time.perf_counter()
heads = History(Path(sys.argv[1])).heads()
taken = time.perf_counter() - begun
print(len(heads), all(head.figures for head in heads), taken)
"""
# As the window's list asks: a click on a column's head, and letters in the filter.
CHANGES = """\
import json, sys, time
from pathlib import Path
from PySide6.QtCore import QEventLoop, Qt
from PySide6.QtWidgets import QApplication
from driveproof.history.store import History
from driveproof.ui.feeds.history import HistoryTasks
from driveproof.ui.results.model import RunsModel
from driveproof.ui.theme.style import Theme

app = QApplication(["driveproof", "-platform", "offscreen"])
tasks = HistoryTasks(History(Path(sys.argv[1])))
model = RunsModel(tasks, Theme(app, "light"))
orders = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder

def timed(work, *given):
    begun = time.perf_counter()
    work(*given)
    while tasks.busy:
        app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 100)
    return time.perf_counter() - begun

timed(model.show_runs, None, "")

columns = range(model.columnCount())
sorts = [timed(model.sort, column, order) for column in columns for order in orders]
first = model.items[0].id
filters = [timed(model.show_runs, None, text) for text in ("state 3", "state", "no such thing")]
print(json.dumps({"sorts": sorts, "filters": filters, "first": first}))
"""


def light(run: Run) -> Run:
    """The same run with the same figures, without what was measured second by second."""

    def bare(phase: PhaseResult) -> PhaseResult:
        repeats = tuple(
            replace(
                repeat,
                fio_json=None,
                directions={
                    name: replace(result, samples=result.samples[:2])
                    for name, result in repeat.directions.items()
                },
            )
            for repeat in phase.repeats
        )
        return replace(phase, repeats=repeats)

    return replace(run, phases=tuple(bare(phase) for phase in run.phases))


def fill(path: Path, count: int) -> None:
    whole = finished_run()
    short = light(whole)
    history = History(path)
    for number in range(count):
        started = STARTED + timedelta(minutes=number)
        history.save(
            replace(
                whole if number % (count // WHOLE) == 0 else short,
                id=new_id(started),
                started=started,
                label=f"state {number % 7}" if number % 3 else "",
                target=replace(whole.target, serial=f"E{number % 12}"),
            )
        )
    history.close()


def listing(path: Path, expected: int) -> float:
    """Seconds for the list in a program that has just been started."""
    said = subprocess.run(
        [sys.executable, "-c", LIST, str(path)], stdout=subprocess.PIPE, check=True, text=True
    ).stdout.split()
    assert said[:2] == [str(expected), "True"]
    return float(said[2])


def test_the_list_of_many_runs(tmp_path: Path, table: Table, count: int) -> None:
    fill(tmp_path / "many.sqlite", MANY)
    fill(tmp_path / "few.sqlite", FEW)
    listing(tmp_path / "many.sqlite", MANY)
    listing(tmp_path / "few.sqlite", FEW)
    pairs = interleaved(
        lambda: listing(tmp_path / "many.sqlite", MANY),
        lambda: listing(tmp_path / "few.sqlite", FEW),
        count,
    )
    taken = [many for many, _ in pairs]
    row = table.add(
        single(
            f"History, the list of {MANY:,} runs", [1000 * t for t in taken], "{:.0f} ms",
            "< 100 ms", median(taken) < LIMIT,
        )
    )  # fmt: skip
    size = (tmp_path / "many.sqlite").stat().st_size / 1e6
    per_run = [(1e6 * many / MANY, 1e6 * few / FEW) for many, few in pairs]
    table.add(
        compared(
            f"  a run of it ({size:.0f} MB), against a list of {FEW}", per_run, "{:.1f} us",
            "for comparison",
        )
    )  # fmt: skip
    assert row.met, row


def test_many_runs_are_sorted_and_filtered(tmp_path: Path, table: Table, count: int) -> None:
    """The worst of all columns, both ways, and of some filters counts."""
    fill(tmp_path / "many.sqlite", MANY)
    worst: dict[str, list[float]] = {"sorts": [], "filters": []}
    for _ in range(count):
        told = json.loads(
            subprocess.run(
                [sys.executable, "-c", CHANGES, str(tmp_path / "many.sqlite")],
                stdout=subprocess.PIPE, check=True, text=True,
            ).stdout
        )  # fmt: skip
        assert told["first"]
        for name, taken in worst.items():
            taken.append(max(told[name]))
    for name, taken in worst.items():
        row = table.add(
            single(
                f"  {name[:-1]} it, the slowest", [1000 * t for t in taken], "{:.0f} ms",
                "< 100 ms", median(taken) < LIMIT,
            )
        )  # fmt: skip
        assert row.met, row
