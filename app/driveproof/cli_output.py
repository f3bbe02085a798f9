# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the terminal at the other end of standard output can show."""

from __future__ import annotations

import shutil
import sys


def terminal_width() -> int | None:
    """Columns of the terminal that reads standard output, None when a file or a pipe does."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None
