# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the window remembers from one start to the next."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QObject, QSettings, Signal

BINARY = "units/binary"
"""Whether bandwidths are shown in MiB/s instead of MB/s (`flag`)."""
THEME = "look/theme"
"""light, dark, or "" for the desktop's (`text`)."""
PROFILE = "measure/default"
"""The profile that Measure offers first; "" for the one that was used last (`text`)."""
NOTIFY_HEALTH = "notify/health"
"""Whether the desktop notifies of what happens to drives and arrays (`flag`, yes by default)."""

NOTIFY_END = "notify/end"
"""Whether the desktop notifies when a measurement, check or TRIM ends while the window is not in
front (`flag`, yes by default).
"""
TRAY = "tray/on"
"""Whether there is an icon in the desktop's tray, and closing the window hides it (`flag`)."""
TRAY_SAID = "tray/said"
"""Whether the person was told that closing the window does not end the program (`flag`)."""


class Settings(QObject):
    """Named values in one ini file. Instances on the same file share their values.

    `changed(key)` is emitted by the instance that stores another value.
    """

    changed = Signal(str)

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._file = QSettings(str(path), QSettings.Format.IniFormat)

    def text(self, key: str, default: str = "") -> str:
        """A string, such as the selected profile."""
        value = self._file.value(key, default)
        return value if isinstance(value, str) else default

    def flag(self, key: str, default: bool = False) -> bool:
        """A boolean."""
        return self.text(key, "yes" if default else "no") == "yes"

    def blob(self, key: str) -> QByteArray:
        """A state that Qt saved; empty if there is none."""
        value = self._file.value(key)
        return value if isinstance(value, QByteArray) else QByteArray()

    def keep(self, key: str, value: str | bool | QByteArray) -> None:
        """Store a value; Qt writes the file a moment later, and at the latest on sync."""
        if isinstance(value, bool):
            value = "yes" if value else "no"
        if self._file.value(key) != value:
            self._file.setValue(key, value)
            self.changed.emit(key)

    def sync(self) -> None:
        """Write now. An unwritable file loses the choices, but never stops the window."""
        self._file.sync()
