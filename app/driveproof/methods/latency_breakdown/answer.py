# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How much of a read is this machine, and what a pause costs."""

from __future__ import annotations

from collections.abc import Iterator

from driveproof.domain.answer import Answer
from driveproof.domain.attachment import power_of, processor_sleep
from driveproof.domain.figure import Bar, Cell, Column, Ink, Measure, Row, Rows, Shade, Table, Text
from driveproof.domain.metric import MetricName
from driveproof.domain.quantity import Seconds, Share
from driveproof.domain.run.latency_breakdown import (
    BreakdownTest,
    LatencyBreakdown,
    Woken,
    breakdown_of,
    breakdown_title,
)
from driveproof.domain.run.result import ChartKind, ChartOf
from driveproof.domain.run.run import Run
from driveproof.domain.run.work import Part
from driveproof.domain.say import Say

_SLEPT = {
    Woken.NOTHING: Say("nothing"),
    Woken.CPU: Say("CPU"),
    Woken.DRIVE: Say("drive or link"),
    Woken.UNKNOWN: Say("unknown"),
}
_MORE = 1.5
"""The longest pause is told by itself from this factor on."""


def answer(run: Run) -> Answer:
    """What a read takes and why, and a row for each test."""
    breakdown = breakdown_of(run) or LatencyBreakdown(())
    table = Table(
        "reads",
        Say("Latency breakdown"),
        (
            Column("read", Say("One 4 KiB read")),
            Column("time", Say("Time")),
            Column("slowest", Say("Slowest"), extra=1),
            Column("reads", Say("Reads"), extra=2),
            Column("cpu", Say("CPU, fio + kernel")),
            Column("slept", Say("Slept")),
        ),
        tuple(_rows(breakdown)),
        spoken=("time",),
    )
    said = (_ours(breakdown), *_pauses(breakdown))
    return Answer(
        tuple(one for one in said if one is not None),
        (_drawn(table, breakdown), *map(Text, _notes(run, breakdown))),
    )


def charts(run: Run) -> tuple[ChartOf, ...]:
    """The chart that shows all."""
    return (ChartOf(ChartKind.ROWS, run.phases),)


def _drawn(table: Table, breakdown: LatencyBreakdown) -> Rows:
    """Reads after a pause have a scale of their own: one that wakes a drive would make all other
    bars dots.
    """
    pauses = (one.pause for one in breakdown.shares if one.latency is not None)
    groups: tuple[list[Bar], list[Bar]] = ([], [])
    for pause, (name, time, *_others, cpu, slept) in zip(pauses, table.rows, strict=True):
        bar = Bar(name, time, Shade(Ink.READ), beside=_beside(cpu, slept))
        groups[bool(pause)].append(bar)
    head = Say("One 4 KiB read")
    if all(groups):
        head = Say("One 4 KiB read; below: the first after a pause, own scale")
    return Rows(table, head, tuple(Row(None, tuple(one)) for one in groups if one), each=True)


def _beside(cpu: Cell, slept: Cell) -> Say | None:
    """The CPU time of a read, or what slept."""
    if cpu is not None:
        return Say("{first} {second}", first=Say("CPU"), second=cpu)
    return None if slept is None else Say("asleep: {what}", what=slept)


def _rows(breakdown: LatencyBreakdown) -> Iterator[tuple[Cell, ...]]:
    for one in breakdown.shares:
        if one.latency is not None:
            slowest = None if one.part is Part.NO_IO else one.longest
            yield (
                breakdown_title(one.part, one.pause),
                Measure(MetricName.P50, one.latency),
                None if slowest is None else Seconds(slowest, precise=True),
                one.reads,
                _cpu(one),
                _slept(breakdown, one),
            )


def _cpu(share: BreakdownTest) -> Say | None:
    """The CPU time of one read; None where it is not known."""
    if share.cpu is None:
        return None
    fio, kernel = share.cpu
    # Translators: two times, of fio and of the kernel.
    return Say(
        "{first} + {second}", first=Seconds(fio, precise=True), second=Seconds(kernel, precise=True)
    )


def _slept(breakdown: LatencyBreakdown, share: BreakdownTest) -> Say | None:
    """What slept in the pause of a test; None where there was none."""
    if share.part is not Part.DRIVE or not share.pause:
        return None
    woken = breakdown.woken(share.pause)
    return None if woken is None else _SLEPT[woken]


def _ours(breakdown: LatencyBreakdown) -> Say | None:
    drive, ours = breakdown.seconds(Part.DRIVE), breakdown.ours
    if drive is None:
        return None
    time = Seconds(drive, precise=True)
    if ours is None:
        return Say("A read takes {drive}.", drive=time)
    if breakdown.limited_by_cpu:
        return Say(
            "A read takes {drive}. {share} of it is this machine's CPU, which is the limit.",
            drive=time,
            share=Share(ours),
        )
    return Say(
        "A read takes {drive}; {share} of it is this machine.", drive=time, share=Share(ours)
    )


def _pauses(breakdown: LatencyBreakdown) -> Iterator[Say]:
    pauses, late = breakdown.pauses, breakdown.first_late
    if not pauses:
        return
    if late is None:
        yield Say(
            "The first read after pauses of up to {pause} is not slower.", pause=Seconds(pauses[-1])
        )
        return
    usual, after = breakdown.seconds(Part.DRIVE), breakdown.seconds(Part.DRIVE, late)
    values = {
        "pause": Seconds(late),
        "latency": Seconds(after or 0.0, precise=True),
        "usual": Seconds(usual or 0.0, precise=True),
    }
    if breakdown.woken(late) is Woken.CPU:
        yield Say(
            "After {pause} of idle the first read takes {latency} instead of {usual}:"
            " the CPU was asleep.",
            **values,
        )
    elif breakdown.woken(late) is Woken.UNKNOWN:
        yield Say(
            "After {pause} of idle the first read takes {latency} instead of {usual}.", **values
        )
    else:
        yield Say(
            "After {pause} of idle the first read takes {latency} instead of {usual}:"
            " the drive or its link was asleep.",
            **values,
        )
    last = [pause for pause in pauses if breakdown.woken(pause) is breakdown.woken(late)][-1]
    most = breakdown.seconds(Part.DRIVE, last)
    if last > late and most is not None and after is not None and most > _MORE * after:
        yield Say(
            "After {pause}: {latency}.", pause=Seconds(last), latency=Seconds(most, precise=True)
        )


def _notes(run: Run, breakdown: LatencyBreakdown) -> Iterator[Say]:
    env = run.environment
    if env.link_power:
        yield Say("Power saving of drive and link: {settings}.", settings=power_of(env.link_power))
    if env.cpu_idle:
        yield Say("Deepest CPU idle state: {state}.", state=processor_sleep(env.cpu_idle))
    if env.governor:
        yield Say("{name}: {text}.", name=Say("CPU governor"), text=env.governor)
    drive = breakdown.of(Part.DRIVE)
    if drive is not None and not drive.repeated:
        yield Say("At least two repeats are needed to identify the cause of the latency.")
    yield Say("Times are medians. “Without I/O” is fio's own overhead per request.")
