# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What each everyday task took, and how much of that was the drive."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.answer import Answer
from driveproof.domain.figure import Bar, Cell, Column, Ink, Measure, Row, Rows, Shade, Table, Text
from driveproof.domain.metric import MetricName
from driveproof.domain.profile.test_titles import test_title
from driveproof.domain.quantity import Bytes, OneOf, Share, WorkTime
from driveproof.domain.run.real_life import (
    Copying,
    TaskRow,
    all_tasks,
    copying_of,
    real_life_rows,
)
from driveproof.domain.run.result import ChartKind, ChartOf
from driveproof.domain.run.run import BootTimes, Run
from driveproof.domain.say import Say

_SHADES = (Shade(Ink.ACCENT), Shade(Ink.TEXT, 0.4), Shade(Ink.TEXT, 0.18))
"""Of what the drive took, the CPU, and neither."""


def answer(run: Run) -> Answer:
    """How much of all of it was the drive, and a row for each task."""
    rows = real_life_rows(run)
    table = Table(
        "tasks",
        Say("Everyday tasks: share of the drive"),
        (
            Column("task", Say("Task")),
            Column("time", Say("Time")),
            Column("cpu", Say("CPU")),
            Column("drive", Say("Drive")),
            Column("share", Say("Share")),
            Column("stalled", Say("I/O wait"), extra=2),
            Column("read", Say("Data read"), extra=1),
            Column("written", Say("Data written"), extra=1),
        ),
        tuple(_row(row, run.profile) for row in rows),
        spoken=("time", "share"),
    )
    return Answer(_sentences(run, rows), (_drawn(table, rows), *map(Text, _notes(run))))


def charts(run: Run) -> tuple[ChartOf, ...]:
    """The chart that shows all."""
    return (ChartOf(ChartKind.ROWS, run.phases),)


def _drawn(table: Table, rows: Sequence[TaskRow]) -> Rows:
    """A bar for each task; its parts are the drive's, the CPU's and the rest."""
    drawn = []
    for row, (task, time, _cpu, _drive, share, *_others) in zip(rows, table.rows, strict=True):
        spent = (row.drive, row.cpu, row.other)
        whole = sum(spent) or 1.0
        parts = tuple(
            (one / whole, shade) for one, shade in zip(spent, _SHADES, strict=True) if one > 0
        )
        spread = Measure(MetricName.TIME, row.time).range
        bar = Bar(None, time, _SHADES[0], below=spread, beside=Say("drive"), parts=parts)
        drawn.append(Row(task, (bar,), share))
    names = (Say("Drive, at most"), Say("CPU"), Say("Other waiting"))
    return Rows(table, Say("Task"), tuple(drawn), key=tuple(zip(names, _SHADES, strict=True)))


def _row(row: TaskRow, profile: str) -> tuple[Cell, ...]:
    phase, time = row.phase, row.time.median
    return (
        test_title(phase.title, profile),
        Measure(MetricName.TIME, row.time),
        WorkTime(row.cpu),
        WorkTime(row.drive),
        Share(row.drive / time) if time > 0 else None,
        None if row.stalled is None else WorkTime(row.stalled),
        None if row.read is None else Bytes(row.read),
        None if row.written is None else Bytes(row.written),
    )


def _sentences(run: Run, rows: Sequence[TaskRow]) -> tuple[Say, ...]:
    found, copying = all_tasks(rows), copying_of(run)
    if found is None:
        return ()
    said = Say(
        "A drive twice as fast would save at most {share} of {time}: CPU {cpu},"
        " drive at most {drive}.",
        share=Share(found.saved),
        time=WorkTime(found.time),
        cpu=WorkTime(found.cpu),
        drive=WorkTime(found.drive),
    )
    return (said,) if copying is None else (said, _copying(copying))


def _copying(copying: Copying) -> Say:
    """Which of two drives limits a copy."""
    busy = {
        "source": copying.source,
        "target": copying.target,
        "reading": Share(copying.reading),
        "writing": Share(copying.writing),
    }
    if copying.limit:
        return Say(
            "Copying is limited by {limit}: {source} was busy {reading} of the time,"
            " {target} {writing}.",
            limit=copying.limit,
            **busy,
        )
    return Say(
        "No drive limits copying: {source} was busy {reading} of the time, {target} {writing}.",
        **busy,
    )


def _notes(run: Run) -> list[Say]:
    said: list[Say] = []
    env = run.environment
    used: list[object] = []
    if env.sqlite:
        used.append(Say("SQLite {version}", version=env.sqlite))
    if env.compiler:
        used.append(env.compiler)
    if used:
        said.append(Say("Programs used: {programs}.", programs=OneOf(tuple(used))))
    if env.boot is not None:
        said.append(
            Say(
                "Last start of this computer: {times}. Details: {command}",
                times=_boot(env.boot),
                command="systemd-analyze plot",
            )
        )
    return said


def _boot(boot: BootTimes) -> Say:
    """How long the machine took to start, and in which steps."""
    steps: list[Say] = []
    if boot.firmware is not None:
        steps.append(Say("firmware {time}", time=WorkTime(boot.firmware)))
    if boot.loader is not None:
        steps.append(Say("boot loader {time}", time=WorkTime(boot.loader)))
    if boot.kernel is not None:
        steps.append(Say("kernel {time}", time=WorkTime(boot.kernel)))
    if boot.initrd is not None:
        steps.append(Say("initial RAM disk {time}", time=WorkTime(boot.initrd)))
    if boot.userspace is not None:
        steps.append(Say("services {time}", time=WorkTime(boot.userspace)))
    # Translators: how long a computer took to start, and a list of its steps.
    return Say("{first} ({second})", first=WorkTime(boot.total), second=OneOf(tuple(steps)))
