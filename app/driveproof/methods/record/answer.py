# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a drive did by itself: who wrote, what that comes to in a year, where its requests went."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import nan

from driveproof.domain.access import Direction
from driveproof.domain.answer import Answer
from driveproof.domain.figure import (
    Axis,
    Block,
    Cell,
    Column,
    Fact,
    Facts,
    Group,
    GroupBar,
    Groups,
    Ink,
    Plot,
    Positions,
    Series,
    Shade,
    Table,
    Text,
)
from driveproof.domain.profile.test_titles import DIRECTIONS
from driveproof.domain.quantity import Bytes, Number, OneOf, Plural, Seconds, Share, Unit
from driveproof.domain.run.observed import Observed, Requested, Requests, Writer, WriterKind, shares
from driveproof.domain.run.recording import SETTLED, SLEEPS_AFTER, Recording, recorded_of
from driveproof.domain.run.result import ChartKind, ChartOf
from driveproof.domain.run.run import Run
from driveproof.domain.say import Coded, Say

HOUR, YEAR = 3600.0, 365.0 * 86400.0
MOST = 14
"""Sizes of requests that are drawn; rarer ones are in the table."""
LEAST = 0.005
"""A share of both directions below this is written as 0 %, and takes room from the others."""
_NAMED = 3
"""Sizes of requests that are named."""
_GROUPS, _PROCESSES = 12, 6
"""Writers in the table."""
_KINDS = {
    WriterKind.GROUP: Say("service or program"),
    WriterKind.REST: Say("no group"),
    WriterKind.PROCESS: Say("process, on any drive"),
}


def answer(run: Run) -> Answer:
    """What was read and written, its figures, who wrote, and where on the drive it went."""
    found = recorded_of(run)
    if found is None:
        return Answer((), ())
    blocks = (
        Facts((*_facts(found), *_requests(found.requests))),
        _writers(found),
        *_regions(found.requests),
        *map(Text, _notes(found)),
    )
    return Answer(tuple(_sentences(found)), blocks)


def charts(run: Run) -> tuple[ChartOf, ...]:
    """The chart that shows all."""
    return (ChartOf(ChartKind.RECORDED, run.phases),)


def busy_plot(observed: Observed) -> Plot:
    """The share of the time that the drive was busy; gaps where the kernel did not tell."""
    points = tuple((one.seconds, nan if one.busy is None else one.busy) for one in observed.looks)
    busy = Say("Busy")
    return Plot(
        "busy",
        busy,
        Axis("seconds", Say("Until"), Unit.SECONDS),
        Axis("busy", busy, Unit.SHARE),
        (Series("busy", busy, points, Shade(Ink.ACCENT), area=True),),
    )


def busy_table(observed: Observed) -> Table:
    """The same with the length of the queue."""
    columns = (
        Column("until", Say("Until")),
        Column("busy", Say("Busy")),
        Column("queue", Say("Queue")),
    )
    rows = tuple(
        (
            Seconds(one.seconds),
            None if one.busy is None else Share(one.busy, figures=2),
            None if one.queue is None else Number(one.queue),
        )
        for one in observed.looks
    )
    return Table("busy", Say("Busy"), columns, rows)


def regions_plot(found: Positions) -> Plot:
    """The bytes read and written in each of equal parts of the drive."""
    count = max((len(amounts) for _way, amounts in found.parts), default=1)
    position = Say("Position")
    return Plot(
        found.key,
        found.title,
        Axis("position", position, Unit.BYTES, ends=(0.0, float(found.size))),
        Axis("moved", Say("Moved"), Unit.BYTES),
        tuple(
            Series(
                way,
                DIRECTIONS[way],
                tuple((found.size * at / count, float(one)) for at, one in enumerate(amounts)),
                Shade.of(way),
                steps=True,
                area=True,
            )
            for way, amounts in found.parts
        ),
    )


def sizes_groups(requests: Requests) -> Groups:
    """For each size of a request its share of all reads and of all writes."""
    ways = [
        (way, found)
        for way, found in zip(
            (Direction.READ, Direction.WRITE), (requests.read, requests.write), strict=True
        )
        if found.count
    ]
    shares_of = {way: dict(shares(found)) for way, found in ways}

    def bar(way: Direction, found: Requested, size: int) -> GroupBar | None:
        share = shares_of[way].get(size)
        if share is None:
            return None
        said = Say(
            "{first} ({second})",
            first=Share(share, figures=2),
            second=Plural("{count} request", "{count} requests", dict(found.sizes)[size]),
        )
        return GroupBar(share, Shade.of(way), said, DIRECTIONS[way], label=Share(share))

    return Groups(
        _sizes_table(ways),
        Say("Request sizes"),
        Axis("share", Say("Share"), Unit.SHARE),
        tuple(
            Group(Bytes(size, binary=True), tuple(bar(way, found, size) for way, found in ways))
            for size in _sizes_drawn(shares_of.values())
        ),
        tuple((DIRECTIONS[way], Shade.of(way)) for way, _found in ways),
        tuple(
            Say("{name}: {text}", name=DIRECTIONS[way], text=_most_frequent(found))
            for way, found in ways
        ),
    )


def _sizes_drawn(found: Iterable[Mapping[int, float]]) -> list[int]:
    """The sizes of the bars, rising: those with the largest share of a direction."""
    most: dict[int, float] = {}
    for sizes in found:
        for size, share in sizes.items():
            most[size] = max(share, most.get(size, 0.0))
    common = [size for size in most if most[size] >= LEAST] or list(most)
    return sorted(sorted(common, key=lambda size: -most[size])[:MOST])


def _most_frequent(found: Requested) -> OneOf:
    most = sorted(shares(found), key=lambda pair: -pair[1])[:_NAMED]
    return OneOf(
        tuple(
            Say("{first} {second}", first=Bytes(size, binary=True), second=Share(share))
            for size, share in most
        )
    )


def _sizes_table(ways: Sequence[tuple[Direction, Requested]]) -> Table:
    columns = [Column("size", Say("Size"))]
    cells: list[Mapping[int, Cell]] = []
    for way, found in ways:
        columns += [Column(way, DIRECTIONS[way]), Column(f"{way}_share", Say("Share"))]
        cells += [
            dict(found.sizes),
            {size: Share(share, figures=2) for size, share in shares(found)},
        ]
    every = sorted({size for _way, found in ways for size, _count in found.sizes})
    rows = tuple(
        (Bytes(size, binary=True), *(column.get(size) for column in cells)) for size in every
    )
    return Table("sizes", Say("Request sizes"), tuple(columns), rows, unknown="–")


def _sentences(found: Recording) -> Iterator[Say]:
    yield Say(
        "{read} read and {written} written in {duration}.",
        read=Bytes(found.read),
        written=Bytes(found.written),
        duration=Seconds(found.seconds),
    )
    if writer := found.most:
        yield Say(
            "Largest writer: {writer} ({share}).",
            writer=_name(writer),
            share=Share(writer.written_bytes / found.counted),
        )
    if found.observed.quiet >= found.seconds - 1:
        yield Say("The drive was idle.")
    else:
        longest = Seconds(found.observed.longest_quiet)
        yield Say("Longest idle time: {duration}.", duration=longest)


def _facts(found: Recording) -> Iterator[Fact]:
    observed = found.observed
    read, written = (round(found.rate(one, HOUR)) for one in (found.read, found.written))
    said = Say("{read} read, {written} written", read=Bytes(read), written=Bytes(written))
    yield Fact("per_hour", Say("Per hour"), said)
    yield Fact("per_year", Say("Per year at this rate"), _in_a_year(found))
    busy = None
    if found.busy is not None:
        busy = Say("{share} of the time", share=Share(found.busy, figures=2))
    yield Fact("busy", Say("Busy"), busy)
    idle = Say(
        "{share} of the time, longest {duration}",
        share=Share(observed.quiet / found.seconds),
        duration=Seconds(observed.longest_quiet),
    )
    yield Fact("idle", Say("Idle"), idle)
    if (latency := _latency(found)) is not None:
        yield Fact("latency", Say("Latency, mean"), latency)
    if observed.flushes is not None:
        yield Fact("flushes", Say("Flushes"), observed.flushes)
    if observed.discarded_bytes:
        yield Fact("discarded", Say("Discarded"), Bytes(observed.discarded_bytes))
    if observed.rotational:
        yield Fact("sleep", Say("Sleep"), _sleep(found))


def _in_a_year(found: Recording) -> Say:
    year, life = found.rate(found.written, YEAR), found.observed.life
    written = Bytes(round(year))
    if not life or not year:
        return Say("{size} written", size=written)
    return Say(
        "{size} written, {share} of its rated {life}",
        size=written,
        share=Share(year / life, figures=2),
        life=Bytes(life),
    )


def _latency(found: Recording) -> Say | None:
    read, write = (
        None if one is None else Seconds(one, precise=True)
        for one in (found.read_wait, found.write_wait)
    )
    reads = None if read is None else Say("{read} per read", read=read)
    writes = None if write is None else Say("{write} per write", write=write)
    if reads is not None and writes is not None:
        return Say("{first}, {second}", first=reads, second=writes)
    return reads or writes


def _sleep(found: Recording) -> Coded:
    """Whether a disk could have spun down."""
    if found.observed.longest_quiet >= SLEEPS_AFTER:
        return Coded("possible", Say("possible"))
    if found.seconds < 2 * SLEEPS_AFTER:
        least = Seconds(2 * SLEEPS_AFTER)
        return Coded("unknown", Say("unknown (record at least {least})", least=least))
    return Coded("no", Say("no"))


def _requests(requests: Requests | None) -> Iterator[Fact]:
    """The requests: their sizes, order and depth, and what was not seen."""
    if requests is None:
        return
    read, write = requests.read, requests.write
    if read.count:
        yield Fact("read_sizes", Say("Sizes of reads"), _sizes(read))
    if write.count:
        yield Fact("write_sizes", Say("Sizes of writes"), _sizes(write))
    if read.count:
        share = Share(read.sequential / read.count)
        yield Fact("sequential_reads", Say("Sequential reads"), share)
    if write.count:
        share = Share(write.sequential / write.count)
        yield Fact("sequential_writes", Say("Sequential writes"), share)
        yield Fact("synchronous_writes", Say("Synchronous writes"), Share(write.sync / write.count))
    if requests.depths:
        yield Fact("in_flight", Say("Requests in flight"), _in_flight(requests))
    if requests.lost:
        lost = Plural("{count} request", "{count} requests", requests.lost)
        yield Fact("lost", Say("Not recorded"), lost)


def _sizes(found: Requested) -> OneOf:
    """The commonest sizes with their shares."""
    most = sorted(shares(found), key=lambda pair: -pair[1])[:_NAMED]
    return OneOf(
        tuple(
            # Translators: a size of requests and its share: "4 KiB 73 %".
            Say("{first} {second}", first=Bytes(size, binary=True), second=Share(share))
            for size, share in most
        )
    )


def _in_flight(requests: Requests) -> Say | None:
    if not requests.depths_known:
        return None
    alone = sum(count for depth, count in requests.depths if depth == 1)
    total = sum(count for _depth, count in requests.depths)
    return Say(
        "{share} one at a time, at most {most} at once",
        share=Share(alone / total),
        most=2 * requests.depths[-1][0],
    )


def _writers(found: Recording) -> Table:
    """The groups, with what belongs to none, then the processes."""
    groups = found.observed.of_kind(WriterKind.GROUP, WriterKind.REST)
    return Table(
        "writers",
        Say("Who wrote"),
        (
            Column("who", Say("Who")),
            Column("kind", Say("What")),
            Column("written", Say("Written")),
            Column("share", Say("Share")),
            Column("read", Say("Read")),
        ),
        (
            *(_row(one, found.counted) for one in groups[:_GROUPS]),
            *(_row(one, 0) for one in found.processes[:_PROCESSES]),
        ),
        names=2,
        spoken=("written",),
    )


def _row(one: Writer, counted: int) -> tuple[Cell, ...]:
    """A writer; its share of the bytes that were `counted` for all groups, None for none."""
    known = one.kind in tuple(WriterKind)
    share = Share(one.written_bytes / counted) if counted else None
    return (
        _name(one),
        Coded(one.kind, _KINDS[WriterKind(one.kind)]) if known else None,
        Bytes(one.written_bytes),
        share,
        Bytes(one.read_bytes),
    )


def _name(writer: Writer) -> Say | str:
    return Say("kernel and others") if writer.kind == WriterKind.REST else writer.name


def _regions(requests: Requests | None) -> Iterator[Block]:
    """Where on the drive was read and written."""
    if requests is not None:
        ways = ((Direction.READ, requests.read), (Direction.WRITE, requests.write))
        parts = tuple((way, found.regions) for way, found in ways if found.count)
        yield Positions("regions", Say("By position"), requests.size, parts=parts)


def _notes(found: Recording) -> Iterator[Say]:
    """How to take the figures."""
    if found.seconds < SETTLED:
        yield Say(
            "Record at least {least}: background tasks may run hourly.", least=Seconds(SETTLED)
        )
    if not found.observed.grouped:
        yield Say("Services are unknown: set DefaultIOAccounting=yes in system.conf.")
    if found.processes:
        yield Say("Only your processes are known; they may have written to another drive.")
    if found.requests is None:
        yield Say("Request sizes were not recorded.")
    elif found.partly_counted:
        yield Say(
            "Requests were recorded for {counted} of {whole}.",
            counted=Seconds(found.requests.seconds),
            whole=Seconds(found.seconds),
        )
