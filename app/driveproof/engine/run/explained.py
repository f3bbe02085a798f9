# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words a failed I/O for what was measured: who answers for it, and what became of it since."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from driveproof.domain.drive.drive import Mount
from driveproof.domain.run.failed_io import CAUSES, FailureCause, IoError, On, ServedBy
from driveproof.domain.run.kernel_messages import Trouble
from driveproof.domain.run.run import KernelMessage, Target, TargetKind
from driveproof.system.kernel.mounts import filesystem_traits, read_mounts

_OF_READ_ONLY = frozenset(
    {
        FailureCause.READ_ONLY,
        FailureCause.IO_ERROR,
        FailureCause.MEDIUM,
        FailureCause.DAMAGED,
        FailureCause.TIMEOUT,
    }
)
"""What the I/O that met the error may have answered, or one after it."""
_SHUT = frozenset({"emergency_ro", "shutdown"})
"""How ext4 shows since Linux 6.15 that it takes no more writes."""
_REASONS = frozenset(
    {Trouble.MEDIUM, Trouble.TIMEOUT, Trouble.GONE, Trouble.IO_ERROR, Trouble.FILESYSTEM}
)
_ITSELF = ("remounting filesystem read-only", "forced readonly")


def explained(
    error: IoError,
    target: Target,
    messages: Sequence[KernelMessage],
    mounts: Callable[[], Sequence[Mount]] = read_mounts,
) -> IoError:
    """The error in the words that fit a target; `messages` are what the kernel said meanwhile.

    Nothing of the target is touched: it may not answer.
    """
    if target.kind is TargetKind.DEVICE:
        return error.on(On(device=target.path))
    mount = _mount(target, mounts)
    found = filesystem_traits(mount) if mount is not None else None
    answers = ServedBy.DRIVE
    if found is not None and (found.userspace or found.network):
        answers = ServedBy.PROGRAM if found.userspace else ServedBy.SERVER
    on = On(answers=answers, folder=target.path, left=answers is ServedBy.PROGRAM)
    # Linux 6.12 makes an ext4 read-only without showing it among the mounts.
    shut = is_shut(target, mounts) or any(_says_shut(one.text) for one in messages)
    if shut and error.cause in _OF_READ_ONLY:
        return error.as_read_only(On(answers=answers, folder=target.path, log=_why(messages)))
    return error.on(on)


def is_shut(target: Target, mounts: Callable[[], Sequence[Mount]] = read_mounts) -> bool:
    """Whether the file system of a test file takes no writes by now. Nothing of it is touched."""
    mount = _mount(target, mounts)
    return mount is not None and (mount.read_only or bool(_SHUT & set(mount.options)))


def _mount(target: Target, mounts: Callable[[], Sequence[Mount]]) -> Mount | None:
    """The mount that hides all others at its point."""
    return next((one for one in reversed(mounts()) if one.path == target.mount_point), None)


def _why(messages: Sequence[KernelMessage]) -> str:
    """The first line that says what went wrong, and not only what followed."""
    lines = (one.text for one in messages if one.kind in _REASONS)
    return next((line for line in lines if not _says_shut(line)), "")


def _says_shut(line: str) -> bool:
    return any(words in line.lower() for words in _ITSELF)


def number_in(words: str) -> int:
    """The errno that a program says in the words of the C locale, 0 where it says none that we
    know.
    """
    return next((number for number in CAUSES if os.strerror(number) in words), 0)
