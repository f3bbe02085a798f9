# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""At how many IOPS rounds of random writes became steady, by the criterion of the SNIA."""

from __future__ import annotations

from collections.abc import Iterator

from driveproof.domain.answer import Answer
from driveproof.domain.figure import (
    Axis,
    Band,
    Cell,
    Column,
    Fact,
    Facts,
    Ink,
    Plot,
    Series,
    Shade,
    Table,
    Text,
)
from driveproof.domain.quantity import Rate, Seconds, Share, Unit
from driveproof.domain.run.result import ChartKind, ChartOf
from driveproof.domain.run.run import Run
from driveproof.domain.run.steady_state import WINDOW_ROUNDS, RoundsWindow, Steady, steady_of
from driveproof.domain.say import Coded, Say

_STEADY = Coded("steady", Say("Steady"))


def answer(run: Run) -> Answer:
    """Where the rounds became steady, the judged window, and a row for each round."""
    found = steady_of(run)
    if found is None:
        return Answer((), ())
    notes: tuple[Text, ...] = ()
    if found.short and found.rounds:
        said = Say(
            "Short rounds: {duration} instead of one minute.", duration=Seconds(found.seconds)
        )
        notes = (Text(said),)
    return Answer(
        tuple(_sentences(found)),
        (Facts(tuple(_facts(found))), rounds_table(found), plot_of(found), *notes),
    )


def charts(run: Run) -> tuple[ChartOf, ...]:
    """The chart that shows all."""
    return (ChartOf(ChartKind.ROUNDS, run.phases),)


def rounds_table(found: Steady) -> Table:
    """A row for each round, with both numbers of the five that end with it."""
    return Table(
        "rounds",
        Say("Rounds"),
        (
            Column("round", Say("Round")),
            Column("iops", Say("IOPS")),
            Column("range", Say("Range")),
            Column("slope", Say("Slope")),
            Column("state", Say("State")),
        ),
        tuple(
            (number, Rate(value, ios=True), *_numbers(window))
            for number, (value, window) in enumerate(
                zip(found.rounds, found.windows, strict=True), start=1
            )
        ),
        spoken=("iops",),
    )


def plot_of(found: Steady, current: float | None = None) -> Plot:
    """The rounds, and the window that is judged with the line that was fitted to it. `current` are
    the IOPS of a round that has not ended, until now.
    """
    rounds = tuple((float(number), value) for number, value in enumerate(found.rounds, start=1))
    series = [Series("rounds", Say("Rounds"), rounds, Shade(Ink.WRITE), dots=True)]
    bands: tuple[Band, ...] = ()
    if (window := found.reached or found.newest) is not None:
        ends = ((float(window.first), window.begin), (float(window.last), window.end))
        series.append(Series("fit", Say("Fitted line"), ends, Shade(Ink.TEXT), dashed=True))
        begin, end = window.first - 0.5, window.last + 0.5
        bands = (Band("judged", Say("Judged rounds"), begin, end, window.mean),)
    count = len(found.rounds)
    if current is not None:
        count += 1
        now = ((float(count), current),)
        series.append(Series("current", Say("So far"), now, Shade(Ink.WRITE, 0.4), dots=True))
    return Plot(
        "rounds",
        Say("Random 4 KiB write, IOPS of each round"),
        Axis("round", Say("Round"), Unit.COUNT, ends=(0.5, max(count, WINDOW_ROUNDS) + 0.5)),
        Axis("iops", Say("IOPS"), Unit.IOPS),
        tuple(series),
        bands=bands,
    )


def _numbers(window: RoundsWindow | None) -> tuple[Cell, Cell, Cell]:
    if window is None:
        return None, None, None
    return Share(window.range), Share(window.excursion), _STEADY if window.steady else None


def _sentences(found: Steady) -> Iterator[Say]:
    window = found.reached
    if window is not None:
        yield Say(
            "Steady at {iops}, in rounds {first} to {last}.",
            iops=Rate(window.mean, ios=True),
            first=window.first,
            last=window.last,
        )
    elif found.newest is not None:
        yield Say(
            "Not steady after {count} rounds (last five: range {range}, slope {slope}).",
            count=len(found.rounds),
            range=Share(found.newest.range),
            slope=Share(found.newest.excursion),
        )
    elif found.rounds:
        yield found.criterion
    elif found.preconditioned is not None:
        yield Say("Filled at {rate}; no round was measured.", rate=Rate(found.preconditioned))


def _facts(found: Steady) -> Iterator[Fact]:
    if found.rounds:
        yield Fact("rounds", Say("Rounds"), len(found.rounds))
        yield Fact("seconds", Say("Duration of a round"), Seconds(found.seconds))
    if (window := found.reached or found.newest) is not None:
        judged = Say("{low} to {high}", low=window.first, high=window.last)
        yield Fact("judged", Say("Judged rounds"), judged)
        steady = Coded("yes", Say("yes")) if window.steady else Coded("no", Say("no"))
        yield Fact("steady", Say("Steady"), steady)
        yield Fact("mean", Say("Mean"), Rate(window.mean, ios=True))
        yield Fact("range", Say("Range"), window.range_said)
        yield Fact("slope", Say("Slope"), window.slope_said)
    if found.preconditioned is not None:
        yield Fact("filling", Say("Filling"), Rate(found.preconditioned))
