# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The program on a made machine."""

from __future__ import annotations

from tests.fakes.made_machine import MadeMachine

from driveproof.composition.application import Application, Folders
from driveproof.domain.drive.drive import Inventory
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.udisks.client import read_inventory


class MadeApplication(Application):
    """With the fake machine's /sys, whose counters stand still."""

    pause = staticmethod(lambda _seconds: None)

    def __init__(self, folders: Folders, bus: str, machine: MadeMachine | None) -> None:
        super().__init__(folders)
        self._bus = bus
        self._machine = machine

    def inventory(self) -> Inventory:
        assert self._machine is not None, "a saved report needs no UDisks2"
        return read_inventory(self._bus, Sysfs(self._machine.root))
