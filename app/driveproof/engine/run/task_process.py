# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The child that does everyday tasks: started once for a run, asked for a task at a time."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

import driveproof
from driveproof.domain.errors import Advice, DriveproofError, MachineError
from driveproof.domain.notes import Note
from driveproof.domain.run.failed_io import known_failure
from driveproof.engine.run.explained import number_in
from driveproof.engine.run.fio_run import LOOK, SILENCE

if TYPE_CHECKING:
    from driveproof.engine.run.tasks.worker import TaskSettings

_END = 0.6
"""Seconds that a killed child gets to end; one that waits for the drive ends with that."""
_MODULES = (
    "import sys; sys.path += sys.argv[1:3]\n"
    "from driveproof.engine.run.tasks.{module} import main\n"
    "sys.exit(main(sys.argv[3:]))"
)


def task_command(module: str, *arguments: str) -> tuple[str, ...]:
    """The command that starts a module of `tasks` isolated: no variable, start-up file or folder of
    a user decides what it loads.
    """
    # Beside our own modules it needs one library: that of the values (domain).
    places = [str(Path(one.__file__ or "").parents[1]) for one in (driveproof, msgspec)]
    return (
        sys.executable, "-I", "-S", "-c", _MODULES.format(module=module), *places, *arguments
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class TaskResult:
    """What the child says of a task, in seconds: `syncing` of them waited for the drive."""

    seconds: float
    syncing: float
    cpu: float
    items: int
    bytes: int


class TaskProcess:
    """The child. It ends with us, whatever becomes of us."""

    def __init__(self, setting: TaskSettings, keep_open: Sequence[int]) -> None:
        """Start it with the descriptors `keep_open`, those of the folders of `setting` among them.
        Raises MachineError.
        """
        environment = {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C"}
        try:
            self._child = subprocess.Popen(
                task_command("worker", json.dumps(asdict(setting))),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=environment,
                cwd="/",
                pass_fds=tuple(keep_open),
                text=True,
                start_new_session=True,  # Ctrl-C is meant for us, and its children end with it
            )
        except OSError as error:
            raise MachineError(
                "{path} cannot be started: {error}.",
                path=sys.executable,
                error=error.strerror,
            ) from error
        self.said: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        """What it says as it comes, None at the end; {} where somebody only woke us."""
        threading.Thread(target=self._read, name="tasks", daemon=True).start()

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._child.pid

    def _read(self) -> None:
        assert self._child.stdout is not None
        with contextlib.suppress(OSError, ValueError), self._child.stdout as out:
            for line in out:
                said = json.loads(line)
                if isinstance(said, dict):
                    self.said.put(said)
        self.said.put(None)

    def ask(self, **what: object) -> None:
        """Send a line."""
        assert self._child.stdin is not None
        with contextlib.suppress(OSError):
            self._child.stdin.write(f"{json.dumps(what)}\n")
            self._child.stdin.flush()

    def status(self) -> int | None:
        """Its exit status once it has ended, negative for a signal."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self._child.wait(_END)
        return None

    def kill(self) -> None:
        """End it with all that it started; calling it twice is harmless."""
        if self._child.poll() is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._child.pid, signal.SIGKILL)
            self.status()
        assert self._child.stdin is not None
        with contextlib.suppress(OSError):
            self._child.stdin.close()


@dataclass(frozen=True, slots=True)
class TaskEnding:
    """How a task ended: what it came to, or the failure; neither when it was cancelled."""

    done: TaskResult | None = None
    failure: DriveproofError | None = None


class TaskRun:
    """Has the child do one task.

    `on_ready` is called when everything is prepared, before it begins; `on_look` several times a
    second with its share (0 to 1; None: it is still prepared), and returns whether anything moves.
    """

    def __init__(
        self,
        process: TaskProcess,
        task: str,
        *,
        cold: bool,
        cancelled: Callable[[], bool],
        on_ready: Callable[[], None],
        on_look: Callable[[float | None], bool],
        on_silence: Callable[[float], None],
        timeout: float = SILENCE,
    ) -> None:
        self._process = process
        self._task, self._cold = task, cold
        self._cancelled = cancelled
        self._on_ready, self._on_look, self._on_silence = on_ready, on_look, on_silence
        self._timeout = timeout

    def wake(self) -> None:
        """Look at `cancelled` now; may be called from any thread and from a signal handler."""
        self._process.said.put({})

    def run(self) -> TaskEnding:
        """Return when the task has ended, or was ended."""
        if self._cancelled():
            return TaskEnding()
        self._process.ask(task=self._task, cold=self._cold)
        ending = self._follow()
        if ending.done is None:
            self._process.kill()
        return ending

    def _follow(self) -> TaskEnding:
        share: float | None = None
        begun = False
        told, moved = 0.0, time.monotonic()
        while True:
            if self._cancelled():
                return TaskEnding()
            try:
                said = self._process.said.get(timeout=LOOK)
            except queue.Empty:
                said = {}
            if said is None:
                return TaskEnding(failure=_ended(self._process.status()))
            begun = begun or "ready" in said
            if "ready" in said:
                self._on_ready()
                self._process.ask(go=True)
            elif "done" in said:
                return TaskEnding(TaskResult(**said["done"]))
            elif "failed" in said:
                return TaskEnding(failure=task_failure(said.get("errno") or 0, str(said["failed"])))
            now, before = time.monotonic(), share
            # Before it has begun, a share is the last word of the task before.
            share = said.get("share", share) if begun else None
            if now - told >= LOOK:
                told = now
                if self._on_look(share):
                    moved = now
            if share != before:
                moved = now
            if now - moved > self._timeout:
                return TaskEnding(failure=_silent(now - moved))
            if now - moved > 2 * LOOK:
                self._on_silence(now - moved)


def task_failure(number: int, said: str) -> DriveproofError:
    """What the child says of a failed task, by the number of the call that failed; a compiler has
    only words.
    """
    known = known_failure(number or number_in(said))
    return known or MachineError(
        "The task failed.",
        details=said.strip()[-300:],
        advice=Advice("See the run's details."),
    )


def _silent(seconds: float) -> MachineError:
    return MachineError(
        "The device does not answer.",
        advice=Advice("Check the kernel log (journalctl -k) and the drive's health."),
    )


def _ended(status: int | None) -> MachineError:
    if status is not None and status < 0:
        return MachineError(
            "The task failed: {reason}.",
            advice=Advice("Try again."),
            reason=Note("signal {signal}", signal=-status),
        )
    return MachineError(
        "The task failed: {reason}.",
        advice=Advice("Try again."),
        reason=Note("status {status}", status=status),
    )
