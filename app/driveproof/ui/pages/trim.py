# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The way of a TRIM from the file system to the flash."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from driveproof.domain.drive import BlockDevice, Inventory
from driveproof.ui.services import Services
from driveproof.ui.style import Theme


class TrimPage(QWidget):
    """One drive at a time."""

    def __init__(self, services: Services, theme: Theme) -> None:
        super().__init__()
        self._services = services
        self._theme = theme

    def set_device(self, device: BlockDevice | None, inventory: Inventory, *, gone: bool) -> None:
        """The chosen drive; `gone` when it was unplugged."""
