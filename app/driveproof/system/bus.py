# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The system bus: connecting, calling, and what to advise where it is missing."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from jeepney import DBusAddress, new_method_call
from jeepney.bus import get_bus
from jeepney.io.blocking import DBusConnection, prep_socket
from jeepney.low_level import HeaderFields, Message, MessageFlag, MessageType

from driveproof.domain.errors import Advice, MachineError
from driveproof.helper.protocol import THE_BUS as _BUS_NAME
from driveproof.helper.protocol import Owners

if TYPE_CHECKING:
    import socket

CALL_SECONDS = 25.0
"""Seconds that a call may take at most; a bus-activated service may have to start first."""
_TURN_SECONDS = 0.25
"""Seconds between two looks at something else during a long call."""

THE_BUS = DBusAddress("/org/freedesktop/DBus", bus_name=_BUS_NAME, interface=_BUS_NAME)


class BusCallError(Exception):
    """An error reply to a call; `name` is the error's D-Bus name."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(f"{name}: {text}")
        self.name = name
        self.text = text


class Connection(DBusConnection):
    """A connection that accepts a reply only from the peer that its call was sent to.

    jeepney's own accepts any message with the right reply serial, even a signal, from anybody.
    Everything goes through `receive`, which learns the owners of the names that were called.
    """

    def __init__(self, sock: socket.socket, enable_fds: bool = False) -> None:
        """`sock` is already authenticated (jeepney's prep_socket)."""
        self._owners: dict[str, Owners] = {}
        self._questions: dict[int, Owners] = {}  # by the serial of a GetNameOwner
        super().__init__(sock, enable_fds)

    def close(self) -> None:
        """Disconnect from the bus."""
        super().close()  # type: ignore[no-untyped-call]  # jeepney has no types

    def follow(self, name: str) -> Owners:
        """Track the owner of a name: a new owner is known before its first message arrives.

        The bus delivers in order, and announces a new owner before it passes on that owner's
        messages.
        """
        if name not in self._owners:
            owners = self._owners[name] = Owners(name)
            if not name.startswith(":") and name != _BUS_NAME:
                rule = (
                    f"type='signal',sender='{_BUS_NAME}',interface='{_BUS_NAME}',"
                    f"member='NameOwnerChanged',arg0='{name}'"
                )
                match = method_call(THE_BUS, "AddMatch", "s", (rule,))
                match.header.flags |= MessageFlag.no_reply_expected
                self.send(match)
                serial = next(self.outgoing_serial)
                self._questions[serial] = owners
                self.send(method_call(THE_BUS, "GetNameOwner", "s", (name,)), serial=serial)
            else:
                owners.learn(name)
        return self._owners[name]

    def receive(self, *, timeout: float | None = None) -> Message:
        """The next message; `timeout` in seconds. Raises TimeoutError, ConnectionError."""
        message: Message = super().receive(timeout=timeout)
        if sender_of(message) == _BUS_NAME:
            self._learn(message)
        return message

    def _learn(self, message: Message) -> None:
        """Record what the bus itself reports."""
        if changed := owner_changed(message):
            name, new = changed
            if name in self._owners:
                self._owners[name].learn(new)
            return
        owners = self._questions.pop(message.header.fields.get(HeaderFields.reply_serial, 0), None)
        if owners is not None and message.header.message_type == MessageType.method_return:
            owners.learn(message.body[0])

    def is_reply(self, message: Message, serial: int, name: str) -> bool:
        """Whether it answers the call of that serial to `name`, from a peer that may answer."""
        return (
            message.header.message_type in {MessageType.method_return, MessageType.error}
            and message.header.fields.get(HeaderFields.reply_serial) == serial
            and self.follow(name).may_answer(sender_of(message))
        )

    def send_and_get_reply(
        self,
        message: Message,
        *,
        timeout: float | None = None,
        on_turn: Callable[[], None] | None = None,
    ) -> Message:
        """Call and wait, at most `timeout` seconds; `on_turn` is called a few times a second
        meanwhile. Raises TimeoutError, or OSError.
        """
        deadline = None if timeout is None else time.monotonic() + timeout
        name = message.header.fields[HeaderFields.destination]
        self.follow(name)
        serial = next(self.outgoing_serial)
        self.send(message, serial=serial)
        while True:
            left = None if deadline is None else deadline - time.monotonic()
            if left is not None and left <= 0:  # even where others keep us busy with messages
                raise TimeoutError
            try:
                reply = self.receive(timeout=_turn(left) if on_turn else left)
            except TimeoutError:
                if on_turn is None:
                    raise
                on_turn()
                continue
            if self.is_reply(reply, serial, name):
                return reply


def _turn(left: float | None) -> float:
    return _TURN_SECONDS if left is None else min(left, _TURN_SECONDS)


def sender_of(message: Message) -> str:
    """The unique name of the sender, or the bus's own: the bus writes it, it cannot be forged."""
    return str(message.header.fields.get(HeaderFields.sender, ""))


def owner_changed(message: Message) -> tuple[str, str] | None:
    """The name and its new owner ("" for none) if the bus reports a change; None otherwise."""
    fields = message.header.fields
    if (
        message.header.message_type != MessageType.signal
        or sender_of(message) != _BUS_NAME
        or fields.get(HeaderFields.member) != "NameOwnerChanged"
    ):
        return None
    name, _, new = message.body
    return name, new


def connect(address: str = "", *, descriptors: bool = False) -> Connection:
    """Connect to the system bus, or to the bus at `address` ("unix:path=...").

    Without an address DBUS_SYSTEM_BUS_ADDRESS is honoured, as usual. Raises MachineError.
    """
    known = address or os.environ.get("DBUS_SYSTEM_BUS_ADDRESS", "")
    try:
        place = get_bus(address or "SYSTEM")
    except (ValueError, RuntimeError) as error:  # its text is for programmers
        raise MachineError(
            "The system bus does not answer: {error}.",
            error=known,
            advice=Advice("Unset DBUS_SYSTEM_BUS_ADDRESS."),
        ) from error
    try:
        return Connection(prep_socket(place, descriptors, timeout=5.0), descriptors)
    except (OSError, RuntimeError, ValueError, TimeoutError) as error:
        raise MachineError(
            "The system bus does not answer: {error}.",
            error=_reason(error),
            advice=Advice("Start dbus (systemctl start dbus)."),
        ) from error


def call(
    connection: Connection,
    address: DBusAddress,
    method: str,
    signature: str = "",
    body: tuple[Any, ...] = (),
    *,
    timeout: float = CALL_SECONDS,
    activate: bool = True,
) -> tuple[Any, ...]:
    """Call and wait; raises BusCallError, TimeoutError, or OSError where the bus has gone."""
    message = method_call(address, method, signature, body, activate=activate)
    return reply_body(connection.send_and_get_reply(message, timeout=timeout))


def method_call(
    address: DBusAddress,
    method: str,
    signature: str = "",
    body: tuple[Any, ...] = (),
    *,
    activate: bool = True,
) -> Message:
    """A call that never asks for interactive authorization (the flag for that is left out)."""
    message: Message = new_method_call(address, method, signature or None, body)
    if not activate:
        message.header.flags |= MessageFlag.no_auto_start
    return message


def reply_body(reply: Message) -> tuple[Any, ...]:
    """The body of a reply; raises BusCallError where the reply is an error."""
    if reply.header.message_type == MessageType.error:
        name = str(reply.header.fields.get(HeaderFields.error_name, ""))
        text = str(reply.body[0]) if reply.body else ""
        raise BusCallError(name, text)
    return tuple(reply.body)


def _reason(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error) or type(error).__name__
