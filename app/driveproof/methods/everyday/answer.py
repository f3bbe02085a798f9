# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How fast writes are until they are on the drive, and what an fsync takes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from math import nan

from driveproof.domain.answer import Answer
from driveproof.domain.figure import (
    Axis,
    Band,
    Bar,
    Cell,
    Column,
    Ink,
    Measure,
    Plot,
    Row,
    Rows,
    Rule,
    Series,
    Shade,
    Table,
    Text,
)
from driveproof.domain.metric import MetricName
from driveproof.domain.profile.test_titles import test_title
from driveproof.domain.quantity import Bytes, OneOf, Rate, Seconds, Share, Times, Unit
from driveproof.domain.run.everyday import (
    EverydayRow,
    bandwidth,
    everyday_rows,
    flush_time,
    fsync_seconds,
    intervals,
    iops,
    processes,
    swallowed,
)
from driveproof.domain.run.result import ChartKind, ChartOf
from driveproof.domain.run.run import PhaseResult, Run, WriteBack
from driveproof.domain.say import Say

BIN = 0.25
"""Seconds of a step at least: a burst into memory of a few milliseconds would hide the drive."""
_AT_END, _EACH = Say("One fsync at the end"), Say("fsync after every write")
_SAME = 1.005
"""Below this factor a duration is the same: it would be written as 1.00."""


def answer(run: Run) -> Answer:
    """Both speeds of each test, and a row for each."""
    table = Table(
        "writes",
        Say("Everyday writes"),
        (
            Column("test", Say("Test")),
            Column("fsync_mode", Say("fsync mode")),
            Column("bandwidth", Say("Bandwidth")),
            Column("iops", Say("IOPS")),
            Column("fsync", Say("fsync")),
            Column("fsync_p99", Say("fsync, p99")),
            Column("still_in_memory", Say("In memory")),
            Column("each_process", Say("Each process"), extra=3),
            Column("duration", Say("Duration"), extra=2),
        ),
        tuple(_rows(run)),
        names=2,
        spoken=("bandwidth",),
    )
    return Answer(tuple(_sentences(run)), (_drawn(table), *map(Text, _notes())))


def charts(run: Run) -> tuple[ChartOf, ...]:
    """All of them, and the course of each that waits at its end."""
    courses = (row.at_end for row in everyday_rows(run))
    return ChartOf(ChartKind.ROWS, run.phases), *(
        ChartOf(ChartKind.WRITE_BACK, (phase,)) for phase in courses if phase is not None
    )


def _drawn(table: Table) -> Rows:
    """Each test has a scale of its own: what counts is how long its bars are to each other."""
    rows = tuple(
        Row(title, tuple(map(_bar, group)))
        for title, group in groupby(table.rows, key=lambda cells: cells[0])
    )
    return Rows(table, Say("Random writes including fsync"), rows, each=True)


def _bar(cells: tuple[Cell, ...]) -> Bar:
    _test, mode, rate, _iops, fsync, slow, memory, *_others = cells
    shade = Shade(Ink.MUTED if mode == _EACH else Ink.WRITE)
    return Bar(mode, rate, shade, beside=_waited(fsync, slow, memory))


def _waited(fsync: Cell, slow: Cell, memory: Cell) -> Say | None:
    """What an fsync took, and how much was still in memory before it."""
    if fsync is None:
        return None
    if slow is not None:
        time = Say("{typical}, p99 {slow}", typical=fsync, slow=slow)
        return Say("{first} {second}", first="fsync", second=time)
    if memory is None:
        return Say("{first} {second}", first="fsync", second=fsync)
    return Say("fsync {time}, {share} in memory", time=fsync, share=memory)


def speeds_plot(back: WriteBack) -> Plot:
    """What the program wrote and what the drive was given, and the stretch of the last fsync."""
    steps, written = intervals(back, BIN), back.writing
    program = tuple(
        # When it has written all, it waits.
        (one.start, one.program if written is None or one.start < written else nan)
        for one in steps
    )
    drive = tuple((one.start, nan if one.drive is None else one.drive) for one in steps)
    return Plot(
        "write_back",
        Say("Program and drive over time"),
        _seconds(back),
        Axis("bandwidth", Say("Bandwidth"), Unit.BANDWIDTH),
        (
            Series("program", Say("Program"), program, Shade(Ink.WRITE), steps=True, area=True),
            Series("drive", Say("Drive"), drive, Shade(Ink.TEXT), steps=True),
        ),
        *_last_fsync(back),
    )


def waiting_plot(back: WriteBack) -> Plot:
    """What waited in the memory of the machine to be written (Dirty and Writeback)."""
    points = tuple(
        (point.seconds, float(point.waiting)) for point in back.points if point.waiting is not None
    )
    title = Say("Waiting in memory")
    return Plot(
        "waiting",
        title,
        _seconds(back),
        Axis("waiting", title, Unit.BYTES),
        (Series("waiting", title, points, Shade(Ink.MUTED), area=True),),
        *_last_fsync(back),
    )


def _seconds(back: WriteBack) -> Axis:
    return Axis("seconds", Say("Time"), Unit.SECONDS, ends=(0.0, _end(back)))


def _end(back: WriteBack) -> float:
    """The last moment."""
    return max(back.points[-1].seconds, 1e-6) if back.points else 1.0


def _last_fsync(back: WriteBack) -> tuple[tuple[Rule, ...], tuple[Band, ...]]:
    """Where the program wrote last, and how long it waited from there."""
    begin, end = back.writing, _end(back)
    if begin is None or begin >= end:
        return (), ()
    rule = Rule("last_write", Say("Last write"), begin)
    return (rule,), (Band("fsync", Say("fsync"), begin, end),)


def _rows(run: Run) -> Iterator[tuple[Cell, ...]]:
    for row in everyday_rows(run):
        for phase in row.phases:
            rate, ios = bandwidth(phase), iops(phase)
            if rate is None:
                continue
            each = bool(phase.work.fsync)
            yield (
                test_title(row.title, run.profile),
                _EACH if each else _AT_END,
                Measure(MetricName.BANDWIDTH, rate),
                None if ios is None else Rate(ios.median, ios=True),
                *_fsync(phase),
                _processes(phase),
                _duration(row) if each else None,
            )


def _fsync(phase: PhaseResult) -> tuple[Cell, Cell, Cell]:
    """What an fsync took, the slowest of a hundred, and what was still in memory before it."""
    if not phase.work.fsync:
        share = swallowed(phase)
        return _time(fsync_seconds(phase)), None, None if share is None else Share(share)
    typical, slow = flush_time(phase, MetricName.P50), flush_time(phase, MetricName.P99)
    return _time(typical), _time(slow), None


def _time(seconds: float | None) -> Seconds | None:
    return None if seconds is None else Seconds(seconds, precise=True)


def _processes(phase: PhaseResult) -> Say | None:
    """The slowest and the fastest of several processes; None where there was one only."""
    found = processes(phase)
    if found is None:
        return None
    slowest, fastest = map(Rate, found)
    return Say("{low} to {high}", low=slowest, high=fastest)


def _duration(row: EverydayRow) -> Times | Say | None:
    """How much longer the same bytes take with an fsync after each write; None if unknown."""
    factor = row.factor
    if factor is None:
        return None
    return Say("same") if factor < _SAME else Times(factor)


def _sentences(run: Run) -> Iterator[Say]:
    rates: dict[bool, list[Say]] = {False: [], True: []}
    for row in everyday_rows(run):
        for phase in row.phases:
            if (rate := bandwidth(phase)) is not None:
                size = Bytes(phase.block_size, binary=True)
                # Translators: a block size and a speed, like "4 KiB 12 MB/s".
                said = Say("{first} {second}", first=size, second=Rate(rate.median))
                rates[bool(phase.work.fsync)].append(said)
    at_end, each = (OneOf(tuple(rates[way])) for way in (False, True))
    if at_end.names:
        yield Say("{name}: {text}.", name=_AT_END, text=at_end)
    if each.names:
        yield Say("{name}: {text}.", name=_EACH, text=each)


def _notes() -> Iterator[Say]:
    yield Say(
        "Speeds include the fsync. Still in memory: data not yet sent to the drive when the"
        " program finished writing."
    )
