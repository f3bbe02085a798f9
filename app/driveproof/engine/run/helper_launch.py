# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An fio that the privileged helper runs, followed like one of our own."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable

from driveproof.domain.errors import Advice, DriveproofError, MachineError
from driveproof.fio.process import CHUNK, TIMEOUT, RunningFio
from driveproof.system.helper.job import HelperJob, JobEnding

Start = Callable[[Callable[[Callable[[], None]], None]], HelperJob]
"""Starts a job; it is called with a function that gets the way to hang up, once there is a
connection.
"""


class HelperLaunch:
    """One fio of the helper's that is about to start; `command` is what people can repeat."""

    def __init__(self, command: tuple[str, ...], start: Start) -> None:
        self.command = command
        self._start = start
        self._aborted = False
        self._hang_up: Callable[[], None] | None = None

    def start(self) -> RunningFio:
        """Start it, when the person at the prompt allows it. Raises DriveproofError."""
        return HelperFio(self._start(self._connected), self.command[0])

    def _connected(self, hang_up: Callable[[], None]) -> None:
        self._hang_up = hang_up
        if self._aborted:
            hang_up()

    def abort(self) -> None:
        """Leave the bus: the helper takes the prompt away."""
        self._aborted = True
        if self._hang_up is not None:
            self._hang_up()


class HelperFio:
    """A job of the helper with its output in a queue; a thread only drains the pipe.

    `program` is its name in messages. Leaving the bus ends the job, however this process ends.
    """

    def __init__(self, job: HelperJob, program: str = "fio") -> None:
        self._job = job
        self._program = program
        self._ending: JobEnding | None = None
        self._ended_by_us = False
        self.failure: DriveproofError | None = None
        self.output: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self.output_ended = False
        threading.Thread(target=self._empty, name="helper-drain", daemon=True).start()

    def wake(self) -> None:
        """Let a blocked `output.get` return with no bytes."""
        self.output.put(b"")

    def _empty(self) -> None:
        with os.fdopen(self._job.output, "rb", buffering=0) as pipe:
            while data := pipe.read(CHUNK):
                self.output.put(data)
        self.output_ended = True
        self.output.put(None)

    def errors(self) -> str:
        """The last that fio wrote to its standard error."""
        return self._ending.words if self._ending else ""

    def wait(self, timeout: float) -> int | None:
        """fio's exit status (negative: killed by that signal), None when it is not known."""
        if self._ending is None and self.failure is None:
            try:
                self._ending = self._job.wait(timeout)
            except TimeoutError:
                return None
            except DriveproofError as error:
                self.failure = error
            self._job.close()
            if self._ending is not None and self._ending.reason and not self._ended_by_us:
                self.failure = _ended_early(self._ending, self._program)
        return None if self._ending is None else self._ending.status

    def end(self, waits: Callable[[], bool] = lambda: False) -> int | None:
        """Have it ended; its status, None if that is not known in time. The helper insists, and
        nothing is waited for.
        """
        self._ended_by_us = True
        if self._ending is None and self.failure is None:
            self._job.cancel()
            if self.wait(1.5 * TIMEOUT) is None:
                self._job.close()
        return self._ending.status if self._ending else None


def _ended_early(ending: JobEnding, program: str) -> DriveproofError:
    if ending.timed_out:
        return MachineError(
            "The device does not answer.",
            advice=Advice("Check the kernel log (journalctl -k) and the drive's health."),
        )
    return MachineError("Driveproof's helper ended.", advice=Advice("Try again."))
