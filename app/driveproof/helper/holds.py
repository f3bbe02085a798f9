# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Devices that a caller may use while it stays: authorized once, for all tests of a run.

A run reads or writes many times. A prompt for each would teach people to type their password
without reading; polkit's own kept authorization would apply to every other drive, and ends in the
middle of a long run. So the helper keeps it: for one caller on the bus, one device and one range,
until the caller leaves. For writing a child holds the device exclusively meanwhile. For reading
nothing is held open: each test opens the device and compares it again.
"""

from __future__ import annotations

import select
import socket
from typing import NamedTuple

from driveproof.helper.confine import settle
from driveproof.helper.device import check_device, check_same, hold_device, identify, lend
from driveproof.helper.forks import Forked, fork, socket_line
from driveproof.helper.identity import Identity
from driveproof.helper.keepers import Keepers, Key, Then
from driveproof.helper.protocol import (
    Claim,
    ErrorName,
    HelperError,
    Owner,
    check_range,
    invalid_argument,
)


class _Hold(NamedTuple):
    key: Key
    claim: Claim
    offset: int
    length: int
    lender: socket.socket


class Readers:
    """At most one device for each caller."""

    def __init__(self) -> None:
        self._held: dict[str, Identity] = {}

    def __len__(self) -> int:
        return len(self._held)

    def check(self, owner: Owner, claim: Claim) -> Identity:
        """Before the prompt: what the device is. Raises HelperError."""
        if owner.name in self._held:
            raise HelperError(ErrorName.BUSY, "You hold a device already.")
        return identify(claim)

    def take(self, owner: Owner, identity: Identity) -> None:
        """After the prompt. Raises HelperError if it is another device by now."""
        self.check(owner, identity.claim)
        check_same(identity)
        self._held[owner.name] = identity

    def covers(self, owner: str, claim: Claim) -> bool:
        """Whether the caller may read this device. Raises DeviceChanged."""
        held = self._held.get(owner)
        if held is None or held.claim != claim:
            return False
        check_same(held)
        return True

    def release(self, owner: str) -> None:
        """The caller lets go of it, or has left."""
        self._held.pop(owner, None)


class Holds:
    """At most one device for each caller, held by a child."""

    def __init__(self, keepers: Keepers) -> None:
        self._keepers = keepers
        self._holds: dict[str, _Hold] = {}

    def check(self, owner: Owner, claim: Claim, offset: int, length: int) -> Identity:
        """Before the prompt: what the device is. Raises HelperError if it could not be held."""
        if owner.name in self._holds:
            raise HelperError(ErrorName.BUSY, "You hold a device already.")
        check_range(offset, length)
        if not length:
            raise invalid_argument("Holding a device needs the length of what may be overwritten.")
        seen = check_device(claim)
        seen.range(offset, length)
        seen.check_writable()
        self._keepers.check(_key(claim), owner)
        return identify(claim)

    def take(
        self,
        owner: Owner,
        identity: Identity,
        offset: int,
        length: int,
        then: Then,
    ) -> None:
        """After the prompt: check again and hold the device exclusively. Raises HelperError or
        OSError.
        """
        claim = identity.claim
        self.check(owner, claim, offset, length)
        lender, theirs = socket_line()

        def begin(before: str) -> Forked:
            try:
                return fork(
                    lambda line: _keep(line, theirs, identity, offset, length),
                    needs=(theirs.fileno(),),
                )
            finally:
                theirs.close()

        def begun(error: HelperError | None) -> None:
            ours = self._holds.get(owner.name) is kept
            if error is not None and ours:
                self._forget(owner.name)
            elif error is None and not ours:  # left while waiting for the end of an earlier hold
                error = HelperError(ErrorName.CANCELLED, "The device was let go of meanwhile.")
                self._keepers.end(kept.key, lambda late: None)
            then(error)

        kept = _Hold(_key(claim), claim, offset, length, lender)
        self._holds[owner.name] = kept
        try:
            self._keepers.begin(kept.key, owner, begin, begun)
        except BaseException:
            theirs.close()
            self._forget(owner.name)
            raise

    def covering(self, owner: str, claim: Claim, offset: int, length: int) -> socket.socket | None:
        """The line to the child that holds the device, if the caller's range covers this one.

        A child borrows the device there (`device.borrow`).
        """
        held = self._holds.get(owner)
        if held is None or held.claim != claim or not length:
            return None
        inside = held.offset <= offset and offset + length <= held.offset + held.length
        return held.lender if inside else None

    def lender(self, owner: str, claim: Claim, offset: int, length: int) -> socket.socket:
        """The same for what may only be done to a range that the caller holds. Raises NotHeld."""
        found = self.covering(owner, claim, offset, length)
        if found is None:
            text = f"You do not hold this part of {claim.path}."
            raise HelperError(ErrorName.NOT_HELD, text)
        return found

    def release(self, owner: str, then: Then) -> None:
        """Release what a caller holds; a job that still writes keeps the device until its end."""
        held = self._holds.get(owner)
        if held is None:
            then(None)
            return
        self._forget(owner)
        self._keepers.end(held.key, then)

    def owner_gone(self, owner: str) -> None:
        """Release what a caller that has left held."""
        self.release(owner, lambda error: None)

    def _forget(self, owner: str) -> None:
        self._holds.pop(owner).lender.close()


def _key(claim: Claim) -> Key:
    return "device", claim.sequence


def _keep(
    line: socket.socket,
    lender: socket.socket,
    identity: Identity,
    offset: int,
    length: int,
) -> None:
    """In a child: hold the device and lend it to those who ask, until the line closes."""
    with hold_device(identity, write=True) as device:
        device.writable_range(offset, length)

        def check() -> None:
            check_same(identity)
            device.excluded.check(identity.claim)

        settle()
        line.send(b"+")
        while True:
            ready, _, _ = select.select([line, lender], [], [])
            if lender in ready and not lend(lender, device, check):
                lender.close()
                line.recv(16)
                return
            if line in ready:
                return
