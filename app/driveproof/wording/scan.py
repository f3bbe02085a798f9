# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of a scan: what it reads, its figures, and its answer."""

from __future__ import annotations

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.metric import MetricName
from driveproof.domain.profile.scan import ScanPlan
from driveproof.domain.run.result import LATENCIES
from driveproof.domain.run.run import METRICS, PhaseResult, Run
from driveproof.domain.run.scan import positions_of, speeds
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.figures import write_metric
from driveproof.wording.units import format_size, group_digits


def scan_figures(phase: PhaseResult, *, binary: bool = False) -> list[tuple[str, str]]:
    """The figures of one test of a scan as (name, value): the average first."""
    found = positions_of(phase)
    if phase.pattern == Pattern.SEQUENTIAL:
        rates = speeds(found)
        average = phase.summary(phase.direction, METRICS[MetricName.BANDWIDTH])
        if not rates or average is None:
            return []
        return [
            (name, write_metric(MetricName.BANDWIDTH, value, binary=binary))
            for name, value in (
                (_("Average"), average.median),
                (_("Slowest position"), min(rates)),
                (_("Fastest position"), max(rates)),
            )
        ]
    names = {
        MetricName.MEAN: _("Average"),
        MetricName.MAX: _("Maximum"),
        MetricName.P50: _("Median"),
    }
    return [
        (names.get(metric, metric), write_metric(metric, summary.median))
        for metric in LATENCIES
        if (summary := phase.summary(phase.direction, METRICS[metric])) is not None
    ]


def read_text(phase: PhaseResult) -> str:
    """How much was read for it: "100 places of 5 MiB"."""
    found = positions_of(phase)
    size = format_size(found[0].bytes if found else 0, binary=True)
    return _("{count} positions of {size}").format(count=group_digits(len(found)), size=size)


def scan_headline(run: Run, *, binary: bool = False) -> str:
    """The answer of a scan, "" when nothing was measured."""
    parts = []
    for phase in run.phases:
        figures = [value for _name, value in scan_figures(phase, binary=binary)]
        if not figures:
            continue
        if phase.pattern == Pattern.SEQUENTIAL:
            words = _("Reads {average} on average ({least} to {greatest}).")
            if phase.direction == Direction.WRITE:  # of other programs: our own scan only reads
                words = _("Writes {average} on average ({least} to {greatest}).")
            average, least, greatest = figures
            parts.append(words.format(average=average, least=least, greatest=greatest))
        else:
            words = _("Access time {average} (median {median}, p99 {p99}).")
            parts.append(words.format(average=figures[0], median=figures[1], p99=figures[3]))
    return " ".join(parts)


def plan_text(plan: ScanPlan) -> str:
    """What a scan reads: "100 samples of 10 MiB and 1 000 reads of 4 KiB"."""
    return ngettext(
        "{count} sample of {size} and {reads} reads of {read_size}",
        "{count} samples of {size} and {reads} reads of {read_size}",
        plan.positions,
    ).format(
        count=plan.positions,
        size=format_size(plan.sample, binary=True),
        reads=group_digits(plan.accesses),
        read_size=format_size(plan.access_size, binary=True),
    )
