# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Failures that we know, each with its exit status; whatever else is raised is a bug of ours."""

from __future__ import annotations


class DriveproofError(Exception):
    """A failure of usage or of the environment: one sentence, and what to do about it.

    `message` says what is wrong, with the value; `advice` says what to do and may be empty.
    """

    exit_status = 3

    def __init__(self, message: str, advice: str = "") -> None:
        super().__init__(f"{message} {advice}".strip())
        self.message = message
        self.advice = advice


class UsageError(DriveproofError):
    """What was asked is wrong on any machine (a size of 0, an unknown profile)."""

    exit_status = 2


class MachineError(DriveproofError):
    """A path, device, program or service that is needed is missing, unfit or failed."""

    exit_status = 3


class RefusedError(DriveproofError):
    """Not authorized, or refused by the system."""

    exit_status = 4


class CancelledError(DriveproofError):
    """The person asked to stop."""

    exit_status = 130
