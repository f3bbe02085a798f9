# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Everyday tasks: how long each took, and how much of that was waiting for the drive.

A task is one thread, so that what is not processor time was spent waiting. It waited for the drive
at most as long as the drive had something to do: the kernel's io_ticks
(Documentation/block/stat.rst). The smaller of the two is the drive's part, and a drive twice as
fast would take half of it. Both are upper bounds: other programs' I/O keeps a drive busy as well.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

from driveproof.domain.access import Cache
from driveproof.domain.run.run import PhaseResult, Repeat, Role, Run, Summary
from driveproof.domain.run.task import Task
from driveproof.domain.run.work import Part

TASK_ENGINE = "task"
"""`PhaseResult.engine` of what our child does."""
FASTER = 2.0
"""The drive of the answer is so many times as fast."""
LIMITING = 0.5
"""A drive that was busy for less of the time than this does not limit a copy."""


@dataclass(frozen=True, slots=True)
class TaskRow:
    """A task over its repeats, in seconds; `cache` says whether its files were in memory, None
    where it reads none.

    `processor`, `drive`, `syncing` and `stalled` are medians: the processor's part of the time, the
    drive's, how much was waiting at the end, and how long some program waited for I/O (None:
    unknown). `other` is what is neither. `read` and `written` are bytes that the drive of the
    target really moved, None where nothing counts them.
    """

    task: Task
    cache: Cache | None
    phase: PhaseResult
    time: Summary
    cpu: float
    drive: float
    syncing: float
    stalled: float | None
    read: int | None
    written: int | None
    items: int

    @property
    def other(self) -> float:
        """Seconds of the median that neither part explains."""
        return max(0.0, self.time.median - self.cpu - self.drive)


def task_of(phase: PhaseResult) -> Task | None:
    """What a test did; None where it was no task, or one that only a newer version knows."""
    if phase.work.part is not Part.REAL_LIFE:
        return None
    name = phase.name.partition(",")[0]
    return Task(name) if name in tuple(Task) else None


def drive_seconds(repeat: Repeat, wall: float) -> float | None:
    """What a repeat of `wall` seconds waited for drives at most; None where it was no task."""
    if repeat.task is None:
        return None
    waited = max(0.0, wall - repeat.task.cpu)
    # What is below a device has the same requests; a copy may wait for either drive.
    busy = [one.busy for one in repeat.members if one.role is not Role.BELOW]
    known = [one for one in busy if one is not None]
    return min(waited, sum(known)) if known and len(known) == len(busy) else waited


def real_life_rows(run: Run) -> tuple[TaskRow, ...]:
    """In the order in which they were measured; empty for any other run."""
    return tuple(row for phase in run.phases if (row := _row(phase)) is not None)


def _row(phase: PhaseResult) -> TaskRow | None:
    task = task_of(phase)
    time = phase.summary(phase.direction, lambda result: result.seconds)
    if task is None or time is None:
        return None
    counted = [one for one in phase.repeats if one.counts] or list(phase.repeats)
    costs = [one.task for one in counted if one.task is not None]
    waited = [
        value
        for one in counted
        if (value := drive_seconds(one, one.directions[phase.direction].seconds or 0.0)) is not None
    ]
    if not costs or not waited:
        return None
    target = [next((m for m in one.members if m.role == Role.TARGET), None) for one in counted]
    moved = [one for one in target if one is not None]
    stalled = [one.stalled for one in costs if one.stalled is not None]
    return TaskRow(
        task=task,
        cache=phase.cache,
        phase=phase,
        time=time,
        cpu=median(one.cpu for one in costs),
        drive=median(waited),
        syncing=median(one.syncing for one in costs),
        stalled=median(stalled) if stalled else None,
        read=int(median(one.read_bytes for one in moved)) if moved else None,
        written=int(median(one.written_bytes for one in moved)) if moved else None,
        items=costs[0].items,
    )


@dataclass(frozen=True, slots=True)
class AllTasks:
    """What all tasks together took, in seconds, and the drive's part of it.

    `saved` is the share of the time that a drive FASTER times as fast would save at most.
    """

    time: float
    cpu: float
    drive: float

    @property
    def saved(self) -> float:
        """From 0 to 1."""
        return self.drive * (1 - 1 / FASTER) / self.time if self.time else 0.0


def all_tasks(rows: Iterable[TaskRow]) -> AllTasks | None:
    """Of some tasks together; None without any."""
    rows = tuple(rows)
    if not rows:
        return None
    return AllTasks(
        sum(row.time.median for row in rows),
        sum(row.cpu for row in rows),
        sum(row.drive for row in rows),
    )


@dataclass(frozen=True, slots=True)
class Copying:
    """A copy between two drives: what part of the time each was busy, and the kernel's name of the
    one that limited it, "" for neither.
    """

    source: str
    target: str
    reading: float
    writing: float
    limit: str


def copying_of(run: Run) -> Copying | None:
    """The copy from another drive, by the medians of its repeats; None without one."""
    for phase in run.phases:
        if task_of(phase) is Task.FROM:
            found = [one for repeat in phase.repeats if (one := _shares(repeat)) is not None]
            if found:
                source, target = found[0][0], found[0][1]
                reading = median(one[2] for one in found)
                writing = median(one[3] for one in found)
                most, name = max((reading, source), (writing, target))
                limit = name if most >= LIMITING else ""
                return Copying(source, target, reading, writing, limit)
    return None


def _shares(repeat: Repeat) -> tuple[str, str, float, float] | None:
    roles = {one.role: one for one in reversed(repeat.members)}
    source, target = roles.get(Role.SOURCE), roles.get(Role.TARGET)
    if source is None or target is None or source.busy is None or target.busy is None:
        return None
    if source.seconds <= 0 or target.seconds <= 0:
        return None
    return (
        source.device,
        target.device,
        min(1.0, source.busy / source.seconds),
        min(1.0, target.busy / target.seconds),
    )
