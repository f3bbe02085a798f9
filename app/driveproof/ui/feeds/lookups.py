# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What takes a moment to find out about a drive, read in a thread and kept: its link, its TRIM."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from driveproof.composition.services import Services
from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.drive.link import LinkState
from driveproof.domain.errors import DriveproofError
from driveproof.domain.notes import error_note
from driveproof.domain.trim.path import DiscardPath
from driveproof.ui.tasks.queue import TIMEOUT, Done, TaskQueue

Stack = tuple[BlockDevice, ...]


@dataclass(frozen=True)
class Looked:
    """What was found out about a target, or why not; `stack` is what it was read of."""

    stack: Stack
    chain: DiscardPath | None = None
    error: DriveproofError | None = None


def stack_of(target: str, inventory: Inventory) -> Stack:
    """The devices that a target lies on, without what changes all the time."""
    device = inventory.device_at(target)
    if device is None:
        return ()
    return tuple(
        replace(layer.device, temperature=None, free=None, used=None)
        for layer in inventory.stack(device)
    )


class Lookups(QObject):
    """One reading at a time, in the order in which it was asked for; nothing is asked twice.

    One that hangs is waited for 15 s, then it says so and the next one is read.

    Emits `changed(key)` when a target (a mount point or device path) or a link (a kernel name)
    was read, and `refused(target, error)` when root did not read more.
    """

    changed = Signal(str)
    refused = Signal(str, object)

    def __init__(
        self, services: Services, parent: QObject | None = None, *, timeout: float = TIMEOUT
    ) -> None:
        super().__init__(parent)
        self._trim = services.trim
        self._link = services.link
        self._chains: dict[str, Looked] = {}
        self._links: dict[str, tuple[Stack, LinkState]] = {}
        self._asked: dict[str, Stack] = {}
        self.tasks = TaskQueue(self, timeout=timeout)
        self._as_root = TaskQueue(self)  # a password may take its time

    @property
    def knows_trim(self) -> bool:
        """Whether there is anybody to ask about TRIM."""
        return self._trim is not None

    # What is known

    def chain(self, target: str, inventory: Inventory) -> Looked | None:
        """What is known of a target; None when nothing is, or other devices are there now."""
        known = self._chains.get(target)
        return known if known and known.stack == stack_of(target, inventory) else None

    def link(self, name: str) -> LinkState | None:
        """What is known of a drive's link."""
        known = self._links.get(name)
        return known[1] if known else None

    @property
    def asks_root(self) -> bool:
        """Whether somebody is being asked for a password."""
        return self._as_root.busy

    # Asking

    def ask_chain(self, target: str, inventory: Inventory, *, again: bool = False) -> None:
        """Follow the TRIM of a target, unless it is known and not to be read `again`."""
        trim = self._trim
        if trim is None or (not again and self.chain(target, inventory) is not None):
            return
        stack = stack_of(target, inventory)

        def done(chain: DiscardPath | None, error: DriveproofError | None) -> None:
            self._chains[target] = Looked(stack, chain, error)
            self.changed.emit(target)

        work = partial(trim.chain, target, inventory)
        self._ask(f"chain {target}", target, stack, work, done, again=again)

    def ask_link(self, device: BlockDevice, inventory: Inventory, *, again: bool = False) -> None:
        """Look at the link of a drive."""
        link, name = self._link, device.name
        stack = (replace(device, temperature=None, free=None, used=None),)
        known = self._links.get(name)
        if link is None or (known is not None and known[0] == stack and not again):
            return

        def done(found: LinkState | None, error: DriveproofError | None) -> None:
            if error is not None:
                found = LinkState(meaning=error_note(error))
            self._links[name] = stack, found or LinkState()
            self.changed.emit(name)

        self._ask(f"link {name}", name, stack, partial(link, device, inventory), done, again=again)

    def _ask(
        self, key: str, name: str, stack: Stack, work: Callable[[], object], done: Done, *,
        again: bool,
    ) -> None:  # fmt: skip
        if again or not self.tasks.is_on(key) or self._asked.get(key) != stack:
            self._asked[key] = stack
            self.tasks.add(work, done, key=key, name=name)

    def ask_chain_as_root(self, target: str, inventory: Inventory) -> None:
        """Read what only root can: somebody may be asked for a password."""
        trim = self._trim
        if trim is None or self.asks_root:
            return
        stack = stack_of(target, inventory)

        def done(chain: DiscardPath | None, error: DriveproofError | None) -> None:
            if chain is not None:
                self._chains[target] = Looked(stack, chain)
                self.changed.emit(target)
            else:
                self.refused.emit(target, error)

        self._as_root.add(lambda: trim.chain_as_root(target, inventory), done)
