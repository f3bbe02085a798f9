# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How long a drive has not answered."""

from __future__ import annotations

from collections.abc import Callable

from driveproof.engine.health.view import HealthView


class Waiting:
    """For one drive at a time; `clock` returns monotonic seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._asked: tuple[float, HealthView | None] | None = None

    def begin(self, known: HealthView | None) -> None:
        """It was queried just now; `known` is its previous answer."""
        self._asked = (self._clock(), known)

    def end(self) -> None:
        """Stop waiting."""
        self._asked = None

    def told(self, view: HealthView | None) -> None:
        """Stop waiting once an answer is newer than the previous one."""
        if self._asked is not None and view is not None and view is not self._asked[1]:
            self._asked = None

    def seconds(self) -> float:
        """Seconds since the drive was queried; 0 if no answer is due."""
        return self._clock() - self._asked[0] if self._asked is not None else 0.0
