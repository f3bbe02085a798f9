# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows notifications on the desktop (freedesktop.org, version 1.2)."""

from __future__ import annotations

import os

from jeepney import DBusAddress

from driveproof.domain.errors import MachineError
from driveproof.domain.text import shown
from driveproof.system.bus import BusCallError, call, connect

_SERVICE = DBusAddress(
    "/org/freedesktop/Notifications",
    bus_name="org.freedesktop.Notifications",
    interface="org.freedesktop.Notifications",
)
_APP = "io.github.driveproof.Driveproof"
_SECONDS = 5.0


def notify(title: str, text: str, address: str = "") -> bool:
    """Show a notification; returns whether the desktop accepted it. May block for some seconds.

    Without a session bus or a notification service nothing happens. `address` is the session bus,
    by default the usual one.
    """
    bus = address or session_bus()
    if not bus:
        return False
    try:
        with connect(bus) as connection:
            (able,) = call(connection, _SERVICE, "GetCapabilities", timeout=_SECONDS)
            body = shown(text)
            if "body-markup" in able:  # then < and & in a drive's name would be markup
                body = body.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
            hints = {"desktop-entry": ("s", _APP), "category": ("s", "device")}
            call(
                connection,
                _SERVICE,
                "Notify",
                "susssasa{sv}i",
                ("Driveproof", 0, _APP, shown(title), body, [], hints, -1),
                timeout=_SECONDS,
            )
    except (MachineError, BusCallError, OSError, TimeoutError, ValueError):
        return False
    return True


def session_bus() -> str:
    """The address of the session bus, "" without one."""
    known = os.environ.get("DBUS_SESSION_BUS_ADDRESS", "")
    if known and known != "autolaunch:":
        return known
    folder = os.environ.get("XDG_RUNTIME_DIR", "")
    socket = f"{folder}/bus"
    return f"unix:path={socket}" if folder and os.path.exists(socket) else ""  # noqa: PTH110
