# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A run as a table for a spreadsheet: one row for each repeat and direction, units in the names."""

from __future__ import annotations

import csv
import io

from driveproof.domain.run import METRICS, PhaseResult, Repeat, Run

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
)
_LATENCIES = ("mean", "p50", "p95", "p99", "p99.9", "max")


def run_csv(run: Run) -> str:
    """The whole run in RFC 4180's form; what is unknown is empty."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for phase in run.phases:
        for repeat in phase.repeats:
            for direction in repeat.directions:
                writer.writerow(_row(run, phase, repeat, direction))
    return text.getvalue()


def _row(run: Run, phase: PhaseResult, repeat: Repeat, direction: str) -> list[object]:
    target, result = run.target, repeat.directions[direction]
    return [
        run.id,
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
        phase.name,
        direction,
        phase.pattern,
        phase.block_size,
        phase.queue_depth,
        phase.jobs,
        phase.engine,
        int(phase.direct),
        repeat.order,
        "; ".join(repeat.disturbed),
        _figure(result.iops),
        _figure(result.bandwidth),
        result.bytes,
        _figure(result.seconds),
        *(_figure(METRICS[name](result)) for name in _LATENCIES),
        _figure(result.longest_stall),
    ]


def _figure(value: float | None) -> str:
    return "" if value is None else f"{value:.10g}"


def _safe(text: str | None) -> str:
    """Foreign text that no spreadsheet takes for a formula (OWASP, "CSV Injection")."""
    text = text or ""
    return f"'{text}" if text[:1] in {"=", "+", "-", "@", "\t", "\r"} else text
