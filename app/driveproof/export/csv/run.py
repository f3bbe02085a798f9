# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A run as CSV: a line for each repeat and direction."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Iterator, Sequence

from driveproof.domain.access import Direction
from driveproof.domain.metric import MetricName
from driveproof.domain.run.areas import Area
from driveproof.domain.run.cap import cap_of
from driveproof.domain.run.everyday import share_in_memory
from driveproof.domain.run.result import LATENCIES, written_data
from driveproof.domain.run.run import (
    METRICS,
    DirectionResult,
    HostFigures,
    PhaseResult,
    Repeat,
    Run,
)
from driveproof.domain.run.same_test import test_identity, test_of
from driveproof.domain.text import visible
from driveproof.wording.catalogue import in_english

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
    "affected_by",
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
    "identity",
    "data",
    "buffered_by",
    "operation",
    "file_size_bytes",
    "synchronous",
    "cpu_share",
    "write_depth",
    "total_iops",
    "total_bandwidth_bytes_per_second",
    "files",
    "writes_per_fsync",
    "fsync_at_end_seconds",
    "fsync_p50_seconds",
    "fsync_p99_seconds",
    "still_in_memory",
    "reading",
    "made_filesystem",
    "making_seconds",
    "usable_bytes",
    "cpu_seconds",
    "stalled_seconds",
    "cap_metric",
    "cap_seconds",
    "commits_per_second",
    "commit_p50_seconds",
    "commit_p99_seconds",
    "task_cpu_seconds",
    "task_syncing_seconds",
    "task_stalled_seconds",
    "task_items",
    "half_width",
    "ended",
)
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
    "background_bandwidth_bytes_per_second",
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
    "read_wait_seconds",
    "write_wait_seconds",
    "queued_seconds",
)

HOST_COLUMNS = (
    "run",
    "phase",
    "direction",
    "repeat",
    "host",
    "late_seconds",
    "fault",
    "iops",
    "bandwidth",
    "bytes",
    "seconds",
    "mean",
    "p50",
    "p99",
    "max",
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

AREA_COLUMNS = (
    "run",
    "phase",
    "direction",
    "repeat",
    "offset_bytes",
    "bytes",
    "state",
    "counted_bytes",
    "found_at_bytes",
    "changed_bits",
    "seconds",
)


@in_english()
def run_csv(*runs: Run) -> str:
    """A row for each repeat and direction, in RFC 4180's form; what is unknown is empty."""
    rows = [
        _row(run, phase, repeat, direction, result)
        for run, phase, repeat in _repeats(runs)
        for direction, result in repeat.directions.items()
    ]
    return csv_text(COLUMNS, rows)


@in_english()
def samples_csv(*runs: Run) -> str:
    """A row for each sample, the curves of runs; time 0 is the end of the warm-up.

    Of scans a row for each place, in the order of time; they have a table of their own.
    """
    places = [
        [
            *place,
            found.offset,
            found.bytes,
            csv_number(found.seconds),
            csv_number(found.bytes / found.seconds if found.seconds else None),
        ]
        for place, result in _results(runs)
        for found in result.positions
    ]
    if places:
        return csv_text(POSITION_COLUMNS, places)
    rows = [
        [
            *place,
            *map(
                csv_number,
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
                    sample.background_bandwidth,
                ),
            ),
        ]
        for place, result in _results(runs)
        for sample in result.samples
    ]
    return csv_text(SAMPLE_COLUMNS, rows)


@in_english()
def areas_csv(*runs: Run) -> str:
    """A row for each area that a check found, in the order of their places."""
    rows = [
        [
            *place,
            *area_cells(area),
        ]
        for place, result in _results(runs)
        for area in result.areas
    ]
    return csv_text(AREA_COLUMNS, rows)


def area_cells(area: Area) -> tuple[object, ...]:
    """An area as the last columns of AREA_COLUMNS have it."""
    return (
        area.offset,
        area.bytes,
        area.state,
        area.counted,
        area.found,
        area.bits or None,
        csv_number(area.seconds or None),
    )


@in_english()
def members_csv(*runs: Run) -> str:
    """A row for each device that served a repeat: what the kernel counted in the measured time."""
    rows = [
        [
            csv_safe(run.id),
            csv_safe(phase.name),
            repeat.order,
            csv_safe(member.device),
            csv_safe(member.role),
            csv_number(member.seconds),
            member.read_bytes,
            member.written_bytes,
            member.read_ios,
            member.written_ios,
            csv_number(member.busy),
            csv_number(member.read_wait),
            csv_number(member.write_wait),
            csv_number(member.queued),
        ]
        for run, phase, repeat in _repeats(runs)
        for member in repeat.members
    ]
    return csv_text(MEMBER_COLUMNS, rows)


@in_english()
def hosts_csv(*runs: Run) -> str:
    """A row for each host in each direction of a repeat; one without figures for a lost host."""
    rows: list[list[object]] = []
    for run, phase, repeat in _repeats(runs):
        for part in repeat.hosts:
            head = [csv_safe(run.id), csv_safe(phase.name)]
            late = None if part.late is None else csv_number(part.late)
            tail = [repeat.order, csv_safe(part.host), late, part.fault or None]
            rows += [[*head, way, *tail, *_part(one)] for way, one in part.directions.items()]
            if not part.directions:
                rows.append([*head, None, *tail, *[None] * 8])
    return csv_text(HOST_COLUMNS, rows)


def _part(one: HostFigures) -> list[object]:
    latency = (one.latency.mean, one.latency.p50, one.latency.p99, one.latency.max)
    return [
        csv_number(one.iops),
        csv_number(one.bandwidth),
        one.bytes,
        csv_number(one.seconds),
        *(csv_number(value) for value in latency),
    ]


def _repeats(runs: Iterable[Run]) -> Iterator[tuple[Run, PhaseResult, Repeat]]:
    for run in runs:
        for phase in run.phases:
            for repeat in phase.repeats:
                yield run, phase, repeat


def _results(runs: Iterable[Run]) -> Iterator[tuple[list[object], DirectionResult]]:
    """Each result, behind the first columns of its rows: run, phase, direction, repeat."""
    for run, phase, repeat in _repeats(runs):
        for direction, result in repeat.directions.items():
            yield [csv_safe(run.id), csv_safe(phase.name), direction, repeat.order], result


def _row(
    run: Run, phase: PhaseResult, repeat: Repeat, direction: Direction, result: DirectionResult
) -> list[object]:
    target = run.target
    return [
        csv_safe(run.id),
        run.started.astimezone().isoformat(timespec="seconds"),
        run.status,
        csv_safe(run.label),
        csv_safe(run.profile),
        csv_safe(target.path),
        csv_safe(target.device),
        csv_safe(target.model),
        csv_safe(target.serial),
        csv_safe(target.firmware),
        csv_safe(target.filesystem),
        run.environment.io_path,
        csv_safe(phase.name),
        direction,
        phase.pattern,
        phase.block_size or None,
        phase.queue_depth or None,
        phase.jobs or None,
        csv_safe(phase.engine),
        int(phase.direct),
        repeat.order,
        csv_safe("; ".join(repeat.disturbed)),
        csv_number(result.iops),
        csv_number(result.bandwidth),
        result.bytes,
        csv_number(result.seconds),
        *(csv_number(METRICS[name](result)) for name in LATENCIES),
        csv_number(METRICS[MetricName.LONGEST_STALL](result)),
        csv_safe(phase.scheduler),
        csv_safe(phase.cache),
        csv_safe(test_identity(test_of(phase, run.source))),
        written_data(phase),
        csv_safe(phase.limits.buffered_by),
        csv_safe(phase.work.operation),
        phase.work.extent or None,
        csv_safe(phase.work.sync),
        csv_number(phase.limits.cpu),
        phase.work.write_depth or None,
        *_totals(phase, repeat),
        *_flushed(phase, repeat, result),
        phase.work.reading or None,
        *_on_filesystem(phase, repeat),
        *_capped(run),
        *_commits(repeat),
        *_task(repeat),
        *_stopping(phase),
    ]


def _stopping(phase: PhaseResult) -> list[object]:
    """How certain the test became and why it ended; empty where that is not judged."""
    found = phase.stopping
    return [None, None] if found is None else [csv_number(found.half_width), found.why]


def _task(repeat: Repeat) -> list[object]:
    """What an everyday task took beside its time; empty where there was none."""
    found = repeat.task
    if found is None:
        return [None] * 4
    return [
        csv_number(found.cpu),
        csv_number(found.syncing),
        csv_number(found.stalled),
        found.items,
    ]


def _commits(repeat: Repeat) -> list[object]:
    """The log beside a test; empty where there was none."""
    found = repeat.commits
    if found is None:
        return [None] * 3
    return [csv_number(found.rate), csv_number(found.latency.p50), csv_number(found.latency.p99)]


def _capped(run: Run) -> list[object]:
    """The latency cap of a search under one; empty for any other run."""
    cap = cap_of(run)
    return ["", ""] if cap is None else [csv_safe(cap.metric), csv_number(cap.seconds)]


def _on_filesystem(phase: PhaseResult, repeat: Repeat) -> list[object]:
    """The file system that was made for the repeat; empty where none was."""
    found = repeat.on_filesystem
    if found is None:
        return [csv_safe(phase.work.filesystem or None), *[None] * 4]
    return [
        csv_safe(phase.work.filesystem),
        csv_number(found.made),
        found.usable,
        csv_number(found.cpu),
        csv_number(found.stalled),
    ]


def _flushed(phase: PhaseResult, repeat: Repeat, result: DirectionResult) -> list[object]:
    """What is only known of tests that make sure that what they wrote is on the drive."""
    back = repeat.write_back
    if back is None:
        return [phase.work.files if phase.work.files > 1 else None, *[None] * 5]
    at_end = phase.work.end_fsync and back.writing is not None
    return [
        phase.work.files,
        phase.work.fsync or None,
        csv_number(back.fsync) if at_end else None,
        csv_number(back.flush.p50) if back.flush else None,
        csv_number(back.flush.p99) if back.flush else None,
        csv_number(share_in_memory(back, result.bytes or 0)) if at_end else None,
    ]


def _totals(phase: PhaseResult, repeat: Repeat) -> tuple[str, str]:
    """Both directions of a mixed test together; empty for any other."""
    if phase.direction != Direction.MIXED:
        return "", ""
    found = repeat.directions.values()
    return csv_number(sum(one.iops for one in found)), csv_number(
        sum(one.bandwidth for one in found)
    )


_FORMULA = frozenset("=+-@＝＋－＠")


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """The table in RFC 4180's form."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows(rows)
    return text.getvalue()


def csv_number(value: float | None) -> str:
    """A number in full precision; "" where unknown."""
    return "" if value is None or not math.isfinite(value) else f"{value:.10g}"


def csv_safe(text: str | None) -> str:
    """Foreign text on one line that no spreadsheet takes for a formula (OWASP, "CSV Injection")."""
    text = visible(text or "")
    return f"'{text}" if text.lstrip()[:1] in _FORMULA else text
