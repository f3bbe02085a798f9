# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""One connection to the bus that follows UDisks2 and never blocks on a reply."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from jeepney.low_level import HeaderFields, Message, MessageFlag, MessageType

from driveproof.domain.errors import Advice, MachineError
from driveproof.system.bus import (
    CALL_SECONDS,
    THE_BUS,
    BusCallError,
    Connection,
    answer,
    connect,
    method_call,
)
from driveproof.system.udisks.client import MANAGER, NAME, missing
from driveproof.system.udisks.objects import ROOT, ObjectTree

_RULES = (
    f"type='signal',sender='{NAME}',path_namespace='{ROOT}'",
    "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',"
    "member='ActivatableServicesChanged'",
)
_AFTER_STOP_SECONDS = 3.0  # it is most likely being restarted: only after this do we start it
_RETRIES = (0.3, 1.0, 2.0, 5.0)


class LostError(Exception):
    """The bus has gone."""


@dataclass(frozen=True, slots=True)
class Change:
    """What happened since the last `process`."""

    reloaded: bool = False
    """Whether everything was read anew."""
    affected: frozenset[str] = frozenset()
    """Paths of the block objects that may have changed."""


@dataclass(slots=True)
class _Gathered:
    reloaded: bool = False
    affected: set[str] = field(default_factory=set)


class UDisksListener:
    """Keeps an ObjectTree equal to UDisks2's objects.

    `tree` is complete while `ready`; `missing` says why it is not. The user waits for `fileno` to
    become readable, at most until `wake_at`, and then calls `process`.
    """

    def __init__(self, address: str = "") -> None:
        """Raises MachineError where there is no bus."""
        self.tree = ObjectTree()
        self.ready = False
        self.missing: MachineError | None = None
        self._connection: Connection = connect(address)
        self._owner = ""
        self._asked: int | None = None
        self._deadline = 0.0
        self._retry_at: float | None = None
        self._failures = 0
        try:
            self._connection.follow(NAME)
            for rule in _RULES:
                self._connection.send(_quiet(method_call(THE_BUS, "AddMatch", "s", (rule,))))
            self._ask()
        except OSError as error:
            self.close()
            raise MachineError("The connection to the system bus was lost.") from error

    def __enter__(self) -> UDisksListener:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Disconnect from the bus."""
        self._connection.close()

    def fileno(self) -> int:
        """Readable when there is something to process."""
        return int(self._connection.sock.fileno())

    @property
    def wake_at(self) -> float | None:
        """The moment (time.monotonic) by which `process` has to be called in any case."""
        moments = [self._deadline] if self._asked is not None else []
        if self._retry_at is not None:
            moments.append(self._retry_at)
        return min(moments, default=None)

    def process(self) -> Change:
        """Process everything that arrived. Raises LostError."""
        gathered = _Gathered()
        try:
            for message in self._arrived():
                self._take(message, gathered)
            self._look_at_the_clock()
        except OSError as error:
            raise LostError from error
        return Change(gathered.reloaded, frozenset(gathered.affected))

    def _arrived(self) -> Iterator[Message]:
        while True:
            try:
                yield self._connection.receive(timeout=0)
            except TimeoutError:
                return

    def _take(self, message: Message, gathered: _Gathered) -> None:
        fields = message.header.fields
        if self._asked is not None and self._connection.is_reply(message, self._asked, NAME):
            self._asked = None
            self._take_objects(message, gathered)
        elif message.header.message_type == MessageType.signal:
            sender = fields.get(HeaderFields.sender)
            if sender == THE_BUS.bus_name:
                self._take_from_bus(str(fields.get(HeaderFields.member)), tuple(message.body))
            elif self.ready and sender == self._owner:
                # A signal sent before the reply is already included in the reply.
                self._take_signal(message, gathered)

    def _take_objects(self, message: Message, gathered: _Gathered) -> None:
        try:
            body = answer(message)
        except BusCallError as error:
            self._fail(missing(error))
            return
        self._owner = str(message.header.fields.get(HeaderFields.sender, ""))
        self.tree.load(body[0])
        self.ready, self.missing = True, None
        self._retry_at, self._failures = None, 0
        gathered.reloaded = True

    def _take_from_bus(self, member: str, body: tuple[Any, ...]) -> None:
        if member == "ActivatableServicesChanged":
            if not self.ready and self._retry_at is not None:
                self._retry_at = time.monotonic()  # it may just have been installed
            return
        if member != "NameOwnerChanged" or body[0] != NAME:
            return
        self.ready = False
        if body[2]:
            if body[1]:  # another owner took over: a reply of the old one is void
                self._asked = None
            self._ask()  # unless the call itself started the service
            return
        self._asked = None
        self.missing = MachineError(
            "{name} does not answer.",
            advice=Advice("Try again later."),
            name="UDisks2",
        )
        self._retry_at = time.monotonic() + _AFTER_STOP_SECONDS

    def _take_signal(self, message: Message, gathered: _Gathered) -> None:
        member = message.header.fields.get(HeaderFields.member)
        body = message.body
        if member == "InterfacesAdded":
            gathered.affected |= self.tree.add(body[0], body[1])
        elif member == "InterfacesRemoved":
            gathered.affected |= self.tree.remove(body[0], body[1])
        elif member == "PropertiesChanged":
            path = str(message.header.fields.get(HeaderFields.path))
            gathered.affected |= self.tree.change(path, body[0], body[1])
            if body[2]:  # values that the signal did not include
                self._ask()

    def _look_at_the_clock(self) -> None:
        now = time.monotonic()
        if self._asked is not None and self._deadline <= now:
            self._asked = None
            self._fail(missing(TimeoutError()))
        if self._retry_at is not None and self._retry_at <= now:
            self._ask()

    def _fail(self, error: MachineError) -> None:
        if not self.ready:
            self.missing = error
        self._retry_at = time.monotonic() + _RETRIES[min(self._failures, len(_RETRIES) - 1)]
        self._failures += 1

    def _ask(self) -> None:
        """Request all objects, which starts the service where the bus can do that."""
        self._retry_at = None
        if self._asked is None:
            self._asked = next(self._connection.outgoing_serial)
            self._deadline = time.monotonic() + CALL_SECONDS
            self._connection.send(method_call(MANAGER, "GetManagedObjects"), serial=self._asked)


def _quiet(message: Message) -> Message:
    message.header.flags |= MessageFlag.no_reply_expected
    return message
