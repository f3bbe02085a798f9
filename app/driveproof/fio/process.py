# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A running fio: started so that it cannot outlive us, and drained whatever else happens."""

from __future__ import annotations

import contextlib
import os
import queue
import selectors
import shutil
import signal
import subprocess
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from driveproof.domain.errors import DriveproofError, MachineError

CHUNK = 65536
# What SIGTERM may take before SIGKILL follows; cancelling has to be over within a second.
TIMEOUT = 0.6
LOOK = 0.25
KEPT_ERRORS = 65536


class RunningFio(Protocol):
    """An fio that runs, wherever it does."""

    output: queue.SimpleQueue[bytes | None]
    """Its standard output as it comes, None at the end."""
    output_ended: bool
    failure: DriveproofError | None
    """Why its end says nothing about the device; None when it ended by itself."""

    def wake(self) -> None:
        """Let a blocked `output.get` return with no bytes."""

    def errors(self) -> str:
        """What fio wrote to its standard error."""

    def wait(self, timeout: float) -> int | None:
        """fio's exit status (negative: killed by that signal), None when it still runs."""

    def end(self, waits: Callable[[], bool] = lambda: False) -> int | None:
        """End it in less than a second; its status, None if the kernel holds it.

        `waits` is asked again and again whether its last work should be waited for.
        """


class Launch(Protocol):
    """One fio that is about to start; `command` is its argument vector."""

    command: tuple[str, ...]

    def start(self) -> RunningFio:
        """Start it, which may take as long as a person thinks. Raises DriveproofError."""

    def abort(self) -> None:
        """Let a blocked `start` raise; from any thread and from a signal handler."""


@dataclass(slots=True)
class LocalLaunch:
    """An fio of our own, as who we are, with the descriptors `keep_open`."""

    command: tuple[str, ...]
    keep_open: tuple[int, ...] = ()

    def start(self) -> RunningFio:
        """Start it. Raises MachineError."""
        return FioProcess(self.command, keep_open=self.keep_open)

    def abort(self) -> None:
        """Does nothing: a start waits for nothing."""


class FioProcess:
    """One fio with its output in a queue.

    `setpriv --pdeathsig KILL` makes the kernel kill fio when the *thread* that started it ends,
    so that thread has to outlive fio. fio is stopped by a full pipe (and measures nonsense), so a
    thread of its own does nothing but empty it.
    """

    def __init__(self, command: Sequence[str], *, keep_open: Sequence[int] = ()) -> None:
        """Start `command` with the descriptors `keep_open`.

        Raises MachineError when it cannot be started.
        """
        guard = shutil.which("setpriv")
        guarded = [guard, "--pdeathsig", "KILL", "--", *command] if guard else list(command)
        environment = {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C"}
        try:
            self._process = subprocess.Popen(
                guarded,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=tuple(keep_open),
                env=environment,
                # Ctrl-C in the terminal is for us; we end fio in our own way.
                start_new_session=True,
            )
        except OSError as error:
            raise MachineError(
                "{path} cannot be started: {error}.", error=error, path="fio"
            ) from error
        self.output: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self.failure: DriveproofError | None = None
        self.output_ended = False  # fio closed its standard output: it is about to exit
        self._errors = bytearray()
        self._drain = threading.Thread(target=self._empty, name="fio-drain", daemon=True)
        self._drain.start()

    @property
    def pid(self) -> int:
        """The process id of fio."""
        return self._process.pid

    def wake(self) -> None:
        """Let a blocked `output.get` return with no bytes."""
        self.output.put(b"")

    def _empty(self) -> None:
        out, err = self._process.stdout, self._process.stderr
        assert out is not None and err is not None
        with selectors.DefaultSelector() as selector:
            selector.register(out, selectors.EVENT_READ)
            selector.register(err, selectors.EVENT_READ)
            while selector.get_map():
                for key, _ in selector.select():
                    data = os.read(key.fd, CHUNK)
                    if not data:
                        selector.unregister(key.fileobj)
                        if key.fileobj is out:
                            self.output_ended = True
                            self.output.put(None)
                    elif key.fileobj is out:
                        self.output.put(data)
                    elif len(self._errors) < KEPT_ERRORS:
                        self._errors += data

    def errors(self) -> str:
        """What fio wrote to its standard error, at most 64 KiB of it."""
        return bytes(self._errors).decode("utf-8", "replace").strip()

    def signal(self, number: signal.Signals) -> None:
        """Send a signal, if fio still runs."""
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(number)

    def wait(self, timeout: float | None = None) -> int | None:
        """fio's exit status (negative: killed by that signal), None when it still runs."""
        try:
            status = self._process.wait(timeout)
        except subprocess.TimeoutExpired:
            return None
        self._drain.join(timeout=1.0)
        if not self._drain.is_alive():
            for pipe in (self._process.stdout, self._process.stderr):
                if pipe is not None:
                    pipe.close()
        return status

    def end(self, waits: Callable[[], bool] = lambda: False) -> int | None:
        """Ask fio to end, insist after TIMEOUT seconds, or as soon as it need not be waited for any
        longer; its status, None if the kernel holds it.

        A device that does not answer keeps its I/Os, and with them fio, inside the kernel; fio is
        then as good as dead: it ends with its last I/O.
        """
        self.signal(signal.SIGTERM)
        status = self.wait(TIMEOUT)
        while status is None and waits():
            status = self.wait(LOOK)
        if status is None:
            self.signal(signal.SIGKILL)
            status = self.wait(TIMEOUT / 2)
        return status
