# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of several hosts: how even they are, which were lost, where the storage stops growing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from driveproof.domain.metric import MetricName
from driveproof.domain.profile.phase import SEPARATOR
from driveproof.domain.run.hosts import (
    HostFigure,
    HostsTest,
    Scale,
    hosts_tests,
    hosts_word,
    lost,
    scales,
)
from driveproof.domain.run.run import Host, HostFault, PhaseResult, Run
from driveproof.domain.text import shown
from driveproof.wording.catalogue import N_, _, ngettext
from driveproof.wording.phase import direction_word
from driveproof.wording.profile import hosts_count, test_title
from driveproof.wording.units import (
    format_bandwidth,
    format_iops,
    format_latency,
)

_FAULTS = {
    HostFault.DIED: N_("connection lost"),
    HostFault.SILENT: N_("no data received"),
    HostFault.STUCK: N_("did not end"),
    HostFault.FAILED: N_("failed"),
}
_SHORT = {
    HostFault.DIED: N_("lost"),
    HostFault.SILENT: N_("silent"),
    HostFault.STUCK: N_("stuck"),
    HostFault.FAILED: N_("failed"),
}


def fault_word(fault: str) -> str:
    """Why a host no longer counts, in a word; "" where it does."""
    if not fault:
        return ""
    return _(_SHORT[HostFault(fault)]) if fault in tuple(HostFault) else shown(fault)


def worst_now(hosts: Sequence[tuple[str, float | None]]) -> tuple[str, str] | None:
    """The host whose I/Os wait longest now and its p99, of the names and p99 in seconds; None where
    no or only one host says so.
    """
    known = [(p99, name) for name, p99 in hosts if p99 is not None]
    if len(known) < 2:
        return None
    p99, name = max(known)
    return shown(name), format_latency(p99)


def lost_text(host: Host) -> str:
    """That a host did not measure to the end, and why."""
    reason = _(_FAULTS[HostFault(host.fault)]) if host.fault in tuple(HostFault) else host.fault
    return _("{host} was lost: {reason}.").format(
        host=shown(host.name), reason=shown(host.said.removesuffix(".")) or reason
    )


def hosts_text(run: Run) -> str:
    """Which hosts measured: "8 hosts: node[1-8]"."""
    hosts = run.environment.hosts
    text = ngettext("{count} host: {names}", "{count} hosts: {names}", len(hosts))
    return text.format(count=len(hosts), names=shown(hosts_word(hosts)))


def figure_text(value: float, phase: PhaseResult, *, binary: bool = False) -> str:
    """A figure of the kind that decides a test."""
    if phase.primary == MetricName.BANDWIDTH:
        return format_bandwidth(value, binary=binary)
    return format_iops(value)


def host_value(one: HostFigure, test: HostsTest, *, binary: bool = False) -> str:
    """What a host did in a test."""
    return figure_text(one.primary(test.phase.primary), test.phase, binary=binary)


def hosts_notes(run: Run, *, binary: bool = False) -> list[str]:
    """How the hosts differ, and how to take the sums."""
    tests, count = hosts_tests(run), len(run.environment.hosts)
    said = [lost_text(host) for host in lost(run)]
    if lost(run):
        said.append(_("Repeats without all hosts count only where no other exists."))
    behind: dict[str, list[HostsTest]] = {}
    for test in tests:
        if test.uneven and len(test.hosts) > 1 and test.phase.work.hosts in (0, count):
            behind.setdefault(test.slowest.host, []).append(test)
    said += [_behind(run, host, slow, binary=binary) for host, slow in behind.items()]
    late = [test.late for test in tests if test.late is not None]
    if late:
        said.append(
            _("Sums of all hosts, which started within {time}.").format(
                time=format_latency(max(late))
            )
        )
    return said


def _behind(run: Run, host: str, tests: Sequence[HostsTest], *, binary: bool) -> str:
    """That a host is slower than the others, and where most."""
    worst = min(tests, key=lambda test: test.slowest.primary(test.phase.primary) / test.middle)
    return _("{host} is slow in {test}: {value}; the median host reached {middle}.").format(
        host=shown(host),
        test=_named(run, worst),
        value=host_value(worst.slowest, worst, binary=binary),
        middle=figure_text(worst.middle, worst.phase, binary=binary),
    )


def _named(run: Run, test: HostsTest) -> str:
    title = test_title(test.phase.title, run.profile, run.environment.drives)
    return _("{first}, {second}").format(first=title, second=direction_word(test.direction))


FEW = 8
"""The number of hosts up to which a terminal lists each."""

Rows = list[tuple[str, ...]]
"""A table: its heads, then its rows."""


def hosts_table(run: Run, *, every: bool, binary: bool = False) -> Rows:
    """What each host did in each test, or only the slowest, the middle and the fastest; [] where
    nothing was measured.
    """
    tests = hosts_tests(run)
    if not tests:
        return []
    if every:
        return [_heads(), *_all(run, tests, binary=binary)]
    return [_end_heads(), *(_ends(run, test, binary=binary) for test in tests)]


def _heads() -> tuple[str, ...]:
    return (_("Test"), _("Host"), _("Value"), _("Mean"), "p99")


def _end_heads() -> tuple[str, ...]:
    return (_("Test"), _("Slowest"), _("Median"), _("Fastest"), _("Worst p99"))


def _all(run: Run, tests: Sequence[HostsTest], *, binary: bool) -> Iterator[tuple[str, ...]]:
    for test in tests:
        name = _named(run, test)
        for one in test.hosts:
            value = host_value(one, test, binary=binary)
            yield name, shown(one.host), value, _latency(one.mean), _latency(one.p99)
            name = ""


def _ends(run: Run, test: HostsTest, *, binary: bool) -> tuple[str, ...]:
    def named(one: HostFigure) -> str:
        value = host_value(one, test, binary=binary)
        return _("{first}, {second}").format(first=value, second=shown(one.host))

    worst = test.worst
    slow = ""
    if worst is not None:
        slow = _("{first}, {second}").format(first=_latency(worst.p99), second=shown(worst.host))
    middle = figure_text(test.middle, test.phase, binary=binary)
    return _named(run, test), named(test.slowest), middle, named(test.fastest), slow


def _latency(seconds: float | None) -> str:
    return "–" if seconds is None else format_latency(seconds)


def scale_table(run: Run, *, binary: bool = False) -> Rows:
    """The sums of each test by the number of hosts, and where they stop growing; [] where that was
    not varied.
    """
    found = scales(run)
    if not found:
        return []
    counts = sorted({point.hosts for scale in found for point in scale.points})
    heads = [hosts_count(count) for count in counts]
    rows = []
    for scale in found:
        sums = {point.hosts: point.total.median for point in scale.points}
        cells = [
            figure_text(sums[count], scale.phase, binary=binary) if count in sums else "–"
            for count in counts
        ]
        ends = scale.ends
        where = _("scales throughout")
        if ends is not None:
            where = ngettext("at {count} host", "at {count} hosts", ends.hosts)
            where = where.format(count=ends.hosts)
        rows.append((scale_title(run, scale), *cells, where))
    return [(_("Test"), *heads, _("Stops scaling")), *rows]


def scale_answer(run: Run, *, binary: bool = False) -> str:
    """Where the sums stop growing, in a sentence; "" where the number of hosts was not varied."""
    found = scales(run)
    if not found:
        return ""
    ended = [(scale.ends, scale) for scale in found if scale.ends is not None]
    if not ended:
        return _("All tests scale up to {hosts}.").format(
            hosts=hosts_count(found[0].points[-1].hosts)
        )
    point, first = min(ended, key=lambda one: one[0].hosts)
    text = ngettext(
        "{count} of {all} tests stops scaling. First: {test}, at {hosts} ({value}).",
        "{count} of {all} tests stop scaling. First: {test}, at {hosts} ({value}).",
        len(ended),
    )
    return text.format(
        count=len(ended),
        all=len(found),
        hosts=hosts_count(point.hosts),
        test=scale_title(run, first),
        value=figure_text(point.total.median, first.phase, binary=binary),
    )


def scale_title(run: Run, scale: Scale) -> str:
    """What the test of a scale is called, without the number of hosts."""
    title = scale.phase.title.rpartition(SEPARATOR)[0] or scale.phase.title
    name = test_title(title, run.profile, run.environment.drives)
    return _("{first}, {second}").format(first=name, second=direction_word(scale.direction))
