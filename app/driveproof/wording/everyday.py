# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of everyday writes: both ways of a test, what memory swallowed, what an fsync takes."""

from __future__ import annotations

from driveproof.domain.metric import MetricName
from driveproof.domain.run.everyday import (
    EverydayRow,
    bandwidth,
    everyday_rows,
    flush_time,
    fsync_seconds,
    processes,
    swallowed,
)
from driveproof.domain.run.run import PhaseResult, Run
from driveproof.wording.catalogue import _
from driveproof.wording.profile import test_title
from driveproof.wording.units import (
    block_size_text,
    format_bandwidth,
    format_latency,
    format_percent,
    three_digits,
)


def way_title(*, each: bool) -> str:
    """When it was made sure that what was written is on the drive."""
    return _("fsync after every write") if each else _("one fsync at the end")


def everyday_answer(run: Run, *, binary: bool = False) -> str:
    """Both speeds of each test by its blocks, as a sentence; "" where nothing was measured."""
    said: dict[bool, list[str]] = {False: [], True: []}
    for row in everyday_rows(run):
        for phase in row.phases:
            if (rate := bandwidth(phase)) is not None:
                words = format_bandwidth(rate.median, binary=binary)
                size = block_size_text(phase.block_size)
                said[bool(phase.work.fsync)].append(f"{size} {words}")
    at_end, each = (", ".join(said[way]) for way in (False, True))
    if at_end and each:
        text = _("One fsync at the end: {rates}; fsync after every write: {each}.")
        return text.format(rates=at_end, each=each)
    if at_end:
        return _("One fsync at the end: {rates}.").format(rates=at_end)
    return _("fsync after every write: {rates}.").format(rates=each) if each else ""


def factor_text(row: EverydayRow) -> str:
    """How much longer the same bytes take with an fsync after each write: "18.2 times as long"; ""
    if unknown.
    """
    factor = row.factor
    if factor is None:
        return ""
    if factor < 1.005:  # written as 1.00
        return _("the same")
    return _("{factor} times").format(factor=three_digits(factor))


def fsync_text(phase: PhaseResult) -> str:
    """What an fsync took: "took 3.2 s" at the end, "358 µs, p99 1.20 ms" after each write."""
    if phase.work.fsync:
        typical, slow = flush_time(phase, MetricName.P50), flush_time(phase, MetricName.P99)
        if typical is None or slow is None:
            return ""
        return _("{typical}, p99 {slow}").format(
            typical=format_latency(typical), slow=format_latency(slow)
        )
    seconds = fsync_seconds(phase)
    return "" if seconds is None else format_latency(seconds)


def memory_text(phase: PhaseResult) -> str:
    """The share that was still in memory when the program had written it; "" where unknown."""
    share = None if phase.work.fsync else swallowed(phase)
    return "" if share is None else format_percent(share)


def processes_text(phase: PhaseResult, *, binary: bool = False) -> str:
    """The slowest and the fastest of several processes; "" where there was one only."""
    found = processes(phase)
    if found is None:
        return ""
    return _("{slowest} to {fastest}").format(
        slowest=format_bandwidth(found[0], binary=binary),
        fastest=format_bandwidth(found[1], binary=binary),
    )


def processes_sentence(run: Run, *, binary: bool = False) -> str:
    """The same of every test, as sentences; "" without any."""
    said = []
    for row in everyday_rows(run):
        for phase in row.phases:
            if words := processes_text(phase, binary=binary):
                said.append(
                    _("{test}, {way}: {range} per process.").format(
                        test=test_title(row.title, run.profile),
                        way=way_title(each=bool(phase.work.fsync)),
                        range=words,
                    )
                )
    return " ".join(said)


def heads() -> tuple[str, ...]:
    """What the columns of a test's figures are called, after its own and the speed."""
    return (_("fsync"), _("still in memory"))


def meaning() -> str:
    """What the figures are."""
    return _(
        "Speeds include the fsync. Still in memory: data not yet sent to the drive"
        " when the program finished writing."
    )


def asynchronous() -> str:
    """Why 16 requests at a time are not more."""
    return _("posixaio serves one request per process at a time: 16 processes are 16 requests.")
