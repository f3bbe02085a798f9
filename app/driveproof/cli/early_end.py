# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What Ctrl-C does before anything is begun."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def ending_on_ctrl_c() -> Iterator[None]:
    """While nothing is begun that must be ended in order, Ctrl-C ends the process without a word.

    Python's KeyboardInterrupt would be a traceback, and within the imports of Qt a crash.
    """
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
