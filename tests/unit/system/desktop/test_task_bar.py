# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Progress in the task bar, on a real bus."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from jeepney import HeaderFields, MatchRule, MessageType
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, Proxy, open_dbus_connection
from tests.fakes.udisks2 import PrivateBus

from driveproof.system.desktop.task_bar import TaskBar


@contextmanager
def listening(address: str) -> Iterator[DBusConnection]:
    """A task bar that follows every program, and learns who leaves the bus."""
    with open_dbus_connection(address) as dock:
        bus = Proxy(message_bus, dock)
        bus.AddMatch(MatchRule(type="signal", interface="com.canonical.Unity.LauncherEntry"))
        bus.AddMatch(MatchRule(type="signal", member="NameOwnerChanged"))
        yield dock


def next_signal(dock: DBusConnection, member: str) -> tuple[str, Any]:
    """The sender and the body of the next signal of this name."""
    while True:
        message = dock.receive(timeout=10)
        fields = message.header.fields
        if (
            message.header.message_type == MessageType.signal
            and fields.get(HeaderFields.member) == member
        ):
            return fields[HeaderFields.sender], message.body


def test_progress_is_shown_and_taken_back(bus: PrivateBus) -> None:
    bar = TaskBar(bus.address)
    with listening(bus.address) as dock:
        bar.show(0.25)
        sender, (program, look) = next_signal(dock, "Update")
        assert program == "application://io.github.driveproof.Driveproof.desktop"
        assert look == {"progress": ("d", 0.25), "progress-visible": ("b", True)}
        bar.show(0.5)
        again, (_, look) = next_signal(dock, "Update")
        assert look["progress"] == ("d", 0.5)
        assert again == sender  # a bar forgets who has left
        bar.show(None)
        _, (_, look) = next_signal(dock, "Update")
        assert look["progress-visible"] == ("b", False)
        while True:
            _, (name, _, owner) = next_signal(dock, "NameOwnerChanged")
            if name == sender and not owner:
                break


def test_without_a_bus_nothing_is_shown_and_nothing_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    TaskBar(f"unix:path={tmp_path}/absent").show(0.5)
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    TaskBar().show(0.5)
    TaskBar().show(None)
