# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Waits for a call that may hang, such as one to a drive, no longer than a limit."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from typing import TypeVar

from driveproof.domain.errors import Advice, CancelledError, DriveproofError, MachineError
from driveproof.domain.quantity import Seconds

_Answer = TypeVar("_Answer")

LOOKING = 0.1


class Asker:
    """`timeout` is how many seconds an answer may take; `cancelled` is looked at meanwhile."""

    def __init__(self, timeout: float, cancelled: Callable[[], bool]) -> None:
        self._timeout = timeout
        self._cancelled = cancelled

    def answer(self, ask: Callable[[], _Answer], timeout: float | None = None) -> _Answer:
        """What is answered, in a thread of its own that is left behind when it hangs.

        Raises the DriveproofError that it raises, CancelledError, and MachineError when it takes
        too long or fails otherwise.
        """
        answers: queue.SimpleQueue[tuple[_Answer, None] | tuple[None, BaseException]]
        answers = queue.SimpleQueue()

        def work() -> None:
            try:
                answers.put((ask(), None))
            except BaseException as error:  # noqa: BLE001 - handed to who asked
                answers.put((None, error))

        threading.Thread(target=work, name="asking", daemon=True).start()
        timeout = self._timeout if timeout is None else timeout
        end = time.monotonic() + timeout
        while not self._cancelled():
            try:
                answer, error = answers.get(timeout=LOOKING)
            except queue.Empty:
                if time.monotonic() > end:
                    raise MachineError(
                        "No answer came within {span}.",
                        span=Seconds(timeout),
                        advice=Advice("Is the drive busy?"),
                    ) from None
                continue
            if isinstance(error, DriveproofError):
                raise error
            if error is not None:
                what = f"{type(error).__name__}: {error}"
                raise MachineError("Driveproof itself failed: {what}.", what=what) from error
            return answer  # type: ignore[return-value]
        raise CancelledError("Cancelled.")
