# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The best of sequential and of random access, or how long single small requests take.

The tests themselves are the figures: every face has a row for each of them.
"""

from __future__ import annotations

from driveproof.domain.access import DIRECTIONS, Direction
from driveproof.domain.answer import Answer
from driveproof.domain.hosts.answer import count_of, scaling_sentences
from driveproof.domain.metric import MetricName
from driveproof.domain.profile.phase import asks_for_latency
from driveproof.domain.quantity import Bytes, Rate, Seconds
from driveproof.domain.run.result import Figures, best, figures_of
from driveproof.domain.run.run import METRICS, PhaseResult, Run
from driveproof.domain.say import Say


def answer(run: Run) -> Answer:
    """The answer in sentences alone."""
    said = _latencies(run) or scaling_sentences(run) or _together(run) or _speeds(run)
    return Answer(said, ())


def _on_hosts(count: int, said: Say) -> Say:
    # Translators: {hosts} is like "8 hosts", {text} is a sentence about all of them.
    return Say("{name}: {text}", name=count_of(count), text=said)


def _latencies(run: Run) -> tuple[Say, ...]:
    """Where every test requested one small block after the other; of more and more hosts those of
    the fewest and of the most.
    """
    if not asks_for_latency(run.phases):
        return ()
    hosts = [phase.work.hosts for phase in run.phases]
    found = []
    for figures in figures_of(run):
        count = figures.phase.work.hosts
        if count in (min(hosts), max(hosts)) and (said := _latency(figures)) is not None:
            everyone = len(run.environment.hosts)
            found.append(_on_hosts(count or everyone, said) if everyone else said)
    return tuple(found)


def _latency(figures: Figures) -> Say | None:
    phase = figures.phase
    typical, slow = figures.medians((MetricName.P50, MetricName.P99))
    if typical is None or slow is None:
        return None
    values = {
        "size": Bytes(phase.block_size, binary=True)
        if phase.block_size
        else phase.work.block_sizes or "",
        "typical": Seconds(typical, precise=True),
        "slow": Seconds(slow, precise=True),
    }
    if figures.direction == Direction.READ:
        return Say("Random {size} read: median {typical}, p99 {slow}.", **values)
    if figures.direction == Direction.WRITE:
        return Say("Random {size} write: median {typical}, p99 {slow}.", **values)
    return None


def _speeds(run: Run) -> tuple[Say, ...]:
    """The best of sequential and of random access."""
    found = []
    for primary, random in ((MetricName.BANDWIDTH, False), (MetricName.IOPS, True)):
        for direction in DIRECTIONS:
            fastest = best(run, direction, primary)
            if fastest is None or _only_log(run, fastest[0].phases[direction]):
                continue
            found.append(_fastest(direction, Rate(fastest[1].median, ios=random)))
    hosts = len(run.environment.hosts)
    if found and hosts > 1:
        found[0] = _on_hosts(hosts, found[0])
    return tuple(found)


def _only_log(run: Run, phase: PhaseResult) -> bool:
    """Whether a test is a log among others: what waits for an fsync is no speed of the drive."""
    return bool(phase.work.fsync) and not all(one.work.fsync for one in run.phases)


def _fastest(direction: Direction, rate: Rate) -> Say:
    if rate.ios:
        return {
            Direction.READ: Say("Fastest random read: {rate}.", rate=rate),
            Direction.WRITE: Say("Fastest random write: {rate}.", rate=rate),
        }.get(direction, Say("Fastest random trim: {rate}.", rate=rate))
    return {
        Direction.READ: Say("Fastest read: {rate}.", rate=rate),
        Direction.WRITE: Say("Fastest write: {rate}.", rate=rate),
    }.get(direction, Say("Fastest trim: {rate}.", rate=rate))


def _together(run: Run) -> tuple[Say, ...]:
    """The greatest sum of both directions where each test is mixed."""
    if not all(phase.direction == Direction.MIXED for phase in run.phases):
        return ()
    found = [
        (both.median, phase)
        for phase in run.phases
        if (both := phase.total(METRICS[MetricName.IOPS])) is not None
    ]
    if not found:
        return ()
    total, phase = max(found, key=lambda pair: pair[0])
    reads, writes = (
        phase.summary(way, METRICS[MetricName.IOPS]) for way in (Direction.READ, Direction.WRITE)
    )
    if reads is None or writes is None:
        return ()
    return (
        Say(
            "Up to {total}: {reads} reads, {writes} writes.",
            total=Rate(total, ios=True),
            reads=Rate(reads.median, ios=True),
            writes=Rate(writes.median, ios=True),
        ),
    )
