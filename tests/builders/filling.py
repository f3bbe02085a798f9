# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Histories with runs in them, for tests of their files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from driveproof.domain.run.run import Run
from driveproof.history.store import History

MakeRun = Callable[..., Run]


def filled(path: Path, make_run: MakeRun, count: int = 2) -> bytes:
    """Create a history with runs in it, and return its bytes."""
    history = History(path)
    for index in range(count):
        history.save(make_run(f"{index}aaaaaaaa"))
    history.close()
    return path.read_bytes()
