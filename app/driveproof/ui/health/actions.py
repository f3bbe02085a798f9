# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The person's requests about a drive's health, each in a thread of its own.

A drive that hangs delays only its own answer.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from driveproof.composition.services import HealthRequests
from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.drive.firmware import FirmwareNews
from driveproof.domain.errors import DriveproofError
from driveproof.engine.health.view import HealthView
from driveproof.ui.health.watch import HealthWatch
from driveproof.ui.tasks.queue import TaskQueue


class HealthActions(QObject):
    """Runs the requests.

    Emits `failed(name, what, error)` and, after every other end, `ended(name, what, result)` with
    the device's name; `changed` when a request started or ended. `what` is "snapshots", "firmware",
    "whole", "keep", "acknowledge", "start", "abort" or "smart".
    """

    failed = Signal(str, str, object)
    ended = Signal(str, str, object)
    changed = Signal()

    def __init__(self, watch: HealthWatch, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._watch = watch
        # A drive that hangs must not delay others: no limit on threads.
        self._tasks = TaskQueue(self, threads=sys.maxsize)
        self._running: set[tuple[str, str]] = set()

    def is_busy(self, name: str, *whats: str) -> bool:
        """Whether one of these requests is running for a device."""
        return any((name, what) in self._running for what in whats)

    def read_snapshots(self, device: BlockDevice) -> None:
        """Read all snapshots of the drive."""
        self._start(
            device.name,
            "snapshots",
            lambda requests: (device.identity, requests.snapshots(device.identity)),
        )

    def read_firmware(self, device: BlockDevice) -> None:
        """Ask fwupd for newer firmware."""

        def work(requests: HealthRequests) -> tuple[BlockDevice, FirmwareNews]:
            return device, requests.firmware(device)

        self._start(device.name, "firmware", work)

    def read_whole(self, device: BlockDevice, inventory: Inventory) -> None:
        """Read everything as administrator; may prompt for a password."""
        self._start(device.name, "whole", lambda requests: requests.look_whole(device, inventory))

    def keep(self, view: HealthView) -> None:
        """Store a snapshot."""
        self._start(view.device, "keep", lambda requests: requests.keep(view))

    def acknowledge(self, view: HealthView, counters: list[tuple[str, int]]) -> None:
        """Store that the person has seen these values."""

        def work(requests: HealthRequests) -> list[tuple[str, int]]:
            for counter, value in counters:
                requests.acknowledge(view.identity, counter, value)
            return counters

        self._start(view.device, "acknowledge", work)

    def start_test(self, device: BlockDevice, kind: str) -> None:
        """Start a self-test; may prompt for a password."""

        def work(requests: HealthRequests) -> str:
            requests.start_self_test(device, kind)
            return kind

        self._start(device.name, "start", work)

    def abort_test(self, device: BlockDevice) -> None:
        """Abort the self-test; may prompt for a password."""
        self._start(device.name, "abort", lambda requests: requests.abort_self_test(device))

    def switch_smart_on(self, device: BlockDevice) -> None:
        """Switch SMART on; may prompt for a password."""
        self._start(device.name, "smart", lambda requests: requests.switch_smart_on(device))

    def _start(self, name: str, what: str, work: Callable[[HealthRequests], Any]) -> None:
        if (name, what) in self._running or not self._watch.possible:
            return
        self._running.add((name, what))
        done = partial(self._done, name, what)
        self._tasks.add(lambda: work(self._watch.requests()), done)
        self.changed.emit()

    def _done(self, name: str, what: str, result: Any, error: DriveproofError | None) -> None:
        self._running.remove((name, what))
        if error is not None:
            self.failed.emit(name, what, error)
        else:
            self.ended.emit(name, what, result)
        self.changed.emit()
