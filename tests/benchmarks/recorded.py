# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Series of real drives, from the logs that fio wrote (`--write_bw_log` and its like).

fio's JSON has no speed over time, and so tells nothing of repeats.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from tests.benchmarks.noise import Array

NAME = re.compile(r"(?P<test>.+)_(?P<what>bw|iops|lat)(?:\.\d+)?\.log")
PREFERRED = "bw", "iops", "lat"
"""A test counts once, by the first of these that it has. A latency counts as its reciprocal."""
DIRECTIONS = {0: "read", 1: "write", 2: "trim"}
LEAST_MILLISECONDS = 50
"""Logs of single requests (without `log_avg_msec`) have no speed of their own, and do not count."""


@dataclass(frozen=True, slots=True)
class Series:
    """The speed of a test over time, without a change: a value each `interval` seconds, all jobs
    together; nan where a job has none.
    """

    name: str
    files: int
    interval: float
    values: Array

    @property
    def seconds(self) -> float:
        """How long it is."""
        return self.interval * len(self.values)

    def mean(self, begin: float, seconds: float) -> float:
        """The mean of a stretch; nan where there is none, or the drive stood still."""
        first = int(begin / self.interval)
        inside = self.values[first : max(first + 1, int((begin + seconds) / self.interval))]
        inside = inside[~np.isnan(inside)]
        return float(inside.mean()) if len(inside) and inside.mean() > 0 else float("nan")


def series_below(folder: Path) -> Iterator[Series]:
    """All series of a folder and those below it."""
    tests: dict[Path, dict[str, list[Path]]] = defaultdict(lambda: defaultdict(list))
    for path in sorted(folder.rglob("*.log")):
        if (match := NAME.fullmatch(path.name)) is not None:
            tests[path.with_name(match["test"])][match["what"]].append(path)
    for test, logs in tests.items():
        what = next(kind for kind in PREFERRED if kind in logs)
        read = [np.loadtxt(log, delimiter=",", usecols=(0, 1, 2), ndmin=2) for log in logs[what]]
        for code, direction in DIRECTIONS.items():
            jobs = [log[log[:, 2] == code] for log in read]
            if all(len(job) > 1 and _apart([job]) >= LEAST_MILLISECONDS for job in jobs):
                interval, values = _together(jobs)
                if what == "lat":
                    values = 1 / values
                name = f"{test.relative_to(folder)}, {direction} ({what})"
                yield Series(name, len(jobs), interval, values)


def _apart(jobs: list[Array]) -> float:
    """Milliseconds between two samples."""
    return float(np.median(np.concatenate([np.diff(job[:, 0]) for job in jobs])))


def _together(jobs: list[Array]) -> tuple[float, Array]:
    """The seconds between two samples, and the sum of all jobs."""
    interval = _apart(jobs)
    places = [np.rint(job[:, 0] / interval).astype(int) for job in jobs]
    count = min(place[-1] for place in places) + 1
    total = np.zeros(count)
    for job, place in zip(jobs, places, strict=True):
        one = np.full(count, np.nan)
        inside = place < count
        one[place[inside]] = job[inside, 1]
        total += one
    return interval / 1000, total[1:]
