# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What several hosts came to at once: each in each test, the slowest, the growth of the sum."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from driveproof.domain.access import Direction
from driveproof.domain.metric import MetricName
from driveproof.domain.quantity import Plural, Seconds
from driveproof.domain.run.run import (
    METRICS,
    Host,
    HostFault,
    HostFigures,
    PhaseResult,
    Repeat,
    Run,
    Summary,
    TargetKind,
)
from driveproof.domain.say import Say

GROWS = 1.1
"""The sum grows while twice as many hosts come to at least so many times as much."""
UNEVEN = 0.8
"""A host is slow below this share of what the hosts did in the middle."""

_NUMBERED = re.compile(r"(.*?)([0-9]{1,9})")


def folded(names: Iterable[str]) -> str:
    """Names of hosts in the short form that node sets have: "node[1-3,7],other"."""
    groups: dict[tuple[str, int], list[int]] = {}
    plain: list[str] = []
    for name in names:
        found = _NUMBERED.fullmatch(name)
        if found is None:
            plain.append(name)
            continue
        stem, digits = found.groups()
        # Without leading zeros the width says nothing.
        width = len(digits) if digits.startswith("0") else 0
        groups.setdefault((stem, width), []).append(int(digits))
    words = [_group(stem, width, numbers) for (stem, width), numbers in groups.items()]
    return ",".join([*words, *plain])


def _group(stem: str, width: int, numbers: list[int]) -> str:
    rising = sorted(set(numbers))
    spans: list[list[int]] = []
    for number in rising:
        if spans and number == spans[-1][1] + 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    listed = [
        f"{first:0{width}d}" if first == last else f"{first:0{width}d}-{last:0{width}d}"
        for first, last in spans
    ]
    single = len(spans) == 1 and spans[0][0] == spans[0][1]
    return f"{stem}{listed[0]}" if single else f"{stem}[{','.join(listed)}]"


@dataclass(frozen=True, slots=True)
class HostFigure:
    """One host in one direction of a test: medians over the repeats that count; bandwidth in bytes
    a second, latencies in seconds, None where it has no I/O.
    """

    host: str
    iops: float
    bandwidth: float
    mean: float | None
    p99: float | None

    def primary(self, metric: MetricName) -> float:
        """The figure that decides."""
        return self.bandwidth if metric is MetricName.BANDWIDTH else self.iops


@dataclass(frozen=True, slots=True)
class HostsTest:
    """One direction of a test on several hosts. `late` is how many seconds the last host began
    after the first, at most; `hosts` are those with figures.
    """

    phase: PhaseResult
    direction: Direction
    total: Summary
    hosts: tuple[HostFigure, ...]
    late: float | None

    @property
    def middle(self) -> float:
        """What the hosts did in the middle."""
        return median(one.primary(self.phase.primary) for one in self.hosts)

    @property
    def slowest(self) -> HostFigure:
        """The host that did least."""
        return min(self.hosts, key=lambda one: one.primary(self.phase.primary))

    @property
    def fastest(self) -> HostFigure:
        """The host that did most."""
        return max(self.hosts, key=lambda one: one.primary(self.phase.primary))

    @property
    def worst(self) -> HostFigure | None:
        """The host whose I/Os waited longest: the highest p99; None where no latency is known."""
        known = [one for one in self.hosts if one.p99 is not None]
        return max(known, key=lambda one: one.p99 or 0.0, default=None)

    @property
    def uneven(self) -> bool:
        """Whether the slowest is far behind the others."""
        return self.slowest.primary(self.phase.primary) < UNEVEN * self.middle


def on_hosts(run: Run) -> bool:
    """Whether several hosts measured it."""
    return bool(run.environment.hosts)


def hosts_word(hosts: Sequence[Host]) -> str:
    """All hosts of a run in the short form; "" for none."""
    return folded(host.name for host in hosts)


def lost_hosts(run: Run) -> tuple[Host, ...]:
    """The hosts that did not measure to the end."""
    return tuple(host for host in run.environment.hosts if host.fault)


def hosts_tests(run: Run) -> tuple[HostsTest, ...]:
    """Every direction of every test, in their order."""
    return tuple(
        made
        for phase in run.phases
        for direction in phase.directions
        if (made := _test(phase, direction)) is not None
    )


def _test(phase: PhaseResult, direction: Direction) -> HostsTest | None:
    repeats = _counted(phase)
    total = phase.summary(direction, METRICS[phase.primary])
    names = list(dict.fromkeys(one.host for repeat in repeats for one in repeat.hosts))
    hosts = tuple(
        _figure(name, parts) for name in names if (parts := _parts(repeats, name, direction))
    )
    if total is None or not hosts:
        return None
    late = [one.late for repeat in repeats for one in repeat.hosts if one.late is not None]
    return HostsTest(phase, direction, total, hosts, max(late, default=None))


def _counted(phase: PhaseResult) -> tuple[Repeat, ...]:
    return tuple(repeat for repeat in phase.repeats if repeat.counts) or phase.repeats


def _parts(repeats: Sequence[Repeat], name: str, direction: Direction) -> list[HostFigures]:
    return [
        one.directions[direction]
        for repeat in repeats
        for one in repeat.hosts
        if one.host == name and not one.fault and direction in one.directions
    ]


def _figure(name: str, parts: Sequence[HostFigures]) -> HostFigure:
    def middle(read: Callable[[HostFigures], float | None]) -> float | None:
        known = [value for one in parts if (value := read(one)) is not None]
        return median(known) if known else None

    return HostFigure(
        name,
        median(one.iops for one in parts),
        median(one.bandwidth for one in parts),
        middle(lambda one: one.latency.mean),
        middle(lambda one: one.latency.p99),
    )


@dataclass(frozen=True, slots=True)
class ScalePoint:
    """The sum that so many hosts came to."""

    hosts: int
    total: Summary


@dataclass(frozen=True, slots=True)
class Scale:
    """A test on 1, 2, 4, ... hosts: its sums, in the order of the hosts.

    `phase` is the test on the fewest hosts.
    """

    phase: PhaseResult
    direction: Direction
    points: tuple[ScalePoint, ...]

    @property
    def ends(self) -> ScalePoint | None:
        """From where on the storage does not grow: the first point after which more hosts come to
        hardly more; None where it grows to the end.
        """
        for place, point in enumerate(self.points[:-1]):
            later = [other.total.median for other in self.points[place + 1 :]]
            if max(later) < GROWS * point.total.median:
                return point
        return None


def host_scales(run: Run) -> tuple[Scale, ...]:
    """The growth of each direction of each test; () where the number of hosts was not varied."""
    found: dict[tuple[str, Direction], list[tuple[int, PhaseResult, Summary]]] = {}
    for phase in run.phases:
        if not phase.work.hosts:
            continue
        for direction in phase.directions:
            total = phase.summary(direction, METRICS[phase.primary])
            if total is not None:
                place = (plain_name(phase), direction)
                found.setdefault(place, []).append((phase.work.hosts, phase, total))
    return tuple(
        Scale(
            points[0][1],
            direction,
            tuple(ScalePoint(count, total) for count, _phase, total in points),
        )
        for (_name, direction), listed in found.items()
        if (points := sorted(listed, key=lambda one: one[0]))
    )


def variant(count: int) -> str:
    """What tells a test on so many hosts from one on another number: part of its name."""
    return f"{count} hosts" if count != 1 else "1 host"


def plain_name(phase: PhaseResult) -> str:
    """The name of a test without the number of its hosts."""
    return phase.name.removesuffix(f" · {variant(phase.work.hosts)}")


FAULTS = {
    HostFault.DIED: Say("lost"),
    HostFault.SILENT: Say("silent"),
    HostFault.STUCK: Say("stuck"),
    HostFault.FAILED: Say("failed"),
}


def fault_word(fault: str) -> Say | str:
    """Why a host no longer counts, in a word; "" where it does."""
    return FAULTS[HostFault(fault)] if fault in tuple(HostFault) else fault


def worst_now(hosts: Sequence[tuple[str, float | None]]) -> Say | None:
    """The host whose I/Os wait longest now and its p99, of the names and p99 in seconds; None where
    no or only one host says so.
    """
    known = [(p99, name) for name, p99 in hosts if p99 is not None]
    if len(known) < 2:
        return None
    p99, name = max(known)
    return Say("worst p99 {host} {value}", host=name, value=Seconds(p99, precise=True))


def place_on_hosts(counts: Collection[int], kind: TargetKind) -> Say | Plural:
    """What several hosts measured, a device or a folder; `counts` says how many did in each run."""
    device = kind is TargetKind.DEVICE
    if len({*counts}) > 1:
        return Say("A device of several hosts") if device else Say("A folder on several hosts")
    if device:
        return Plural("A device of {count} host", "A device of {count} hosts", max(counts))
    return Plural("A folder on {count} host", "A folder on {count} hosts", max(counts))


def hosts_named(run: Run) -> Say:
    """Which hosts measured: "8 hosts: node[1-8]"."""
    hosts = run.environment.hosts
    count = Plural("{count} host", "{count} hosts", len(hosts))
    return Say("{hosts}: {names}", hosts=count, names=hosts_word(hosts))
