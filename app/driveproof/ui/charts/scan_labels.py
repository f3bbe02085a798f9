# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A scan in words and figures, for the window and for the page that is exported."""

from __future__ import annotations

from driveproof.domain.run.rows import write_metric
from driveproof.domain.run.run import METRICS, PhaseResult, Run
from driveproof.export.text.scan import positions_of, speeds
from driveproof.wording.catalogue import _
from driveproof.wording.units import NARROW, format_size, group_digits

LATENCIES = ("mean", "p50", "p95", "p99", "p99.9", "max")


def scan_figures(phase: PhaseResult, *, binary: bool = False) -> list[tuple[str, str]]:
    """The figures of one test of a scan as (name, value): the average first."""
    found = positions_of(phase)
    if phase.pattern == "sequential":
        rates = speeds(found)
        average = phase.summary(phase.direction, METRICS["bandwidth"])
        if not rates or average is None:
            return []
        return [
            (name, write_metric("bandwidth", value, binary=binary))
            for name, value in (
                (_("Average"), average.median),
                (_("Slowest place"), min(rates)),
                (_("Fastest place"), max(rates)),
            )
        ]
    names = {"mean": _("Average"), "max": _("Greatest")}
    names["p50"] = _("Median")
    return [
        (names.get(metric, metric), write_metric(metric, summary.median))
        for metric in LATENCIES
        if (summary := phase.summary(phase.direction, METRICS[metric])) is not None
    ]


def read_text(phase: PhaseResult) -> str:
    """How much was read for it: "100 places of 5 MiB"."""
    found = positions_of(phase)
    size = format_size(found[0].bytes, binary=True) if found else f"0{NARROW}B"
    return _("{0} places of {1}").format(group_digits(len(found)), size)


def scan_headline(run: Run, *, binary: bool = False) -> str:
    """The answer of a scan in a sentence without its end, "" when nothing was measured."""
    parts = []
    for phase in run.phases:
        figures = [value for _name, value in scan_figures(phase, binary=binary)]
        if not figures:
            continue
        if phase.pattern == "sequential":
            words = _("reads {0} on average, {1} to {2} by position")
            if phase.direction == "write":  # of other programs: our own scan only reads
                words = _("writes {0} on average, {1} to {2} by position")
            parts.append(words.format(*figures))
        else:
            words = _("an access takes {0} (median {1}, p99 {2})")
            parts.append(words.format(figures[0], figures[1], figures[3]))
    return "; ".join(parts)
