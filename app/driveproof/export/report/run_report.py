# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The report of a run: the answer first, then its figures, its drive's health, its conditions."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.health.changes import Pair
from driveproof.domain.run.run import CANCELLED, FAILED, METRICS, PhaseResult, Repeat, Run
from driveproof.export.report.document import (
    Block,
    Drawing,
    Facts,
    Report,
    Section,
    Table,
    Text,
)
from driveproof.export.report.run import commands, environment, known, measurement, test_title
from driveproof.export.run_health import run_changes
from driveproof.wording.dates import clock, stamp
from driveproof.wording.health.changes import change_text
from driveproof.wording.phase import blocks_text, data_text
from driveproof.wording.units import (
    NARROW,
    format_bandwidth,
    format_iops,
    format_latency,
    format_size,
    group_digits,
)

MOST_REPEATS = 300
"""Rows of single repeats in a report; the CSV and the JSON have all of them."""
_LATENCIES = ("mean", "p50", "p95", "p99", "p99.9", "max", "longest_stall")
_WORDS = {CANCELLED: "odd", FAILED: "bad"}


def run_report(
    run: Run,
    headline: str,
    *,
    cautions: Sequence[str] = (),
    drawings: Sequence[Drawing] = (),
    health: tuple[Pair, ...] = (),
    binary: bool = False,
    version: str = "",
) -> Report:
    """The report; `headline` is the answer in a sentence, `cautions` what to keep in mind with it.

    `drawings` are its pictures, `health` is that of its drives, before and after, `version` that
    of the program that writes the report. `binary` writes MiB/s instead of MB/s.
    """
    when = stamp(run.started)
    mind = Section("To keep in mind", tuple(map(Text, cautions))) if cautions else None
    parts = [mind]
    parts.append(measurement(run, drawings, binary=binary, alone=False))
    parts += [_latencies(run), _repeats(run, binary), _changes(run, health), _target(run)]
    parts += [environment(run), commands(run)]
    footer = f"Report by Driveproof {version}".strip()
    return Report(
        title=run.target.model or run.target.device or run.target.path or run.title,
        headline=headline,
        word=_WORDS.get(run.status, ""),
        subject=tuple(line for line in (_subject(run, when), run.remarks) if line),
        sections=tuple(part for part in parts if part is not None),
        footer=f"{footer}, run {run.id} of {when}",
    )


def _subject(run: Run, when: str) -> str:
    target = run.target
    where = f"{target.filesystem} on {target.path}" if target.filesystem else target.path
    parts = (
        run.title,
        f"firmware {target.firmware}" if target.firmware else "",
        format_size(target.size) if target.size else "",
        where,
        when,
        f"“{run.label}”" if run.label else "",
    )
    return " · ".join(part for part in parts if part)


def _latencies(run: Run) -> Section | None:
    """Every percentile of every test; None where no latency is known."""
    rows = []
    for phase in run.phases:
        for direction in phase.directions:
            found = [phase.summary(direction, METRICS[name]) for name in _LATENCIES]
            if any(one is not None for one in found[:-1]):
                cells = ["–" if one is None else _latency(one.median) for one in found]
                rows.append((test_title(phase), direction, *cells))
    if not rows:
        return None
    columns = ("Test", "Direction", "Mean", "p50", "p95", "p99", "p99.9", "Longest", "Stall")
    table = Table(columns, tuple(rows), left=2)
    words = Text(
        "Medians of the repeats. A stall is the longest time in which the drive answered nothing.",
        quiet=True,
    )
    return Section("Latency", (table, words))


def _latency(seconds: float) -> str:
    return format_latency(seconds) if seconds else "none"


def _repeats(run: Run, binary: bool) -> Section | None:
    """Each repeat by itself, with what disturbed it; None where there is one of each test."""
    if all(len(phase.repeats) < 2 for phase in run.phases):
        return None
    rows = [
        (
            test_title(phase),
            direction,
            str(repeat.order),
            *_repeat(phase, repeat, direction, binary),
        )
        for phase in run.phases
        for direction in phase.directions
        for repeat in phase.repeats
        if direction in repeat.directions
    ]
    columns = ("Test", "Direction", "Repeat", "Bandwidth", "IOPS", "p99", "Disturbed by")
    blocks: list[Block] = [Table(columns, tuple(rows[:MOST_REPEATS]), left=2)]
    if len(rows) > MOST_REPEATS:
        more = group_digits(len(rows) - MOST_REPEATS)
        blocks.append(Text(f"{more} more are in the CSV and the JSON of this run.", quiet=True))
    return Section("Each repeat", tuple(blocks))


def _repeat(phase: PhaseResult, repeat: Repeat, direction: str, binary: bool) -> tuple[str, ...]:
    result = repeat.directions[direction]
    slow = result.latency.p99
    return (
        format_bandwidth(result.bandwidth, binary=binary),
        format_iops(result.iops).removesuffix(f"{NARROW}IOPS"),
        "–" if slow is None else format_latency(slow),
        ", ".join(repeat.disturbed) or "nothing",
    )


def _changes(run: Run, health: tuple[Pair, ...]) -> Section | None:
    """The drives' health before and after; None where nothing was kept."""
    blocks: list[Block] = []
    for pair in health:
        before, after = pair
        one = before or after
        if one is None:
            continue
        if len(health) > 1:
            blocks.append(Text(one.identity))
        if before is None or after is None:
            missing = "before" if before is None else "after"
            blocks.append(Text(f"Its health {missing} the run is not known.", quiet=True))
            continue
        rows = tuple(
            tuple(change_text(change)) for change in run_changes(run, pair, alone=len(health) == 1)
        )
        if rows:
            blocks.append(Table(("Value", "Before", "After", "Change"), rows, left=4))
        else:
            blocks.append(Text("Nothing that the drive tells has changed."))
        moments = " and ".join(clock(each.taken, seconds=True) for each in (before, after))
        blocks.append(Text(f"Read at {moments}, by way of {after.health.source}.", quiet=True))
    return Section("Health of the drive, before and after", tuple(blocks)) if blocks else None


def _written(run: Run) -> str | None:
    """The kinds of data, each with its tests where there is more than one."""
    tests: dict[str, list[str]] = {}
    for phase in run.phases:
        if words := data_text(phase):
            tests.setdefault(words.removesuffix(" data"), []).append(phase.name)
    if len(tests) < 2:
        return next(iter(tests), None)
    return "; ".join(f"{kind} ({', '.join(names)})" for kind, names in tests.items())


def _target(run: Run) -> Section | None:
    target = run.target
    phases = sorted(run.phases, key=lambda phase: phase.block_size)
    sizes = dict.fromkeys(blocks_text(phase) or "unknown" for phase in phases)
    pairs = known(
        [
            ("Model", target.model),
            ("Serial number", target.serial),
            ("World wide name", target.wwn),
            ("Firmware", target.firmware),
            ("Capacity", f"{group_digits(target.size)} bytes" if target.size else None),
            ("Bus", target.bus),
            ("Device", target.device),
            ("Block sizes", ", ".join(sizes)),
            ("Data written", _written(run)),
        ]
    )
    return Section("The drive", (Facts(pairs),)) if pairs else None
