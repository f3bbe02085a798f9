# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Prints the serial numbers of the drives, a line for every change that the watcher reports."""

from __future__ import annotations

import json
import signal
import sys

sys.path.insert(0, "/usr/lib/driveproof")

from driveproof.domain.drive.drive import Inventory
from driveproof.domain.errors import MachineError
from driveproof.system.udisks.watcher import DiskWatcher


def changed(inventory: Inventory) -> None:
    print(json.dumps([device.serial for device in inventory.devices]), flush=True)


def missing(error: MachineError) -> None:
    print(json.dumps(str(error)), flush=True)


# Before any thread: it is waited for at the end.
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
watcher = DiskWatcher(changed, missing)
watcher.start()
signal.sigwait({signal.SIGTERM})
watcher.stop()
