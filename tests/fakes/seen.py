# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Collects what a watcher reports, with a bounded wait for an expected state."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from driveproof.domain.drive.drive import Inventory
from driveproof.domain.errors import MachineError


class Seen:
    """Pass `change` and `missing` to a DiskWatcher."""

    def __init__(self) -> None:
        self._news = threading.Condition()
        self.inventories: list[Inventory] = []
        self.errors: list[MachineError] = []

    def change(self, inventory: Inventory) -> None:
        with self._news:
            self.inventories.append(inventory)
            self._news.notify_all()

    def missing(self, error: MachineError) -> None:
        with self._news:
            self.errors.append(error)
            self._news.notify_all()

    def wait(self, what: str, holds: Callable[[Inventory], bool], seconds: float = 60.0) -> float:
        """Wait until the newest inventory is as expected; returns the seconds. Fails on a
        timeout.
        """
        begun = time.monotonic()
        with self._news:
            met = self._news.wait_for(
                lambda: bool(self.inventories) and holds(self.inventories[-1]), seconds
            )
        assert met, f"not seen within {seconds} s: {what}; last: {self.inventories[-1:]}"
        return time.monotonic() - begun

    def wait_errors(self, count: int, seconds: float = 60.0) -> None:
        """Wait until this many errors were reported in total."""
        with self._news:
            met = self._news.wait_for(lambda: len(self.errors) >= count, seconds)
        assert met, f"{len(self.errors)} errors were told and not {count}: {self.errors}"
