# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A pass of the position scan, converted for the privileged helper."""

from __future__ import annotations

from typing import Protocol

from driveproof.domain.access import Pattern
from driveproof.domain.errors import UsageError
from driveproof.domain.profile.phase import Phase
from driveproof.helper.protocol import HelperError
from driveproof.helper.scan import Scan, ScanKind, scan_arguments

__all__ = ["Scan", "ScanKind", "scan_command", "scan_pass"]


class ScanSpread(Protocol):
    """Where a scan reads: at `positions`, in samples of so many bytes, and in random accesses."""

    @property
    def positions(self) -> int: ...
    @property
    def sample(self) -> int: ...
    @property
    def accesses(self) -> int: ...
    def distance(self, size: int) -> int:
        """Bytes from one sample to the next on a device of `size` bytes."""


def scan_pass(plan: ScanSpread, phase: Phase, size: int, *, seed: int, slices: int) -> Scan:
    """One of a plan's two tests on a device of `size` bytes, in at most this many `slices`.

    Raises UsageError for what the helper does not accept.
    """
    if phase.pattern == Pattern.SEQUENTIAL:
        made = Scan(
            places=ScanKind.ZONES,
            total=plan.positions,
            slices=min(slices, plan.positions),
            block_size=phase.block_size,
            blocks=plan.sample // phase.block_size,
            first=0,
            distance=plan.distance(size),
            seed=0,
        )
    else:
        count = plan.accesses
        made = Scan(ScanKind.ACCESSES, count, min(slices, count), phase.block_size, 1, 0, 0, seed)
    try:
        made.check()
    except HelperError as error:
        raise UsageError("Devices do not support {what}.", what=error.text) from error
    return made


def scan_command(scan: Scan, device: str, size: int) -> tuple[str, ...]:
    """The command that the helper runs.

    The helper opens the device, passes fio the descriptor and sends the log to its output. Here the
    device's path and a file's name replace them, so that people can repeat the command.
    """
    return scan_arguments("fio", scan, device, size)
