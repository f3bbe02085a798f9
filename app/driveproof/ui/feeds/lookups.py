# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Slow facts of a drive, read in a thread and cached: its link and its discard path."""

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
from driveproof.domain.trim.drive import DriveTrim, drive_trim, main_targets
from driveproof.domain.trim.path import UNKNOWN, DiscardPath
from driveproof.ui.tasks.queue import TIMEOUT, Done, TaskQueue

Stack = tuple[BlockDevice, ...]


@dataclass(frozen=True)
class PathLookup:
    """What was found about a target, or why not; `stack` are the devices it was read from."""

    stack: Stack
    chain: DiscardPath | None = None
    error: DriveproofError | None = None


def stack_of(target: str, inventory: Inventory) -> Stack:
    """The devices below a target, without their constantly changing values."""
    device = inventory.device_at(target)
    if device is None:
        return ()
    return tuple(
        replace(layer.device, temperature=None, free=None, used=None, array=None)
        for layer in inventory.stack(device)
    )


class Lookups(QObject):
    """Reads one target or link at a time, in the order of the requests, and none twice.

    A reading that hangs is abandoned after 15 s with a message, and the next one starts. Emits
    `changed(key)` when a target (a mount point or device path) or a link (a kernel name) was read,
    and `refused(target, error)` when root could not read more.
    """

    changed = Signal(str)
    refused = Signal(str, object)

    def __init__(
        self, services: Services, parent: QObject | None = None, *, timeout: float = TIMEOUT
    ) -> None:
        super().__init__(parent)
        self._services = services
        self._chains: dict[str, PathLookup] = {}
        self._links: dict[str, tuple[Stack, LinkState]] = {}
        self._asked: dict[str, Stack] = {}
        self.tasks = TaskQueue(self, timeout=timeout)
        self.as_root = TaskQueue(self)  # the password prompt may stay open for a while

    # Cached results

    def trim_of(self, device: BlockDevice, inventory: Inventory) -> DriveTrim:
        """What is known of a drive's TRIM; without a verdict until everything was read."""
        found = [self.chain(target, inventory) for target in main_targets(device, inventory)]
        if any(each is None for each in found):
            return DriveTrim()
        chains = [each.chain for each in found if each is not None and each.chain is not None]
        if not chains:
            error = next((each.error for each in found if each is not None and each.error), None)
            return DriveTrim(UNKNOWN, error=error)
        return drive_trim(chains, device.name)

    def chain(self, target: str, inventory: Inventory) -> PathLookup | None:
        """The discard path of a target; None if unknown, or if its devices have changed."""
        known = self._chains.get(target)
        return known if known and known.stack == stack_of(target, inventory) else None

    def link(self, name: str) -> LinkState | None:
        """The cached link of a drive."""
        known = self._links.get(name)
        return known[1] if known else None

    @property
    def asks_root(self) -> bool:
        """Whether a password prompt is open."""
        return self.as_root.busy

    # Requests

    def ask_chain(self, target: str, inventory: Inventory, *, again: bool = False) -> None:
        """Read the discard path of a target, unless it is cached and not requested `again`."""
        if not again and self.chain(target, inventory) is not None:
            return
        stack = stack_of(target, inventory)

        def done(chain: DiscardPath | None, error: DriveproofError | None) -> None:
            self._chains[target] = PathLookup(stack, chain, error)
            self.changed.emit(target)

        def read() -> DiscardPath:
            return self._services.trim.chain(target, inventory)  # imported here, in a thread

        self._ask(f"chain {target}", target, stack, read, done, again=again)

    def ask_link(self, device: BlockDevice, inventory: Inventory, *, again: bool = False) -> None:
        """Read the link of a drive."""
        link, name = self._services.link, device.name
        stack = (replace(device, temperature=None, free=None, used=None),)
        known = self._links.get(name)
        if known is not None and known[0] == stack and not again:
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
        """Read what needs root; may prompt for a password."""
        if self.asks_root:
            return
        stack = stack_of(target, inventory)

        def done(chain: DiscardPath | None, error: DriveproofError | None) -> None:
            if chain is not None:
                self._chains[target] = PathLookup(stack, chain)
                self.changed.emit(target)
            else:
                self.refused.emit(target, error)

        self.as_root.add(lambda: self._services.trim.chain(target, inventory, as_root=True), done)
