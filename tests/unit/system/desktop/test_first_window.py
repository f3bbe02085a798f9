# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""One window a session, on a real bus."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue

import pytest
from jeepney import DBusAddress, new_method_call
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import Proxy, open_dbus_connection
from jeepney.low_level import HeaderFields, MessageType
from tests.fakes.udisks2 import PrivateBus

from driveproof.system.desktop.first_window import NAME, Asked, FirstWindow


@contextmanager
def windows(bus: PrivateBus, count: int) -> Iterator[list[FirstWindow]]:
    made = [FirstWindow(bus.address) for _ in range(count)]
    try:
        yield made
    finally:
        for one in made:
            one.close()


def test_the_second_raises_the_first_with_what_it_was_to_open(
    bus: PrivateBus, tmp_path: Path
) -> None:
    asked: Queue[Asked] = Queue()
    odd = tmp_path / "with space & ä%.json"
    with windows(bus, 2) as (first, second):
        assert first.claim()
        first.listen(asked.put)
        assert not second.claim()
        assert second.ask([], "token-1")
        assert asked.get(timeout=10) == Asked(token="token-1")
        assert second.ask([str(odd)], "")
        assert asked.get(timeout=10) == Asked(paths=(str(odd),))


def test_after_the_first_has_gone_the_next_is_the_first(bus: PrivateBus) -> None:
    with windows(bus, 2) as (first, second):
        assert first.claim()
        first.listen(lambda _: None)
        first.close()
        assert second.claim()


def test_without_a_bus_every_window_is_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    for address in ("", f"unix:path={tmp_path}/absent"):
        one = FirstWindow(address)
        assert one.claim()
        assert not one.ask([], "")
        one.listen(lambda _: None)
        one.close()


def test_a_first_that_refuses_leaves_the_second_its_own_window(bus: PrivateBus) -> None:
    with open_dbus_connection(bus.address) as stranger:
        Proxy(message_bus, stranger).RequestName(NAME)
        with windows(bus, 1) as (second,):
            assert not second.claim()
            stranger.close()  # the bus answers for it
            assert not second.ask([], "")


@pytest.mark.parametrize(
    ("member", "signature", "body"),
    [
        ("ActivateAction", "sava{sv}", ("quit", [], {})),
        ("Activate", "s", ("x",)),
        ("Open", "as", (["file:///x"],)),
    ],
)
def test_another_call_is_an_error_and_changes_nothing(
    bus: PrivateBus, member: str, signature: str, body: tuple[object, ...]
) -> None:
    asked: Queue[Asked] = Queue()
    address = DBusAddress("/io/github/driveproof/Driveproof", NAME, "org.freedesktop.Application")
    with windows(bus, 1) as (first,), open_dbus_connection(bus.address) as caller:
        assert first.claim()
        first.listen(asked.put)
        reply = caller.send_and_get_reply(
            new_method_call(address, member, signature, body), timeout=10
        )
        assert reply.header.message_type == MessageType.error
        assert reply.header.fields[HeaderFields.error_name].endswith("UnknownMethod")
        assert asked.empty()


def test_what_is_no_local_file_is_not_opened(bus: PrivateBus) -> None:
    asked: Queue[Asked] = Queue()
    address = DBusAddress("/io/github/driveproof/Driveproof", NAME, "org.freedesktop.Application")
    with windows(bus, 1) as (first,), open_dbus_connection(bus.address) as caller:
        assert first.claim()
        first.listen(asked.put)
        uris = ["https://example.org/a", "file://elsewhere/b", "file:///c%20d"]
        call = new_method_call(address, "Open", "asa{sv}", (uris, {}))
        caller.send_and_get_reply(call, timeout=10)
        assert asked.get(timeout=10) == Asked(paths=("/c d",))


def test_a_second_start_of_the_program_ends_at_once(bus: PrivateBus, tmp_path: Path) -> None:
    asked: Queue[Asked] = Queue()
    with windows(bus, 1) as (first,):
        assert first.claim()
        first.listen(asked.put)
        own = {
            name: str(tmp_path)
            for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
        }
        environment = (
            os.environ
            | own
            | {
                "DBUS_SESSION_BUS_ADDRESS": bus.address,
                "QT_QPA_PLATFORM": "offscreen",
                "XDG_ACTIVATION_TOKEN": "from-the-dock",
            }
        )
        command = [sys.executable, "-m", "driveproof", str(tmp_path)]
        ended = subprocess.run(
            command, env=environment, check=False, capture_output=True, text=True, timeout=100
        )
        assert ended.returncode == 0, ended.stderr
        assert asked.get(timeout=10) == Asked((str(tmp_path),), "from-the-dock")
