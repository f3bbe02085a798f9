# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Bus addresses that lead nowhere, and unrequested replies."""

from __future__ import annotations

import select
import threading
from pathlib import Path

import pytest
from jeepney import DBusAddress
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import Proxy, open_dbus_connection
from tests.fakes.forger import Forger, forged_replies
from tests.fakes.udisks2 import NAME as UDISKS
from tests.fakes.udisks2 import PrivateBus

from driveproof.domain.errors import MachineError
from driveproof.system.bus import BusCallError, call, connect
from driveproof.system.udisks.watcher import UDisksListener


@pytest.mark.parametrize(
    "address", ["x", "unix", "unix:foo", "tcp:host=a,port=1", "unix:path", ";"]
)
def test_what_is_no_address_is_said_in_a_sentence(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(MachineError) as given:
        connect(address)
    assert given.value.values["error"] == address
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", address)
    with pytest.raises(MachineError) as inherited:
        connect()
    assert str(inherited.value) == str(given.value)
    assert given.value.advice is not None


def test_a_bus_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(MachineError, match="No such file or directory"):
        connect(f"unix:path={tmp_path / 'bus'}")


NAME = "org.example.Service"
SERVICE = DBusAddress("/", bus_name=NAME, interface=NAME)
LIE, BLOCK = "/org/freedesktop/UDisks2/block_devices/lie", "org.freedesktop.UDisks2.Block"


@pytest.mark.parametrize("loose", [False, True], ids=["the system's rules", "a bus without rules"])
def test_nobody_else_answers_for_a_service(tmp_path: Path, loose: bool) -> None:
    """Even if the bus delivers unrequested replies."""
    with (
        PrivateBus(tmp_path, loose=loose) as bus,
        Forger(bus.address, NAME, "s", ("true",), ("a lie",)) as service,
        connect(bus.address) as connection,
    ):
        for _ in range(3):
            assert call(connection, SERVICE, "Ask") == ("true",)
        assert service.asked == 3


def test_nobody_else_answers_for_udisks2(tmp_path: Path) -> None:
    """Who follows it without waiting believes no other list of drives."""
    lie = {LIE: {BLOCK: {}}}
    with (
        PrivateBus(tmp_path, loose=True) as bus,
        Forger(bus.address, UDISKS, "a{oa{sa{sv}}}", ({},), (lie,)) as service,
        UDisksListener(bus.address) as listener,
    ):
        while not listener.ready:
            select.select([listener.fileno()], [], [], 20)
            assert not listener.process().affected
        assert service.asked == 1
        assert list(listener.tree.blocks()) == []


def test_a_service_that_is_started_again_is_believed_again(tmp_path: Path) -> None:
    with PrivateBus(tmp_path) as bus, connect(bus.address) as connection:
        for word in ("first", "second"):
            with Forger(bus.address, NAME, "s", (word,), ("a lie",)):
                assert call(connection, SERVICE, "Ask") == (word,)
            with pytest.raises(BusCallError, match="ServiceUnknown"):
                call(connection, SERVICE, "Ask")


def test_forgeries_do_not_make_a_call_last_longer(tmp_path: Path) -> None:
    """A service that says nothing, and a stranger who never stops talking."""
    talked = threading.Event()

    def talk(victim: str) -> None:
        with open_dbus_connection(bus.address) as stranger:
            while not talked.is_set():
                for forged in forged_replies(victim, 1, "s", ("a lie",), NAME, ":1.99"):
                    stranger.send(forged)
                Proxy(message_bus, stranger).GetId()

    with (
        PrivateBus(tmp_path) as bus,
        open_dbus_connection(bus.address) as silent,
        connect(bus.address) as connection,
    ):
        Proxy(message_bus, silent).RequestName(NAME)
        talker = threading.Thread(target=talk, args=(connection.unique_name,))
        talker.start()
        try:
            with pytest.raises(TimeoutError):
                call(connection, SERVICE, "Ask", timeout=0.5)
        finally:
            talked.set()
            talker.join(20)
