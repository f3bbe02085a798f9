# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks several drives, one after the other: a drive that fails or is gone holds up no other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from driveproof.domain.check.check import Check
from driveproof.domain.errors import CancelledError, DriveproofError

SECONDS = 5.0
"""What a drive usually takes at most, when nothing is measured."""


class One(Protocol):
    """The check of one drive, as CheckSession is one."""

    def run(self) -> Check:
        """Check. Raises DriveproofError."""

    def cancel(self) -> None:
        """Ask it to stop; `run` then returns what there is."""


@dataclass(frozen=True, slots=True)
class Began:
    """The check of a drive began: `place` of `count`, from 0."""

    target: str
    place: int
    count: int


@dataclass(frozen=True, slots=True)
class DriveChecked:
    """A drive was checked, or could not be."""

    target: str
    check: Check | None = None
    error: DriveproofError | None = None


class AllChecks:
    """`make(target)` creates the check of one drive; `run` works in the caller's thread, and
    `cancel` may be called from any thread.

    The observer gets a Began and a DriveChecked for each drive, but none of these for one that
    was cancelled: its check is incomplete.
    """

    def __init__(
        self,
        targets: Sequence[str],
        make: Callable[[str], One],
        observer: Callable[[Began | DriveChecked], None],
    ) -> None:
        self._targets = tuple(targets)
        self._make = make
        self._observer = observer
        self._cancelled = False
        self._current: One | None = None

    def run(self) -> None:
        """Check them all, in their order."""
        for place, target in enumerate(self._targets):
            if self._cancelled:
                return
            self._observer(Began(target, place, len(self._targets)))
            done = self._checked(target)
            if done is not None and not self._cancelled:
                self._observer(done)

    def _checked(self, target: str) -> DriveChecked | None:
        try:
            self._current = one = self._make(target)
            if self._cancelled:  # cancelled before there was a session
                one.cancel()
            return DriveChecked(target, one.run())
        except CancelledError:
            return None
        except DriveproofError as error:
            return DriveChecked(target, error=error)
        finally:
            self._current = None

    def cancel(self) -> None:
        """Stop soon."""
        self._cancelled = True
        current = self._current
        if current is not None:
            current.cancel()
