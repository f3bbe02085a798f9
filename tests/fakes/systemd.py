# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A fake systemd with fstrim.timer on its own bus, following org.freedesktop.systemd1(5)."""

from __future__ import annotations

import threading
from typing import Any

from jeepney import HeaderFields, Message, MessageType, new_error, new_method_return
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, Proxy, open_dbus_connection

NAME = "org.freedesktop.systemd1"
UNITS = "/org/freedesktop/systemd1/unit/"
Properties = dict[str, tuple[str, Any]]

EXEC = "a(sasbttttuii)"


def exec_start(*words: str) -> tuple[str, Any]:
    """ExecStart of a service with one command."""
    return EXEC, [(words[0], list(words), False, 0, 0, 0, 0, 0, 0, 0)]


class FakeSystemd:
    """Serves `units` (name to interface to properties) until the bus ends or `stop`."""

    def __init__(
        self, address: str, units: dict[str, dict[str, Properties]], states: dict[str, str]
    ) -> None:
        self._units = units
        self._states = states
        self._address = address
        self.called: list[str] = []
        """Calls that change something, in order."""
        self.denied = False
        self._ended = threading.Event()
        self._connection: DBusConnection = open_dbus_connection(address)
        Proxy(message_bus, self._connection).RequestName(NAME)
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self) -> FakeSystemd:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join(10)
        self._connection.close()

    def _serve(self) -> None:
        while not self._ended.is_set():
            try:
                message = self._connection.receive(timeout=0.05)
            except TimeoutError:
                continue
            except OSError:  # the bus has gone
                return
            if message.header.message_type == MessageType.method_call:
                self._connection.send(self._answer(message))

    def _answer(self, message: Message) -> Message:
        fields = message.header.fields
        member, path = str(fields[HeaderFields.member]), str(fields[HeaderFields.path])
        if member == "LoadUnit":
            return new_method_return(message, "o", (UNITS + _escape(message.body[0]),))
        if member in {"EnableUnitFiles", "StartUnit", "DisableUnitFiles", "StopUnit"}:
            return self._switch(message, member)
        if member == "GetUnitFileState" and message.body[0] in self._states:
            return new_method_return(message, "s", (self._states[message.body[0]],))
        if member == "GetAll":
            for name, interfaces in self._units.items():
                if path == UNITS + _escape(name):
                    kind = str(message.body[0]).rsplit(".", 1)[-1]
                    return new_method_return(message, "a{sv}", (interfaces.get(kind, {}),))
        return new_error(message, f"{NAME}.NoSuchUnit", "s", (f"no answer to {member}",))

    def _switch(self, message: Message, member: str) -> Message:
        """Enable and start a timer, or disable and stop it, unless that is `denied`."""
        self.called.append(member)
        if self.denied:
            name = "org.freedesktop.DBus.Error.InteractiveAuthorizationRequired"
            return new_error(message, name, "s", ("Interactive authentication required.",))
        if member == "EnableUnitFiles":
            (name,) = message.body[0]
            self._states[name] = "enabled"
            return new_method_return(message, "ba(sss)", (True, []))
        if member == "DisableUnitFiles":
            (name,) = message.body[0]
            self._states[name] = "disabled"
            return new_method_return(message, "a(sss)", ([],))
        state = "active" if member == "StartUnit" else "inactive"
        self._units[message.body[0]]["Unit"]["ActiveState"] = ("s", state)
        return new_method_return(message, "o", ("/org/freedesktop/systemd1/job/1",))


def _escape(name: str) -> str:
    return name.replace(".", "_2e")
