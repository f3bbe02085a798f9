# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Another I/O scheduler for whole runs, and the one of before at the end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from driveproof.domain.errors import Advice, CancelledError, DriveproofError, MachineError
from driveproof.domain.notes import Note
from driveproof.engine.combined_errors import combined
from driveproof.engine.run.own_scheduler import not_back
from driveproof.system.helper.scheduler import SchedulerSwitch
from driveproof.system.kernel.sysfs import Sysfs


class SchedulerSwitching:
    """Sets one scheduler of a disk after the other inside the `with`, and restores the original one
    after it, whatever happened. The helper restores it by itself when this process is killed.
    """

    def __init__(self, disk: str, switch: SchedulerSwitch, sysfs: Sysfs) -> None:
        self._name = Path(disk).name
        self._switch = switch
        self._sysfs = sysfs
        self._before: str | None = None
        self._cancelled = False
        self._hang_up: Callable[[], None] | None = None

    def __enter__(self) -> SchedulerSwitching:
        self._before = self._now()
        return self

    def _now(self) -> str | None:
        return self._sysfs.scheduler(self._name)[0]

    @staticmethod
    def announced(name: str) -> Note:
        """That it is being set."""
        return Note("I/O scheduler {name}", name=name)

    def set(self, name: str) -> None:
        """Set it, after authorization where it is needed. Raises DriveproofError."""
        try:
            self._switch.set(name, opened=self._opened)
        except DriveproofError as error:
            if self._cancelled:
                raise CancelledError("Cancelled.") from error
            raise
        finally:
            self._hang_up = None

    def check(self, name: str) -> None:
        """Whether it is set still. A helper that is ended puts back what was before, and what was
        measured then is neither the one nor the other. Raises MachineError.
        """
        now = self._now()
        if now is not None and now != name:
            raise MachineError(
                "The I/O scheduler changed from {name} to {now}: the test does not count.",
                name=name,
                now=now,
                advice=Advice("Try again."),
            )

    def cancel(self) -> None:
        """Withdraw a password prompt."""
        self._cancelled = True
        if self._hang_up is not None:
            self._hang_up()

    def _opened(self, hang_up: Callable[[], None]) -> None:
        self._hang_up = hang_up
        if self._cancelled:
            hang_up()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._switch.put_back()
        failed = not_back(self._name, self._before, self._sysfs) if self._before else None
        if failed is not None:
            raise combined(error, failed) if error is not None else failed
