# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A run as sections of a report: its figures, its pictures, the state around it, its commands."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.run.run import METRICS, PhaseResult, Run, Summary
from driveproof.domain.run.special_runs import is_schedulers
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
from driveproof.export.text.command import explanation, shell_command
from driveproof.wording.dates import stamp
from driveproof.wording.figures import short_text, spread_text
from driveproof.wording.run import note_text
from driveproof.wording.special_runs import scheduler_answer
from driveproof.wording.units import (
    NARROW,
    format_bandwidth,
    format_duration,
    format_iops,
    format_latency,
    format_percent,
    format_size,
)

_COLUMNS = ("Test", "Direction", "Repeats", "Bandwidth", "IOPS", "Spread", "p50", "p99", "Longest")


def measurement(
    run: Run, drawings: Sequence[Drawing] = (), *, binary: bool = False, alone: bool = True
) -> Section:
    """The figures of a run, with its pictures; `alone`: with its notes and latencies as well,
    which have sections of their own in the report of a run.
    """
    rows = []
    for phase in run.phases:
        for direction in phase.directions:
            found = {name: phase.summary(direction, metric) for name, metric in METRICS.items()}
            primary, bandwidth, iops = found[phase.primary], found["bandwidth"], found["iops"]
            if primary is None or bandwidth is None or iops is None:
                continue
            slow = [found[name] for name in ("p50", "p99", "max")] if alone else []
            rows.append(
                (
                    test_title(phase),
                    direction,
                    str(primary.count),
                    format_bandwidth(bandwidth.median, binary=binary),
                    format_iops(iops.median).removesuffix(f"{NARROW}IOPS"),
                    _spread(phase, direction, primary),
                    *("" if one is None else format_latency(one.median) for one in slow),
                )
            )
    if not rows:
        return Section("Measurement", (Text("Nothing was measured to its end."),))
    blocks: list[Block] = [Picture(drawing) for drawing in drawings]
    if is_schedulers(run):
        blocks.append(Text(scheduler_answer(run)))
    blocks.append(Table(_COLUMNS if alone else _COLUMNS[:6], tuple(rows), left=2))
    words = (
        "Medians of the repeats; spread is least and greatest against the median, of bandwidth"
        " where access is sequential and of IOPS where it is random"
    )
    words += "; p50, p99 and longest are latencies." if alone else "."
    if any(phase.short(way) for phase in run.phases for way in phase.directions):
        words += f" {short_text()}"
    blocks.append(Text(words, quiet=True))
    if alone:
        blocks += [Text(note_text(note)) for note in run.notes]
    return Section("Measurement", tuple(blocks))


def _spread(phase: PhaseResult, direction: str, primary: Summary) -> str:
    spread = spread_text(primary) if primary.count > 1 else "not known"
    return f"{spread}, short" if phase.short(direction) else spread


def test_title(phase: PhaseResult) -> str:
    """The title of a test; of a mixed one both directions are told, and neither is it alone."""
    mixed = phase.direction == "mixed" and "mix" not in phase.title.lower()
    return f"{phase.title} (mixed)" if mixed else phase.title


def environment(run: Run) -> Section:
    """The machine and the target as they were."""
    return Section("Environment", (Facts(environment_pairs(run)),))


def environment_pairs(run: Run) -> Pairs:
    """The same as names with their values, as far as they are known."""
    env, target = run.environment, run.target
    measured = stamp(run.started)
    if run.seconds:  # not told by the files of other programs
        measured += f", {format_duration(run.seconds)}"
    pairs = [
        ("Run", run.id),
        ("Measured", measured),
        ("Imported from", env.source),
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
        ("I/O", env.io_path),
        ("Link", env.link),
        ("Power", env.power_source),
        ("Power profile", env.power_profile),
        ("Governor", env.governor),
        ("Filled", None if env.fill is None else format_percent(env.fill)),
        ("Temperature", _temperatures(env.temperature_before, env.temperature_after)),
    ]
    return known(pairs)


def commands(run: Run) -> Section | None:
    """The exact command of each test's first repeat; None where nothing was run."""
    lines = [
        Code(phase.name, shell_command(phase, run.target.path))
        for phase in run.phases
        if phase.command
    ]
    if not lines:
        return None
    how = "The options as the imported file has them." if run.source else explanation(run.target)
    return Section("Commands", (Text(how, quiet=True), *lines))


def known(pairs: Sequence[tuple[str, str | None]]) -> Pairs:
    """Those with a value."""
    return tuple((name, value) for name, value in pairs if value)


def _size(size: int | None) -> str | None:
    return format_size(size, binary=True) if size else None


def _temperatures(before: float | None, after: float | None) -> str | None:
    told = [f"{value:.0f}{NARROW}°C" for value in (before, after) if value is not None]
    return " → ".join(told) or None
