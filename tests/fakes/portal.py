# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A fake portal with a file dialog, on a private session bus."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from jeepney import (
    DBusAddress,
    HeaderFields,
    MessageType,
    new_error,
    new_method_return,
    new_signal,
)
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import Proxy, open_dbus_connection

NAME = "org.freedesktop.portal.Desktop"
Answer = Callable[[str, dict[str, Any]], tuple[int, dict[str, tuple[str, Any]]] | None]
"""From method and options, and the request's "handle" among these, to the body of Response; None
leaves the dialog open.
"""


@contextmanager
def portal(address: str, answer: Answer) -> Iterator[list[str]]:
    """Answers each dialog; yields the methods that were called, "Close" included."""
    called: list[str] = []
    ended = threading.Event()
    with open_dbus_connection(address) as desktop:
        Proxy(message_bus, desktop).RequestName(NAME)

        def serve() -> None:
            while not ended.is_set():
                try:
                    message = desktop.receive(timeout=0.1)
                except TimeoutError:
                    continue
                if message.header.message_type != MessageType.method_call:
                    continue
                fields = message.header.fields
                method = fields[HeaderFields.member]
                if method == "Get":
                    desktop.send(new_method_return(message, "v", (("u", 4),)))
                    continue
                called.append(method)
                if method == "Close":
                    desktop.send(new_method_return(message))
                    continue
                if method not in {"SaveFile", "OpenFile"}:
                    desktop.send(new_error(message, "org.freedesktop.DBus.Error.UnknownMethod"))
                    continue
                _window, _title, options = message.body
                sender = fields[HeaderFields.sender].removeprefix(":").replace(".", "_")
                token = options["handle_token"][1]
                handle = f"/org/freedesktop/portal/desktop/request/{sender}/{token}"
                desktop.send(new_method_return(message, "o", (handle,)))
                given = {key: value[1] for key, value in options.items()}
                found = answer(method, {**given, "handle": handle})
                if found is not None:
                    request = DBusAddress(handle, interface="org.freedesktop.portal.Request")
                    desktop.send(new_signal(request, "Response", "ua{sv}", found))

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield called
        finally:
            ended.set()
            thread.join(10)
