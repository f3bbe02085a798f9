# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How large the write cache is, how fast a drive writes without it, and how it recovers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from driveproof.domain.answer import Answer
from driveproof.domain.figure import (
    Axis,
    Band,
    Block,
    Column,
    Fact,
    Facts,
    Ink,
    Plot,
    Rule,
    Series,
    Shade,
    Table,
    Text,
)
from driveproof.domain.quantity import Bytes, Celsius, Rate, Seconds, Share, Unit
from driveproof.domain.run.result import ChartKind, ChartOf
from driveproof.domain.run.run import Run
from driveproof.domain.run.sustained import Fall, Recovery, Sustained, sustained_of
from driveproof.domain.say import Coded, Say
from driveproof.domain.zones import Zones

_CAUSES = {
    Fall.CACHE: Say("write cache full"),
    Fall.HEAT: Say("heat"),
    Fall.RETURNS: Say("heat or other work of the drive"),
    Fall.LINK: Say("slower link"),
    Fall.POSITION: Say("position, as on hard disks"),
}


def answer(run: Run) -> Answer:
    """The cache and the speeds in a sentence, the parts of the write, and each recovery."""
    found = sustained_of(run)
    if found is None:
        return Answer((), ())
    blocks: list[Block] = [Facts(tuple(_facts(found)))]
    if found.recoveries:
        blocks.append(_recoveries(found.recoveries))
    blocks += [_stretches(found), _plot(found), *map(Text, _notes(found))]
    return Answer((_sentence(found),), tuple(blocks))


def charts(run: Run) -> tuple[ChartOf, ...]:
    """The chart that shows all."""
    return (ChartOf(ChartKind.WRITTEN, run.phases),)


def _sentence(found: Sustained) -> Say:  # noqa: PLR0911 - one for each fall
    size = Bytes(found.written)
    ends = {"first": Rate(found.first), "last": Rate(found.last)}
    if found.cache is not None:
        return Say(
            "Write cache {size}: {fast} until it is full, then {slow}.",
            size=Bytes(round(found.cache.size)),
            fast=Rate(found.cache.within),
            slow=Rate(found.cache.after),
        )
    match found.fall:
        case Fall.HEAT:
            return Say("Throttled by heat: from {first} to {last}.", **ends)
        case Fall.RETURNS:
            return Say(
                "Slower and recovered within {size}: likely heat or other work of the drive.",
                size=size,
            )
        case Fall.LINK:
            return Say("The link became slower: from {first} to {last}.", **ends)
        case Fall.POSITION:
            return Say(
                "Falls evenly from {first} to {last} within {size}, as on hard disks.",
                size=size,
                **ends,
            )
        case Fall.EVEN:
            return Say("Falls evenly from {first} to {last} within {size}.", size=size, **ends)
    seconds = found.line.seconds[-1]
    return Say(
        "{rate} throughout {size}: the write cache was not filled.",
        rate=Rate(found.written / seconds if seconds else 0.0),
        size=size,
    )


def _facts(found: Sustained) -> Iterator[Fact]:
    if (cache := found.cache) is not None:
        yield Fact("write_cache", Say("Write cache"), Bytes(round(cache.size)))
        yield Fact("in_cache", Say("Speed in it"), Rate(cache.within))
        yield Fact("after_cache", Say("Speed after it"), Rate(cache.after))
    else:
        yield Fact("first_tenth", Say("First tenth"), Rate(found.first))
        yield Fact("last_tenth", Say("Last tenth"), Rate(found.last))
    if found.fall in _CAUSES:
        cause = Coded(found.fall, _CAUSES[found.fall])
        yield Fact("fall", Say("Cause of the slowdown"), cause)
    yield Fact("written", Say("Written"), Bytes(found.written))
    if found.hottest is not None:
        yield Fact("hottest", Say("Hottest"), Celsius(found.hottest))
    if found.shingled is not None:
        random = (
            Coded("collapsed", Say("collapsed"))
            if found.shingled
            else Coded("kept", Say("did not collapse"))
        )
        yield Fact("random_end", Say("Random write at the end"), random)
    if found.zones is not None or found.shingled:
        yield Fact("shingled", Say("Shingled tracks (SMR)"), _shingled(found))


def _shingled(found: Sustained) -> Coded:
    """What the kernel reports and what random writes showed, as one answer."""
    if found.zones in (Zones.HOST_MANAGED, Zones.HOST_AWARE):
        return Coded("yes", Say("yes"))
    if found.zones is not None and found.shingled is False:
        return Coded("possible", Say("possible"))
    return Coded("probable", Say("probable"))


def _recoveries(recoveries: tuple[Recovery, ...]) -> Table:
    return Table(
        "recoveries",
        Say("Write cache after pauses"),
        (
            Column("pause", Say("Pause")),
            Column("written", Say("Written at full speed")),
            Column("share", Say("Share of the cache")),
            Column("all_fast", Say("Full speed to the end")),
        ),
        tuple(
            (
                Seconds(one.pause),
                Bytes(round(one.bytes)),
                Share(min(one.share, 1.0)),
                Coded("yes", Say("yes")) if one.all else Coded("no", Say("no")),
            )
            for one in recoveries
        ),
        spoken=("written",),
    )


def _stretches(found: Sustained) -> Table:
    return Table(
        "stretches",
        Say("Parts with one speed each"),
        (
            Column("begin", Say("From")),
            Column("end", Say("To")),
            Column("seconds", Say("Duration")),
            Column("bandwidth", Say("Bandwidth")),
        ),
        tuple(
            (Bytes(round(one.begin)), Bytes(round(one.end)), Seconds(one.seconds), Rate(one.rate))
            for one in found.stretches
        ),
        names=2,
        spoken=("bandwidth",),
    )


def _plot(found: Sustained) -> Plot:
    """The bandwidth by bytes written, and where it changed for good."""
    steps = zip(pairwise(found.line.written), pairwise(found.line.seconds), strict=True)
    points = tuple(
        ((begin + end) / 2, (end - begin) / (ended - began))
        for (begin, end), (began, ended) in steps
        if end > begin and ended > began
    )
    changes = tuple(
        Rule("change", Say("Lasting change of the speed"), one.begin) for one in found.stretches[1:]
    )
    return Plot(
        "sustained_write",
        Say("Bandwidth by bytes written"),
        Axis("written", Say("Written"), Unit.BYTES),
        Axis("bandwidth", Say("Bandwidth"), Unit.BANDWIDTH),
        (Series("write", Say("Write"), points, Shade(Ink.WRITE), area=True),),
        changes,
        tuple(
            Band("stretch", Say("Part with one speed"), one.begin, one.end, one.rate, part=True)
            for one in found.stretches
        ),
    )


def _notes(found: Sustained) -> Iterator[Say]:
    if found.fall is Fall.NONE:
        yield Say("Write more to fill the cache.")
    if found.pauses_left_out:
        yield Say("Recovery after a pause was not measured.")
    yield Say("Not made for comparisons.")
