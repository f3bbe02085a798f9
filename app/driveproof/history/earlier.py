# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What was measured of the same drive before: the previous run of a profile, and all over time."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from itertools import groupby
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from driveproof.domain.access import Direction
from driveproof.domain.codec import DecodeError
from driveproof.domain.comparison.over_time import DriveOverTime, TestFigure, over_time
from driveproof.domain.health.changes import firmware_changes
from driveproof.domain.metric import MetricName, primary_metric
from driveproof.domain.run.run import NOT_COUNTED, Run, RunHead, Summary
from driveproof.history import query, rows
from driveproof.history.encoding import get_text, moment, put_text
from driveproof.history.snapshots import Snapshots

if TYPE_CHECKING:
    from datetime import datetime

    from driveproof.history.store import History


def previous(history: History, run_id: str) -> RunHead | None:
    """The newest earlier run of the same drive and profile with a test that this run has as well.

    None without one, for a drive without an identity of its own, and for a run that is not kept.
    """
    with history.reading() as connection:
        run = connection.execute(
            "SELECT identity, profile, started FROM runs WHERE id = ?", (put_text(run_id),)
        ).fetchone()
        if run is None or run[0] is None:
            return None
        wanted = [put_text(run_id), *run]
        live = [put_text(one) for one in query.live_ids(connection)]
        columns = ", ".join(rows.HEAD_COLUMNS)
        found = connection.execute(
            f"SELECT {columns} FROM runs WHERE {_COMMON_TEST}"
            " AND identity = ? AND profile = ? AND started < ?"
            f" AND id NOT IN ({', '.join('?' * len(live))})"
            " ORDER BY started DESC, id DESC LIMIT 1",
            (*wanted, *live),
        )
        heads = rows.read_heads(found)
    return heads[0] if heads else None


def comparable_run(history: History, run: Run, repeats: int) -> str | None:
    """The id of the newest earlier run of the same drive and profile in which a test has so many
    repeats; None without one.
    """
    with history.reading() as connection:
        live = [put_text(one) for one in query.live_ids(connection)]
        found = connection.execute(
            "SELECT id FROM runs WHERE identity = ? AND profile = ? AND started < ? AND id != ?"
            f" AND id NOT IN ({', '.join('?' * len(live))})"
            " AND EXISTS (SELECT 1 FROM phases JOIN repeats ON repeats.phase = phases.id"
            " WHERE phases.run = runs.id GROUP BY phases.id HAVING count(*) >= ?)"
            " ORDER BY started DESC, id DESC LIMIT 1",
            (
                *map(put_text, (run.target.identity, run.profile)),
                moment(run.started)[0],
                put_text(run.id),
                *live,
                repeats,
            ),
        ).fetchone()
    return None if found is None else get_text(found[0])


MOST_EARLIER = 20
"""The newest runs of a drive that are read for a comparison, at most."""


_NEVER = 2**63 - 1
"""Later than every moment that is kept."""


def runs_like(history: History, run: Run, until: datetime | None = None) -> tuple[Run, ...]:
    """The newest runs of the same drive and profile, itself among them, without their samples; ()
    for a drive without an identity of its own. What is damaged is left out, and what began after
    `until`.
    """
    if run.target.identity is None:
        return ()
    found = []
    with history.reading() as connection:
        live = [put_text(one) for one in query.live_ids(connection)]
        ids = connection.execute(
            "SELECT id FROM runs WHERE identity = ? AND profile = ? AND started <= ?"
            f" AND id NOT IN ({', '.join('?' * len(live))})"
            " ORDER BY started DESC, id DESC LIMIT ?",
            (
                *map(put_text, (run.target.identity, run.profile)),
                _NEVER if until is None else moment(until)[0],
                *live,
                MOST_EARLIER,
            ),
        ).fetchall()
        for (row,) in ids:
            with suppress(ValueError, TypeError, KeyError, IndexError):
                one = rows.read_run(connection, get_text(row), samples=False)
                if one is not None:
                    found.append(one)
    return tuple(found)


_COMMON_TEST = (
    "EXISTS (SELECT 1 FROM phases WHERE run = runs.id AND test IN"
    " (SELECT test FROM phases WHERE run = ?))"
)
"""The condition that a run has a test of another one, whose id is its first parameter."""


class _Row(NamedTuple):
    """A result of a repeat, with its run and test."""

    run: str
    test: str
    title: str
    pattern: str
    direction: str
    disturbed: str
    iops: float
    bandwidth: float
    time: float | None

    @property
    def words(self) -> frozenset[str] | None:
        """What disturbed it; None where that is damaged."""
        try:
            return frozenset(rows.DISTURBED.decode(self.disturbed))
        except DecodeError:
            return None

    @property
    def figure(self) -> float | None:
        """The value of that metric."""
        return getattr(self, self.metric)  # type: ignore[no-any-return]

    @property
    def metric(self) -> MetricName:
        """The one that decides, as `PhaseResult.primary`."""
        return primary_metric(self.pattern)


def results_over_time(history: History, identity: str) -> DriveOverTime:
    """Everything that was measured of a drive, by test and in the order of time."""
    heads = history.heads(identity=identity)
    with history.reading() as connection:
        found = connection.execute(
            "SELECT run, test, phases.title, pattern, results.direction, disturbed, iops,"
            " bandwidth, results.seconds FROM phases JOIN repeats ON repeats.phase = phases.id"
            " JOIN results ON results.repeat = repeats.id"
            " WHERE run IN (SELECT id FROM runs WHERE identity = ?)"
            " ORDER BY run, phases.position, results.direction, repeats.position",
            (put_text(identity),),
        ).fetchall()
    figures: dict[str, list[TestFigure]] = {}
    known = (
        row for row in map(_Row._make, found) if row.figure is not None and row.words is not None
    )
    for (run, *_), group in groupby(known, key=lambda row: row[:5]):
        figures.setdefault(get_text(run), []).append(_figure(group))
    changes = firmware_changes(Snapshots(history).firmware(identity), heads)
    return over_time(((head, figures.get(head.id, ())) for head in heads), changes)


def _figure(group: Iterable[_Row]) -> TestFigure:
    """The figure of a test, as `PhaseResult.summary` has it: of the whole repeats, if there are."""
    every = list(group)
    words = [row.words or frozenset() for row in every]
    whole = [row for row, said in zip(every, words, strict=True) if not NOT_COUNTED & said]
    first = every[0]
    values = [float(row.figure or 0.0) for row in whole or every]
    return TestFigure(
        get_text(first.test),
        rows.TITLE.decode(first.title),
        Direction(first.direction),
        first.metric,
        Summary(median(values), min(values), max(values), len(values)),
        sum(map(bool, words)),
    )
