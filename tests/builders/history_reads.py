# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Notices every query of a history that the window makes in its own thread."""

from __future__ import annotations

import sqlite3
import sys
import threading
from pathlib import Path
from typing import Any

import driveproof

WINDOW = str(Path(driveproof.__file__).parent / "ui") + "/"
_CONNECT = sqlite3.connect
found: list[str] = []
"""The queries of the current test, with the line of the window that asked."""


class WatchedConnection(sqlite3.Connection):
    """As `sqlite3.connect` makes it, with an eye on who asks."""

    def execute(self, *query: Any) -> sqlite3.Cursor:
        """One statement."""
        _look(query[0])
        return super().execute(*query)

    def executemany(self, *query: Any) -> sqlite3.Cursor:
        """One statement, many rows."""
        _look(query[0])
        return super().executemany(*query)

    def executescript(self, *query: Any) -> sqlite3.Cursor:
        """Several statements."""
        _look(query[0])
        return super().executescript(*query)

    def cursor(self, *more: Any) -> Any:
        """A cursor, through which there would be statements that are not seen here."""
        _look("cursor()")
        return super().cursor(*more)


def _look(statement: str) -> None:
    """A test may ask in this thread: only a line of the window counts."""
    if threading.current_thread() is not threading.main_thread():
        return
    frame = sys._getframe(2)
    while frame is not None:
        name = frame.f_code.co_filename
        if name.startswith(WINDOW):
            place = f"ui/{name.removeprefix(WINDOW)}:{frame.f_lineno}"
            found.append(f"{place}, {frame.f_code.co_qualname}: {' '.join(statement.split())[:80]}")
            return
        frame = frame.f_back  # type: ignore[assignment]


def connect(*file: Any, **options: Any) -> sqlite3.Connection:
    """In the place of `sqlite3.connect`."""
    made: sqlite3.Connection = _CONNECT(*file, **{"factory": WatchedConnection, **options})
    return made
