# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What was found at each position of a drive, as blocks of an answer: speeds, and states."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.figure import Block, Cell, Column, Positions, Table, Text
from driveproof.domain.metric import LATENCY_TITLES, MetricName
from driveproof.domain.quantity import Bytes, Plural, Rate, Seconds, Share
from driveproof.domain.run.area_map import AreaMap
from driveproof.domain.run.areas import STATE_TITLES, Area, AreaState, bytes_by_state
from driveproof.domain.run.columns import PositionColumns
from driveproof.domain.run.result import LATENCIES, Figures
from driveproof.domain.run.run import METRICS, PhaseResult, Position, Run
from driveproof.domain.say import Coded, Say, Title


def passes_of(phase: PhaseResult) -> tuple[Sequence[Position], ...]:
    """The positions of each repeat."""
    return tuple(
        result.positions
        for repeat in phase.repeats
        for result in repeat.directions.values()
        if len(result.positions)
    )


def position_sentences(run: Run) -> Iterator[Say]:
    """How fast each test was on average, and where it was slowest and fastest."""
    for phase in run.phases:
        if phase.pattern != Pattern.SEQUENTIAL:
            mean, median, _p95, p99, *_more = (
                None if one is None else Seconds(one, precise=True) for one in _latencies(phase)
            )
            if mean is not None and median is not None and p99 is not None:
                yield Say(
                    "Access time {average} (median {median}, p99 {p99}).",
                    average=mean,
                    median=median,
                    p99=p99,
                )
        elif (speeds := _speeds(phase)) is not None:
            average, least, greatest = map(Rate, speeds)
            if phase.direction == Direction.WRITE:
                yield Say(
                    "Writes {average} on average ({least} to {greatest}).",
                    average=average,
                    least=least,
                    greatest=greatest,
                )
            else:
                yield Say(
                    "Reads {average} on average ({least} to {greatest}).",
                    average=average,
                    least=least,
                    greatest=greatest,
                )


def position_blocks(run: Run, size: int) -> Iterator[Block]:
    """Of each test its figures, and what was measured at each position of `size` bytes."""
    repeats = 0
    for phase in run.phases:
        passes = passes_of(phase)
        if not passes:
            continue
        sequential = phase.pattern == Pattern.SEQUENTIAL
        key = f"{phase.direction}_bandwidth" if sequential else "access_time"
        title = phase.title if isinstance(phase.title, Title) else Say(phase.title)
        yield _table(phase, key, title, passes)
        yield Positions(
            f"{key}_by_position",
            title,
            size,
            key,
            passes=passes,
            metric=MetricName.BANDWIDTH if sequential else MetricName.MEAN,
            direction=phase.direction,
        )
        repeats = max(repeats, len(passes))
    if repeats > 1:
        count = Plural("{count} repeat", "{count} repeats", repeats)
        yield Text(Say("Means and percentiles are medians of {repeats}.", repeats=count))


def _table(phase: PhaseResult, key: str, title: Say, passes: Sequence[Sequence[Position]]) -> Table:
    count = sum(map(len, passes))
    read = Say(
        # Translators: how many positions, and how much of each: "100 × 5 MiB".
        "{count} × {size}",
        count=count,
        size=Bytes(passes[0][0].bytes, binary=True),
    )
    cells: tuple[Cell, ...]
    if phase.pattern == Pattern.SEQUENTIAL:
        speeds = _speeds(phase)
        cells = () if speeds is None else tuple(map(Rate, speeds))
        columns: tuple[Column, ...] = (
            Column("mean", Say("Mean")),
            Column("minimum", Say("Minimum")),
            Column("maximum", Say("Maximum")),
        )
    else:
        latencies = _latencies(phase)
        known = any(one is not None for one in latencies)
        cells = tuple(None if one is None else Seconds(one, precise=True) for one in latencies)
        cells = cells if known else ()
        columns = tuple(
            Column(str(metric), LATENCY_TITLES[metric], extra=int(metric == MetricName.P999))
            for metric in LATENCIES
        )
    return Table(
        key,
        title,
        (Column("test", Say("Test")), Column("positions", Say("Positions")), *columns),
        ((title, read, *cells),) if cells else (),
        names=2,
        spoken=tuple(column.key for column in columns),
    )


def _speeds(phase: PhaseResult) -> tuple[float, float, float] | None:
    """Bytes a second: the average, at the slowest position and at the fastest one; None where no
    position took any time.
    """
    _offsets, sizes, seconds = PositionColumns.joined(passes_of(phase)).columns
    rates = sizes[seconds > 0] / seconds[seconds > 0]
    average = phase.summary(phase.direction, METRICS[MetricName.BANDWIDTH])
    if average is None or not len(rates):
        return None
    return average.median, float(rates.min()), float(rates.max())


def _latencies(phase: PhaseResult) -> list[float | None]:
    """Seconds of an access, in the order of LATENCIES."""
    return Figures(phase, phase.direction).medians(LATENCIES)


def area_blocks(found: AreaMap) -> Iterator[Block]:
    """What a check found: how much is in which state, the ranges that are not right, the map."""
    areas = found.areas
    count = bytes_by_state(areas)
    checked = sum(count.values())
    yield Table(
        "states",
        Say("Data read back"),
        (Column("state", Say("State")), Column("size", Say("Size")), Column("share", Say("Share"))),
        tuple(
            (_coded(state), Bytes(count[state]), Share(count[state] / checked, figures=3))
            for state in AreaState
            if state in count
        ),
        spoken=("share",),
    )
    yield bad_ranges(areas)
    title = Say("Map of {size}", size=Bytes(found.size))
    yield Positions("map", title, found.size, "states", areas)
    if not areas:
        return
    if found.of_files:
        yield Text(Say("Positions are in the written files, not on the drive."))


def bad_ranges(areas: Iterable[Area]) -> Table:
    """The bad and the slow ranges, in the order of their positions."""
    return Table(
        "bad_ranges",
        Say("Bad and slow ranges"),
        (
            Column("position", Say("Position")),
            Column("length", Say("Length")),
            Column("state", Say("State")),
            Column("finding", Say("Finding")),
        ),
        tuple(
            (
                Say("{place} (byte {offset})", place=Bytes(area.offset), offset=area.offset),
                Bytes(area.bytes),
                _coded(area.state),
                _finding(area),
            )
            for area in areas
            if area.state is not AreaState.RIGHT
        ),
        spoken=("state",),
        long=True,
    )


def _coded(state: AreaState) -> Coded:
    return Coded(state, STATE_TITLES[state])


def _finding(area: Area) -> Say | Plural | None:
    """What else is known of an area: the data of which place, how many bits, how slow."""
    if area.counted != area.bytes:
        return Say("{size} of it", size=Bytes(area.counted, binary=True))
    if area.found is not None and area.shift is None:
        return Say("block of {place} everywhere", place=Bytes(area.found))
    if area.found is not None:
        return Say("data of {place}", place=Bytes(area.found))
    if area.bits:
        return Plural("{count} bit", "{count} bits", area.bits)
    if area.seconds:
        return Say("took {duration}", duration=Seconds(area.seconds, precise=True))
    return None
