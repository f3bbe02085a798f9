# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The news about block devices as Qt signals in the window's thread."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal, Slot

from driveproof.domain.errors import MachineError
from driveproof.ui.tasks.mailbox import Mailbox


class DriveFeed(QObject):
    """Emits `inventory_changed(Inventory)` and `missing(MachineError)`."""

    inventory_changed = Signal(object)
    missing = Signal(object)
    _rung = Signal()

    def __init__(self, mailbox: Mailbox, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._mailbox = mailbox
        self._rung.connect(self.deliver, Qt.ConnectionType.QueuedConnection)
        mailbox.attach(self._rung.emit)

    @Slot()
    def deliver(self) -> None:
        """Tell what there is now; does nothing when all was told."""
        news = self._mailbox.take()
        if isinstance(news, MachineError):
            self.missing.emit(news)
        elif news is not None:
            self.inventory_changed.emit(news)

    def close(self) -> None:
        """Hear nothing more."""
        self._mailbox.detach()
