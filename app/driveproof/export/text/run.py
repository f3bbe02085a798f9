# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""One run as tables for the terminal."""

from __future__ import annotations

from driveproof.domain.health.changes import Pair
from driveproof.domain.profile.profile import COLD, WARM
from driveproof.domain.run.members import BELOW, BESIDE, TARGET, typical
from driveproof.domain.run.result import (
    DIRECTIONS,
    LATENCIES,
    Kind,
    figures_of,
    kind_of,
    repeats_of,
)
from driveproof.domain.run.run import FINISHED, METRICS, PhaseResult, Run
from driveproof.domain.text import visible
from driveproof.export.run_health import health_lines
from driveproof.export.text.command import explanation, shell_command
from driveproof.export.text.layout import (
    WIDTH,
    columns_of,
    counted,
    cut,
    plain,
    table,
    widest,
    wrapped,
)
from driveproof.export.text.lists import history_table, profiles_table
from driveproof.export.text.special_runs import hdparm_table, scan_lines, scheduler_table
from driveproof.wording.dates import stamp
from driveproof.wording.figures import metric_name, short_text, spread_text, write_metric
from driveproof.wording.phase import data_text, limit_texts
from driveproof.wording.run import note_text
from driveproof.wording.units import (
    NARROW,
    bandwidth_value,
    format_duration,
    format_latency,
    format_percent,
    format_size,
    group_digits,
)

__all__ = ["history_table", "profiles_table", "run_table", "spread_text"]


def run_table(
    run: Run,
    *,
    binary: bool = False,
    commands: bool = False,
    details: bool = False,
    width: int | None = None,
    encoding: str = "utf-8",
    health: tuple[Pair, ...] = (),
) -> str:
    """One run: what it was, bandwidth and IOPS, latencies, and what belongs beside the numbers.

    `binary` writes MiB/s instead of MB/s, `commands` adds the exact fio commands, `details` every
    metric with its least and greatest repeat. Reads and writes stand side by side where `width`
    columns hold them (None: any number). `health` is that of its drives, before and
    after. Foreign text cannot move the cursor, and only what `encoding` has is used.
    """
    table_width = 10_000 if width is None else width
    width = WIDTH if width is None else width
    lines = [*_head(run, table_width), ""]
    kind = kind_of(run)
    if kind is Kind.SCAN:
        lines += [*scan_lines(run, binary=binary, encoding=encoding), ""]
        lines += wrapped(_legend(run, binary), width, encoding=encoding)
    elif any(figures.speeds for figures in figures_of(run)):
        if kind is Kind.SCHEDULERS:
            lines += scheduler_table(
                run, binary=binary, width=width, room=table_width, encoding=encoding
            )
        elif kind is Kind.HDPARM:
            lines += hdparm_table(
                run, binary=binary, width=width, room=table_width, encoding=encoding
            )
        else:
            lines += _speeds(run, binary, table_width, encoding)
            latencies = _latencies(run, encoding)
            lines += ["", *latencies, *([""] if latencies else [])]
            lines += wrapped(_legend(run, binary), width, encoding=encoding)
    else:
        lines.append("Nothing was measured.")
    if details:
        lines += _details(run, binary, encoding)
    for line in health_lines(run, health):
        lines += wrapped(line, width, encoding=encoding, indent="  ")
    for note in _notes(run):
        lines += wrapped(f"Note: {note}", width, encoding=encoding, indent="  ")
    if run.remarks:
        lines += wrapped(f"Remarks: {visible(run.remarks)}", width, encoding=encoding, indent="  ")
    commands = commands and any(phase.command for phase in run.phases)
    if commands:
        what = "command" if kind is Kind.HDPARM else "fio command"
        how = "The options as the imported file has them." if run.source else ""
        lines += ["", how or f"The {what} of each test's first repeat."]
        lines += [] if how else [explanation(run.target)]
        for phase in run.phases:
            lines += [
                f"  {visible(phase.name)}",
                f"    {visible(shell_command(phase, run.target.path))}",
            ]
    return "\n".join(plain(line, encoding) for line in lines)


def _head(run: Run, width: int) -> list[str]:
    target, environment = run.target, run.environment
    drive = [target.model or target.device or "Unknown drive"]
    drive += [f"firmware {target.firmware}"] if target.firmware else []
    drive += [format_size(target.size)] if target.size else []
    where = f"{target.filesystem} on {target.path}" if target.filesystem else target.path
    where = where or "unknown place"
    state = "" if run.status == FINISHED else f", {run.status}"
    used = [f"fio {environment.fio.removeprefix('fio-')}"] if environment.fio else []
    used += [f"Linux {environment.kernel}"] if environment.kernel else []
    used += [f"scheduler {environment.scheduler}"] if environment.scheduler else []
    when = stamp(run.started)
    when += f", {format_duration(run.seconds)}" if run.seconds else ""
    label = f' "{visible(run.label)}"' if run.label else ""
    lines = [
        f"{visible(run.title)}{state}{label}",
        visible(", ".join([*drive, where]).replace(NARROW, " ")),
        f"Run {visible(run.id)}, {when}" + "".join(f", {visible(word)}" for word in used),
    ]
    lines = [cut(line, max(width, 40)) for line in lines]
    if run.error:
        lines.append(f"{'Failed' if run.status != 'cancelled' else 'Ended'}: {visible(run.error)}")
    return lines


def _stem(phase: PhaseResult) -> str:
    """What the read and the write of one test share: "SEQ1M Q8T1"; mixed ones stand alone."""
    return phase.name.removesuffix(f" {phase.direction}") if phase.direction != "mixed" else (
        phase.name
    )  # fmt: skip


def _speeds(run: Run, binary: bool, width: int, encoding: str) -> list[str]:
    """Bandwidth, spread and IOPS; reads and writes side by side, as people know it."""
    seen = {figures.direction for figures in figures_of(run)}
    used = [way for way in DIRECTIONS if way in seen]
    blocks = [_block(run, way, binary, encoding) for way in used]
    stems = list(dict.fromkeys(visible(_stem(phase)) for phase in run.phases))
    names = table([[""], ["Test"], *([stem] for stem in stems)], encoding=encoding)
    names = [name + " " * (widest(names) - columns_of(name)) for name in names]

    def beside(*some: list[str]) -> list[str]:
        return ["   ".join(parts).rstrip() for parts in zip(names, *some, strict=True)]

    whole = beside(*blocks)
    if widest(whole) <= width:
        return whole
    return [line for block in blocks for line in ("", *beside(block))][1:]


def _block(run: Run, direction: str, binary: bool, encoding: str) -> list[str]:
    """The columns of one direction, a line for each test and two for the heading."""
    rows = {_stem(phase): ("", "", "") for phase in run.phases}
    for figures in figures_of(run):
        if figures.direction == direction and figures.speeds:
            bandwidth, iops = figures.speeds
            rows[_stem(figures.phase)] = (
                bandwidth_value(bandwidth.median, binary=binary)[0],
                spread_text(figures.primary) + (", short" if figures.short else ""),
                group_digits(iops.median),
            )
    heading = ("MiB/s" if binary else "MB/s", "spread", "IOPS")
    lines = table([heading, *rows.values()], (), encoding=encoding)
    width = widest(lines)
    return [direction.capitalize().rjust(width), *(line.ljust(width) for line in lines)]


def _latencies(run: Run, encoding: str) -> list[str]:
    rows: list[tuple[str, ...]] = [("Latency", "", *LATENCIES)]
    for figures in figures_of(run):
        found = figures.medians(LATENCIES)
        if any(median is not None for median in found):
            cells = ["" if median is None else format_latency(median) for median in found]
            rows.append((visible(_stem(figures.phase)), figures.direction, *cells))
    return table(rows, (0, 1), encoding=encoding) if len(rows) > 1 else []


def _legend(run: Run, binary: bool) -> str:
    least, most = repeats_of(run) or (0, 0)
    name, size = ("MiB/s", 2**20) if binary else ("MB/s", 10**6)
    unit = NARROW.join(("1", name)) + f" is {NARROW.join((group_digits(size), 'bytes a second'))}."
    if any(figures.short for figures in figures_of(run)):
        unit += f" {short_text()}"
    if most == 1:
        return f"One repeat each: no spread is known. {unit}"
    repeats = f"{least} to {most}" if least < most else f"{least}"
    return (
        f"Medians of {repeats} repeats; spread is least and greatest against the median, of "
        f"bandwidth (sequential) or IOPS (random). {unit}"
    )


def _details(run: Run, binary: bool, encoding: str) -> list[str]:
    """Every metric of every test: median, least, greatest; and what the devices below did."""
    lines = []
    for phase in run.phases:
        for direction in phase.directions:
            rows: list[tuple[str, ...]] = [("", "median", "least", "greatest", "spread")]
            for name, metric in METRICS.items():
                summary = phase.summary(direction, metric)
                if summary is not None:
                    values = (summary.median, summary.low, summary.high)
                    cells = [write_metric(name, value, binary=binary) for value in values]
                    spread = spread_text(summary) if summary.median else ""
                    rows.append((f"  {metric_name(name)}", *cells, spread))
            if len(rows) > 1:
                used = "direct" if phase.direct else "buffered"
                used += f", {visible(phase.cache)} cache" if phase.cache in (COLD, WARM) else ""
                used += f", {data}" if (data := data_text(phase)) else ""
                used += ", without copy-on-write" if phase.work.nocow else ""
                used += "".join(f", {visible(words)}" for words in limit_texts(phase))
                title = f"{phase.name}: {phase.title}"
                if direction not in phase.name:
                    title += f", {direction}"
                lines += ["", plain(visible(title.replace(NARROW, " ")), encoding)]
                count = len(phase.repeats)
                repeats = f"{count} repeat" if count == 1 else f"{count} repeats"
                lines.append(f"  {visible(phase.engine)}, {used}, {repeats}")
                lines += table(rows, encoding=encoding)
        lines += member_lines(phase, binary=binary, encoding=encoding)
    return [*lines, ""]


def _notes(run: Run) -> list[str]:
    notes = [note_text(note).replace(NARROW, " ") for note in run.notes]
    for phase in run.phases:
        words = sorted({word for repeat in phase.repeats for word in repeat.disturbed})
        if words:
            count = sum(1 for repeat in phase.repeats if repeat.disturbed)
            whole = counted(len(phase.repeats), "repeat")
            notes.append(
                f"{visible(phase.name)}: {count} of {whole} disturbed "
                f"({visible(', '.join(words))})."
            )
        results = [r for repeat in phase.repeats for r in repeat.directions.values()]
        stalls = [r.longest_stall or 0.0 for r in results]
        if stalls and max(stalls) > 0:
            notes.append(f"{visible(phase.name)}: longest stall {format_latency(max(stalls))}.")
    return notes


_ROLES = {TARGET: "measured", BELOW: "below it", BESIDE: "beside it"}


def member_lines(phase: PhaseResult, *, binary: bool, encoding: str) -> list[str]:
    """A line for each device, medians of the repeats; none where there is only one device."""
    found = typical(phase)
    if len(found) < 2:
        return []
    unit = "MiB/s" if binary else "MB/s"
    rows: list[tuple[str, ...]] = [
        ("  device", "", f"read {unit}", "read IOPS", f"write {unit}", "write IOPS", "busy")
    ]
    rows += [
        (
            f"  {visible(each.device)}",
            _ROLES.get(each.role, visible(each.role)),
            bandwidth_value(each.read_bandwidth, binary=binary)[0],
            group_digits(each.read_iops),
            bandwidth_value(each.write_bandwidth, binary=binary)[0],
            group_digits(each.write_iops),
            "" if each.busy is None else format_percent(each.busy),
        )
        for each in found
    ]
    return table(rows, (0, 1), encoding=encoding)
