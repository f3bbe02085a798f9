# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Several hosts as tables for the terminal: each host in each test, and the growth of the sum."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.metric import MetricName
from driveproof.domain.run.hosts import HostFigure, HostsTest, hosts_tests, scales
from driveproof.domain.run.run import PhaseResult, Run
from driveproof.domain.text import visible
from driveproof.export.text.layout import table, wrapped
from driveproof.wording.catalogue import _
from driveproof.wording.hosts import hosts_notes, scale_text
from driveproof.wording.phase import direction_word
from driveproof.wording.profile import test_title
from driveproof.wording.units import NARROW, bandwidth_value, format_latency, group_digits

FEW = 8
"""So many hosts are listed one by one; of more there are the slowest, the middle and the fastest,
unless details are asked for."""


def hosts_lines(run: Run, *, binary: bool, details: bool, width: int, encoding: str) -> list[str]:
    """What each host did, a block for each test; then what is to be said about them."""
    tests = hosts_tests(run)
    lines: list[str] = []
    every = details or len(run.environment.hosts) <= FEW
    if scales(run):
        lines += _scales(run, binary, width, encoding)
    elif tests:
        lines += ["", *(_all(run, tests, binary, encoding) if every
                        else _ends(run, tests, binary, encoding))]  # fmt: skip
    for note in hosts_notes(run, binary=binary):
        text = visible(note.replace(NARROW, " "))
        lines += ["", *wrapped(text, width, encoding=encoding)]
    return [*lines, ""]


def _value(one: float, phase: PhaseResult, *, binary: bool) -> str:
    if phase.primary == MetricName.BANDWIDTH:
        return bandwidth_value(one, binary=binary)[0].replace(NARROW, " ")
    return group_digits(one).replace(NARROW, " ")


def _unit(phase: PhaseResult, *, binary: bool) -> str:
    if phase.primary == MetricName.BANDWIDTH:
        return "MiB/s" if binary else "MB/s"
    return "IOPS"


def _latency(seconds: float | None) -> str:
    return "" if seconds is None else format_latency(seconds).replace(NARROW, " ")


def _name(run: Run, test: HostsTest) -> tuple[str, str]:
    title = test_title(test.phase.title, run.profile, run.environment.drives)
    return visible(title.replace(NARROW, " ")), direction_word(test.direction)


def _all(run: Run, tests: Sequence[HostsTest], binary: bool, encoding: str) -> list[str]:
    rows: list[tuple[str, ...]] = [
        (_("Test"), "", _("Host"), _("figure"), "", _("mean"), "p99"),
    ]
    for test in tests:
        name = _name(run, test)
        for one in test.hosts:
            rows.append((*name, visible(one.host), *_figures(one, test, binary)))
            name = ("", "")
    return table(rows, (0, 1, 2, 4), encoding=encoding)


def _figures(one: HostFigure, test: HostsTest, binary: bool) -> tuple[str, str, str, str]:
    phase = test.phase
    value = _value(one.primary(phase.primary), phase, binary=binary)
    return value, _unit(phase, binary=binary), _latency(one.mean), _latency(one.p99)


def _ends(run: Run, tests: Sequence[HostsTest], binary: bool, encoding: str) -> list[str]:
    rows: list[tuple[str, ...]] = [
        (_("Test"), "", _("slowest"), "", _("middle"), _("fastest"), "", "", _("worst p99"), ""),
    ]
    for test in tests:
        metric, phase, worst = test.phase.primary, test.phase, test.worst
        rows.append(
            (
                *_name(run, test),
                _value(test.slowest.primary(metric), phase, binary=binary),
                visible(test.slowest.host),
                _value(test.middle, phase, binary=binary),
                _value(test.fastest.primary(metric), phase, binary=binary),
                visible(test.fastest.host),
                _unit(phase, binary=binary),
                _latency(worst.p99) if worst else "",
                visible(worst.host) if worst else "",
            )
        )
    return table(rows, (0, 1, 3, 6, 7, 9), encoding=encoding)


def _scales(run: Run, binary: bool, width: int, encoding: str) -> list[str]:
    lines: list[str] = []
    for scale in scales(run):
        title = test_title(scale.phase.title, run.profile, run.environment.drives)
        head = f"{title}, {direction_word(scale.direction)}".replace(NARROW, " ")
        rows = [(_("Hosts"), _unit(scale.phase, binary=binary), _("each"))]
        rows += [
            (
                str(point.hosts),
                _value(point.total.median, scale.phase, binary=binary),
                _value(point.total.median / point.hosts, scale.phase, binary=binary),
            )
            for point in scale.points
        ]
        said = scale_text(scale, binary=binary).replace(NARROW, " ")
        lines += ["", visible(head), *table(rows, (), encoding=encoding)]
        lines += wrapped(visible(said), width, encoding=encoding)
    return lines
