# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Notifications, with a fake service."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from jeepney import HeaderFields, MessageType, new_error, new_method_return
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import Proxy, open_dbus_connection
from tests.fakes.udisks2 import PrivateBus

from driveproof.system.desktop.notify import notify


@contextmanager
def service(address: str, able: list[str], *, refuses: bool = False) -> Iterator[list[Any]]:
    """A desktop that shows what it is asked to; yields the bodies of Notify."""
    shown: list[Any] = []
    with open_dbus_connection(address) as desktop:
        Proxy(message_bus, desktop).RequestName("org.freedesktop.Notifications")

        def answer() -> None:
            while True:
                message = desktop.receive(timeout=10)
                if message.header.message_type != MessageType.method_call:
                    continue
                if message.header.fields[HeaderFields.member] == "GetCapabilities":
                    desktop.send(new_method_return(message, "as", (able,)))
                    continue
                shown.append(message.body)
                if refuses:
                    desktop.send(new_error(message, "org.freedesktop.DBus.Error.Failed"))
                else:
                    desktop.send(new_method_return(message, "u", (7,)))
                return

        thread = threading.Thread(target=answer)
        thread.start()
        yield shown
        thread.join(10)


def test_a_notification_says_who_and_what(bus: PrivateBus) -> None:
    with service(bus.address, ["body", "actions"]) as shown:
        assert notify("WD Blue: Worn", "8 sectors <3 & more", bus.address)
    (name, replaces, icon, title, text, actions, hints, _expires) = shown[0]
    assert (name, replaces, title, actions) == ("Driveproof", 0, "WD Blue: Worn", [])
    assert text == "8 sectors <3 & more"
    assert icon == hints["desktop-entry"][1] == "io.github.driveproof.Driveproof"


def test_the_narrow_space_of_our_numbers_stays_one(bus: PrivateBus) -> None:
    with service(bus.address, ["body"]) as shown:
        assert notify("61\u202f°C", "3\u202f980 sectors\nof it", bus.address)
    assert shown[0][3:5] == ("61\u202f°C", "3\u202f980 sectors\\nof it")


def test_a_name_is_no_markup_where_markup_is_understood(bus: PrivateBus) -> None:
    with service(bus.address, ["body", "body-markup"]) as shown:
        assert notify("Evil\x1b[2J", "<b>bold</b> & more", bus.address)
    assert shown[0][3] == "Evil\\x1b[2J"
    assert shown[0][4] == "&lt;b&gt;bold&lt;/b&gt; &amp; more"


def test_a_desktop_that_refuses_has_not_shown_it(bus: PrivateBus) -> None:
    with service(bus.address, ["body"], refuses=True) as shown:
        assert not notify("title", "text", bus.address)
    assert len(shown) == 1


def test_without_a_service_or_a_bus_nothing_is_shown_and_nothing_fails(
    bus: PrivateBus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not notify("title", "text", bus.address)
    assert not notify("title", "text", f"unix:path={tmp_path}/absent")
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert not notify("title", "text")


def test_the_session_bus_is_found_as_everywhere(
    bus: PrivateBus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runtime = tmp_path / "run"
    runtime.mkdir()
    (runtime / "bus").symlink_to(bus.address.removeprefix("unix:path="))
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    with service(bus.address, ["body"]) as shown:
        assert notify("title", "text")
    assert len(shown) == 1
