# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Another I/O scheduler or mount option for whole runs, and the one of before at the end."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import ClassVar

from driveproof.domain.drive.mount_option import atime_option
from driveproof.domain.errors import Advice, CancelledError, DriveproofError, MachineError
from driveproof.domain.notes import Note
from driveproof.domain.quantity import Phrase
from driveproof.engine.combined_errors import combined
from driveproof.engine.run.scheduler_profile import GUARD_SECONDS, not_back
from driveproof.system.helper.mount import MountSwitch
from driveproof.system.helper.scheduler import SchedulerSwitch
from driveproof.system.kernel.mounts import mount_of
from driveproof.system.kernel.sysfs import Sysfs


class Switching(ABC):
    """Sets one value after the other inside the `with`, and restores the original one after it,
    whatever happened. The helper restores it by itself when this process is killed.
    """

    what: ClassVar[Phrase]
    """What is switched."""

    @staticmethod
    @abstractmethod
    def announced(name: str) -> Note:
        """That it is being set."""

    def __init__(self, switch: SchedulerSwitch) -> None:
        self._switch = switch
        self._before: str | None = None
        self._cancelled = False
        self._hang_up: Callable[[], None] | None = None

    def __enter__(self) -> Switching:
        self._before = self._now()
        return self

    @abstractmethod
    def _now(self) -> str | None:
        """The current value; None where it is unknown."""

    @abstractmethod
    def _left(self, before: str) -> MachineError | None:
        """What to say at the end where it is not `before` again."""

    def set(self, name: str) -> None:
        """Set it, after authorization where it is needed. Raises DriveproofError."""
        try:
            self._switch.set(name, opened=self._opened)
        except DriveproofError as error:
            if self._cancelled:
                raise CancelledError("Cancelled before anything was measured.") from error
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
                "The {what} was {name} when the test began, and is {now} now: it does not count.",
                what=self.what,
                name=name,
                now=now,
                advice=Advice(
                    "Did somebody change it, or end Driveproof's helper? Continue measures it"
                    " again."
                ),
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
        failed = self._left(self._before) if self._before else None
        if failed is not None:
            raise combined(error, failed) if error is not None else failed


class SchedulerSwitching(Switching):
    """I/O schedulers of a disk."""

    what = Phrase("I/O scheduler")

    @staticmethod
    def announced(name: str) -> Note:
        """That it is being set."""
        return Note("I/O scheduler {name}", name=name)

    def __init__(self, disk: str, switch: SchedulerSwitch, sysfs: Sysfs) -> None:
        super().__init__(switch)
        self._name = Path(disk).name
        self._sysfs = sysfs

    def _now(self) -> str | None:
        return self._sysfs.scheduler(self._name)[0]

    def _left(self, before: str) -> MachineError | None:
        return not_back(self._name, before, self._sysfs)


class MountSwitching(Switching):
    """Options of the mount that a folder is on."""

    what = Phrase("mount option")

    @staticmethod
    def announced(name: str) -> Note:
        """That it is being set."""
        return Note("Mount option {name}", name=name)

    def __init__(self, folder: str, switch: MountSwitch) -> None:
        super().__init__(switch)
        self._folder = folder

    def set(self, name: str) -> None:
        """Set it, and look whether it is. Raises DriveproofError."""
        super().set(name)
        if (now := self._now()) != name:  # the helper saw it, so it was on another mount
            raise MachineError(
                "{path} is still mounted with {now}, not {name}.",
                path=self._folder,
                now=now,
                name=name,
                advice=Advice(
                    "Its mount is one that only this program sees: start it outside of a sandbox."
                ),
            )

    def _now(self) -> str:
        return atime_option(mount_of(self._folder).options)

    def _left(self, before: str) -> MachineError | None:
        try:
            end = time.monotonic() + GUARD_SECONDS
            while (left := self._now()) != before and time.monotonic() < end:
                time.sleep(0.02)  # a helper that was killed leaves it to its child
            point = mount_of(self._folder).path
        except MachineError:  # it is not there any more, and what was set neither
            return None
        if left == before:
            return None
        return MachineError(
            "{path} is mounted with {left} now, and it was with {before} before.",
            path=point,
            left=left,
            before=before,
            advice=Advice(
                "Set it with: sudo mount -o remount,bind,{before} {path}", before=before, path=point
            ),
        )
