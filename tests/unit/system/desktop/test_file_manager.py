# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A file shown in the file manager, with a fake one."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from jeepney import MessageType, new_error, new_method_return
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import Proxy, open_dbus_connection
from tests.fakes.udisks2 import PrivateBus

from driveproof.system.desktop.file_manager import open_folder, show_in_folder


@contextmanager
def file_manager(address: str, *, refuses: bool = False) -> Iterator[list[Any]]:
    """A file manager that answers one call; yields the bodies of ShowItems."""
    asked: list[Any] = []
    with open_dbus_connection(address) as desktop:
        Proxy(message_bus, desktop).RequestName("org.freedesktop.FileManager1")

        def answer() -> None:
            while not asked:
                message = desktop.receive(timeout=10)
                if message.header.message_type != MessageType.method_call:
                    continue
                asked.append(message.body)
                if refuses:
                    desktop.send(new_error(message, "org.freedesktop.DBus.Error.Failed"))
                else:
                    desktop.send(new_method_return(message))

        thread = threading.Thread(target=answer)
        thread.start()
        yield asked
        thread.join(10)


def test_the_file_is_named_by_its_uri(bus: PrivateBus, tmp_path: Path) -> None:
    with file_manager(bus.address) as asked:
        assert show_in_folder(tmp_path / "a & ü.html", bus.address)
    assert asked == [([f"file://{tmp_path}/a%20%26%20%C3%BC.html"], "")]


def test_a_folder_is_opened_itself(bus: PrivateBus, tmp_path: Path) -> None:
    with file_manager(bus.address) as asked:
        assert open_folder(tmp_path, bus.address)
    assert asked == [([f"file://{tmp_path}"], "")]


def test_one_that_fails_has_not_shown_it(bus: PrivateBus, tmp_path: Path) -> None:
    with file_manager(bus.address, refuses=True) as asked:
        assert not show_in_folder(tmp_path / "x", bus.address)
    assert len(asked) == 1


def test_without_a_file_manager_or_a_bus(
    bus: PrivateBus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not show_in_folder(tmp_path / "x", bus.address)
    assert not show_in_folder(tmp_path / "x", f"unix:path={tmp_path}/none")
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    assert not show_in_folder(tmp_path / "x")
