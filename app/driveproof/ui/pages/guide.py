# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Before and after: the guide that leads through a comparison, step by step."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from driveproof.domain.drive import BlockDevice, Inventory
from driveproof.ui.services import Services
from driveproof.ui.settings import Settings
from driveproof.ui.style import Theme


@dataclass(frozen=True)
class Start:
    """What is known already when somebody begins: `action` of domain/plan.py, `target` a path,
    `profile` the name of one; each "" where the person chooses.
    """

    action: str = ""
    target: str = ""
    profile: str = ""


class GuidePage(QWidget):
    """One comparison at a time, of any drive, from its first question to its verdict."""

    back = Signal()
    """To where the person came from."""
    busy_changed = Signal(bool)
    run_saved = Signal(str)
    changed = Signal()
    """A plan was begun, went on or was given up: lists of them read again."""

    def __init__(self, services: Services, theme: Theme, settings: Settings) -> None:
        super().__init__()
        self._services = services
        self._theme = theme
        self._settings = settings
        self.drive = ""
        """The kernel's name of the drive that is measured now, "" for none."""

    @property
    def busy(self) -> bool:
        """Whether a step is on."""
        return False

    def begin(self, device: BlockDevice | None, inventory: Inventory, start: Start) -> None:
        """The person wants a new one: ask what is still open."""

    def open_plan(self, plan_id: str, inventory: Inventory) -> None:
        """Show where this one stands, or its verdict."""

    def set_inventory(self, inventory: Inventory) -> None:
        """These are the drives now."""

    def set_disturbing(self, reason: str) -> None:
        """What a step would disturb now, as a sentence; "" for nothing."""

    def stop_and_wait(self, timeout: float) -> bool:
        """End what is on and wait at most `timeout` seconds; whether it has ended."""
        return True

    @Slot()
    def cancel(self) -> None:
        """Ask the step that is on to end; the comparison stays open."""
