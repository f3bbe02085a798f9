# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks what may hang: a drive that does not answer holds nobody up, and a cancel does not wait."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable
from typing import TypeVar

from driveproof.domain.errors import (
    Advice,
    CancelledError,
    DriveproofError,
    MachineError,
    own_fault,
)
from driveproof.domain.run.failed_io import vanished

log = logging.getLogger(__name__)
_Answer = TypeVar("_Answer")

_LOOKING = 0.1


class Asker:
    """`timeout` is how many seconds an answer may take; `cancelled` is looked at meanwhile."""

    def __init__(self, timeout: float, cancelled: Callable[[], bool]) -> None:
        self._timeout = timeout
        self._cancelled = cancelled

    def answer(self, ask: Callable[[], _Answer], timeout: float | None = None) -> _Answer:
        """The answer of `ask`, from a thread of its own that is abandoned when it hangs.

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
                answer, error = answers.get(timeout=_LOOKING)
            except queue.Empty:
                if time.monotonic() > end:
                    raise MachineError(
                        "The device does not answer.",
                        advice=Advice("Try again."),
                    ) from None
                continue
            if isinstance(error, DriveproofError):
                raise error
            if error is not None:
                log.error("A question failed", exc_info=error)
                raise vanished(error) or own_fault(error) from error
            return answer  # type: ignore[return-value]
        raise CancelledError("Cancelled.")
