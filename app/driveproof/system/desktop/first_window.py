# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""One window a session: the first owns a name on the session bus, and the next start raises it
(org.freedesktop.Application of the Desktop Entry Specification).
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from urllib.parse import unquote, urlsplit

from jeepney import DBusAddress, new_error, new_method_return
from jeepney.low_level import HeaderFields, Message, MessageType

from driveproof.domain.errors import MachineError
from driveproof.system.bus import THE_BUS, BusCallError, Connection, call, connect
from driveproof.system.desktop.notify import session_bus

NAME = "io.github.driveproof.Driveproof"
_INTERFACE = "org.freedesktop.Application"
_FIRST = DBusAddress("/io/github/driveproof/Driveproof", bus_name=NAME, interface=_INTERFACE)
_DO_NOT_QUEUE = 4  # of RequestName, D-Bus Specification
_OWNER = 1
_SECONDS = 5.0
_UNKNOWN = "org.freedesktop.DBus.Error.UnknownMethod"


@dataclass(frozen=True, slots=True)
class Asked:
    """Another start wants the window in front, with these paths opened; `token` is what lets it
    take the focus (XDG activation).
    """

    paths: tuple[str, ...] = ()
    token: str = ""


class FirstWindow:
    """`claim`, then `listen` if it is the first, or `ask` the first."""

    def __init__(self, address: str = "") -> None:
        """`address` is that of the session bus, by default the usual one."""
        self._address = address
        self._connection: Connection | None = None
        self._thread: Thread | None = None

    def claim(self) -> bool:
        """Whether this is the first window of the session; so is every one without a bus."""
        bus = self._address or session_bus()
        if not bus:
            return True
        try:
            connection = connect(bus)
            (answer,) = call(
                connection, THE_BUS, "RequestName", "su", (NAME, _DO_NOT_QUEUE), timeout=_SECONDS
            )
        except (MachineError, BusCallError, OSError, TimeoutError):
            return True
        self._connection = connection
        return bool(answer == _OWNER)

    def ask(self, paths: Sequence[str], token: str) -> bool:
        """Let the first window come to the front and open these paths; False if it does not
        answer.
        """
        if self._connection is None:
            return False
        about = {"activation-token": ("s", token), "desktop-startup-id": ("s", token)}
        data = about if token else {}
        uris = [Path(path).absolute().as_uri() for path in paths]
        try:
            if uris:
                call(self._connection, _FIRST, "Open", "asa{sv}", (uris, data), timeout=_SECONDS)
            else:
                call(self._connection, _FIRST, "Activate", "a{sv}", (data,), timeout=_SECONDS)
        except (BusCallError, OSError, TimeoutError):
            return False
        return True

    def listen(self, asked: Callable[[Asked], None]) -> None:
        """Call `asked`, in a thread, for every later start."""
        if self._connection is not None:
            self._thread = Thread(target=self._listen, args=(asked,), name="first window")
            self._thread.start()

    def close(self) -> None:
        """Give the name back."""
        if self._connection is None:
            return
        if self._thread is not None:
            self._connection.sock.shutdown(socket.SHUT_RDWR)  # wakes the thread
            self._thread.join()
        self._connection.close()
        self._connection = None

    def _listen(self, asked: Callable[[Asked], None]) -> None:
        connection = self._connection
        assert connection is not None
        while True:
            try:
                message = connection.receive()
                if message.header.message_type != MessageType.method_call:
                    continue
                found = _asked(message)
                if found is None:
                    connection.send(new_error(message, _UNKNOWN))
                    continue
                connection.send(new_method_return(message))
            except (OSError, ValueError):
                return  # closed, or the session has ended
            asked(found)


def _asked(message: Message) -> Asked | None:
    """What a call wants; None for a method that there is not."""
    fields, body = message.header.fields, message.body
    if fields.get(HeaderFields.interface, _INTERFACE) != _INTERFACE:
        return None
    match fields.get(HeaderFields.member), fields.get(HeaderFields.signature, ""):
        case "Activate", "a{sv}":
            return Asked(token=_token(body[0]))
        case "Open", "asa{sv}":
            paths = (_path(uri) for uri in body[0])
            return Asked(tuple(path for path in paths if path), _token(body[1]))
    return None


def _token(data: dict[str, tuple[str, object]]) -> str:
    for name in ("activation-token", "desktop-startup-id"):
        kind, value = data.get(name, ("s", ""))
        if kind == "s" and value:
            return str(value)
    return ""


def _path(uri: str) -> str:
    """The local file of a URI, "" for any other."""
    parts = urlsplit(uri)
    return unquote(parts.path) if parts.scheme == "file" and not parts.netloc else ""
