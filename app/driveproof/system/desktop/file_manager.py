# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows files and folders in the desktop's file manager (org.freedesktop.FileManager1)."""

from __future__ import annotations

from pathlib import Path

from jeepney import DBusAddress

from driveproof.domain.errors import MachineError
from driveproof.system.bus import BusCallError, call, connect
from driveproof.system.desktop.notify import session_bus

_SERVICE = DBusAddress(
    "/org/freedesktop/FileManager1",
    bus_name="org.freedesktop.FileManager1",
    interface="org.freedesktop.FileManager1",
)
_SECONDS = 10.0  # it may have to be started


def show_in_folder(path: Path, address: str = "") -> bool:
    """Open the folder of a file with the file selected; whether a file manager did so.

    May block for some seconds. `address` is the session bus, by default the usual one.
    """
    return _asked("ShowItems", path, address)


def open_folder(path: Path, address: str = "") -> bool:
    """The same for a folder itself. What opens files cannot always open a mount point."""
    return _asked("ShowFolders", path, address)


def _asked(method: str, path: Path, address: str) -> bool:
    bus = address or session_bus()
    if not bus:
        return False
    try:
        with connect(bus) as connection:
            uri = path.absolute().as_uri()
            call(connection, _SERVICE, method, "ass", ([uri], ""), timeout=_SECONDS)
    except (MachineError, BusCallError, OSError, TimeoutError, ValueError):
        return False
    return True
