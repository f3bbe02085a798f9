# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows progress on the program's button in the task bar (the LauncherEntry interface of Unity,
which Plasma and the docks of GNOME follow).
"""

from __future__ import annotations

from threading import Lock

from jeepney import DBusAddress, new_signal

from driveproof.domain.errors import MachineError
from driveproof.system.bus import Connection, connect
from driveproof.system.desktop.notify import session_bus

_ENTRY = DBusAddress(
    "/io/github/driveproof/Driveproof", interface="com.canonical.Unity.LauncherEntry"
)
_PROGRAM = "application://io.github.driveproof.Driveproof.desktop"


class TaskBar:
    """Holds the connection while there is progress: a task bar forgets who left the bus."""

    def __init__(self, address: str = "") -> None:
        """`address` is that of the session bus, by default the usual one."""
        self._address = address
        self._connection: Connection | None = None
        self._lock = Lock()

    def show(self, share: float | None) -> None:
        """Show a fraction from 0 to 1, or nothing with None. Without a session bus it does nothing.

        May block for a moment: call it in a thread.
        """
        with self._lock:
            try:
                self._show(share)
            except (MachineError, OSError, ValueError):
                self._connection = None

    def _show(self, share: float | None) -> None:
        if self._connection is None:
            bus = self._address or session_bus()
            if share is None or not bus:
                return
            self._connection = connect(bus)
        look = {"progress": ("d", share or 0.0), "progress-visible": ("b", share is not None)}
        self._connection.send(new_signal(_ENTRY, "Update", "sa{sv}", (_PROGRAM, look)))
        if share is None:
            connection, self._connection = self._connection, None
            connection.close()
