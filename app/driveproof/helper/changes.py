# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is changed for as long as a caller is there: schedulers and mount options."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from driveproof.helper.device import hold
from driveproof.helper.mount_options import MountOptions
from driveproof.helper.operations import mount_holder
from driveproof.helper.protocol import (
    Action,
    MountOption,
    claim_of,
    mount_option_of,
    scheduler_of,
)
from driveproof.helper.scheduler import Schedulers
from driveproof.helper.settings import Settings


class Change(NamedTuple):
    """One that was looked at; `do` raises HelperError. Putting back one's own is not asked about:
    leaving does it too.
    """

    action: Action
    device: str
    asked: bool
    do: Callable[[], None]


class Changes:
    """All that are on."""

    def __init__(self, settings: Settings) -> None:
        self._schedulers = Schedulers(lambda text: (*settings.worker, "guard", text))
        self._mounts = MountOptions(mount_holder(settings.worker, settings.space))

    def __len__(self) -> int:
        return len(self._schedulers) + len(self._mounts)

    def owner_gone(self, owner: str) -> None:
        """Put back what a caller left behind."""
        self._schedulers.owner_gone(owner)
        self._mounts.owner_gone(owner)

    def put_all_back(self) -> None:
        """Put everything back."""
        self._schedulers.put_all_back()
        self._mounts.put_all_back()

    def scheduler(self, owner: str, body: tuple[Any, ...]) -> Change:
        """Of a call whose signature was compared. Raises HelperError."""
        claim, name = claim_of(body[0]), scheduler_of(body[1])
        with hold(claim) as held:
            self._schedulers.check(owner, held, name)
            own = not name and self._schedulers.is_set(held)

        def do() -> None:
            with hold(claim) as held:
                self._schedulers.set(owner, held, name)

        return Change(Action.SET_SCHEDULER, claim.path, not own, do)

    def mount_option(self, owner: str, body: tuple[Any, ...]) -> Change:
        """Of a call whose signature was compared. Raises HelperError.

        Which mount it is shows where the machine's mounts are: the child looks, once it may.
        """
        claim, number, option = claim_of(body[0]), int(body[1]), mount_option_of(body[2])
        self._mounts.check(owner, number, option)
        back = option is MountOption.AS_IT_WAS
        if not back:
            hold(claim).close()

        def do() -> None:
            if back:  # also where the device has gone
                self._mounts.set(owner, number, 0, option)
                return
            with hold(claim) as held:
                self._mounts.set(owner, number, held.number, option)

        return Change(Action.MOUNT_OPTION, claim.path, not back, do)
