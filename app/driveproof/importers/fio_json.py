# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""fio's JSON: normal and json+, of one run or several, with several jobs, of a server's client."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from driveproof.domain.access import DIRECTIONS
from driveproof.domain.notes import Failure, Note
from driveproof.domain.run.run import FAILED, Environment, IoPath, PhaseResult, Target, TargetKind
from driveproof.domain.say import Say
from driveproof.domain.text import visible
from driveproof.importers.fields import (
    Fields,
    invalid_field,
    since_epoch,
    too_large,
    unsupported,
    without_result,
)
from driveproof.importers.fio_jobs import FioJob, Percentiles, jobs_of, phases_of
from driveproof.importers.run_builder import NO_DRIVE, FoundRun, imported

MAX_JOBS = 4096
_PARTS = (*DIRECTIONS, "mixed")


def read_fio(documents: Sequence[Any]) -> tuple[FoundRun, ...]:
    """A run for each of fio's; of its snapshots (--status-interval) the last, which has it all.

    Raises UnfitError.
    """
    whole: list[Fields] = []
    # A list of runs, as scripts put them together, is as good as one after the other.
    flat = [one for each in documents for one in (each if isinstance(each, list) else [each])]
    for number, document in enumerate(flat, 1):
        place = "" if len(flat) == 1 else f"document {number}: "
        found = Fields(document, place)
        if "fio version" not in found:
            raise invalid_field(f"{place}fio version", "")
        if whole and _goes_on(whole[-1], found):
            whole.pop()
        whole.append(found)
    return tuple(_run(found) for found in whole)


def _jobs(document: Fields) -> list[Fields]:
    clients = document.parts("client_stats")
    listed = clients or document.parts("jobs")
    if len(listed) > MAX_JOBS:
        raise too_large(len(listed), MAX_JOBS)
    # The sum of all clients stands behind them; each is read by itself.
    if len(clients) < 2:
        return listed
    return [job for job in listed if job.raw("jobname") != "All clients"]


def _run(document: Fields) -> FoundRun:
    version = visible(document.text("fio version")[:100]) or "fio"
    common = document.part("global options")
    listed = _jobs(document)
    if not listed:
        raise without_result(version)
    jobs = jobs_of(listed, common)
    phases = phases_of(jobs)
    if not any(phase.repeats for phase in phases):
        if any(job.united for job in jobs):
            raise unsupported(version, "unified_rw_reporting")
        raise without_result(version)
    seconds = max((_elapsed(job) for job in listed), default=0.0)
    found = imported(
        version,
        phases,
        title=_title(jobs),
        started=_started(document, seconds),
        target=_target(jobs),
        environment=Environment(
            fio=version,
            io_path=None if any(job.options.direct is None for job in jobs) else IoPath.DIRECT,
        ),
        missing=_missing(phases),
        notes=_notes(document, jobs),
        seconds=seconds,
    )
    failed = [job for job in jobs if job.error]
    if failed:
        why = Note(
            "fio job {name} ended with error {number}.",
            name=failed[0].name[:100],
            number=failed[0].error,
        )
        found = replace(found, made=replace(found.made, status=FAILED, error=Failure(why)))
    return found


def _missing(phases: Iterable[PhaseResult]) -> list[Say]:
    results = [r for p in phases for repeat in p.repeats for r in repeat.directions.values()]
    missing = [Say("repeats"), Say("values over time")]
    if not any(result.histogram.total for result in results):
        missing.append(Say("latencies"))
    if not any(result.latency.p50 is not None for result in results):
        missing.append(Say("latencies"))
    return [*missing, NO_DRIVE, Say("test environment")]


def _notes(document: Fields, jobs: Sequence[FioJob]) -> list[Note]:
    notes = []
    if any(not job.latencies_total for job in jobs):
        notes.append(Note("Latencies are completion latencies (clat)."))
    if any(job.has(Percentiles.OF_COMPLETION) for job in jobs):
        notes.append(Note("Percentiles are of clat; mean and maximum of lat."))
    if any(job.has(Percentiles.LEFT_OUT) for job in jobs):
        notes.append(
            Note("Without percentiles where submission is slow: fio saved only those of clat.")
        )
    if any(not job.options.told for job in jobs):
        notes.append(Note("Without job options: queue depth, jobs and direct I/O are unknown."))
    if any(job.united for job in jobs):
        notes.append(Note("Not imported: {sections}", sections="unified_rw_reporting"))
    beside = {job.group for job in jobs if sum(other.group == job.group for other in jobs) > 1}
    if beside:
        notes.append(Note("Jobs of one group ran at the same time."))
    if len({job.host for job in jobs}) > 1:
        notes.append(Note("Each host is a separate test."))
    return notes


def _title(jobs: Sequence[FioJob]) -> str:
    names = list(dict.fromkeys(job.name for job in jobs if job.name))
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return visible(f"fio: {', '.join(name[:60] for name in names[:3])}{more}" if names else "fio")


def _target(jobs: Sequence[FioJob]) -> Target:
    """The file or device that all jobs name; where they differ, none is the run's."""
    paths = {job.path for job in jobs}
    path = paths.pop() if len(paths) == 1 else ""
    device = path.startswith("/dev/")
    return Target(
        path=path,
        kind=TargetKind.DEVICE if device else TargetKind.FILE,
        device=path if device else None,
    )


def _elapsed(job: Fields) -> float:
    """Seconds that a job took, as its version of fio reports them."""
    if "elapsed" in job:
        return job.number("elapsed")
    if "job_runtime" in job:
        return job.number("job_runtime") / 1000
    return max(job.part(way).number_or_none("runtime") or 0.0 for way in _PARTS) / 1000


def _stamp(document: Fields) -> float | None:
    """When the document was printed, in seconds since 1970."""
    if "timestamp_ms" in document:
        return document.number("timestamp_ms") / 1000
    return document.number_or_none("timestamp")


def _started(document: Fields, seconds: float) -> datetime | None:
    stamp = _stamp(document)
    return None if stamp is None else since_epoch(max(stamp - seconds, 0.0), Say("Date"))


def _goes_on(earlier: Fields, later: Fields) -> bool:
    """Whether it is a later snapshot of the same run: the same jobs, nothing counted less, and they
    ran on for the time between the two.
    """
    one, another = _jobs(earlier), _jobs(later)
    if [_name(job) for job in one] != [_name(job) for job in another]:
        return False
    for before, after in zip(one, another, strict=True):
        for way in _PARTS:
            for counter in ("total_ios", "io_bytes", "runtime"):
                low = before.part(way).number_or_none(counter) or 0.0
                if (after.part(way).number_or_none(counter) or 0.0) < low:
                    return False
    begun, now = _stamp(earlier), _stamp(later)
    if begun is None or now is None or now < begun:
        return False
    longer = sum(_ran(job) for job in another) - sum(_ran(job) for job in one)
    # Stamps are exact to the second without timestamp_ms.
    slack = 0.1 if "timestamp_ms" in later else 0.6
    return longer >= 0.5 * (now - begun) - slack


def _name(job: Fields) -> tuple[Any, ...]:
    return (job.text("jobname"), job.number_or_none("groupid"), job.text("hostname"))


def _ran(job: Fields) -> float:
    return max(job.part(way).number_or_none("runtime") or 0.0 for way in _PARTS) / 1000
