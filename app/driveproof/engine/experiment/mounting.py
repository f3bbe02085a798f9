# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether the file system of an experiment is mounted with the option that its step needs.

A person sets it and sets it back; the kernel's table of mounts says whether that was done.
"""

from __future__ import annotations

from contextlib import suppress

from driveproof.domain.errors import Advice, MachineError, RefusedError
from driveproof.domain.experiment.action import atime_option, remount_command
from driveproof.domain.experiment.experiment import Experiment
from driveproof.domain.notes import Note
from driveproof.system.kernel.mounts import mount_of


def check_mounted(experiment: Experiment) -> Note:
    """What it is mounted with, as this step needs it. Raises RefusedError, which names the command,
    where it is another option; MachineError.
    """
    wanted = experiment.side_name(experiment.require_open().step)
    mount = mount_of(experiment.target.path)
    found = atime_option(mount.options)
    if found != wanted:
        raise RefusedError(
            "{path} is mounted with {found}, not {wanted}.",
            path=mount.path,
            found=found,
            wanted=wanted,
            advice=Advice("Run: {command}", command=remount_command(wanted, mount.path)),
        )
    return Note("{path} is mounted with {option}", path=mount.path, option=found)


def left_mounted(experiment: Experiment) -> Note | None:
    """That the option that was tried is still set when an experiment is given up; None where it is
    set back, or was never set.
    """
    if not experiment.left_mount_option:
        return None
    with suppress(MachineError):  # it is not there any more, and the option with it
        mount = mount_of(experiment.target.path)
        if atime_option(mount.options) == experiment.tried_state:
            return Note(
                "{path} is still mounted with {option}. Restore {own}: {command}",
                path=mount.path,
                option=experiment.tried_state,
                own=experiment.own_state,
                command=remount_command(experiment.own_state, mount.path),
            )
    return None
