# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Devices that a caller may overwrite for as long as it stays: asked once, held alone meanwhile.

A run writes many times. Asking each time teaches people to type their password without reading;
letting polkit keep the answer would be good for every other drive. So the answer is kept here: for
one caller on the bus, one device and one range, and it ends when the caller leaves.
"""

from __future__ import annotations

from typing import NamedTuple

from driveproof.helper.device import HeldDevice, hold
from driveproof.helper.protocol import Claim, ErrorName, HelperError, check_range, invalid

MOST = 16


class _Hold(NamedTuple):
    device: HeldDevice
    claim: Claim
    offset: int
    length: int


class Holds:
    """One device for each caller at most."""

    def __init__(self) -> None:
        self._holds: dict[str, _Hold] = {}

    def __len__(self) -> int:
        return len(self._holds)

    def check(self, owner: str, claim: Claim, offset: int, length: int) -> None:
        """Before the prompt: whether it could be held. Raises HelperError."""
        if owner in self._holds or len(self._holds) >= MOST:
            raise HelperError(ErrorName.BUSY, "You hold a device already, or too many are held.")
        check_range(offset, length)
        if not length:
            raise invalid("Holding a device needs the length of what may be overwritten.")
        # Nobody may be kept from the device before the prompt, nor told that it was written.
        with hold(claim) as device:
            _fits(device, offset, length)

    def take(self, owner: str, claim: Claim, offset: int, length: int) -> None:
        """After the prompt: everything again, and held alone. Raises HelperError."""
        self.check(owner, claim, offset, length)
        device = hold(claim, write=True)
        try:
            _fits(device, offset, length)
        except BaseException:
            device.close()
            raise
        self._holds[owner] = _Hold(device, claim, offset, length)

    def covering(self, owner: str, claim: Claim, offset: int, length: int) -> HeldDevice | None:
        """The device that the caller holds, if this range is within what it was allowed."""
        held = self._holds.get(owner)
        if held is None or held.claim != claim or not length:
            return None
        inside = held.offset <= offset and offset + length <= held.offset + held.length
        return held.device if inside else None

    def release(self, owner: str) -> None:
        """Let go of what a caller holds; a job that still writes keeps it until its end."""
        held = self._holds.pop(owner, None)
        if held is not None:
            held.device.close()

    def release_all(self) -> None:
        """Let go of everything."""
        for owner in list(self._holds):
            self.release(owner)


def _fits(device: HeldDevice, offset: int, length: int) -> None:
    device.range(offset, length)
    if device.write_protected:
        raise HelperError(ErrorName.UNSUPPORTED, f"{device.path} is write-protected.")
    if offset % device.sector:
        raise invalid(f"{device.path} works in blocks of {device.sector} bytes.")
