# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What several hosts came to: each in each test, and where their sum stops growing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from driveproof.domain.figure import (
    Axis,
    Block,
    Cell,
    Column,
    Ink,
    Plot,
    Series,
    Shade,
    Table,
    Text,
)
from driveproof.domain.metric import MetricName
from driveproof.domain.profile.test_titles import test_words
from driveproof.domain.quantity import Plural, Rate, Seconds, Unit
from driveproof.domain.run.hosts import (
    HostFigure,
    HostsTest,
    Scale,
    host_scales,
    hosts_tests,
    lost_hosts,
)
from driveproof.domain.run.run import Host, PhaseResult, Run, host_fault
from driveproof.domain.say import Say
from driveproof.domain.title import common

SCALING, SCALED = "scaling", "scaling_by_hosts"
"""The keys of the table and of the plot of how the sums grow."""
_STEPS = 32  # corners of a line that is bent on a logarithmic axis
FEW = 8
"""The number of hosts up to which each is shown where no details are asked for."""


def hosts_blocks(run: Run) -> tuple[Block, ...]:
    """How the sums grew where the number of hosts was varied, what each host did, and how to take
    the sums; () where one machine measured.
    """
    if not run.environment.hosts:
        return ()
    grown, tests = host_scales(run), hosts_tests(run)
    many = bool(grown) or len(run.environment.hosts) > FEW
    first = scaling_table(run) if grown else _ends_table(run, tests, details=not many)
    plots = (scaling_plot(run),) if grown else ()
    tables = (first, _hosts_table(run, tests, details=many))
    return (*tables, *plots, *map(Text, _notes(run, tests)))


def scaling_sentences(run: Run) -> tuple[Say, ...]:
    """Where the sums stop growing; () where the number of hosts was not varied."""
    found = host_scales(run)
    if not found:
        return ()
    ended = [(scale.ends, scale) for scale in found if scale.ends is not None]
    if not ended:
        most = found[0].points[-1].hosts
        return (Say("All tests scale up to {hosts}.", hosts=count_of(most)),)
    point, first = min(ended, key=lambda one: one[0].hosts)
    return (
        Say("Tests that stop scaling: {count} of {all}.", count=len(ended), all=len(found)),
        Say(
            "First: {test}, at {hosts} ({value}).",
            test=scale_title(run, first),
            hosts=count_of(point.hosts),
            value=rate_of(point.total.median, first.phase),
        ),
    )


def count_of(hosts: int) -> Plural:
    """ "8 hosts"."""
    return Plural("{count} host", "{count} hosts", hosts)


def rate_of(value: float, phase: PhaseResult) -> Rate:
    """A value of the metric that decides a test."""
    return Rate(value, ios=phase.primary != MetricName.BANDWIDTH)


def scale_title(run: Run, scale: Scale) -> Say | str:
    """What the test of a scale is called, without the number of hosts."""
    return test_words(common(scale.phase.title), scale.direction, run.profile)


def scaling_table(run: Run) -> Table:
    """The sums of each test by the number of hosts, and where they stop growing."""
    found = host_scales(run)
    counts = sorted({point.hosts for scale in found for point in scale.points})
    rows: list[tuple[Cell, ...]] = []
    for scale in found:
        sums = {point.hosts: rate_of(point.total.median, scale.phase) for point in scale.points}
        where: Cell = Say("scales throughout")
        if (ends := scale.ends) is not None:
            where = Plural("at {count} host", "at {count} hosts", ends.hosts)
        rows.append((scale_title(run, scale), *map(sums.get, counts), where))
    return Table(
        SCALING,
        Say("Scaling"),
        (
            Column("test", Say("Test")),
            *(Column(f"hosts_{count}", Say("Hosts: {count}", count=count)) for count in counts),
            Column("stops_scaling", Say("Stops scaling")),
        ),
        tuple(rows),
        spoken=(*(f"hosts_{count}" for count in counts), "stops_scaling"),
    )


def scaling_plot(run: Run) -> Plot:
    """How many times what one host does each test does, by the number of hosts, and the line of as
    many times as there are hosts.
    """
    found = host_scales(run)
    counts = sorted({point.hosts for scale in found for point in scale.points})
    count = Axis("hosts", Say("Hosts"), Unit.COUNT, log=True, ticks=tuple(map(float, counts)))
    linear = sorted({round(counts[-1] ** (step / _STEPS)) for step in range(_STEPS + 1)})
    return Plot(
        SCALED,
        Say("Scaling; dashed: linear"),
        count,
        Axis("times_one_host", Say("Times one host"), Unit.FACTOR),
        (
            *(
                _scale_line(number, scale_title(run, scale), scale)
                for number, scale in enumerate(found)
            ),
            Series(
                "linear",
                Say("Linear"),
                tuple((float(one), float(one)) for one in linear),
                Shade(Ink.TEXT, 0.45),
                dashed=True,
            ),
        ),
    )


def _scale_line(number: int, title: Say | str, scale: Scale) -> Series:
    first = scale.points[0]
    alone = first.total.median / first.hosts
    return Series(
        f"test_{number}",
        title,
        tuple(
            (float(point.hosts), point.total.median / alone if alone else 0.0)
            for point in scale.points
        ),
        Shade.of(scale.direction),
        dots=True,
        details=tuple(
            (count_of(point.hosts), rate_of(point.total.median, scale.phase))
            for point in scale.points
        ),
    )


def _hosts_table(run: Run, tests: Sequence[HostsTest], *, details: bool) -> Table:
    return Table(
        "hosts",
        Say("What each host did"),
        (
            Column("test", Say("Test")),
            Column("host", Say("Host")),
            Column("bandwidth", Say("Bandwidth")),
            Column("iops", Say("IOPS")),
            Column("mean", Say("Mean"), extra=1),
            Column("p99", Say("p99")),
        ),
        tuple(
            (
                _title(run, test),
                one.host,
                Rate(one.bandwidth),
                Rate(one.iops, ios=True),
                _latency(one.mean),
                _latency(one.p99),
            )
            for test in tests
            for one in test.hosts
        ),
        names=2,
        spoken=("bandwidth", "iops"),
        details=details,
    )


def _ends_table(run: Run, tests: Sequence[HostsTest], *, details: bool) -> Table:
    return Table(
        "slowest_and_fastest_host",
        Say("The slowest and the fastest host"),
        (
            Column("test", Say("Test")),
            Column("slowest", Say("Slowest")),
            Column("median", Say("Median")),
            Column("fastest", Say("Fastest")),
            Column("worst_p99", Say("Worst p99")),
        ),
        tuple(
            (
                _title(run, test),
                _named(test, test.slowest),
                rate_of(test.middle, test.phase),
                _named(test, test.fastest),
                None if (worst := test.worst) is None else _of_host(_latency(worst.p99), worst),
            )
            for test in tests
        ),
        spoken=("slowest", "fastest"),
        details=details,
    )


def _title(run: Run, test: HostsTest) -> Say | str:
    return test_words(test.phase.title, test.direction, run.profile)


def _named(test: HostsTest, one: HostFigure) -> Say:
    return _of_host(rate_of(one.primary(test.phase.primary), test.phase), one)


def _of_host(value: Rate | Seconds | None, one: HostFigure) -> Say:
    # Translators: the value of a host.
    return Say("{first}, {second}", first=value, second=one.host)


def _latency(seconds: float | None) -> Seconds | None:
    return None if seconds is None else Seconds(seconds, precise=True)


def _notes(run: Run, tests: Sequence[HostsTest]) -> Iterator[Say]:
    gone, count = lost_hosts(run), len(run.environment.hosts)
    yield from map(_lost, gone)
    if gone:
        yield Say("Repeats without all hosts count only where no other exists.")
    behind: dict[str, list[HostsTest]] = {}
    for test in tests:
        if test.uneven and len(test.hosts) > 1 and test.phase.work.hosts in (0, count):
            behind.setdefault(test.slowest.host, []).append(test)
    for host, slow in behind.items():
        yield _behind(run, host, slow)
    late = [test.late for test in tests if test.late is not None]
    if late:
        yield Say(
            "Sums of all hosts, which started within {time}.",
            time=Seconds(max(late), precise=True),
        )


def _lost(host: Host) -> Say:
    """Why it did not measure to the end, in its own words where it said any."""
    reason = host_fault(host.fault)
    return Say(
        "{host} was lost: {reason}.", host=host.name, reason=host.said.removesuffix(".") or reason
    )


def _behind(run: Run, host: str, tests: Sequence[HostsTest]) -> Say:
    """That a host is slower than the others, and where most."""
    worst = min(tests, key=lambda test: test.slowest.primary(test.phase.primary) / test.middle)
    return Say(
        "{host} is slow in {test}: {value}; the median host reached {middle}.",
        host=host,
        test=_title(run, worst),
        value=rate_of(worst.slowest.primary(worst.phase.primary), worst.phase),
        middle=rate_of(worst.middle, worst.phase),
    )
