#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A UDisks2 with fake drives on its own bus.

Standalone: `python -m tests.fakes.udisks2 --drives demo` prints DBUS_SYSTEM_BUS_ADDRESS and the
root of the fake /sys, and serves until it is interrupted.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from jeepney import (
    DBusAddress,
    HeaderFields,
    MatchRule,
    Message,
    MessageType,
    new_error,
    new_method_return,
    new_signal,
)
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, Proxy, open_dbus_connection

if __name__ == "__main__" and not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.fakes.collections_of_drives import SETS
from tests.fakes.made_machine import ROOT, Interfaces, Variant
from tests.fakes.smart import MadeSmart
from tests.fakes.smart_calls import SmartCalls

NAME = "org.freedesktop.UDisks2"
_CALLS = MatchRule(type="method_call")

_CONFIG = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>system</type>
  <listen>unix:path={socket}</listen>
  <servicedir>{services}</servicedir>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow user="*"/>
    <allow own="*"/>
    <allow send_destination="*"/>
    <allow eavesdrop="false"/>
    {more}
  </policy>
</busconfig>
"""


_UNASKED = '<allow send_requested_reply="false"/><allow receive_requested_reply="false"/>'


class PrivateBus:
    """A dbus-daemon for one test; a `loose` one also delivers unrequested replies.

    Call `stop` and `start` again to simulate a bus that goes away.
    """

    def __init__(self, folder: Path, *, loose: bool = False) -> None:
        self._socket = folder / "bus"
        self.address = f"unix:path={self._socket}"
        self._config = folder / "bus.conf"
        self._services = folder / "services"
        self._services.mkdir()
        text = _CONFIG.format(
            socket=self._socket, services=self._services, more=_UNASKED if loose else ""
        )
        self._config.write_text(text, "utf-8")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Returns when it listens."""
        self._socket.unlink(missing_ok=True)
        self._process = subprocess.Popen(
            ["dbus-daemon", f"--config-file={self._config}", "--nofork", "--print-address=1"],
            stdout=subprocess.PIPE,
        )
        assert self._process.stdout is not None
        if not self._process.stdout.readline():
            raise RuntimeError("dbus-daemon did not start")

    def make_activatable(self) -> None:
        """Let the bus start a fake UDisks2 (the plain set) on demand."""
        command = f"{sys.executable} {Path(__file__).resolve()} --drives plain --activated"
        text = f"[D-BUS Service]\nName={NAME}\nExec={command}\n"
        (self._services / f"{NAME}.service").write_text(text, "utf-8")
        # By a call, not by SIGHUP: that kills a daemon which has just begun to listen.
        with open_dbus_connection(self.address) as connection:
            Proxy(message_bus, connection).ReloadConfig()

    def stop(self) -> None:
        """End it; harmless if it is not running."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(10)
            assert self._process.stdout is not None
            self._process.stdout.close()
            self._process = None

    def __enter__(self) -> PrivateBus:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


class FakeUDisks2:
    """Serves `objects` on the bus at `address`, from a thread of its own."""

    def __init__(
        self,
        address: str,
        objects: dict[str, Interfaces],
        smart: dict[str, MadeSmart] | None = None,
    ) -> None:
        self._address = address
        self.objects = objects
        self.smart = SmartCalls(self, smart or {})
        self._connection: DBusConnection | None = None
        self._lock = threading.Lock()
        self._wake, self._waker = socket.socketpair()
        self._thread: threading.Thread | None = None
        self._early: deque[Message] = deque()
        self.calls: list[str] = []
        """Names of the members that were called, in order."""
        self.done: set[str] = set()
        """Calls that have no result, as "PowerOff", and succeed."""
        self.results: dict[str, tuple[str, Any]] = {}
        """Calls that succeed, with the signature and the body of their result."""
        self.refused: dict[str, str] = {}
        """Calls that fail, with the end of the error's name."""

    def start(self) -> None:
        """Returns when the name is taken and calls are answered."""
        self._connection = open_dbus_connection(self._address)
        # Whoever waits for the name calls at once: that call may arrive before the reply to our
        # own.
        with self._connection.filter(_CALLS, queue=self._early):
            Proxy(message_bus, self._connection).RequestName(NAME)
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def join(self) -> None:
        """Serve until the bus has gone."""
        if self._thread is not None:
            self._thread.join()

    def stop(self) -> None:
        """Leave the bus like a service that crashed."""
        self.smart.forget()
        if self._thread is not None:
            self._waker.send(b"x")
            self._thread.join(10)
            self._wake.recv(16)
            self._thread = None
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def __enter__(self) -> FakeUDisks2:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    # what happens to drives

    def add(self, path: str, interfaces: Interfaces) -> None:
        """An object or interface appears."""
        with self._lock:
            self.objects.setdefault(path, {}).update(interfaces)
        body = (path, interfaces)
        self._signal(
            ROOT, "org.freedesktop.DBus.ObjectManager", "InterfacesAdded", "oa{sa{sv}}", body
        )

    def remove(self, path: str, interfaces: Iterable[str] = ()) -> None:
        """An object (or some of its interfaces) vanishes."""
        with self._lock:
            names = list(interfaces) or list(self.objects.get(path, {}))
            for name in names:
                self.objects.get(path, {}).pop(name, None)
            if not self.objects.get(path, {}):
                self.objects.pop(path, None)
        manager = "org.freedesktop.DBus.ObjectManager"
        self._signal(ROOT, manager, "InterfacesRemoved", "oas", (path, names))

    def change(self, path: str, interface: str, changed: dict[str, Variant]) -> None:
        """Properties change."""
        with self._lock:
            self.objects[path][interface].update(changed)
        properties = "org.freedesktop.DBus.Properties"
        body = (interface, changed, [])
        self._signal(path, properties, "PropertiesChanged", "sa{sv}as", body)

    def _signal(self, path: str, interface: str, member: str, signature: str, body: Any) -> None:
        assert self._connection is not None
        emitter = DBusAddress(path, interface=interface)
        with self._lock:
            self._connection.send(new_signal(emitter, member, signature, body))

    def _serve(self) -> None:
        connection = self._connection
        assert connection is not None
        while self._early:
            self._answer(connection, self._early.popleft())
        with selectors.DefaultSelector() as selector:
            selector.register(connection.sock, selectors.EVENT_READ)
            selector.register(self._wake, selectors.EVENT_READ)
            while True:
                try:
                    while True:
                        self._answer(connection, connection.receive(timeout=0))
                except TimeoutError:
                    pass
                except OSError:
                    return  # the bus has gone
                if any(key.fileobj is self._wake for key, _ in selector.select()):
                    return

    def _answer(self, connection: DBusConnection, message: Message) -> None:
        if message.header.message_type != MessageType.method_call:
            return
        member = message.header.fields.get(HeaderFields.member)
        self.calls.append(str(member))
        if member == "GetManagedObjects":
            with self._lock:
                reply = new_method_return(message, "a{oa{sa{sv}}}", (self.objects,))
                connection.send(reply)
        elif member in self.done:
            self.reply(message)
        elif member in self.refused:
            self.refuse(message, f"{NAME}.Error.{self.refused[member]}", "it was busy")
        elif member in self.results:
            self.reply(message, *self.results[member])
        else:
            self.smart.answer(message)

    def reply(self, message: Message, signature: str = "", body: Any = ()) -> None:
        """Reply to a call, from any thread."""
        self._send(new_method_return(message, signature or None, body))

    def refuse(self, message: Message, name: str, text: str) -> None:
        """Reply to a call with an error, from any thread."""
        self._send(new_error(message, name, "s", (text,)))

    def _send(self, message: Message) -> None:
        with self._lock, contextlib.suppress(OSError):
            if self._connection is not None:
                self._connection.send(message)


def main() -> None:
    """Serve a set of drives until interrupted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--drives", choices=sorted(SETS), default="demo")
    parser.add_argument("--version", default="2.10.1", help="version that the service claims")
    parser.add_argument("--activated", action="store_true", help="serve on the bus that started us")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="made-machine-") as folder:
        machine = SETS[arguments.drives](Path(folder) / "sys", arguments.version)
        if arguments.activated:
            address = os.environ["DBUS_STARTER_ADDRESS"]
            with FakeUDisks2(address, machine.objects, machine.smart) as service:
                service.join()
            return
        with (
            PrivateBus(Path(folder)) as bus,
            FakeUDisks2(bus.address, machine.objects, machine.smart),
        ):
            print(f"DBUS_SYSTEM_BUS_ADDRESS={bus.address}")
            print(f"SYSFS={machine.root}", flush=True)
            done_read, done_write = os.pipe()
            for number in (signal.SIGTERM, signal.SIGINT):
                signal.signal(number, lambda *_: os.write(done_write, b"x"))
            os.read(done_read, 1)


if __name__ == "__main__":
    main()
