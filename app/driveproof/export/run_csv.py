# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A run as tables for a spreadsheet, units in the names of the columns."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Sequence

from driveproof.domain.run import METRICS, PhaseResult, Repeat, Run
from driveproof.domain.units import visible

COLUMNS = (
    "run",
    "started",
    "status",
    "label",
    "profile",
    "path",
    "device",
    "model",
    "serial",
    "firmware",
    "filesystem",
    "io_path",
    "phase",
    "direction",
    "pattern",
    "block_size_bytes",
    "queue_depth",
    "jobs",
    "engine",
    "direct",
    "repeat",
    "disturbed",
    "iops",
    "bandwidth_bytes_per_second",
    "bytes",
    "seconds",
    "latency_mean_seconds",
    "latency_p50_seconds",
    "latency_p95_seconds",
    "latency_p99_seconds",
    "latency_p99.9_seconds",
    "latency_max_seconds",
    "longest_stall_seconds",
    "scheduler",
    "cache",
)
_FORMULA = frozenset("=+-@＝＋－＠")
_LATENCIES = ("mean", "p50", "p95", "p99", "p99.9", "max")


SAMPLE_COLUMNS = (
    "run",
    "phase",
    "direction",
    "repeat",
    "time_seconds",
    "interval_seconds",
    "iops",
    "bandwidth_bytes_per_second",
    "latency_mean_seconds",
    "latency_p50_seconds",
    "latency_p95_seconds",
    "latency_p99_seconds",
    "latency_p99.9_seconds",
    "temperature_celsius",
    "foreign_bandwidth_bytes_per_second",
)


MEMBER_COLUMNS = (
    "run",
    "phase",
    "repeat",
    "device",
    "role",
    "seconds",
    "read_bytes",
    "written_bytes",
    "read_ios",
    "written_ios",
    "busy_seconds",
)

POSITION_COLUMNS = (
    "run",
    "phase",
    "direction",
    "repeat",
    "offset_bytes",
    "bytes",
    "seconds",
    "bandwidth_bytes_per_second",
)


def run_csv(run: Run) -> str:
    """A row for each repeat and direction, in RFC 4180's form; what is unknown is empty."""
    rows = [
        _row(run, phase, repeat, direction)
        for phase in run.phases
        for repeat in phase.repeats
        for direction in repeat.directions
    ]
    return _text(COLUMNS, rows)


def samples_csv(run: Run) -> str:
    """A row for each sample, the curves of a run; time 0 is the end of the warm-up.

    Of a scan a row for each place, in the order of time.
    """
    places = [
        [
            _safe(run.id),
            _safe(phase.name),
            direction,
            repeat.order,
            place.offset,
            place.bytes,
            _figure(place.seconds),
            _figure(place.bytes / place.seconds if place.seconds else None),
        ]
        for phase in run.phases
        for repeat in phase.repeats
        for direction, result in repeat.directions.items()
        for place in result.positions
    ]
    if places:
        return _text(POSITION_COLUMNS, places)
    rows = [
        [
            _safe(run.id),
            _safe(phase.name),
            direction,
            repeat.order,
            *map(
                _figure,
                (
                    sample.time,
                    sample.seconds,
                    sample.iops,
                    sample.bandwidth,
                    sample.mean,
                    sample.p50,
                    sample.p95,
                    sample.p99,
                    sample.p999,
                    sample.temperature,
                    sample.foreign_bandwidth,
                ),
            ),
        ]
        for phase in run.phases
        for repeat in phase.repeats
        for direction, result in repeat.directions.items()
        for sample in result.samples
    ]
    return _text(SAMPLE_COLUMNS, rows)


def members_csv(run: Run) -> str:
    """A row for each device that served a repeat: what the kernel counted in the measured time."""
    rows = [
        [
            _safe(run.id),
            _safe(phase.name),
            repeat.order,
            _safe(member.device),
            _safe(member.role),
            _figure(member.seconds),
            member.read_bytes,
            member.written_bytes,
            member.read_ios,
            member.written_ios,
            _figure(member.busy),
        ]
        for phase in run.phases
        for repeat in phase.repeats
        for member in repeat.members
    ]
    return _text(MEMBER_COLUMNS, rows)


def _text(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows(rows)
    return text.getvalue()


def _row(run: Run, phase: PhaseResult, repeat: Repeat, direction: str) -> list[object]:
    target, result = run.target, repeat.directions[direction]
    return [
        _safe(run.id),
        run.started.astimezone().isoformat(timespec="seconds"),
        run.status,
        _safe(run.label),
        _safe(run.profile),
        _safe(target.path),
        _safe(target.device),
        _safe(target.model),
        _safe(target.serial),
        _safe(target.firmware),
        _safe(target.filesystem),
        run.environment.io_path,
        _safe(phase.name),
        direction,
        phase.pattern,
        phase.block_size,
        phase.queue_depth,
        phase.jobs,
        _safe(phase.engine),
        int(phase.direct),
        repeat.order,
        _safe("; ".join(repeat.disturbed)),
        _figure(result.iops),
        _figure(result.bandwidth),
        result.bytes,
        _figure(result.seconds),
        *(_figure(METRICS[name](result)) for name in _LATENCIES),
        _figure(METRICS["longest_stall"](result)),
        _safe(phase.scheduler),
        _safe(phase.cache),
    ]


def _figure(value: float | None) -> str:
    return "" if value is None or not math.isfinite(value) else f"{value:.10g}"


def _safe(text: str | None) -> str:
    """Foreign text on one line that no spreadsheet takes for a formula (OWASP, "CSV Injection")."""
    text = visible(text or "")
    return f"'{text}" if text.lstrip()[:1] in _FORMULA else text
