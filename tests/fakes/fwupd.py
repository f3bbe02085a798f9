# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An fwupd with fake devices on the bus of a test."""

from __future__ import annotations

import selectors
import socket
import threading
import uuid
from typing import Any

from jeepney import HeaderFields, Message, MessageType, new_error, new_method_return
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, Proxy, open_dbus_connection

NAME = "org.freedesktop.fwupd"

Variants = dict[str, tuple[str, Any]]


def guid(instance: str) -> str:
    """As fwupd derives it from an instance ID."""
    return str(uuid.uuid5(uuid.NAMESPACE_DNS, instance))


def drive(model: str, version: str, *, serial: str = "", **more: tuple[str, Any]) -> Variants:
    """A drive as GetDevices reports it; only root gets the serial number."""
    made: Variants = {
        "DeviceId": ("s", f"id-{model}-{serial}-{version}"),
        "Name": ("s", model),
        "Vendor": ("s", "Maker"),
        "Version": ("s", version),
        "Guid": ("as", [guid(f"NVME\\{model}"), guid(model)]),
        "Protocol": ("s", "org.nvmexpress"),
        "Flags": ("t", 1 | 2 | 32 | 256),
    }
    if serial:
        made["Serial"] = ("s", serial)
    return made | more


class FakeFwupd:
    """Serves devices and their upgrades (by DeviceId); `silent` never answers `member`."""

    def __init__(
        self,
        address: str,
        devices: list[Variants],
        upgrades: dict[str, list[Variants]] | None = None,
        *,
        silent: str = "",
        error: str = "",
        body: tuple[str, tuple[Any, ...]] | None = None,
    ) -> None:
        self._address = address
        self._devices = devices
        self._upgrades = upgrades or {}
        self._silent = silent
        self._error = error
        self._body = body
        self._wake, self._waker = socket.socketpair()
        self.calls: list[str] = []

    def __enter__(self) -> FakeFwupd:
        self._connection = open_dbus_connection(self._address)
        Proxy(message_bus, self._connection).RequestName(NAME)
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._waker.send(b"x")
        self._thread.join(10)
        self._connection.close()
        self._wake.close()
        self._waker.close()

    def _serve(self) -> None:
        connection = self._connection
        with selectors.DefaultSelector() as selector:
            selector.register(connection.sock, selectors.EVENT_READ)
            selector.register(self._wake, selectors.EVENT_READ)
            while True:
                try:
                    while True:
                        self._answer(connection, connection.receive(timeout=0))
                except TimeoutError:
                    pass
                if any(key.fileobj is self._wake for key, _ in selector.select()):
                    return

    def _answer(self, connection: DBusConnection, message: Message) -> None:
        if message.header.message_type != MessageType.method_call:
            return
        member = str(message.header.fields.get(HeaderFields.member))
        self.calls.append(member)
        if member == self._silent:
            return
        if self._error:
            connection.send(new_error(message, self._error, "s", ("\x1b[31mno\nway.",)))
        elif self._body is not None:
            connection.send(new_method_return(message, *self._body))
        elif member == "GetDevices":
            connection.send(new_method_return(message, "aa{sv}", (self._devices,)))
        elif found := self._upgrades.get(message.body[0]):
            connection.send(new_method_return(message, "aa{sv}", (found,)))
        else:
            words = ("No releases found for device",)
            connection.send(new_error(message, f"{NAME}.NothingToDo", "s", words))
