# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How long a drive has been silent since it was asked."""

from __future__ import annotations

from collections.abc import Callable

from driveproof.engine.health.view import HealthView


class Waiting:
    """For one drive at a time; `clock` gives seconds that only grow."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._asked: tuple[float, HealthView | None] | None = None

    def begin(self, known: HealthView | None) -> None:
        """It was asked just now; `known` is what it had told before."""
        self._asked = (self._clock(), known)

    def end(self) -> None:
        """Nobody waits any longer."""
        self._asked = None

    def told(self, view: HealthView | None) -> None:
        """Ends with what is newer than what was known."""
        if self._asked is not None and view is not None and view is not self._asked[1]:
            self._asked = None

    def seconds(self) -> float:
        """Seconds since the drive was asked; 0 when nobody waits for it."""
        return self._clock() - self._asked[0] if self._asked is not None else 0.0
