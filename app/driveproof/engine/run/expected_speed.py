# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds a run against what is known of its drive: its link, earlier runs, its class."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from importlib import resources
from statistics import median

from driveproof.domain.bands import ReferenceBand, read_bands
from driveproof.domain.comparison.judge import LEAST_REPEATS
from driveproof.domain.comparison.matching import Side
from driveproof.domain.drive.datasheet import Datasheet
from driveproof.domain.errors import MachineError
from driveproof.domain.expected_speed import (
    Earlier,
    EarlierComparison,
    EarlierOf,
    Expectation,
    Unknown,
    expectations,
)
from driveproof.domain.run.run import Run
from driveproof.domain.run.same_test import test_identity, test_of
from driveproof.engine.judged import judged_sides
from driveproof.history.datasheet import Datasheets
from driveproof.history.earlier import comparable_run, results_over_time
from driveproof.history.store import History


@cache
def shipped_bands() -> tuple[ReferenceBand, ...]:
    """The reference bands of the program."""
    file = resources.files("driveproof") / "resources" / "bands.toml"
    return read_bands(file.read_text("utf-8"))


def bands_of(run: Run) -> dict[str, ReferenceBand]:
    """The bands for the tests of a run, by the name of the test."""
    return {
        one.phase.name: one.band
        for one in expectations(run, shipped_bands(), Unknown.NO_HISTORY)
        if isinstance(one.band, ReferenceBand)
    }


def expected_of(run: Run, history: History) -> tuple[Expectation, ...]:
    """What each test of a run can be held against; an unreadable history is said to be so. Of
    several hosts nothing: their sum is that of no drive.
    """
    if run.environment.hosts:
        return ()
    return expectations(
        run,
        shipped_bands(),
        _earlier(run, history),
        _datasheet(run, history),
        _compared(run, history),
    )


def _compared(run: Run, history: History) -> dict[tuple[str, str], EarlierComparison]:
    """What Compare says of the run against the newest earlier one of its profile; nothing where too
    few repeats were measured for a claim, and an unreadable history is said with earlier runs.
    """
    enough = any(len(phase.repeats) >= LEAST_REPEATS for phase in run.phases)
    if run.target.identity is None or not enough:
        return {}
    try:
        found = comparable_run(history, run, LEAST_REPEATS)
        before = history.load(found) if found is not None else None
    except MachineError:
        return {}
    if before is None:
        return {}
    compared = judged_sides(history, (Side("", (before,)), Side("", (run,))))
    return {
        (metric.name, metric.direction): EarlierComparison(before.id, metric.verdict, metric.ratio)
        for metric in compared.primary
        if metric.verdict is not None and metric.ratio is not None
    }


def _datasheet(run: Run, history: History) -> Datasheet:
    """What was entered for the drive's model; an unreadable history is said with earlier runs."""
    with suppress(MachineError):
        return Datasheets(history).of(run.target.model or "")
    return Datasheet()


def _earlier(run: Run, history: History) -> EarlierOf:
    """The same tests in runs of the drive that began before this one."""
    drive = run.target.identity
    if drive is None:
        return Unknown.NO_IDENTITY
    tests = {test_identity(test_of(phase, run.source)): phase.name for phase in run.phases}
    try:
        groups = results_over_time(history, drive).groups
    except MachineError:
        return Unknown.NO_HISTORY
    found: dict[tuple[str, str], list[float]] = {}
    for series in (series for group in groups for series in group.series):
        name = tests.get(series.test, series.test)
        before = [
            point.summary.median
            for point in series.points
            if point.at < run.started and point.run != run.id
        ]
        if before:
            found.setdefault((name, series.direction), []).extend(before)
    return {
        test: Earlier(len(values), median(values), min(values), max(values))
        for test, values in found.items()
    }
