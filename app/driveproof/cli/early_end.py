# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What signals do: Ctrl-C before anything is begun, and any of them while something goes on."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


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


class Cancellable(Protocol):
    """Anything that a signal can cancel."""

    def cancel(self) -> None:
        """Request a stop; called from a signal handler."""


@contextmanager
def cancelling(session: Cancellable) -> Iterator[None]:
    """Let Ctrl-C, SIGHUP and SIGTERM end the run cleanly, and then the program."""

    def stop(*_: object) -> None:
        session.cancel()

    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    # A signal that nohup set to be ignored stays ignored.
    before = {
        number: signal.signal(number, stop)
        for number in numbers
        if signal.getsignal(number) is not signal.SIG_IGN
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
