# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Keeps the health of the drives below a target, before a run and after it."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.errors import DriveproofError
from driveproof.domain.health.report import Health
from driveproof.domain.health.snapshot import AFTER, BEFORE, SnapshotReason
from driveproof.domain.health.throttling import throttled
from driveproof.engine.health.service import HealthService

WAIT_SECONDS = 2.0
"""How long a run waits for its drives at most, all of them together."""
HURRY_SECONDS = 0.5
"""The same after a cancel, which has to end within a second."""


class RunHealth:
    """The health of one run's drives; without a service nothing is kept.

    It never prompts, and none of it is inside the measured time: between `before` and `after` the
    service does not query these drives either. A drive that does not answer in time or reports
    nothing has no snapshot; a history that cannot be written is reported by the run itself.
    """

    def __init__(self, service: HealthService | None = None) -> None:
        self._service = service
        self._inventory: Inventory | None = None
        self._drives: list[BlockDevice] = []
        self._alone: tuple[str, ...] = ()
        """Those that nobody asks meanwhile."""
        self._told: dict[str, dict[str, Health]] = {}

    def seeing(self, inventory: Callable[[], Inventory | None]) -> Callable[[], Inventory | None]:
        """The same, but with the previous answer at hand."""

        def ask() -> Inventory | None:
            self._inventory = inventory()
            return self._inventory

        return ask

    def before(self, run_id: str, drives: tuple[str, ...]) -> None:
        """Read and keep them; `drives` are kernel names."""
        if self._service is None or self._inventory is None:
            return
        found = (self._inventory.get(name) for name in drives)
        self._drives = [
            drive
            for drive in found
            if drive is not None and self._service.can_be_kept(drive, self._inventory)
        ]
        self._keep(run_id, BEFORE, WAIT_SECONDS)
        self._alone = tuple(drive.name for drive in self._drives)
        self._service.leave_alone(self._alone)

    def after(self, run_id: str, *, hurry: bool = False) -> None:
        """The same once more; `hurry`: somebody waits for the end."""
        self.close()
        if self._service is not None:
            self._keep(run_id, AFTER, HURRY_SECONDS if hurry else WAIT_SECONDS)

    def close(self) -> None:
        """The drives may be queried again, however the run ended; a second call does nothing."""
        alone, self._alone = self._alone, ()
        if self._service is not None:
            self._service.ask_again(alone)

    @property
    def throttled(self) -> bool:
        """Whether a drive says that it was too warm between `before` and `after`."""
        before, after = (self._told.get(reason, {}) for reason in (BEFORE, AFTER))
        return any(throttled(before[name], after[name]) for name in before.keys() & after.keys())

    def _keep(self, run_id: str, reason: SnapshotReason, seconds: float) -> None:
        service, inventory = self._service, self._inventory
        if service is None or inventory is None or not self._drives:
            return
        answers: queue.SimpleQueue[tuple[BlockDevice, Health]] = queue.SimpleQueue()

        def ask(drive: BlockDevice) -> None:
            answers.put((drive, service.read(drive, inventory, timeout=seconds).health))

        for drive in self._drives:
            threading.Thread(target=partial(ask, drive), name="health-run", daemon=True).start()
        end = time.monotonic() + seconds
        found: dict[str, Health] = {}
        with suppress(queue.Empty):
            while len(found) < len(self._drives):
                drive, health = answers.get(timeout=max(end - time.monotonic(), 0.0))
                found[drive.name] = health
        self._told[reason] = found
        for drive in self._drives:
            told = found.get(drive.name)
            if told is not None and told.known:
                with suppress(DriveproofError):
                    service.kept.add(drive.identity, told, reason, run_id, firmware=drive.firmware)
