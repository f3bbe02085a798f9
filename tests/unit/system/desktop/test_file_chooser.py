# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The desktop's file dialog, with a fake portal."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from jeepney import DBusAddress, new_signal
from jeepney.io.blocking import open_dbus_connection
from tests.fakes.portal import portal
from tests.fakes.udisks2 import PrivateBus

from driveproof.system.desktop.file_chooser import Chosen, NoPortalError, Question, ask_portal

FILTERS = (("Report (*.html)", "*.html"), ("Table (*.csv)", "*.csv"))
SAVE = Question(method="SaveFile", title="Export", folder="/tmp", name="a.html", filters=FILTERS)


def test_the_file_and_the_filter_come_back(bus: PrivateBus) -> None:
    seen: dict[str, Any] = {}

    def answer(method: str, options: dict[str, Any]) -> Any:
        seen.update(options, method=method)
        uris = ("as", ["file:///tmp/a%20%C3%BC.csv"])
        return 0, {"uris": uris, "current_filter": ("(sa(us))", ("Table (*.csv)", [(0, "*.csv")]))}

    with portal(bus.address, answer):
        assert ask_portal(SAVE, bus.address) == Chosen(("/tmp/a ü.csv",), "Table (*.csv)")
    assert seen["method"] == "SaveFile" and seen["current_name"] == "a.html"
    assert bytes(seen["current_folder"]) == b"/tmp\0"
    assert seen["filters"] == [
        ("Report (*.html)", [(0, "*.html")]), ("Table (*.csv)", [(0, "*.csv")]),
    ]  # fmt: skip


def test_a_cancel_chooses_nothing(bus: PrivateBus) -> None:
    with portal(bus.address, lambda _method, _options: (1, {})):
        assert ask_portal(SAVE, bus.address) == Chosen()


def test_several_files_and_no_address_elsewhere(bus: PrivateBus) -> None:
    uris = ["file:///a.json", "file:///b.json"]
    question = Question(method="OpenFile", title="Import", multiple=True)

    def answer(_method: str, options: dict[str, Any]) -> Any:
        return 0, {"uris": ("as", uris if options["multiple"] else [])}

    with portal(bus.address, answer):
        assert ask_portal(question, bus.address) == Chosen(("/a.json", "/b.json"))


def test_who_gives_up_closes_the_dialog(bus: PrivateBus) -> None:
    asked = threading.Event()

    def answer(_method: str, _options: dict[str, Any]) -> None:
        asked.set()

    with portal(bus.address, answer) as called:
        assert ask_portal(SAVE, bus.address, given_up=asked.is_set) == Chosen()
    assert called == ["SaveFile", "Close"]


def test_nobody_else_answers(bus: PrivateBus) -> None:
    """A signal from another sender, to the very path, is no answer."""

    def answer(_method: str, options: dict[str, Any]) -> Any:
        with open_dbus_connection(bus.address) as stranger:
            request = DBusAddress(options["handle"], interface="org.freedesktop.portal.Request")
            body = (0, {"uris": ("as", ["file:///etc/forged"])})
            stranger.send(new_signal(request, "Response", "ua{sv}", body))
        return 0, {"uris": ("as", ["file:///tmp/mine"])}

    with portal(bus.address, answer):
        assert ask_portal(SAVE, bus.address).paths == ("/tmp/mine",)


def test_without_a_portal_or_a_bus(bus: PrivateBus, tmp_path: Path) -> None:
    for address in (bus.address, f"unix:path={tmp_path}/none", "disabled:"):
        with pytest.raises(NoPortalError):
            ask_portal(SAVE, address)
