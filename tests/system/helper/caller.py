# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Callers of the helper: any user, on a separate connection each; and the helper's process."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from jeepney import DBusAddress, MatchRule, new_method_call
from jeepney.io.blocking import DBusConnection, open_dbus_connection
from jeepney.low_level import HeaderFields, Message, MessageFlag, MessageType

from driveproof.helper.protocol import (
    BUS_NAME,
    INTERFACE,
    METHODS,
    MIB,
    OBJECT_PATH,
    Claim,
    WireDirection,
    WireEngine,
    WirePattern,
    WirePhase,
)

NOBODY = 65534
DAEMON = 1
HELPER = DBusAddress(OBJECT_PATH, bus_name=BUS_NAME, interface=INTERFACE)
_SWITCHING = threading.Lock()


@contextmanager
def user(number: int) -> Iterator[None]:
    """Act as this user for the kernel and the bus; the tests' own process is root's."""
    with _SWITCHING:
        os.setresuid(number, number, 0)
        try:
            yield
        finally:
            os.setresuid(0, 0, 0)


class RefusedError(Exception):
    """The helper's error: the last part of its name, and its sentence."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(f"{name}: {text}")
        self.name = name.removeprefix(f"{BUS_NAME}.Error.")
        self.text = text


class Caller:
    """One connection to the bus."""

    def __init__(self, address: str, uid: int = NOBODY) -> None:
        with user(uid):
            self.connection: DBusConnection = open_dbus_connection(address, enable_fds=True)
        self.name = str(self.connection.unique_name)
        rule = MatchRule(type="signal", interface=INTERFACE, member="Finished")
        self._ends = self.connection.filter(rule, bufsize=1000).queue
        self._ended: dict[str, tuple[int, str, str]] = {}

    def close(self) -> None:
        """Leave the bus."""
        self.connection.close()

    def message(
        self, method: str, *body: Any, signature: str | None = None, interactive: bool = True
    ) -> Message:
        """A call, not sent yet."""
        takes = METHODS[method].takes if signature is None else signature
        call = new_method_call(HELPER, method, takes or None, body)
        if interactive:
            call.header.flags |= MessageFlag.allow_interactive_authorization
        return call

    def call(self, method: str, *body: Any, **options: Any) -> tuple[Any, ...]:
        """Call and wait; raises RefusedError."""
        message = self.message(method, *body, **options)
        return unwrap(self.connection.send_and_get_reply(message, timeout=30))

    def send(self, method: str, *body: Any, **options: Any) -> int:
        """Call without waiting; returns the serial."""
        serial = next(self.connection.outgoing_serial)
        self.connection.send(self.message(method, *body, **options), serial=serial)
        return serial

    def reply(self, serial: int) -> tuple[Any, ...]:
        """Wait for the reply to an earlier call; raises RefusedError."""
        while True:
            message = self.connection.receive(timeout=30)
            if message.header.fields.get(HeaderFields.reply_serial) == serial:
                return unwrap(message)

    def start(self, method: str, *body: Any, **options: Any) -> tuple[str, int]:
        """Start a job; returns its path, and the descriptor of its output."""
        path, output = self.call(method, *body, **options)
        return path, output.to_raw_fd()

    def finished(self, path: str) -> tuple[int, str, str]:
        """Wait for the end of a job: status, why the helper ended it, last words."""
        while path not in self._ended:
            end = self.connection.recv_until_filtered(self._ends, timeout=30)
            job, *rest = end.body
            self._ended[job] = (rest[0], rest[1], rest[2])
        return self._ended.pop(path)


def unwrap(reply: Message) -> tuple[Any, ...]:
    """The values of a reply; raises RefusedError."""
    if reply.header.message_type is MessageType.error:
        raise RefusedError(reply.header.fields[HeaderFields.error_name], str(reply.body[0]))
    return tuple(reply.body)


def read_all(descriptor: int) -> bytes:
    """Read to the end, and close it."""
    with os.fdopen(descriptor, "rb") as pipe:
        return pipe.read()


def phase(direction: WireDirection = WireDirection.READ, **changed: Any) -> WirePhase:
    """A short phase."""
    values: dict[str, Any] = {
        "direction": direction,
        "pattern": WirePattern.SEQUENTIAL,
        "engine": WireEngine.PSYNC,
        "block_size": MIB,
        "queue_depth": 1,
        "jobs": 1,
        "read_share": 70,
        "direct": True,
        "milliseconds": 200,
        "interval": 100,
        "seed": 1,
        "limit": 0,
    }
    return WirePhase(**{**values, **changed})


def wire(claim: Claim) -> tuple[str, int, int]:
    """The struct on the bus."""
    return claim.path, claim.number, claim.sequence


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii")
    return [int(word) for word in text.split()]


def commands(pid: int) -> Iterator[tuple[int, list[str]]]:
    """The processes that a process has started, with their words; not those that have ended."""
    for child in children(pid):
        try:
            words = Path(f"/proc/{child}/cmdline").read_text("utf-8", "replace").split("\0")[:-1]
        except OSError:  # it has just ended
            continue
        if words:
            yield child, words


def session(leader: int) -> list[int]:
    """The running processes of a session; zombies do not count."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, _, _, number = path.read_text("ascii").rpartition(")")[2].split()[:4]
            if int(number) == leader and state != "Z":
                found.append(int(path.parent.name))
    return found


class Process:
    """A process that is watched until it ends."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._descriptor = os.pidfd_open(pid)

    def wait_end(self, seconds: float = 20.0) -> None:
        """Fail if it does not end in time."""
        poll = select.poll()
        poll.register(self._descriptor, select.POLLIN)
        assert poll.poll(seconds * 1000), f"process {self.pid} still runs"

    def status(self, key: str) -> str:
        """A line of /proc/PID/status."""
        for line in Path(f"/proc/{self.pid}/status").read_text("ascii").splitlines():
            if line.startswith(f"{key}:"):
                return line.partition(":")[2].strip()
        raise KeyError(key)

    def release(self) -> None:
        """Watch it no longer."""
        os.close(self._descriptor)

    def close(self) -> None:
        """Kill it if it is still there."""
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._descriptor, signal.SIGKILL)
        os.close(self._descriptor)
