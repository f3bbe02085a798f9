# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs, their list and the profiles as tables for the terminal."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Sequence

from driveproof.domain.profile import Profile
from driveproof.domain.run import (
    FINISHED,
    METRICS,
    DirectionResult,
    PhaseResult,
    Run,
    RunHead,
    Summary,
)
from driveproof.domain.units import (
    bandwidth_value,
    format_bandwidth,
    format_bound,
    format_latency,
    format_size,
    format_size_bound,
    group_digits,
    iops_value,
    visible,
)

Metric = Callable[[DirectionResult], float | None]
_HEADINGS = ("Test", "", "Bandwidth", "IOPS", "Spread", "Mean", "p50", "p95", "p99", "p99.9", "Max")


def table(rows: Sequence[Sequence[str]], left: frozenset[int]) -> str:
    """Rows as aligned columns, those in `left` to the left; the first row is the heading."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [
            cell.ljust(width) if column in left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def spread_text(summary: Summary) -> str:
    """Least to greatest of the repeats around their median, in percent: "-2 +1 %"."""
    if summary.count < 2 or not summary.median:
        return "1 repeat" if summary.count == 1 else ""
    low = round((summary.low / summary.median - 1) * 100)
    high = round((summary.high / summary.median - 1) * 100)
    return f"{low:+d} {high:+d} %" if low or high else "±0 %"


def run_table(
    run: Run, *, binary: bool = False, commands: bool = False, width: int | None = None
) -> str:
    """One run: head, a line for each phase and direction with medians, notes, what was used.

    On a terminal narrower than the table, `width` in columns, latencies that are read least stay
    away, and a sentence says where they are.
    """
    lines = [*_head(run), ""]
    rows = [
        _row(phase, direction, binary)
        for phase in run.phases
        for direction in phase.directions
        if phase.summary(direction, METRICS["iops"]) is not None
    ]
    if rows:
        lines += _fitted([_HEADINGS, *rows], width)
        lines += ["", *_legend(run, binary)]
    else:
        lines.append("Nothing was measured.")
    lines += [f"Note: {visible(note)}" for note in run.notes]
    lines += _disturbances(run)
    if commands:
        lines += ["", "The fio command of each test's first repeat:"]
        lines += [f"  {phase.name}: {shlex.join(phase.command)}" for phase in run.phases]
    return "\n".join(lines)


def _fitted(rows: Sequence[Sequence[str]], width: int | None) -> list[str]:
    """The table, without columns of latencies until it fits."""
    columns = list(range(len(_HEADINGS)))
    text = table(rows, frozenset({0, 1}))
    for name in ("p95", "Mean", "p99.9", "p50"):
        if width is None or max(map(len, text.splitlines())) <= width:
            break
        columns.remove(_HEADINGS.index(name))
        text = table([[row[column] for column in columns] for row in rows], frozenset({0, 1}))
    if len(columns) == len(_HEADINGS):
        return [text]
    hidden = [name for i, name in enumerate(_HEADINGS) if i not in columns]
    return [text, f"This terminal is too narrow for {', '.join(hidden)}: widen it, or use --json."]


def _head(run: Run) -> list[str]:
    target, environment = run.target, run.environment
    drive = [visible(target.model or target.device or "Unknown device")]
    if target.firmware:
        drive.append(f"firmware {visible(target.firmware)}")
    if target.size:
        drive.append(format_size(target.size))
    if target.filesystem:
        drive.append(f"{visible(target.filesystem)} on {visible(target.path)}")
    state = "" if run.status == FINISHED else f", {run.status}"
    lines = [
        f"{visible(run.title)}{state}" + (f' "{visible(run.label)}"' if run.label else ""),
        ", ".join(drive),
    ]
    used = [f"fio {environment.fio}"] if environment.fio else []
    used += [f"Linux {environment.kernel}"] if environment.kernel else []
    used += [f"scheduler {environment.scheduler}"] if environment.scheduler else []
    when = f"{run.started.astimezone():%Y-%m-%d %H:%M}"
    lines.append(", ".join([f"Run {run.id}", when, *used]))
    if run.error:
        lines.append(f"Failed: {visible(run.error)}")
    return lines


def _row(phase: PhaseResult, direction: str, binary: bool) -> tuple[str, ...]:
    def median(metric: str) -> float | None:
        summary = phase.summary(direction, METRICS[metric])
        return None if summary is None else summary.median

    def latency(metric: str) -> str:
        value = median(metric)
        return "" if value is None else format_latency(value)

    primary = phase.summary(direction, METRICS[phase.primary])
    return (
        visible(phase.title),
        direction,
        format_bandwidth(median("bandwidth") or 0.0, binary=binary),
        group_digits(median("iops") or 0.0),
        spread_text(primary) if primary else "",
        *(latency(metric) for metric in ("mean", "p50", "p95", "p99", "p99.9", "max")),
    )


def _legend(run: Run, binary: bool) -> list[str]:
    repeats = max(len(phase.repeats) for phase in run.phases)
    unit = (
        "1 MiB/s is 1 048 576 bytes a second." if binary else "1 MB/s is 1 000 000 bytes a second."
    )
    if repeats == 1:
        return ["One repeat of each test: no spread is known.", unit]
    return [
        f"Medians of {repeats} repeats. Spread: least and greatest against the median, of bandwidth"
        " (sequential)",
        f"or IOPS (random). {unit}",
    ]


def _disturbances(run: Run) -> list[str]:
    lines = []
    for phase in run.phases:
        words = sorted({word for repeat in phase.repeats for word in repeat.disturbed})
        if words:
            count = sum(1 for repeat in phase.repeats if repeat.disturbed)
            lines.append(
                f"Note: {phase.name}: {count} of {len(phase.repeats)} repeats disturbed"
                f" ({', '.join(words)})."
            )
        stalls = [r.longest_stall for repeat in phase.repeats for r in repeat.directions.values()]
        if stalls and max(stalls) > 0:
            lines.append(f"Note: {phase.name}: longest stall {format_latency(max(stalls))}.")
    return lines


def history_table(heads: Iterable[RunHead]) -> str:
    """One line for each run, newest first."""
    rows = [
        (
            head.id,
            f"{head.started.astimezone():%Y-%m-%d %H:%M}",
            head.status,
            visible(head.profile),
            _cut(head.model or head.device or head.path, 28),
            _cut(head.label, 24),
            *_figures(head),
        )
        for head in heads
    ]
    if not rows:
        return "No runs yet. 'driveproof run quick --target .' measures this folder."
    heading = ("Run", "Started", "Status", "Profile", "Drive", "Label", "Sequential", "Random")
    return table([heading, *rows], frozenset(range(6)))


def _figures(head: RunHead) -> tuple[str, str]:
    """The best sequential and the best random median of a run: enough to tell runs apart."""
    sequential = [value for _, _, metric, value in head.figures if metric == "bandwidth"]
    random = [value for _, _, metric, value in head.figures if metric == "iops"]
    return (
        " ".join(bandwidth_value(max(sequential))) if sequential else "",
        f"{''.join(iops_value(max(random)))} IOPS" if random else "",
    )


def _cut(text: str | None, longest: int) -> str:
    shown = visible(text or "")
    return shown if len(shown) <= longest else f"{shown[: longest - 1]}…"


def profiles_table(profiles: Iterable[Profile]) -> str:
    """Each profile with its question and what it costs at most."""
    parts = []
    for profile in profiles:
        written = profile.bytes_written
        cost = f"at most {format_bound(profile.seconds)}"
        if written is not None:
            cost += f", writes at most {format_size_bound(written)}"
        size = format_size(profile.size, binary=True)
        parts.append(
            f"{profile.name}: {visible(profile.title)}\n"
            f"  {visible(profile.question)}\n"
            f"  {_counted(len(profile.phases), 'test')}, {_counted(profile.repeats, 'repeat')},"
            f" test file {size}: {cost}"
        )
    return "\n\n".join(parts)


def _counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
