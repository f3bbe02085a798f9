# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""hdparm's figures beside fio's, and why they differ."""

from __future__ import annotations

from collections.abc import Iterator

from driveproof.domain.answer import Answer
from driveproof.domain.figure import Bar, Cell, Column, Ink, Measure, Row, Rows, Shade, Table, Text
from driveproof.domain.metric import MetricName
from driveproof.domain.quantity import Change, OneOf, Rate
from driveproof.domain.run.hdparm import (
    NOT_THE_MEDIUM,
    HdparmRow,
    HdparmWay,
    hdparm_rows,
    read_again,
)
from driveproof.domain.run.result import ChartKind, ChartOf, charts_of_tests
from driveproof.domain.run.run import Run, Summary
from driveproof.domain.say import Say

_TITLES = {
    HdparmWay.PAST_CACHE: Say("Direct I/O"),
    HdparmWay.THROUGH_CACHE: Say("Page cache"),
    HdparmWay.DRIVE_CACHE: Say("From the drive's cache"),
    HdparmWay.MEMORY: Say("From memory"),
}


def answer(run: Run) -> Answer:
    """The speeds of the drive by both programs, and a row for each way to read."""
    rows = hdparm_rows(run)
    again = read_again(run)
    table = Table(
        "reads",
        Say("fio against hdparm"),
        (
            Column("source", Say("Sequential 2 MiB reads")),
            Column("command", Say("Command"), extra=2),
            Column("hdparm", Say("hdparm")),
            Column("fio", Say("fio")),
            Column("change", Say("fio against hdparm"), extra=3),
            Column("printed", Say("Printed by hdparm"), extra=4),
        ),
        tuple(_row(row, again=again) for row in rows if row.timed or row.measured),
        spoken=("hdparm", "fio"),
    )
    return Answer(tuple(_sentences(rows)), (_drawn(table, rows), *map(Text, _notes(run))))


def charts(run: Run) -> tuple[ChartOf, ...]:
    """hdparm beside fio, above the tests."""
    return ChartOf(ChartKind.ROWS, run.phases), *charts_of_tests(run)


def _drawn(table: Table, rows: tuple[HdparmRow, ...]) -> Rows:
    """Both programs on one scale, which is that of the drive."""
    found = [row for row in rows if row.timed or row.measured]
    speeds = (one.high for row in found if row.fio for one in (row.timed, row.measured) if one)
    top = max(speeds, default=0.0)
    return Rows(table, Say("Sequential 2 MiB reads"), tuple(_bars(row, top) for row in found))


def _bars(row: HdparmRow, top: float) -> Row:
    programs = (
        (row.hdparm.name if row.hdparm else None, row.timed, Ink.MUTED),
        ("fio", row.measured, Ink.READ),
    )
    bars = []
    for name, summary, ink in programs:
        if summary is not None:
            rate = Measure(MetricName.BANDWIDTH, summary)
            beyond = Say("memory, not to scale") if summary.median > top else None
            bars.append(Bar(name, rate, Shade(ink), beside=rate.range, beyond=beyond))
    return Row(_TITLES[row.way], tuple(bars))


def _row(row: HdparmRow, *, again: bool) -> tuple[Cell, ...]:
    timed, measured = row.timed, row.measured
    change = None
    # What fio read again came from memory.
    if timed and timed.median and measured and not (again and row.way is HdparmWay.THROUGH_CACHE):
        change = Change(measured.median / timed.median - 1)
    return (
        _TITLES[row.way],
        None if row.hdparm is None else row.hdparm.name,
        None if timed is None else Measure(MetricName.BANDWIDTH, timed),
        None if measured is None else Measure(MetricName.BANDWIDTH, measured),
        change,
        None if timed is None else _printed(timed),
    )


def _printed(timing: Summary) -> str:
    """The figure as hdparm wrote it, or would have: MiB/s under the name of MB/s, and below one of
    them KiB/s under that of kB/s (hdparm.c, time_device). One repeat is kept exactly as it was
    printed, so that this is a quotation.
    """
    if timing.median < 2**20:
        return f"{timing.median / 2**10:.2f} kB/sec"
    return f"{timing.median / 2**20:.2f} MB/sec"


def _sentences(rows: tuple[HdparmRow, ...]) -> Iterator[Say]:
    """Of the drive; of what is in memory where nothing else was measured."""
    drive = tuple(row for row in rows if row.way not in NOT_THE_MEDIUM)
    for row in drive or rows:
        said: list[Say] = []
        if row.timed is not None:
            said.append(Say("{first} {second}", first="hdparm", second=Rate(row.timed.median)))
        if row.measured is not None:
            said.append(Say("{first} {second}", first="fio", second=Rate(row.measured.median)))
        if said:
            yield Say("{name}: {text}.", name=_TITLES[row.way], text=OneOf(tuple(said)))


def _notes(run: Run) -> Iterator[Say]:
    yield Say("hdparm's MB/s are MiB/s.")
    if read_again(run):
        yield Say("The device is small: fio read parts of it again, from memory.")
