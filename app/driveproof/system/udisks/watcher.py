# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Follows the drives: a thread that listens to UDisks2 and to the mount table."""

from __future__ import annotations

import logging
import os
import select
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from driveproof.domain.drive.drive import Inventory
from driveproof.domain.errors import Advice, MachineError
from driveproof.system.kernel import mounts as filesystems
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.udisks.inventory_builder import InventoryBuilder
from driveproof.system.udisks.listener import LostError, UDisksListener

if TYPE_CHECKING:
    import logging

GATHER_SECONDS = 0.06
"""Seconds: changes come in bursts, which are reported together this long after the first."""
RETRY_SECONDS = 1.0
"""Seconds between two attempts to find a missing bus or service."""
REFRESH_SECONDS = 10.0
"""Seconds between two readings of what no signal announces: temperature, free space, scheduler."""


class DiskWatcher:
    """Calls back with a new Inventory whenever something changed.

    Both callbacks run in the watcher's thread and must not raise. `on_missing` reports that there
    is no bus or no UDisks2; the watcher keeps looking, and `on_change` follows when it is back.
    `on_missing` is not repeated while the reason stays the same.
    """

    def __init__(
        self,
        on_change: Callable[[Inventory], None],
        on_missing: Callable[[MachineError], None],
        *,
        address: str = "",
        sysfs: Sysfs | None = None,
        proc: Path = filesystems.PROC_SELF,
    ) -> None:
        self._on_change = on_change
        self._on_missing = on_missing
        self._address = address
        self._sysfs = sysfs or Sysfs()
        self._proc = proc
        self._thread: threading.Thread | None = None
        self._stopping = threading.Event()
        self._refreshing = threading.Event()
        self._wake_read, self._wake_write = -1, -1
        self._missing = ""
        self._last: Inventory | None = None

    def start(self) -> None:
        """Start listening; returns at once."""
        if self._thread is not None:
            return
        self._stopping.clear()
        self._wake_read, self._wake_write = os.pipe2(os.O_CLOEXEC)
        self._thread = threading.Thread(target=self._run, name="disk-watcher", daemon=True)
        self._thread.start()

    def refresh(self) -> None:
        """Read everything again now, including what no signal announces; returns at once."""
        if self._thread is not None:
            self._refreshing.set()
            os.write(self._wake_write, b"r")

    def stop(self) -> None:
        """Stop listening. No callback follows, unless one blocks for a second."""
        if self._thread is None:
            return
        self._stopping.set()
        os.write(self._wake_write, b"x")
        self._thread.join(1.0)
        if self._thread.is_alive():
            _log().warning("the disk watcher did not stop within a second")
        else:
            os.close(self._wake_read)
            os.close(self._wake_write)
        self._thread = None

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                with UDisksListener(self._address) as listener, _MountTable(self._proc) as mounts:
                    self._follow(listener, mounts)
            except MachineError as error:
                self._say_missing(error)
            except LostError:
                self._say_missing(
                    MachineError(
                        "The connection to the system bus was lost.",
                        advice=Advice("Try again later."),
                    )
                )
            except Exception:  # noqa: BLE001
                # If the thread died silently, an old list would stay on the screen for ever.
                _log().exception("following the drives failed; starting over")
            self._stopping.wait(RETRY_SECONDS)

    def _follow(self, listener: UDisksListener, mounts: _MountTable) -> None:
        """Use one connection, until it is lost (LostError) or the watcher is stopped."""
        builder = InventoryBuilder(listener.tree, self._sysfs, proc=self._proc)
        poll = select.poll()
        poll.register(listener.fileno(), select.POLLIN)
        poll.register(self._wake_read, select.POLLIN)
        if mounts.fileno() >= 0:
            poll.register(mounts.fileno(), select.POLLPRI)
        builder.read_mounts()
        deliver_at: float | None = None
        refresh_at = time.monotonic() + REFRESH_SECONDS
        while not self._stopping.is_set():
            moments = (deliver_at, refresh_at, listener.wake_at)
            wake_at = min(moment for moment in moments if moment is not None)
            events = poll.poll(max(0.0, wake_at - time.monotonic()) * 1000)
            if any(number == self._wake_read for number, _ in events):
                os.read(self._wake_read, 64)
            if any(number == mounts.fileno() for number, _ in events):
                builder.read_mounts()
            change = listener.process()
            now = time.monotonic()
            if self._refreshing.is_set():
                self._refreshing.clear()
                builder.touch_all()
                builder.read_mounts()
                refresh_at = now
            if not listener.ready:
                deliver_at = None
                if listener.missing is not None:
                    self._say_missing(listener.missing)
                refresh_at = max(refresh_at, now + REFRESH_SECONDS)
                continue
            builder.touch(change.affected)
            if change.reloaded:
                builder.touch_all()
                deliver_at = now  # the first list, or the first after a restart: at once
            if now >= refresh_at:
                builder.refresh_volatile()
                refresh_at = now + REFRESH_SECONDS
            if builder.pending and deliver_at is None:
                deliver_at = now + GATHER_SECONDS
            if deliver_at is not None and now >= deliver_at:
                deliver_at = None
                self._deliver(builder.build())

    def _deliver(self, inventory: Inventory) -> None:
        back = bool(self._missing)
        self._missing = ""
        if back or inventory != self._last:
            self._last = inventory
            self._on_change(inventory)

    def _say_missing(self, error: MachineError) -> None:
        if error.message != self._missing and not self._stopping.is_set():
            self._missing = error.message
            self._on_missing(error)


def _log() -> logging.Logger:
    return logging.getLogger(__name__)


class _MountTable:
    """The kernel's mount table as something to wait for: POLLPRI signals a change."""

    def __init__(self, proc: Path) -> None:
        try:
            self._handle = os.open(proc / "mountinfo", os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            self._handle = -1

    def __enter__(self) -> _MountTable:
        return self

    def __exit__(self, *_: object) -> None:
        if self._handle >= 0:
            os.close(self._handle)

    def fileno(self) -> int:
        """The descriptor, -1 without a table."""
        return self._handle
