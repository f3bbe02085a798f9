# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Another I/O scheduler for whole runs, and the one that was set before at the end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from driveproof.domain.errors import CancelledError, DriveproofError, MachineError
from driveproof.session.guided import settled
from driveproof.system.helper_scheduler import SchedulerSwitch
from driveproof.system.sysfs import Sysfs


class Switching:
    """Inside the `with` schedulers are set; after it there is the one that was, whatever happened.

    The helper puts it back by itself when this process is killed.
    """

    def __init__(self, disk: str, switch: SchedulerSwitch, sysfs: Sysfs) -> None:
        self._name = Path(disk).name
        self._switch = switch
        self._sysfs = sysfs
        self._before: str | None = None
        self._cancelled = False
        self._hang_up: Callable[[], None] | None = None

    def __enter__(self) -> Switching:
        self._before = self._sysfs.scheduler(self._name)[0]
        return self

    def set(self, name: str) -> None:
        """Set it; whoever has to allow that is asked. Raises DriveproofError."""
        try:
            self._switch.set(name, opened=self._opened)
        except DriveproofError as error:
            if self._cancelled:
                raise CancelledError("Cancelled before anything was measured.") from error
            raise
        finally:
            self._hang_up = None

    def cancel(self) -> None:
        """Take a question for a password away."""
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
        before = self._before
        left = settled(self._name, before, self._sysfs) if before else before
        if before and left != before:
            raise MachineError(
                f"The I/O scheduler of {self._name} is {left} now, and it was {before} before.",
                f"Set it with: echo {before} | sudo tee /sys/block/{self._name}/queue/scheduler",
            )
