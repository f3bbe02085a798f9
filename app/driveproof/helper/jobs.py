# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Running children: one for each device, confined, limited in time, ended with their caller."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Callable

from driveproof.helper.commands import Child
from driveproof.helper.confine import confine_child
from driveproof.helper.loop import Loop, Timer
from driveproof.helper.protocol import OBJECT_PATH, ErrorName, HelperError

PATIENCE = 3.0
"""Seconds between SIGTERM and SIGKILL; what stands before a full pipe needs the second."""

LAST_WORDS = 4096
"""Bytes of a child's standard error that are kept, the last ones."""

MAX_JOBS = 16
ENVIRONMENT = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", "HOME": "/"}


class Job:
    """A child and whose it is."""

    __slots__ = (
        "descriptor", "kept", "key", "owner", "path", "process", "reason", "timers", "words",
    )  # fmt: skip

    def __init__(
        self,
        path: str,
        owner: str,
        key: str,
        *,
        process: subprocess.Popen[bytes],
        descriptor: int,
        kept: contextlib.ExitStack,
    ) -> None:
        """`descriptor` becomes readable when the child has ended; until then `kept` is held."""
        self.path = path
        self.owner = owner
        self.key = key
        self.process = process
        self.descriptor = descriptor
        self.kept = kept
        self.reason: ErrorName | None = None
        self.words = bytearray()
        self.timers: list[Timer] = []


Finished = Callable[[Job, int], None]


class Jobs:
    """All that run now."""

    def __init__(self, loop: Loop, finished: Finished) -> None:
        self._loop = loop
        self._finished = finished
        self._running: dict[str, Job] = {}

    def __len__(self) -> int:
        return len(self._running)

    def check_free(self, key: str) -> None:
        """Raises Busy when the device has a job, or when there are too many jobs."""
        if any(job.key == key for job in self._running.values()):
            raise HelperError(ErrorName.BUSY, "Another test or TRIM of this device is running.")
        if len(self._running) >= MAX_JOBS:
            raise HelperError(ErrorName.BUSY, "Too many jobs are running.")

    def start(
        self, owner: str, key: str, child: Child, kept: contextlib.ExitStack
    ) -> tuple[str, int]:
        """Run a child; its job's path, and the read end of its output for the caller.

        Takes `kept` over, and closes it when the job has ended, or when this raises.
        """
        read, write = os.pipe2(os.O_CLOEXEC)
        try:
            self.check_free(key)
            process = spawn(child, write)
            descriptor = _watchable(process)
        except BaseException:
            os.close(read)
            kept.close()
            raise
        finally:
            os.close(write)
        path = f"{OBJECT_PATH}/job/{os.urandom(16).hex()}"
        job = Job(path, owner, key, process=process, descriptor=descriptor, kept=kept)
        self._running[job.path] = job
        assert process.stderr is not None
        os.set_blocking(process.stderr.fileno(), False)
        self._loop.watch(process.stderr.fileno(), lambda: self._listen(job))
        self._loop.watch(descriptor, lambda: self._ended(job))
        limit = self._loop.after(child.seconds, lambda: self._end(job, ErrorName.TIMED_OUT))
        job.timers.append(limit)
        return job.path, read

    def cancel(self, owner: str, path: str) -> None:
        """End a job of the caller's own; raises NoSuchJob, for others' jobs too."""
        job = self._running.get(path)
        if job is None or job.owner != owner:
            raise HelperError(ErrorName.NO_SUCH_JOB, "There is no such job of yours.")
        self._end(job, ErrorName.CANCELLED)

    def owner_gone(self, owner: str) -> None:
        """End what a caller left behind."""
        for job in list(self._running.values()):
            if job.owner == owner:
                self._end(job, ErrorName.CANCELLED)

    def end_all(self) -> None:
        """End everything."""
        for job in list(self._running.values()):
            self._end(job, ErrorName.CANCELLED)

    def _end(self, job: Job, reason: ErrorName) -> None:
        if job.reason is not None:
            return
        job.reason = reason
        _signal(job, signal.SIGTERM)
        job.timers.append(self._loop.after(PATIENCE, lambda: _signal(job, signal.SIGKILL)))

    def _listen(self, job: Job) -> None:
        self._hear(job)

    def _hear(self, job: Job) -> bool:
        """Keep what the child says; whether there may be more."""
        pipe = job.process.stderr
        assert pipe is not None
        if pipe.closed:
            return False
        try:
            data = os.read(pipe.fileno(), 65536)
        except BlockingIOError:
            return False
        job.words += data
        del job.words[:-LAST_WORDS]
        if not data:
            self._loop.unwatch(pipe.fileno())
            pipe.close()
        return bool(data)

    def _ended(self, job: Job) -> None:
        # Before the child is reaped its number is nobody else's: whatever it left in its session
        # goes now.
        _signal(job, signal.SIGKILL)
        status = job.process.wait()
        while self._hear(job):
            pass
        pipe = job.process.stderr
        if pipe is not None and not pipe.closed:
            self._loop.unwatch(pipe.fileno())
            pipe.close()
        self._loop.unwatch(job.descriptor)
        os.close(job.descriptor)
        for timer in job.timers:
            timer.cancel()
        job.kept.close()
        del self._running[job.path]
        self._finished(job, status)


def _watchable(process: subprocess.Popen[bytes]) -> int:
    """A descriptor that tells of its end; what cannot be watched does not go on."""
    try:
        return os.pidfd_open(process.pid)
    except OSError:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        raise


def _signal(job: Job, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(job.process.pid, number)


def spawn(
    child: Child,
    output: int,
    *,
    source: int = subprocess.DEVNULL,
    dies_with_parent: bool = True,
) -> subprocess.Popen[bytes]:
    """Start a child in its own session; raises Failed."""
    parent = os.getpid()
    try:
        return subprocess.Popen(
            child.arguments,
            stdin=source,
            stdout=output,
            stderr=subprocess.PIPE,
            cwd="/",
            env=ENVIRONMENT,
            pass_fds=child.descriptors,
            start_new_session=True,
            # One thread: nothing can hold a lock in the copy.
            preexec_fn=lambda: confine_child(  # noqa: PLW1509
                parent, child.capabilities, dies_with_parent=dies_with_parent
            ),
        )
    except (OSError, subprocess.SubprocessError) as error:
        text = f"{child.arguments[0]} cannot be started: {error}."
        raise HelperError(ErrorName.FAILED, text) from error
