# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A run as sections of a report: its figures, its pictures, the state around it, its commands."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.run import METRICS, Run
from driveproof.domain.units import (
    NARROW,
    format_bandwidth,
    format_duration,
    format_iops,
    format_latency,
    format_size,
)
from driveproof.export.command_text import explanation, shell_command
from driveproof.export.guided_text import spread_text
from driveproof.export.report.document import (
    Block,
    Code,
    Drawing,
    Facts,
    Pairs,
    Picture,
    Section,
    Table,
    Text,
)

_COLUMNS = ("Test", "Direction", "Repeats", "Bandwidth", "IOPS", "Spread", "p50", "p99", "Longest")


def measurement(run: Run, drawings: Sequence[Drawing] = ()) -> Section:
    """The figures of a run, with its pictures."""
    rows = []
    for phase in run.phases:
        for direction in phase.directions:
            found = {name: phase.summary(direction, metric) for name, metric in METRICS.items()}
            primary, bandwidth, iops = found[phase.primary], found["bandwidth"], found["iops"]
            if primary is None or bandwidth is None or iops is None:
                continue
            slow = [found[name] for name in ("p50", "p99", "max")]
            rows.append(
                (
                    phase.title,
                    direction,
                    str(primary.count),
                    format_bandwidth(bandwidth.median),
                    format_iops(iops.median).removesuffix(f"{NARROW}IOPS"),
                    spread_text(primary) if primary.count > 1 else "not known",
                    *("" if one is None else format_latency(one.median) for one in slow),
                )
            )
    if not rows:
        return Section("Measurement", (Text("Nothing was measured to its end."),))
    blocks: list[Block] = [Picture(drawing) for drawing in drawings]
    blocks.append(Table(_COLUMNS, tuple(rows), left=2))
    blocks.append(
        Text(
            "Medians of the repeats; spread is least and greatest against the median, of bandwidth"
            " where access is sequential and of IOPS where it is random; p50, p99 and longest are"
            " latencies.",
            quiet=True,
        )
    )
    blocks += [Text(note) for note in run.notes]
    return Section("Measurement", tuple(blocks))


def environment(run: Run) -> Section:
    """The machine and the target as they were."""
    env, target = run.environment, run.target
    pairs = [
        ("Run", run.id),
        ("Measured", f"{run.started.astimezone():%Y-%m-%d %H:%M}, {format_duration(run.seconds)}"),
        ("Target", target.path),
        ("File system", target.filesystem),
        ("Mount options", ", ".join(target.mount_options)),
        ("Lies on", ", ".join(target.stack)),
        ("Test file", _size(env.test_file_size)),
        ("Driveproof", env.driveproof),
        ("fio", env.fio),
        ("Linux", env.kernel),
        ("Processor", env.cpu),
        ("Memory", _size(env.memory)),
        ("I/O scheduler", env.scheduler),
        ("Power", env.power_source),
        ("Power profile", env.power_profile),
        ("Governor", env.governor),
        ("Filled", None if env.fill is None else f"{env.fill:.0%}"),
        ("Temperature", _temperatures(env.temperature_before, env.temperature_after)),
    ]
    return Section("Environment", (Facts(known(pairs)),))


def commands(run: Run) -> Section | None:
    """The exact command of each test's first repeat; None where nothing was run."""
    lines = [Code(phase.name, shell_command(phase, run.target.path)) for phase in run.phases]
    if not lines:
        return None
    return Section("Commands", (Text(explanation(run.target), quiet=True), *lines))


def known(pairs: Sequence[tuple[str, str | None]]) -> Pairs:
    """Those with a value."""
    return tuple((name, value) for name, value in pairs if value)


def _size(size: int | None) -> str | None:
    return format_size(size, binary=True) if size else None


def _temperatures(before: float | None, after: float | None) -> str | None:
    told = [f"{value:.0f}{NARROW}°C" for value in (before, after) if value is not None]
    return " → ".join(told) or None
