# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Waits for what may hang, such as a look at a dead network folder, and not for ever."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import TypeVar

from driveproof.domain.errors import DriveproofError, MachineError
from driveproof.engine.timeouts import Asker

_Answer = TypeVar("_Answer")

SECONDS = 15.0
MOST_LEFT = 8
"""So many threads may hang at once; a thread that waits for a dead disk cannot be ended."""


class Patience:
    """Asks in threads; one that hangs is left behind, and not asked again before it has ended."""

    def __init__(self, seconds: float = SECONDS, most: int = MOST_LEFT) -> None:
        self._seconds = seconds
        self._most = most
        self._asker = Asker(seconds, lambda: False)
        self._lock = Lock()
        self._out: set[str] = set()

    def answer(self, key: str, name: str, ask: Callable[[], _Answer]) -> _Answer:
        """What is answered, for a thread; `name` is how the person knows what is asked.

        Raises the DriveproofError that it raises, and MachineError when it takes too long, hangs
        since earlier, or too much else does.
        """
        with self._lock:
            if key in self._out:
                raise MachineError(f"{name} still does not answer.", _ADVICE)
            if len(self._out) >= self._most:
                raise MachineError(
                    f"{name} is not read: {len(self._out)} others do not answer.", _ADVICE
                )
            self._out.add(key)

        def work() -> _Answer:
            try:
                return ask()
            finally:
                with self._lock:
                    self._out.discard(key)

        try:
            return self._asker.answer(work)
        except DriveproofError as error:
            with self._lock:
                hangs = key in self._out
            if hangs:
                text = f"{name} did not answer within {self._seconds:g} s."
                raise MachineError(text, _ADVICE) from error
            raise


_ADVICE = "Is it on a drive or a server that is gone? Read it again when that is back."
