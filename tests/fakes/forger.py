# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A service whose callers receive a stranger's forgeries before its real reply."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from jeepney import DBusAddress, HeaderFields, Message, MessageType, new_method_return, new_signal
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, Proxy, open_dbus_connection

BUS = DBusAddress("/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus")


def forged_replies(
    caller: str, serial: int, signature: str, body: tuple[Any, ...], name: str, stranger: str
) -> Iterator[Message]:
    """Every type of message that exists, including a false claim of owning the name."""
    yield addressed(new_signal(BUS, "NameOwnerChanged", "sss", (name, "", stranger)), caller)
    for kind in MessageType:
        forged = addressed(new_signal(BUS, "Forged", signature, body), caller)
        forged.header.message_type = kind
        forged.header.fields[HeaderFields.reply_serial] = serial
        if kind is MessageType.error:
            forged.header.fields[HeaderFields.error_name] = f"{name}.Error.Forged"
        yield forged


def addressed(message: Message, to: str) -> Message:
    """Addressed to one connection, which receives it whether or not it subscribed."""
    message.header.fields[HeaderFields.destination] = to
    return message


class Forger:
    """Owns `name` on the bus at `address`; `as_stranger` makes the other connection."""

    def __init__(
        self,
        address: str,
        name: str,
        signature: str,
        answer: tuple[Any, ...],
        forged: tuple[Any, ...],
        as_stranger: Callable[[], AbstractContextManager[Any]] = nullcontext,
    ) -> None:
        self._name = name
        self._signature = signature
        self._answer = answer
        self._forged = forged
        self._service: DBusConnection = open_dbus_connection(address)
        with as_stranger():
            self._stranger: DBusConnection = open_dbus_connection(address)
        Proxy(message_bus, self._service).RequestName(name)
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self.asked = 0

    def __enter__(self) -> Forger:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join(10)
        self._service.close()
        self._stranger.close()

    def _serve(self) -> None:
        while not self._ended.is_set():
            try:
                call = self._service.receive(timeout=0.05)
            except TimeoutError:
                continue
            if call.header.message_type is MessageType.method_call:
                self.asked += 1
                self._forge(call)
                self._service.send(new_method_return(call, self._signature, self._answer))

    def _forge(self, call: Message) -> None:
        caller = str(call.header.fields[HeaderFields.sender])
        stranger = str(self._stranger.unique_name)
        forgeries = forged_replies(
            caller, call.header.serial, self._signature, self._forged, self._name, stranger
        )
        for message in forgeries:
            self._stranger.send(message)
        # When the bus replies to this, it has delivered or refused everything before it.
        Proxy(message_bus, self._stranger).GetId()
