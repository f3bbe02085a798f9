# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The system bus: connecting, calling, and what to do where it is not there."""

from __future__ import annotations

import os
from typing import Any

from jeepney import DBusAddress, new_method_call
from jeepney.bus import get_bus
from jeepney.io.blocking import DBusConnection, open_dbus_connection
from jeepney.low_level import HeaderFields, Message, MessageFlag, MessageType

from driveproof.domain.errors import MachineError
from driveproof.domain.units import visible

CALL_SECONDS = 25.0
"""How long a call may take at most; a bus-activated service may have to start first."""

THE_BUS = DBusAddress(
    "/org/freedesktop/DBus", bus_name="org.freedesktop.DBus", interface="org.freedesktop.DBus"
)


class BusCallError(Exception):
    """A call was answered with an error; `name` is its name on the bus."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(f"{name}: {text}")
        self.name = name
        self.text = text


def connect(address: str = "", *, descriptors: bool = False) -> DBusConnection:
    """Connect to the system bus, or to the bus at `address` ("unix:path=...").

    Without an address DBUS_SYSTEM_BUS_ADDRESS is honoured, as everywhere. Raises MachineError.
    """
    known = address or os.environ.get("DBUS_SYSTEM_BUS_ADDRESS", "")
    try:
        get_bus(address or "SYSTEM")
    except (ValueError, RuntimeError) as error:  # what it says is for programmers
        raise MachineError(
            f"The address of the system bus, {visible(known)!r}, cannot be used.",
            'An address looks like "unix:path=/run/dbus/system_bus_socket"; '
            "unset DBUS_SYSTEM_BUS_ADDRESS to use the usual one.",
        ) from error
    try:
        return open_dbus_connection(address or "SYSTEM", enable_fds=descriptors, auth_timeout=5.0)
    except (OSError, RuntimeError, ValueError, TimeoutError) as error:
        raise MachineError(
            f"The system bus (D-Bus) cannot be reached: {_reason(error)}.",
            "Install and start D-Bus: the package is called dbus, the service dbus.service.",
        ) from error


def call(
    connection: DBusConnection,
    address: DBusAddress,
    method: str,
    signature: str = "",
    body: tuple[Any, ...] = (),
    *,
    timeout: float = CALL_SECONDS,
    activate: bool = True,
) -> tuple[Any, ...]:
    """Call and wait; raises BusCallError, TimeoutError, or OSError where the bus went away."""
    message = method_call(address, method, signature, body, activate=activate)
    return answer(connection.send_and_get_reply(message, timeout=timeout))


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


def answer(reply: Message) -> tuple[Any, ...]:
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
