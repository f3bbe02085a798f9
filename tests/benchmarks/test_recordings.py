# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How often the planned comparison claims a change on recorded drives, where nothing changed.

    make bench ARGS="-k recordings --recordings FOLDER"

The folder holds logs of fio's; those of louwrentius/fio-plot (its history has them, below
benchmark_data) are what the rule was chosen by. A repeat is the mean of two seconds, and a run
three of them in 35 s. Each test of a family is another series, or another stretch of one. As all
families come from few series, the error of the draws says too little of how sure a share is.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan, log, log1p, sqrt
from pathlib import Path
from statistics import fmean, median, quantiles, variance

import numpy as np
import pytest
from tests.benchmarks.looks import (
    DESIGNS,
    ONE,
    PLANNED,
    TESTS,
    Design,
    Share,
    compared,
    markdown,
    percents,
    share,
)
from tests.benchmarks.noise import Drawn
from tests.benchmarks.prior import ratios
from tests.benchmarks.ratios import Row, Table
from tests.benchmarks.recorded import Series, series_below

from driveproof.domain.comparison.judge import ALPHA, FLOOR
from driveproof.domain.comparison.ranks import holm, mann_whitney

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(3600)]

COUNTED = 2.0
ROUND = 35 / 3
RUN = 35.0
SPACINGS = [
    (4 / 3, 3 / 4), (1, 2), (2, 2), (5, 2), (10, 2), (20, 2),
    (2, 20), (5, 20), (10, 20), (20, 20), (10, 60),
]  # fmt: skip
"""Minutes from one run of a side to the next, and those that the change takes. The first fits into
recordings of five minutes."""
DOCUMENTED = [(2, 2), (5, 2), (10, 2), (2, 20), (10, 20), (20, 20), (10, 60)]
CALM = 0.03
EFFECT = log1p(0.10)
SMALLER = log1p(0.05)
SPACED = 600.0
HOUR = 3600.0
FEWER = 2
"""The real priors are computed one by one: half of the draws."""
ALONE = DESIGNS["planned: 1x3, 1 or 2 x3"]


@dataclass(frozen=True, slots=True)
class Timeline:
    """When the runs of a comparison begin, in seconds."""

    apart: float
    takes: float
    repeats: int = 3
    apart_within: float = ROUND

    @property
    def run(self) -> float:
        """How long a run takes."""
        return self.repeats * self.apart_within

    def starts(self, design: Design) -> list[float]:
        """Of all runs."""
        before = [self.apart * run for run in range(design.before)]
        change = before[-1] + self.run + self.takes
        return before + [change + self.apart * run for run in range(design.after[-1])]

    def family(
        self, series: Sequence[Series], design: Design, drawn: Drawn
    ) -> list[list[list[float]]]:
        """The runs of tests, each a random stretch of a random series without a gap in it."""
        starts = self.starts(design)
        tests: list[list[list[float]]] = []
        for place in itertools.cycle(drawn.permutation(len(series)).tolist()):
            one = series[place]
            begin = drawn.uniform(0, one.seconds - starts[-1] - self.run)
            runs = [
                [
                    log(one.mean(begin + start + number * self.apart_within, COUNTED))
                    for number in range(self.repeats)
                ]
                for start in starts
            ]
            if not any(isnan(value) for run in runs for value in run):
                tests.append(runs)
            if len(tests) == TESTS:
                break
        return [list(run) for run in zip(*tests, strict=True)]


@pytest.fixture(scope="module")
def recordings(request: pytest.FixtureRequest) -> list[Series]:
    folder: Path | None = request.config.getoption("--recordings")
    if folder is None:
        pytest.skip("no folder of recordings: --recordings FOLDER")
    found = list(series_below(folder))
    if not found:
        pytest.skip(f"no logs of fio's below {folder}")
    return found


def runs_of(one: Series, apart: float) -> list[list[float]]:
    """Runs of three repeats, one after the other."""
    runs = []
    for begin in np.arange(0, one.seconds - RUN, apart):
        values = [log(one.mean(begin + number * ROUND, COUNTED)) for number in range(3)]
        if not any(isnan(value) for value in values):
            runs.append(values)
    return runs


def repeats_apart(one: Series) -> float:
    """How far the repeats of a run are apart."""
    runs = runs_of(one, 60.0)
    return sqrt(fmean(variance(run) for run in runs)) if runs else float("inf")


def runs_apart(one: Series, apart: float) -> float | None:
    """How far a run is from the next, as a multiple of how far their repeats are apart."""
    runs = runs_of(one, apart)
    within = fmean(variance(run) for run in runs) if runs else 0.0
    if len(runs) < 4 or not within:
        return None
    middles = [fmean(run) for run in runs]
    steps = fmean((second - first) ** 2 for first, second in itertools.pairwise(middles))
    return sqrt(max(0.0, steps / 2 - within / 3) / within)


def judged(
    series: Sequence[Series], time: Timeline, design: Design, draws: int, *effects: float
) -> list[Share]:
    """Families with a false claim; and how often each true effect in one test of random noise is
    found.
    """
    drawn = np.random.default_rng(25)
    logs = np.array([time.family(series, design, drawn) for _ in range(draws)])
    found = [compared(logs, design).any]
    for effect in effects:
        changed = logs.copy()
        changed[:, design.before :, 0] += effect
        found.append(share(compared(changed, design).claims[:, 0]))
    return found


@dataclass(frozen=True, slots=True)
class Later(Timeline):
    """The same after some earlier runs of the same state, ten minutes apart."""

    earlier: int = 0

    def starts(self, design: Design) -> list[float]:
        """Of all runs, the earlier ones too."""
        first = [SPACED * run for run in range(self.earlier)]
        return first + [SPACED * self.earlier + start for start in Timeline.starts(self, design)]


def test_recordings_with_earlier_runs(recordings: list[Series], table: Table, draws: int) -> None:
    """The drive's own runs in place of what is assumed: false claims, and a true tenth found."""
    rows = []
    for earlier, takes in itertools.product((3, 5), (2, 20)):
        time = Later(SPACED, 60.0 * takes, earlier=earlier)
        enough = [one for one in recordings if one.seconds > time.starts(PLANNED)[-1] + 2 * RUN]
        calm = [one for one in enough if repeats_apart(one) < CALM]
        for what, series in (("all", enough), ("calm", calm)):
            if len(series) < 2:
                continue
            drawn = np.random.default_rng(28)
            count = max(1, draws // FEWER)
            logs = np.array([time.family(series, PLANNED, drawn) for _ in range(count)])
            changed = logs.copy()
            changed[:, earlier + PLANNED.before :, 0] += EFFECT
            prior = ratios(logs[:, :earlier])
            cells = []
            for design in (PLANNED, ONE):
                # One run a side is the last one before and the first one after.
                first = earlier + PLANNED.before - design.before
                runs = slice(first, first + design.layout.runs)
                for known in (None, prior):
                    false = compared(logs[:, runs], design, known).any
                    found = share(compared(changed[:, runs], design, known).claims[:, 0])
                    cells.append(f"{false.text()}, {found.text()}")
            rows.append([f"{earlier} earlier, change takes {takes} min; {what}", *cells])
            text = f"false, found; {len(series)} series, {count} draws"
            table.add(Row(f"recordings, {rows[-1][0]}", cells[1], cells[0], text, "", None))
    head = ["Runs (false, found in %)", "planned: assumed", "earlier runs"]
    head += ["one run a side: assumed", "earlier runs"]
    table.notes.append(markdown("bench recordings, earlier runs", head, rows))


def test_recordings_with_three_runs_a_side(
    recordings: list[Series], table: Table, draws: int
) -> None:
    """For smaller changes: one look at 5 %."""
    rows = []
    design = DESIGNS["3x3, 3x3"]
    for takes in (2, 20):
        time = Timeline(SPACED, 60.0 * takes)
        enough = [one for one in recordings if one.seconds > time.starts(design)[-1] + 2 * RUN]
        calm = [one for one in enough if repeats_apart(one) < CALM]
        for what, series in (("all", enough), ("calm", calm)):
            if len(series) < 2:
                continue
            false, *found = judged(series, time, design, draws, SMALLER, EFFECT)
            cells = [false.text(), *(one.text() for one in found)]
            rows.append([f"change takes {takes} min; {what} {len(series)}", *cells])
            text = f"5 and 10 % found in {cells[1]} and {cells[2]} %; {draws} draws"
            title = f"recordings, three runs a side, {rows[-1][0]}"
            table.add(Row(title, cells[0], "", text, "", None))
    head = ["Three runs a side, series", "false, %", "5 % found, %", "10 % found, %"]
    table.notes.append(markdown("bench recordings, three runs", head, rows))


def test_recordings_by_ranks(recordings: list[Series], table: Table, draws: int) -> None:
    """Why repeats are not the unit: six of one run against six of another, twenty seconds apart, by
    exact ranks with Holm's correction.
    """
    series = [one for one in recordings if one.seconds > HOUR]
    if len(series) < 2:
        pytest.skip("no recordings of an hour")
    rows = []
    for minutes in (2, 10, 20):
        time = Timeline(0.0, 60.0 * minutes, repeats=6, apart_within=20.0)
        drawn = np.random.default_rng(29)
        wrong = []
        for _ in range(max(1, draws // FEWER)):
            before, after = time.family(series, ONE, drawn)
            sides = list(zip(before, after, strict=True))
            adjusted = holm([mann_whitney(*each) for each in sides])
            changes = [abs(median(second) - median(first)) for first, second in sides]
            wrong.append(
                any(p <= ALPHA and change > FLOOR
                    for p, change in zip(adjusted, changes, strict=True))
            )  # fmt: skip
        false = share(np.array(wrong))
        rows.append([f"{minutes} min", false.text()])
        what = f"recordings by ranks, six against six, {minutes} min between: false claims"
        table.add(Row(what, f"{false.text()} %", "", f"{len(series)} series", "", None))
    head = ["Six repeats against six by ranks; between them", "false, %"]
    table.notes.append(markdown("bench recordings, ranks", head, rows))


def test_recordings(recordings: list[Series], table: Table, draws: int) -> None:
    rows, short = [], []
    apart = {id(one): repeats_apart(one) for one in recordings}
    for minutes, takes in SPACINGS:
        time = Timeline(60.0 * minutes, 60.0 * takes)
        needed = time.starts(PLANNED)[-1] + RUN + 2 * COUNTED
        enough = [one for one in recordings if one.seconds > needed]
        calm = [one for one in enough if apart[id(one)] < CALM]
        cells, pairs = [], []
        for series in (enough, calm):
            if len(series) < 2:
                cells += [str(len(series)), ".", ".", "."]
                pairs.append(".")
                continue
            false, found = judged(series, time, PLANNED, draws, EFFECT)
            (alone,) = judged(series, time, ALONE, draws)
            cells += [str(len(series)), false.text(), found.text(), alone.text()]
            pairs.append(percents(false, found))
            what = "all" if series is enough else "calm"
            table.add(
                Row(
                    f"recordings, {minutes:.2g} min apart, {takes:.2g} min between: false claims",
                    f"{false.text()} %",
                    "",
                    f"{what} {len(series)} series, {draws} draws",
                    "",
                    None,
                )
            )
        rows.append([f"{minutes:.2g} min, {takes:.2g} min", *cells])
        if (minutes, takes) in DOCUMENTED:
            short.append([f"{minutes} min; {takes} min", *pairs])
    head = ["Runs of a side apart, change takes"]
    for what in ("all", f"calm (below {CALM:.0%})"):
        head += [f"{what}: series", "false, %", "10 % found, %", "one before: false, %"]
    table.notes.append(markdown("bench recordings", head, rows))
    head = ["Runs of a side are apart; the change takes"]
    head += ["All series: false, found", "Calm series: false, found"]
    table.notes.append(markdown("recordings", head, short))
    lambdas = [x for one in recordings if (x := runs_apart(one, 1200.0)) is not None]
    if len(lambdas) > 1:
        cuts = [min(lambdas), *quantiles(lambdas), max(lambdas)]
        text = " / ".join(f"{cut:.2f}" for cut in cuts)
        table.notes.append(
            f"Runs 20 min apart differ by {text} times the spread of their repeats (least,"
            f" quartiles, most of {len(lambdas)} series); by more than once in"
            f" {sum(one > 1 for one in lambdas)}."
        )
    table.notes.append("Series, seconds, files, and how far their repeats are apart:")
    table.notes += [
        f"  {one.name}: {one.seconds:.0f} s, {one.files}, {apart[id(one)]:.1%}"
        for one in recordings
    ]
