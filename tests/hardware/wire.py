# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Talks to the agent in the guest and to QEMU: lines of JSON over sockets."""

from __future__ import annotations

import json
import queue
import socket
import threading
import time
from collections.abc import Callable
from typing import Any, NamedTuple

ANSWER = 60.0  # seconds that QEMU has to answer


class Done(NamedTuple):
    """A command that has ended."""

    status: int
    out: str
    err: str


class Lines:
    """Sends objects, and calls a handler for each that arrives, in a separate thread."""

    def __init__(self, end: socket.socket, take: Callable[[dict[str, Any]], None]) -> None:
        self._socket = end
        self._take = take
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def send(self, message: dict[str, Any]) -> None:
        with self._lock:
            self._socket.sendall(json.dumps(message).encode() + b"\n")

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(10)
        self._socket.close()

    def _read(self) -> None:
        with self._socket.makefile("rb") as stream:
            try:
                for line in stream:
                    self._take(json.loads(line))
            except OSError:
                pass


class Job:
    """A command in the guest."""

    def __init__(self, number: int, kill: Callable[[int], None]) -> None:
        self.number = number
        self._kill = kill
        self._events: queue.Queue[dict[str, Any]] = queue.Queue()
        self._out: list[str] = []
        self._err: list[str] = []
        self._status: int | None = None

    def take(self, event: dict[str, Any]) -> None:
        self._events.put(event)

    def line(self, wanted: Callable[[str], bool], limit: float) -> str:
        """The next matching line of its output. Raises AssertionError."""
        end = time.monotonic() + limit
        while self._status is None:
            event = self._next(end)
            if "out" in event and wanted(event["out"]):
                line: str = event["out"]
                return line
        raise AssertionError(f"it ended with {self._status}: {self._said()}")

    def finish(self, limit: float) -> Done:
        """Wait for its end. Raises AssertionError."""
        end = time.monotonic() + limit
        while self._status is None:
            self._next(end)
        return Done(self._status, "\n".join(self._out), "\n".join(self._err))

    def stop(self) -> Done:
        """Terminate it."""
        self._kill(self.number)
        return self.finish(ANSWER)

    def _next(self, end: float) -> dict[str, Any]:
        try:
            event = self._events.get(timeout=max(0.0, end - time.monotonic()))
        except queue.Empty:
            raise AssertionError(f"nothing more came in time: {self._said()}") from None
        if "exit" in event:
            self._status = event["exit"]
        else:
            (self._out if "out" in event else self._err).append(event.get("out", event.get("err")))
        return event

    def _said(self) -> str:
        return "\n".join([*self._out[-20:], *self._err[-20:]]) or "(it said nothing)"


class Channel:
    """The connection to one agent."""

    def __init__(self, end: socket.socket) -> None:
        self._ready = threading.Event()
        self._jobs: dict[int, Job] = {}
        self._count = 0
        self._lines = Lines(end, self._take)

    def ready(self, limit: float) -> bool:
        """Wait at most `limit` seconds until it accepts commands; whether it does."""
        return self._ready.wait(limit)

    def start(self, argv: list[str], user: str) -> Job:
        self._count += 1
        job = Job(self._count, lambda number: self._lines.send({"kill": number}))
        self._jobs[job.number] = job
        self._lines.send({"id": job.number, "argv": argv, "user": user})
        return job

    def close(self) -> None:
        self._lines.close()

    def _take(self, event: dict[str, Any]) -> None:
        if "ready" in event:
            self._ready.set()
        else:
            self._jobs[event["id"]].take(event)


class Monitor:
    """The connection to QEMU itself, by its own protocol (QMP)."""

    def __init__(self, end: socket.socket) -> None:
        self._answers: queue.Queue[dict[str, Any]] = queue.Queue()
        self._events: queue.Queue[dict[str, Any]] = queue.Queue()
        self._lines = Lines(end, self._take)
        self.ask("qmp_capabilities")

    def ask(self, command: str, **arguments: Any) -> Any:
        """Send a command, and return the reply. Raises AssertionError."""
        self._lines.send({"execute": command, "arguments": arguments})
        try:
            answer = self._answers.get(timeout=ANSWER)
        except queue.Empty:
            raise AssertionError(f"QEMU did not answer {command}") from None
        assert "return" in answer, f"{command}: {answer}"
        return answer["return"]

    def event(self, name: str, limit: float, **data: Any) -> None:
        """Wait for an event of QEMU's; earlier ones are discarded."""
        end = time.monotonic() + limit
        while True:
            try:
                event = self._events.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"QEMU did not say {name} {data}") from None
            if event["event"] == name and data.items() <= event.get("data", {}).items():
                return

    def close(self) -> None:
        self._lines.close()

    def _take(self, message: dict[str, Any]) -> None:
        if "event" in message:
            self._events.put(message)
        elif "QMP" not in message:
            self._answers.put(message)
