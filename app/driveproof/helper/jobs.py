# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Running children: one per device, confined, limited in time, ended with their caller."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable
from enum import StrEnum

from driveproof.helper.forks import ChildWork, Forked, fork, go, refusal
from driveproof.helper.limits import JOBS, TRACES
from driveproof.helper.loop import EventLoop, Timer
from driveproof.helper.protocol import OBJECT_PATH, ErrorName, HelperError, Owner

TERM_TIMEOUT = 3.0
"""Seconds between SIGTERM and SIGKILL; a child that blocks on a full pipe needs them."""

LAST_WORDS = 4096
"""Bytes of a child's standard error that are kept, from its end."""


class BusyKind(StrEnum):
    """What a job makes busy."""

    DISK = "disk"
    CACHES = "caches"
    TRACE = "trace"


Key = tuple[BusyKind, int]
"""What has one job at a time: a kind, and the sequence number of a disk. A trace takes nothing from
anybody, so each user may have one of a disk.
"""
_BUSY = {
    BusyKind.DISK: "Another test or TRIM of this device is running.",
    BusyKind.CACHES: "The caches are being emptied.",
    BusyKind.TRACE: "You are tracing this device already.",
}
_LIMITS = {BusyKind.DISK: JOBS, BusyKind.CACHES: JOBS, BusyKind.TRACE: TRACES}


class ChildJob:
    """A child and its owner."""

    __slots__ = (
        "errors", "forked", "kept", "key", "output", "owner", "path", "reason", "refusal",
        "started", "timers", "told", "words",
    )  # fmt: skip

    def __init__(self, owner: Owner, key: Key, *, forked: Forked, output: int) -> None:
        """`output` is the caller's read end of the pipe, kept until the child has begun."""
        self.path = f"{OBJECT_PATH}/job/{os.urandom(16).hex()}"
        self.owner = owner
        self.key = key
        self.forked = forked
        self.output = output
        self.errors = -1
        self.kept = contextlib.ExitStack()
        self.started: Started | None = None
        self.reason: ErrorName | None = None
        self.refusal: HelperError | None = None
        self.told = False
        self.words = bytearray()
        self.timers: list[Timer] = []


Started = Callable[[HelperError | None, str, int], bool]
"""Called with the outcome of a job's start: an error, or its path and the read end of its output,
which is closed afterwards. Returns whether the caller received them: nobody else could end the
job.
"""
Finished = Callable[[ChildJob, int], None]


class ChildJobs:
    """Every running job, and those that have begun and are blocked by their device."""

    def __init__(
        self, loop: EventLoop, timeout: float, finished: Finished, gone: Callable[[], None]
    ) -> None:
        """A child has `timeout` seconds to open its device.

        `finished` is called for each job that had begun, `gone` when its child no longer exists.
        """
        self._loop = loop
        self._timeout = timeout
        self._finished = finished
        self._gone = gone
        self._running: dict[str, ChildJob] = {}

    def __len__(self) -> int:
        return len(self._running)

    def check_free(self, key: Key, user: int) -> None:
        """Raises Busy when the device has a job, or this user too many."""
        kind, _ = key
        same = [job for job in self._running.values() if job.key == key]
        if any(kind is not BusyKind.TRACE or job.owner.user == user for job in same):
            raise HelperError(ErrorName.BUSY, _BUSY[kind])
        limit = _LIMITS[kind]
        users = [job.owner.user for job in self._running.values() if _LIMITS[job.key[0]] is limit]
        if not limit.has_room(users, user):
            text = f"Too many jobs are running: {users.count(user)} of yours."
            raise HelperError(ErrorName.BUSY, text)

    def start(
        self,
        owner: Owner,
        key: Key,
        work: ChildWork,
        *,
        needs: tuple[int, ...],
        seconds: float,
        kept: contextlib.ExitStack,
        started: Started,
    ) -> None:
        """Run a child. Takes over what is in `kept`, and closes it at the end.

        Raises Busy or OSError: then nothing was taken over, and `started` is not called.
        """
        self.check_free(key, owner.user)
        with contextlib.ExitStack() as undo, contextlib.ExitStack() as ends:
            output, write = os.pipe2(os.O_CLOEXEC)
            undo.callback(os.close, output)
            ends.callback(os.close, write)
            errors, complain = os.pipe2(os.O_CLOEXEC)
            undo.callback(os.close, errors)
            ends.callback(os.close, complain)
            os.set_blocking(errors, False)
            forked = fork(work, write, complain, needs=needs)
            undo.callback(forked.abandon)
            job = ChildJob(owner, key, forked=forked, output=output)
            for descriptor, callback in (
                (forked.line.fileno(), lambda: self._begun(job, seconds)),
                (errors, lambda: self._listen(job)),
                (forked.ended, lambda: self._ended(job, seconds)),
            ):
                self._loop.watch(descriptor, callback)
                undo.callback(self._loop.unwatch, descriptor)
            undo.pop_all()
        job.errors = errors
        job.kept = kept.pop_all()
        job.started = started
        self._running[job.path] = job
        job.timers.append(self._loop.after(self._timeout, lambda: self._late(job)))
        go(forked.line)

    def cancel(self, caller: str, path: str) -> None:
        """End a job of the caller's own; raises NoSuchJob, for others' jobs as well."""
        job = self._running.get(path)
        if job is None or job.owner.name != caller:
            raise HelperError(ErrorName.NO_SUCH_JOB, "There is no such job of yours.")
        self._end(job, ErrorName.CANCELLED)

    def owner_gone(self, caller: str) -> None:
        """End the jobs of a caller that has left."""
        for job in list(self._running.values()):
            if job.owner.name == caller:
                self._end(job, ErrorName.CANCELLED)

    def end_all(self) -> None:
        """End every job."""
        for job in list(self._running.values()):
            self._end(job, ErrorName.CANCELLED)

    def _end(self, job: ChildJob, reason: ErrorName) -> None:
        if job.reason is not None:
            return
        job.reason = reason
        job.forked.signal(signal.SIGTERM)
        job.timers.append(self._loop.after(TERM_TIMEOUT, lambda: self._kill(job)))

    def _kill(self, job: ChildJob) -> None:
        job.forked.signal(signal.SIGKILL)
        job.timers.append(self._loop.after(TERM_TIMEOUT, lambda: self._held_up(job)))

    def _held_up(self, job: ChildJob) -> None:
        """Report the end of a child that even SIGKILL does not end because its device blocks.

        The caller need not wait for that; the device stays busy and the job is still counted.
        """
        if not job.told:
            job.told = True
            job.words += b"Its process cannot be ended: the device does not answer.\n"
            self._finished(job, -signal.SIGKILL)

    def _begun(self, job: ChildJob, seconds: float) -> None:
        """The child reported why it did not begin, or its line closed and it is working."""
        try:
            said = job.forked.line.recv(4200)
        except BlockingIOError:
            return
        except OSError:
            said = b""
        self._loop.unwatch(job.forked.line.fileno())
        job.forked.line.close()
        if job.started is None:
            return
        if said:
            # Reported at the end of the child, once it has released the device, or when that takes
            # too long.
            job.refusal = refusal(said[1:])
            return
        for timer in job.timers:
            timer.cancel()
        if job.reason is not None:  # asked to end in the meantime
            job.timers.append(self._loop.after(TERM_TIMEOUT, lambda: self._kill(job)))
        else:
            limit = self._loop.after(seconds, lambda: self._end(job, ErrorName.TIMED_OUT))
            job.timers.append(limit)
        self._tell(job, None)

    def _late(self, job: ChildJob) -> None:
        text = f"The device does not answer: it could not be opened within {self._timeout:g} s."
        self._tell(job, job.refusal or HelperError(ErrorName.TIMED_OUT, text))
        job.forked.signal(signal.SIGKILL)

    def _tell(self, job: ChildJob, error: HelperError | None) -> None:
        started, job.started = job.started, None
        assert started is not None
        output, job.output = job.output, -1
        job.told = error is not None
        if not started(error, job.path, output):
            job.told = True
            self._end(job, ErrorName.CANCELLED)
        os.close(output)

    def _listen(self, job: ChildJob) -> None:
        self._hear(job)

    def _hear(self, job: ChildJob) -> bool:
        """Keep what the child writes to standard error; whether more may come."""
        if job.errors < 0:
            return False
        try:
            data = os.read(job.errors, 65536)
        except BlockingIOError:
            return False
        job.words += data
        del job.words[:-LAST_WORDS]
        if not data:
            self._deaf(job)
        return bool(data)

    def _deaf(self, job: ChildJob) -> None:
        if job.errors >= 0:
            self._loop.unwatch(job.errors)
            os.close(job.errors)
            job.errors = -1

    def _ended(self, job: ChildJob, seconds: float) -> None:
        # Until the child is reaped, its PID belongs to nobody else: kill whatever is left of its
        # session now.
        job.forked.signal(signal.SIGKILL)
        if job.forked.line.fileno() >= 0:
            self._begun(job, seconds)
        self._loop.unwatch(job.forked.ended)
        status = job.forked.reap()
        job.forked.close()
        while self._hear(job):
            pass
        self._deaf(job)
        for timer in job.timers:
            timer.cancel()
        job.kept.close()
        del self._running[job.path]
        if job.started is not None:
            self._tell(job, job.refusal)
        if not job.told:
            self._finished(job, status)
        self._gone()
