# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Ends the window cleanly when the session or a terminal asks for it."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QSocketNotifier


@contextmanager
def close_on_signal(*ending: Callable[[], object]) -> Iterator[None]:
    """While active, SIGINT, SIGTERM and SIGHUP call `ending` in the window's thread.

    Python runs a handler only between two of its own instructions, and Qt's loop may execute none
    for hours: the signal's wake-up descriptor returns control to Python.
    """
    reader, writer = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
    before = signal.set_wakeup_fd(writer)
    handlers = {
        number: signal.signal(number, lambda *_: None)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    }
    notifier = QSocketNotifier(reader, QSocketNotifier.Type.Read)

    def wake() -> None:
        caught = set(os.read(reader, 64))
        if caught & set(handlers):
            notifier.setEnabled(False)
            for step in ending:
                step()

    notifier.activated.connect(wake)
    try:
        yield
    finally:
        notifier.setEnabled(False)
        signal.set_wakeup_fd(before)
        for number, handler in handlers.items():
            signal.signal(number, handler)
        os.close(reader)
        os.close(writer)
