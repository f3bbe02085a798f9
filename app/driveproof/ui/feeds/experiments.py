# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The stored experiments, read in a thread and shared by the pages that show them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from driveproof.ui.tasks.delayed import Delayed
from driveproof.ui.tasks.queue import TaskQueue

if TYPE_CHECKING:
    from driveproof.composition.services import Services
    from driveproof.domain.errors import DriveproofError
    from driveproof.domain.experiment.experiment import Experiment

# The list of drives and the first page have priority.
LATER_MS = 300


class ExperimentFeed(QObject):
    """`experiments` are all, newest first, as last read; `error` says why they could not be read.

    Emits `changed` after reading.
    """

    changed = Signal()

    def __init__(self, services: Services, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self.experiments: tuple[Experiment, ...] = ()
        self.error: DriveproofError | None = None
        self.known = False
        self.measured = ""  # the kernel name of the drive on which a step is running
        self._tasks = TaskQueue(self)
        self.timer = Delayed(self, LATER_MS, self.read)

    @property
    def busy(self) -> bool:
        """Whether they are being read."""
        return self._tasks.busy

    def read_soon(self, *, wanted: bool = True) -> None:
        """Read when the event loop is idle, unless that is cancelled before."""
        self.timer.ask(wanted=wanted)

    @Slot()
    def read(self) -> None:
        """Read them again."""
        self.timer.stop()
        self._tasks.add(self._all, self._done, key="plans")

    def _all(self) -> tuple[Experiment, ...]:
        return self._services.experiments.all()  # imported here, in a thread

    def set_measured(self, drive: str) -> None:
        """A step is running on this drive, or none any more ("")."""
        if drive != self.measured:
            self.measured = drive
            self.changed.emit()

    def _done(
        self, experiments: tuple[Experiment, ...] | None, error: DriveproofError | None
    ) -> None:
        self.known, self.error = True, error
        if experiments is not None:
            self.experiments = experiments
        self.changed.emit()
