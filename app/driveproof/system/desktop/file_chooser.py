# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The desktop's own file dialog (org.freedesktop.portal.FileChooser), without a toolkit's.

Documentation: XDG Desktop Portal, FileChooser and Request.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from jeepney import DBusAddress
from jeepney.low_level import HeaderFields, Message, MessageType

from driveproof.domain.errors import MachineError
from driveproof.system.bus import THE_BUS, BusCallError, Connection, call, connect, sender_of
from driveproof.system.desktop.notify import session_bus

_NAME = "org.freedesktop.portal.Desktop"
_PATH = "/org/freedesktop/portal/desktop"
_CHOOSER = "org.freedesktop.portal.FileChooser"
_REQUEST = "org.freedesktop.portal.Request"
_SECONDS = 5.0
_TURN = 0.25  # seconds between two looks at whether nobody waits any more


class NoPortalError(Exception):
    """There is no portal on this session bus, or it has no file dialog."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What to ask: `method` is SaveFile or OpenFile.

    `folder` and `name` are where the dialog begins; `filters` pairs of words and a pattern, the
    first of them chosen. `window` is the portal's handle of the parent ("x11:1a2b"), "" for none.
    """

    method: str
    title: str
    folder: str = ""
    name: str = ""
    filters: Sequence[tuple[str, str]] = ()
    directory: bool = False
    multiple: bool = False
    window: str = ""


@dataclass(frozen=True, slots=True)
class Chosen:
    """The paths, and the words of the filter that was chosen; no path after a cancel."""

    paths: tuple[str, ...] = ()
    filter: str = ""


def ask_portal(
    question: Question, address: str = "", *, given_up: Callable[[], bool] = lambda: False
) -> Chosen:
    """Show the dialog and wait for the answer; call it in a thread. Raises NoPortalError.

    It ends soon after `given_up`, and the dialog is closed. `address` is the session bus.
    """
    bus = address or session_bus()
    if not bus:
        raise NoPortalError
    try:
        with connect(bus) as connection:
            return _asked(connection, question, given_up)
    except (MachineError, BusCallError, OSError, TimeoutError, ValueError) as error:
        raise NoPortalError from error


def _asked(connection: Connection, question: Question, given_up: Callable[[], bool]) -> Chosen:
    properties = DBusAddress(_PATH, bus_name=_NAME, interface="org.freedesktop.DBus.Properties")
    call(connection, properties, "Get", "ss", (_CHOOSER, "version"), timeout=_SECONDS)
    token = f"driveproof_{os.urandom(8).hex()}"
    sender = (connection.unique_name or "").removeprefix(":").replace(".", "_")
    handle = f"{_PATH}/request/{sender}/{token}"
    rule = f"type='signal',interface='{_REQUEST}',member='Response',path='{handle}'"
    call(connection, THE_BUS, "AddMatch", "s", (rule,), timeout=_SECONDS)
    chooser = DBusAddress(_PATH, bus_name=_NAME, interface=_CHOOSER)
    body = (question.window, question.title, _options(question, token))
    call(connection, chooser, question.method, "ssa{sv}", body, timeout=_SECONDS)
    while not given_up():
        try:
            message = connection.receive(timeout=_TURN)
        except TimeoutError:
            continue
        if _answers(connection, message, handle):
            return _chosen(*message.body)
    request = DBusAddress(handle, bus_name=_NAME, interface=_REQUEST)
    call(connection, request, "Close", timeout=_SECONDS)
    return Chosen()


def _options(question: Question, token: str) -> dict[str, tuple[str, Any]]:
    found: dict[str, tuple[str, Any]] = {
        "handle_token": ("s", token),
        "modal": ("b", True),
    }
    if question.folder:
        found["current_folder"] = ("ay", question.folder.encode("utf-8", "surrogateescape") + b"\0")
    if question.name:
        found["current_name"] = ("s", question.name)
    if question.directory:
        found["directory"] = ("b", True)
    if question.multiple:
        found["multiple"] = ("b", True)
    if question.filters:
        filters = [(words, [(0, pattern)]) for words, pattern in question.filters]
        found["filters"] = ("a(sa(us))", filters)
        found["current_filter"] = ("(sa(us))", filters[0])
    return found


def _answers(connection: Connection, message: Message, handle: str) -> bool:
    """Whether it is the portal's answer to our request: anybody may send a signal."""
    fields = message.header.fields
    return (
        message.header.message_type is MessageType.signal
        and fields.get(HeaderFields.path) == handle
        and fields.get(HeaderFields.member) == "Response"
        and connection.follow(_NAME).may_answer(sender_of(message))
    )


def _chosen(response: int, results: dict[str, tuple[str, Any]]) -> Chosen:
    if response != 0:
        return Chosen()
    _kind, uris = results.get("uris", ("as", []))
    _kind, (words, _patterns) = results.get("current_filter", ("(sa(us))", ("", [])))
    paths = (unquote(urlsplit(uri).path, errors="surrogateescape") for uri in uris)
    return Chosen(tuple(path for path in paths if Path(path).is_absolute()), str(words))
