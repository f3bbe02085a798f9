# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The I/O scheduler of a device: set for as long as its caller is there, then put back."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
from collections.abc import Callable
from typing import NamedTuple

from driveproof.helper.commands import Child
from driveproof.helper.device import HeldDevice
from driveproof.helper.jobs import spawn
from driveproof.helper.protocol import ErrorName, HelperError, invalid


class _Setting(NamedTuple):
    owner: str
    descriptor: int  # of the device's own file in /sys: it never becomes another device's
    before: str
    guard: subprocess.Popen[bytes]


class Schedulers:
    """What was set, by whom, and how it was before.

    A guard, a child that does nothing but wait for the helper's end, puts it back where the helper
    cannot: when it is killed.
    """

    def __init__(self, guard: Callable[[str], tuple[str, ...]]) -> None:
        """`guard` makes the arguments of the child that writes that text when its input ends."""
        self._guard = guard
        self._set: dict[int, _Setting] = {}

    def __len__(self) -> int:
        return len(self._set)

    def is_set(self, held: HeldDevice) -> bool:
        """Whether somebody has set this device's."""
        return held.sequence in self._set

    def check(self, owner: str, held: HeldDevice, name: str) -> None:
        """Raises Busy, InvalidArgument or Unsupported where `set` would."""
        setting = self._set.get(held.sequence)
        if setting is not None and setting.owner != owner:
            raise HelperError(ErrorName.BUSY, "Somebody else has set this device's scheduler.")
        if name:
            descriptor = _open(held)
            try:
                _, offered = _read(descriptor)
            finally:
                os.close(descriptor)
            if name not in offered:
                raise invalid(f"{held.path} offers: {', '.join(offered)}.")

    def set(self, owner: str, held: HeldDevice, name: str) -> None:
        """Set it, or put back what was before where the name is "".

        Raises Busy, InvalidArgument, Unsupported or Failed.
        """
        self.check(owner, held, name)
        setting = self._set.get(held.sequence)
        if not name:
            if setting is not None:
                self._put_back(held.sequence)
            return
        if setting is None:
            descriptor = _open(held)
            try:
                before, _ = _read(descriptor)
                child = Child(self._guard(before), 0.0)
                guard = spawn(child, descriptor, source=subprocess.PIPE, dies_with_parent=False)
            except BaseException:
                os.close(descriptor)
                raise
            setting = self._set[held.sequence] = _Setting(owner, descriptor, before, guard)
        try:
            os.pwrite(setting.descriptor, name.encode("ascii"), 0)
        except OSError as error:
            self._put_back(held.sequence)
            text = f"The scheduler {name} cannot be set: {error.strerror}."
            raise HelperError(ErrorName.FAILED, text) from error

    def owner_gone(self, owner: str) -> None:
        """Put back what a caller left behind."""
        for sequence, setting in list(self._set.items()):
            if setting.owner == owner:
                self._put_back(sequence)

    def put_all_back(self) -> None:
        """Put everything back."""
        for sequence in list(self._set):
            self._put_back(sequence)

    def _put_back(self, sequence: int) -> None:
        setting = self._set.pop(sequence)
        # The device may be gone, and its scheduler with it.
        with contextlib.suppress(OSError):
            os.pwrite(setting.descriptor, setting.before.encode("ascii"), 0)
        os.close(setting.descriptor)
        setting.guard.kill()
        setting.guard.wait()
        for pipe in (setting.guard.stdin, setting.guard.stderr):
            if pipe is not None:
                pipe.close()


def _open(held: HeldDevice) -> int:
    """The scheduler's file in /sys of the disk that is held."""
    number = f"{os.major(held.number)}:{os.minor(held.number)}"
    place = os.path.realpath(f"/sys/dev/block/{number}")
    for folder in (place, os.path.dirname(place)):  # a partition's queue is its disk's
        with contextlib.suppress(OSError):
            return os.open(f"{folder}/queue/scheduler", os.O_RDWR | os.O_CLOEXEC)
    raise HelperError(ErrorName.UNSUPPORTED, f"{held.path} has no I/O scheduler.")


def parse(text: str) -> tuple[str, tuple[str, ...]]:
    """The scheduler in use, and all that are offered: "[none] mq-deadline"; raises Unsupported."""
    offered = tuple(word.strip("[]") for word in text.split())
    used = re.search(r"\[([a-z0-9_-]+)\]", text)
    if used is None:
        raise HelperError(ErrorName.UNSUPPORTED, "The device has no I/O scheduler.")
    return used[1], offered


def _read(descriptor: int) -> tuple[str, tuple[str, ...]]:
    return parse(os.pread(descriptor, 4096, 0).decode("ascii", "replace"))
