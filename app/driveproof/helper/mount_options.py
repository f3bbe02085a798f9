# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A mount's access-time option: set for as long as its caller is there, then put back."""

from __future__ import annotations

import contextlib
import os
import select
import subprocess
from collections.abc import Callable
from typing import NamedTuple

from driveproof.helper.commands import Child
from driveproof.helper.jobs import spawn
from driveproof.helper.protocol import ErrorName, HelperError, MountOption, invalid

MOST = 16
PATIENCE = 10.0
"""Seconds for a child's answer. Nothing in it waits for a drive; the rest is a loaded machine."""

Holder = Callable[[int, int, MountOption], Child]
"""The child for a mount's number and a device's, and what it puts back (helper/mount_hold.py)."""


class _Kept(NamedTuple):
    owner: str
    device: int
    before: MountOption
    process: subprocess.Popen[bytes]
    answers: int


class MountOptions:
    """What was set, by whom: a child each, which ends with the helper however that ends."""

    def __init__(self, holder: Holder) -> None:
        self._holder = holder
        self._kept: dict[int, _Kept] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def check(self, owner: str, number: int, option: MountOption) -> None:
        """Before the prompt. Raises Busy or InvalidArgument where `set` would."""
        kept = self._kept.get(number)
        if kept is not None and kept.owner != owner:
            raise HelperError(ErrorName.BUSY, "Somebody else has set an option of this mount.")
        if option is MountOption.AS_IT_WAS and kept is None:
            raise invalid("You have set no option of this mount.")
        if kept is None and len(self._kept) >= MOST:
            raise HelperError(ErrorName.BUSY, "Options of too many mounts are set.")

    def set(self, owner: str, number: int, device: int, option: MountOption) -> None:
        """Set it, or put back what was before. Raises HelperError; nothing is changed then."""
        self.check(owner, number, option)
        if option is MountOption.AS_IT_WAS:
            self._put_back(number)
            return
        kept = self._kept.get(number)
        if kept is None:
            kept = self._kept[number] = self._begin(owner, number, device)
        if kept.device != device:
            raise HelperError(ErrorName.DEVICE_CHANGED, "The mount is not one of this device.")
        try:
            _order(kept, option)
        except BaseException:
            self._put_back(number)
            raise

    def owner_gone(self, owner: str) -> None:
        """Put back what a caller left behind."""
        for number, kept in list(self._kept.items()):
            if kept.owner == owner:
                self._put_back(number)

    def put_all_back(self) -> None:
        """Put everything back."""
        for number in list(self._kept):
            self._put_back(number)

    def _begin(self, owner: str, number: int, device: int) -> _Kept:
        process, answers = self._spawn(number, device, MountOption.AS_IT_WAS)
        try:
            line = _line(answers)
            if not line.isdecimal():
                process.wait(PATIENCE)
                assert process.stderr is not None
                raise _refusal(process.stderr.read(4096).decode("utf-8", "replace").strip())
            return _Kept(owner, device, MountOption(int(line)), process, answers)
        except BaseException:
            _end(process, answers)
            raise

    def _spawn(
        self, number: int, device: int, before: MountOption
    ) -> tuple[subprocess.Popen[bytes], int]:
        answers, write = os.pipe2(os.O_CLOEXEC)
        try:
            child = self._holder(number, device, before)
            return spawn(child, write, source=subprocess.PIPE, dies_with_parent=False), answers
        except BaseException:
            os.close(answers)
            raise
        finally:
            os.close(write)

    def _put_back(self, number: int) -> None:
        kept = self._kept.pop(number)
        if _end(kept.process, kept.answers):
            return
        # Somebody killed it: another does what it did not come to. Where that cannot be, nobody is
        # there to be told, and the other mounts still have to be put back.
        with contextlib.suppress(HelperError, OSError):
            _end(*self._spawn(number, kept.device, kept.before))


def _order(kept: _Kept, option: MountOption) -> None:
    assert kept.process.stdin is not None
    try:
        kept.process.stdin.write(f"{int(option)}\n".encode("ascii"))
        kept.process.stdin.flush()
        answer = _line(kept.answers)
    except BrokenPipeError as error:
        raise _refusal("") from error
    if answer:
        raise _refusal(answer)


def _refusal(said: str) -> HelperError:
    """What a child says: the name of an error and a sentence."""
    name, _, text = said.partition(" ")
    if name in {each.value for each in ErrorName} and text:
        return HelperError(ErrorName(name), text)
    return HelperError(ErrorName.FAILED, f"The option was not set: {said or 'the child ended'}.")


def _line(answers: int) -> str:
    """A child's answer. Raises Failed when there is none."""
    data = b""
    while not data.endswith(b"\n"):
        if not select.select([answers], [], [], PATIENCE)[0]:
            raise HelperError(ErrorName.TIMED_OUT, "The kernel does not answer about the mount.")
        more = os.read(answers, 512)
        if not more:
            return data.decode("utf-8", "replace") or "?"
        data += more
    return data.decode("utf-8", "replace").strip()


def _end(process: subprocess.Popen[bytes], answers: int) -> bool:
    """Its input ends, so it puts back and leaves; whether it did. One that the kernel keeps is not
    killed: it puts back when it can.
    """
    assert process.stdin is not None and process.stderr is not None
    with contextlib.suppress(BrokenPipeError):
        process.stdin.close()
    os.close(answers)
    try:
        return process.wait(PATIENCE) == 0
    except subprocess.TimeoutExpired:
        return True
    finally:
        process.stderr.close()
