# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A fake of the timer that looks after the drives while the window is closed."""

from __future__ import annotations

from driveproof.domain.errors import RefusedError


class Timer:
    """A timer that is switched, or refuses with `fails`; with `on` None it cannot be switched."""

    def __init__(self, *, on: bool | None = False) -> None:
        self._on = on
        self.fails: RefusedError | None = None

    def on(self) -> bool | None:
        return self._on

    def switch(self, on: bool) -> None:
        if self.fails is not None:
            raise self.fails
        self._on = on
