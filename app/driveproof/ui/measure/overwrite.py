# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Overwriting a device from the Measure page: the question before, and TRIM after."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QPushButton, QWidget

from driveproof.composition.services import Overwriting
from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.errors import DriveproofError, MachineError
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.run import Run
from driveproof.engine.run.overwrite import WritePlan
from driveproof.ui.results.run_view import RunView
from driveproof.ui.tasks.queue import TaskQueue
from driveproof.ui.theme.style import Theme
from driveproof.ui.widgets.page_head import BUTTON_HEIGHT
from driveproof.wording.catalogue import _
from driveproof.wording.errors import Face, message_and_advice
from driveproof.wording.text import shown
from driveproof.wording.units import format_size


class Overwriter(QObject):
    """Asks, remembers what was confirmed, and offers TRIM beside the result of that run."""

    def __init__(
        self,
        services: Overwriting | None,
        theme: Theme,
        result: RunView,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._services = services
        self._theme = theme
        self._window = parent
        self._result = result
        self._plan: WritePlan | None = None
        self._length = 0
        self._seen: tuple[BlockDevice, Inventory, str] | None = None
        self._tasks = TaskQueue(self)
        self.button = QPushButton(_("&TRIM what was written"))
        self.button.setMinimumHeight(BUTTON_HEIGHT)
        self.button.setToolTip(_("Tells the drive that what this run wrote is not needed any more"))
        self.button.clicked.connect(self._trim)
        self.button.hide()
        result.add_button(self.button)

    def why_not(self, device: BlockDevice, inventory: Inventory) -> str:
        """Why a device may not be overwritten; "" when nothing stands against it."""
        if self._services is None:
            return _("this version only reads devices")
        if device.read_only:
            return _("it is write-protected")
        if self._seen is None or self._seen[0] is not device or self._seen[1] is not inventory:
            self._seen = device, inventory, self._services.users(device, inventory)
        return self._seen[2]

    def ask(self, profile: Profile, path: str, inventory: Inventory) -> WritePlan | None:
        """What the person has confirmed; None for a no. Raises DriveproofError."""
        from driveproof.ui.measure.overwrite_dialog import OverwriteDialog

        if self._services is None:
            raise MachineError(_("This version only reads devices."))
        plan = self._services.plan(profile, path, inventory)
        dialog = OverwriteDialog(plan, self._theme, self._window)
        accepted = bool(dialog.exec())
        dialog.deleteLater()
        return plan if accepted else None

    def begin(self, plan: WritePlan | None) -> None:
        """A run begins, on the device of a plan or on something else."""
        self._plan, self._length = plan, 0
        self.button.hide()

    def ended(self, run: Run) -> None:
        """Its result is shown."""
        if self._plan is not None:
            self._length = self._plan.written(run)
            self.look()

    def look(self) -> None:
        """Offer TRIM as long as the device is the one that was written to."""
        plan, services = self._plan, self._services
        same = bool(plan and services and self._length and services.still_there(plan))
        self.button.setVisible(same)
        self.button.setEnabled(not self._tasks.busy)

    @Slot()
    def _trim(self) -> None:
        plan, services, length = self._plan, self._services, self._length
        if plan is None or services is None:
            return
        self._tasks.add(lambda: services.discard(plan, length), self._trimmed)
        self.look()
        self._result.say(_("Waiting for permission to discard what was written…"))

    def _trimmed(self, done: int | None, error: DriveproofError | None) -> None:
        self.look()
        if error is not None:
            self._result.say(shown(message_and_advice(error, Face.WINDOW)), bad=True)
            return
        self._length = 0
        self.look()
        self._result.say(_("TRIM: {0} were discarded.").format(format_size(done or 0)))
