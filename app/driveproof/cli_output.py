# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the terminal at the other end of standard output can show."""

from __future__ import annotations

import shutil
import sys
from typing import TypedDict


class Terminal(TypedDict):
    """What a table has to fit into: columns (None when a file or a pipe reads), encoding."""

    width: int | None
    encoding: str


def terminal() -> Terminal:
    """Who reads standard output."""
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else None
    return {"width": width, "encoding": sys.stdout.encoding or "ascii"}
