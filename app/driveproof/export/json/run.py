# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs as JSON: bytes, bytes per second, seconds, degrees Celsius; what is unknown is null."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Any

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.answer import Answer
from driveproof.domain.check.check import CheckHead
from driveproof.domain.check.speed import speed
from driveproof.domain.comparison.same_test import identity, test_of
from driveproof.domain.expected_speed import Expectation, Unknown
from driveproof.domain.health.changes import Pair
from driveproof.domain.metric import MetricName
from driveproof.domain.run.area_map import map_of
from driveproof.domain.run.cap import cap_of, capacities_of
from driveproof.domain.run.histogram import EDGES
from driveproof.domain.run.hosts import plain_name, scales
from driveproof.domain.run.limits import set_by, submitting, time_in_io
from driveproof.domain.run.observed import Observed, Requests
from driveproof.domain.run.run import (
    METRICS,
    BootTimes,
    Commits,
    DirectionResult,
    HostRepeat,
    Latency,
    Member,
    OnFilesystem,
    PhaseResult,
    Repeat,
    Run,
    RunHead,
    Summary,
    Target,
    TaskCost,
    WriteBack,
)
from driveproof.domain.run.steady_state import steady_of
from driveproof.domain.run.sustained import sustained_of
from driveproof.domain.run.work import NAMES, Work
from driveproof.domain.speed import paced, speed_verdict
from driveproof.export.json import VERSION, number
from driveproof.export.json.answer import answer_document, area_columns, position_columns
from driveproof.export.run_health import health_document
from driveproof.wording.catalogue import in_english
from driveproof.wording.check import advice_text, speed_sentence
from driveproof.wording.errors import Face, failure_text
from driveproof.wording.profile import test_names
from driveproof.wording.run import note_text

if TYPE_CHECKING:
    from driveproof.domain.run.histogram import Histogram

# Fields of an environment that are in the document in another way.
_ELSEWHERE = frozenset(
    {
        "kernel_messages",
        "latency_cap",
        "stopping_rule",
        "legs",
        "drives",
        "shared",
        "in_turn",
        "hosts",
        "boot",
        "log",
    }
)


@in_english()
def run_document(
    run: Run,
    health: tuple[Pair, ...] = (),
    expected: Iterable[Expectation] | None = None,
    answer: Answer | None = None,
) -> dict[str, Any]:
    """A whole run, as `run --json` and `show --json` print it; `health` is that of its drives,
    `expected` what its tests can be held against (None: the key is left out), `answer` what its
    method found.
    """
    environment = run.environment
    names = test_names([run])
    held = {} if expected is None else _held(run, tuple(expected))
    return {
        "version": VERSION,
        "id": run.id,
        "profile": run.profile,
        "method": run.method,
        "title": run.title,
        "label": run.label,
        "remarks": run.remarks,
        "status": run.status,
        "error": failure_text(run.error, Face.WINDOW) or None,
        "error_details": (run.error.details if run.error else "") or None,
        "started": _date(run.started),
        "seconds": _number(run.seconds) or None,
        "repeats_planned": run.repeats_planned,
        # A sentence from elsewhere stays as it is: JSON can say every character.
        "notes": [note_text(note, names) if note.values else note.key for note in run.notes],
        "target": _target(run.target),
        "environment": {
            name: _number(getattr(environment, name))
            for name in environment.__dataclass_fields__
            if name not in _ELSEWHERE
        }
        | {"legs": list(environment.legs), "boot": _boot(environment.boot)},
        "kernel_messages": [
            {
                "seconds": _number(one.seconds),
                "kind": one.kind,
                "text": one.text,
                "times": one.times,
            }
            for one in environment.kernel_messages
        ],
        "health": health_document(run, health),
        **held,
        "answer": answer_document(answer),
        **_capacity(run),
        **_iops_at_latency(run),
        **_stopping_rule(run),
        **_multi_drive(run),
        **_in_turn(run),
        **({} if environment.log is None else {"log": environment.log._asdict()}),
        **_hosts(run),
        **_long_run(run),
        "phases": [_phase(phase, run.source) for phase in run.phases],
    }


@in_english()
def run_json(
    run: Run,
    health: tuple[Pair, ...] = (),
    expected: Iterable[Expectation] | None = None,
    answer: Answer | None = None,
) -> str:
    """The same as text, with a line feed at the end."""
    document = run_document(run, health, expected, answer)
    return json.dumps(document, indent=2, allow_nan=False) + "\n"


@in_english()
def runs_document(
    runs: Iterable[tuple[Run, tuple[Pair, ...], Answer | None]],
) -> dict[str, Any]:
    """Several runs, each as `run_document` with its health and its answer, in the order given."""
    made = [run_document(run, health, answer=answer) for run, health, answer in runs]
    return {"version": VERSION, "runs": made}


@in_english()
def runs_json(runs: Iterable[tuple[Run, tuple[Pair, ...], Answer | None]]) -> str:
    """The same as text, with a line feed at the end."""
    return json.dumps(runs_document(runs), indent=2, allow_nan=False) + "\n"


@in_english()
def history_document(
    heads: Iterable[RunHead],
    identities: Mapping[tuple[str, str], str] | None = None,
    checks: Iterable[CheckHead] | None = None,
) -> dict[str, Any]:
    """The runs and the checks, as `history --json` lists them; `identities` are those of tests."""
    runs = [_head(head, identities or {}) for head in heads]
    if checks is None:
        return {"version": VERSION, "runs": runs}
    return {"version": VERSION, "runs": runs, "checks": [_check_head(head) for head in checks]}


def _check_head(head: CheckHead) -> dict[str, Any]:
    return {
        "id": head.id,
        "label": head.label,
        "rating": head.rating,
        "taken": head.taken.isoformat(),
        "seconds": _number(head.seconds),
        "target": head.target or None,
        "device": head.device,
        "identity": head.identity,
        "model": head.model or None,
        "run": head.run,
    }


def _held(run: Run, expected: tuple[Expectation, ...]) -> dict[str, Any]:
    """The verdict of speed, and what each test was held against."""
    finding = next(iter(speed(run, expected)), None)
    verdict = speed_verdict(run, expected)
    judged = None
    if finding is not None and verdict is not None:
        judged = {
            "word": finding.word,
            "verdict": verdict.pace,
            "sentence": speed_sentence(finding),
            "advice": advice_text(finding) or None,
        }
    return {"speed": judged, "expected": [_expectation(run, one) for one in expected]}


def _expectation(run: Run, one: Expectation) -> dict[str, Any]:
    """What a test can be held against; a part that is unknown is null."""
    parts = {"link_share": one.link, "earlier": one.earlier, "maker": one.maker, "band": one.band}
    earlier, band = one.earlier, one.band
    return {
        "phase": one.phase.name,
        "direction": one.direction,
        "metric": one.metric,
        "median": _number(one.summary.median),
        "link_share": None if isinstance(one.link, Unknown) else _number(one.link),
        "earlier": None
        if isinstance(earlier, Unknown)
        else {
            "runs": earlier.runs,
            "median": _number(earlier.median),
            "low": _number(earlier.low),
            "high": _number(earlier.high),
        },
        "verdict": paced(run, one).pace,
        "compared": None
        if one.compared is None
        else {
            "run": one.compared.run,
            "verdict": one.compared.verdict,
            "ratio": _number(one.compared.ratio),
        },
        "maker": None if isinstance(one.maker, Unknown) else _number(one.maker),
        "band": None
        if isinstance(band, Unknown)
        else {
            "class": str(band.drive_class),
            "low": band.low,
            "high": band.high,
            "in_flight": list(band.in_flight),
            "place": str(one.place),
            "source": band.source,
            "year": band.year,
        },
        "unknown": {name: str(part) for name, part in parts.items() if isinstance(part, Unknown)},
    }


def _head(head: RunHead, identities: Mapping[tuple[str, str], str]) -> dict[str, Any]:
    return {
        "id": head.id,
        "profile": head.profile,
        "title": head.title,
        "label": head.label,
        "status": head.status,
        "started": _date(head.started),
        "seconds": _number(head.seconds) or None,
        "path": head.path or None,
        "device": head.device,
        "identity": head.identity,
        "model": head.model,
        "firmware": head.firmware,
        "filesystem": head.filesystem,
        "figures": [
            {
                "phase": phase,
                "direction": direction,
                "metric": metric,
                "median": _number(median),
                "identity": identities.get((head.id, phase)),
            }
            for phase, direction, metric, median in head.figures
        ],
    }


def _target(target: Target) -> dict[str, Any]:
    return {
        "path": target.path or None,
        "kind": target.kind,
        "device": target.device,
        "identity": target.identity,
        "model": target.model,
        "serial": target.serial,
        "wwn": target.wwn,
        "firmware": target.firmware,
        "size": target.size,
        "bus": target.bus,
        "drive_class": target.drive_class,
        "media": target.media,
        "zones": target.zones,
        "filesystem": target.filesystem,
        "mount_point": target.mount_point,
        "mount_options": list(target.mount_options),
        "stack": list(target.stack),
        "in_file": _in_file(target),
    }


def _in_file(target: Target) -> dict[str, str | None] | None:
    """What the file of an assigned run says of its drive; null for one that nobody assigned."""
    if not target.in_file:
        return None
    return dict(zip(("identity", "model", "serial", "wwn"), target.in_file, strict=True))


def _work(work: Work) -> dict[str, Any]:
    found = {name: getattr(work, name) for name in NAMES}
    return {name: list(v) if isinstance(v, tuple) else _number(v) for name, v in found.items()}


def _limits(phase: PhaseResult) -> dict[str, Any]:
    setter, share = set_by(phase), time_in_io(phase)
    return {
        "time_in_io": None if share is None else round(share, 6),
        "set_by": None if setter is None else str(setter),
        "generator_seconds": _number(phase.limits.generator),
        "in_submission": _number(phase.limits.submission),
        "queue_not_reached": submitting(phase),
        "buffered_by": phase.limits.buffered_by,
        "processor": _number(phase.limits.processor),
    }


def _phase(phase: PhaseResult, source: str) -> dict[str, Any]:
    return {
        "name": phase.name,
        "title": phase.title,
        "direction": phase.direction,
        "pattern": phase.pattern or None,
        "block_size": phase.block_size or None,
        "queue_depth": phase.queue_depth or None,
        "jobs": phase.jobs or None,
        "engine": phase.engine,
        "direct": phase.direct,
        "cache": phase.cache,
        "scheduler": phase.scheduler,
        "warmup": _number(phase.warmup),
        "planned_seconds": _number(phase.planned_seconds),
        "work": _work(phase.work),
        "limits": _limits(phase),
        "identity": identity(test_of(phase, source)),
        "command": list(phase.command),
        "summary": {direction: _summaries(phase, direction) for direction in phase.directions},
        **({"total": _totals(phase)} if phase.direction == Direction.MIXED else {}),
        "short": any(phase.short(direction) for direction in phase.directions),
        "stopping": _stopping(phase),
        "repeats": [_repeat(repeat) for repeat in phase.repeats],
    }


def _stopping(phase: PhaseResult) -> dict[str, Any] | None:
    found = phase.stopping
    return None if found is None else {"half_width": _number(found.half_width), "why": found.why}


def _stopping_rule(run: Run) -> dict[str, Any]:
    """When a test was measured well enough; nothing where no test was judged by itself."""
    rule = run.environment.stopping_rule
    return {} if rule is None else {"stopping_rule": asdict(rule)}


def _summaries(phase: PhaseResult, direction: Direction) -> dict[str, Any]:
    """Median, least, greatest and count of each metric over the repeats; null when unknown."""
    found: dict[str, Any] = {}
    for name, metric in METRICS.items():
        if name is MetricName.TIME and phase.pattern != Pattern.TASK:
            continue
        found[name] = _summary(phase.summary(direction, metric))
    return found


def _totals(phase: PhaseResult) -> dict[str, Any]:
    """Both directions of a mixed test together, for what adds up."""
    return {
        # Of the very numbers that are written: whoever adds them up gets the same.
        "iops": _summary(phase.total(lambda result: _number(result.iops))),
        "bandwidth": _summary(phase.total(lambda result: _number(result.bandwidth))),
    }


def _summary(summary: Summary | None) -> dict[str, Any] | None:
    if summary is None:
        return None
    return {
        "median": _number(summary.median),
        "low": _number(summary.low),
        "high": _number(summary.high),
        "count": summary.count,
    }


def _iops_at_latency(run: Run) -> dict[str, Any]:
    """Of a run under a latency cap the cap and the answer in each direction; else nothing."""
    cap = cap_of(run)
    if cap is None:
        return {}
    return {
        "latency_cap": {"metric": cap.metric, "seconds": _number(cap.seconds)},
        "iops_at_latency": [
            {
                "direction": one.direction,
                "answer": one.answer and one.answer.phase.name,
                "reachable": one.answer is not None,
                "worse": one.worse and one.worse.phase.name,
            }
            for one in capacities_of(run)
        ],
    }


def _long_run(run: Run) -> dict[str, Any]:
    """What a sustained write found, or the rounds on the way to a steady state; else nothing."""
    written = sustained_of(run)
    if written is not None:
        cache = written.cache
        return {
            "sustained": {
                "written": written.written,
                "fall": written.fall or None,
                "cache": cache
                and {
                    "size": _number(cache.size),
                    "within": _number(cache.within),
                    "after": _number(cache.after),
                },
                "stretches": [
                    {
                        "begin": _number(one.begin),
                        "end": _number(one.end),
                        "seconds": _number(one.seconds),
                        "bandwidth": _number(one.rate),
                    }
                    for one in written.stretches
                ],
                "recoveries": [
                    {
                        "pause": _number(one.pause),
                        "bytes": _number(one.bytes),
                        "share": _number(one.share),
                        "at_least": one.all,
                    }
                    for one in written.recoveries
                ],
                "collapsed": written.shingled,
            }
        }
    rounds = steady_of(run)
    if rounds is None:
        return {}
    return {
        "steady_state": {
            "seconds": _number(rounds.seconds),
            "reached": rounds.reached and rounds.reached.last,
            "rounds": [
                {
                    "iops": _number(value),
                    "range": window and _number(window.range),
                    "slope": window and _number(window.excursion),
                    "steady": window is not None and window.steady,
                }
                for value, window in zip(rounds.rounds, rounds.windows, strict=True)
            ],
        }
    }


def _multi_drive(run: Run) -> dict[str, Any]:
    """Of a run on several drives the drives, and what they share; else nothing."""
    environment = run.environment
    if not environment.drives:
        return {}
    return {
        "multi_drive": {
            "drives": [one._asdict() for one in environment.drives],
            "shared": [{**one._asdict(), "drives": list(one.drives)} for one in environment.shared],
        }
    }


def _in_turn(run: Run) -> dict[str, Any]:
    """Of a run that was measured in turn with one of another drive, which; else nothing."""
    found = run.environment.in_turn
    return {} if found is None else {"in_turn": found._asdict()}


def _hosts(run: Run) -> dict[str, Any]:
    """Of a run on several hosts the hosts, and how their sum grew; else nothing."""
    if not run.environment.hosts:
        return {}
    return {
        "hosts": [
            {
                **{name: _number(value) for name, value in host._asdict().items()},
                "fault": host.fault or None,
                "said": host.said or None,
            }
            for host in run.environment.hosts
        ],
        "scale": [
            {
                "phase": plain_name(scale.phase),
                "direction": scale.direction,
                "points": [
                    {"hosts": point.hosts, "total": _summary(point.total)} for point in scale.points
                ],
                "ends": None if scale.ends is None else scale.ends.hosts,
            }
            for scale in scales(run)
        ],
    }


def _host_part(part: HostRepeat) -> dict[str, Any]:
    """The part of one host in a repeat."""
    return {
        "host": part.host,
        "late": _number(part.late),
        "fault": part.fault or None,
        **{
            way: {
                "iops": _number(one.iops),
                "bandwidth": _number(one.bandwidth),
                "bytes": one.bytes,
                "ios": one.ios,
                "seconds": _number(one.seconds),
                "latency": _latency(one.latency),
            }
            for way, one in part.directions.items()
        },
    }


def _repeat(repeat: Repeat) -> dict[str, Any]:
    return {
        "order": repeat.order,
        "started": _date(repeat.started),
        "disturbed": list(repeat.disturbed),
        "counted": repeat.counts,
        **({"members": [_member(member) for member in repeat.members]} if repeat.members else {}),
        **({"write_back": _write_back(repeat.write_back)} if repeat.write_back else {}),
        **({"on_filesystem": _on_filesystem(found)} if (found := repeat.on_filesystem) else {}),
        **({"commits": _commits(repeat.commits)} if repeat.commits else {}),
        **({"observed": _observed(repeat.observed)} if repeat.observed else {}),
        **({"hosts": list(map(_host_part, repeat.hosts))} if repeat.hosts else {}),
        **({"task": _task(repeat.task)} if repeat.task else {}),
        **{name: _direction(result) for name, result in repeat.directions.items()},
    }


def _boot(boot: BootTimes | None) -> dict[str, Any] | None:
    """The last start of the machine, in seconds."""
    if boot is None:
        return None
    return {name: _number(value) for name, value in boot._asdict().items()}


def _task(found: TaskCost) -> dict[str, Any]:
    """What a task took beside its time."""
    return {
        "processor": _number(found.processor),
        "syncing": _number(found.syncing),
        "stalled": _number(found.stalled),
        "items": found.items,
    }


def _commits(found: Commits) -> dict[str, Any]:
    """The log beside a test."""
    return {
        "count": found.count,
        "seconds": _number(found.seconds),
        "latency": _latency(found.latency),
    }


def _observed(found: Observed) -> dict[str, Any]:
    """What was watched: series as columns, writers, and the requests."""
    return {
        "quiet": _number(found.quiet),
        "longest_quiet": _number(found.longest_quiet),
        "grouped": found.grouped,
        "discarded_bytes": found.discarded_bytes,
        "flushes": found.flushes,
        "endurance": found.life,
        "rotational": found.rotational,
        "looks": {
            "seconds": [_number(look.seconds) for look in found.looks],
            "busy": [_number(look.busy) for look in found.looks],
            "queue": [_number(look.queue) for look in found.looks],
        },
        "writers": [one._asdict() for one in found.writers],
        "requests": None if found.requests is None else _requests(found.requests),
    }


def _requests(found: Requests) -> dict[str, Any]:
    ways = {"read": found.read, "write": found.write, "discard": found.discard}
    return {
        "device": found.device,
        "size": found.size,
        "seconds": _number(found.seconds),
        "flushes": found.flushes,
        "lost": found.lost,
        "depths": _columns(found.depths, "in_flight"),
        "gaps": _columns(found.gaps, "seconds"),
        **{
            name: {
                "sizes": _columns(one.sizes, "bytes"),
                "sequential": one.sequential,
                "sync": one.sync,
                "fua": one.fua,
                "regions": list(one.regions),
            }
            for name, one in ways.items()
        },
    }


def _columns(pairs: Sequence[tuple[float, int]], name: str) -> dict[str, Any]:
    return {
        name: [_number(value) for value, _count in pairs],
        "requests": [count for _value, count in pairs],
    }


def _on_filesystem(found: OnFilesystem) -> dict[str, Any]:
    """The file system that was made for a repeat, and what the machine did meanwhile."""
    return {
        "made": _number(found.made),
        "usable": found.usable,
        "processor": _number(found.processor),
        "stalled": _number(found.stalled),
    }


def _write_back(back: WriteBack) -> dict[str, Any]:
    """The course of a test through the page cache, as columns."""
    points = back.points
    return {
        "writing": _number(back.writing),
        "fsync": _number(back.fsync),
        "flush": None if back.flush is None else _latency(back.flush),
        "processes": {
            "bytes": [one.bytes for one in back.processes],
            "seconds": [_number(one.seconds) for one in back.processes],
        },
        "points": {
            "seconds": [_number(point.seconds) for point in points],
            "written": [point.written for point in points],
            "stored": [point.stored for point in points],
            "waiting": [point.waiting for point in points],
        },
    }


def _latency(latency: Latency) -> dict[str, Any]:
    return {
        "mean": _number(latency.mean),
        "p50": _number(latency.p50),
        "p95": _number(latency.p95),
        "p99": _number(latency.p99),
        "p99.9": _number(latency.p999),
        "max": _number(latency.max),
    }


def _direction(result: DirectionResult) -> dict[str, Any]:
    samples = result.samples
    return {
        "iops": _number(result.iops),
        "bandwidth": _number(result.bandwidth),
        "bytes": result.bytes,
        "ios": result.ios,
        "seconds": _number(result.seconds),
        "short": result.short,
        "latency": _latency(result.latency),
        "longest_stall": _number(METRICS[MetricName.LONGEST_STALL](result)),
        "samples": {
            "time": [_number(sample.time) for sample in samples],
            "iops": [_number(sample.iops) for sample in samples],
            "bandwidth": [_number(sample.bandwidth) for sample in samples],
            "p50": [_number(sample.p50) for sample in samples],
            "p99": [_number(sample.p99) for sample in samples],
            "temperature": [_number(sample.temperature) for sample in samples],
            "foreign_bandwidth": [_number(sample.foreign_bandwidth) for sample in samples],
            "seconds": [_number(sample.seconds) for sample in samples],
            "ios": [sample.ios for sample in samples],
            "bytes": [sample.bytes for sample in samples],
            "mean": [_number(sample.mean) for sample in samples],
            "p95": [_number(sample.p95) for sample in samples],
            "p99.9": [_number(sample.p999) for sample in samples],
            "bins": [_bins(sample.histogram) for sample in samples],
        },
        "histogram": _histogram(result.histogram),
        **({"positions": position_columns(result.positions)} if len(result.positions) else {}),
        **({"areas": area_columns(result.areas)} if result.areas else {}),
    }


def _bins(histogram: Histogram) -> str:
    """The bins of a sample in use, each as "number:count" by fio's numbers: a list of lists would
    be ten times as long, and most of a document.
    """
    return " ".join(f"{index}:{count}" for index, count in histogram.sparse())


def _capacity(run: Run) -> dict[str, Any]:
    """The answer of a check; no key for any other run."""
    found = map_of(run)
    if found is None or not found.wrote:
        return {}
    answer = found.capacity
    return {
        "capacity": {
            "verdict": str(answer.verdict),
            "checked": answer.checked,
            "right": answer.right,
            "true": answer.true,
            "true_to": answer.true_to,
            **({"probe": True} if found.probed else {}),
        }
    }


def _member(member: Member) -> dict[str, Any]:
    return {name: _number(getattr(member, name)) for name in member.__dataclass_fields__}


def _histogram(histogram: Histogram) -> dict[str, Any] | None:
    """The bins from the first to the last in use: one more edge (seconds) than counts."""
    pairs = histogram.sparse()
    if not pairs:
        return None
    first, last = pairs[0][0], pairs[-1][0]
    return {
        "edges": [float(f"{edge:.10g}") for edge in EDGES[first : last + 2]],
        "counts": [int(count) for count in histogram.counts[first : last + 1]],
    }


def _number(value: Any) -> Any:
    """A number that JSON can hold, and anything else as it is."""
    return number(value) if isinstance(value, float) else value


def _date(moment: datetime | None) -> str | None:
    """RFC 3339, with the offset of the zone it is in."""
    return None if moment is None else moment.astimezone().isoformat(timespec="milliseconds")
