# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What takes a moment to find out about a drive, read in a thread and kept: its link, its TRIM."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal, Slot

from driveproof.composition.services import Services
from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.drive.link import LinkState
from driveproof.domain.errors import DriveproofError, MachineError
from driveproof.domain.trim.path import DiscardPath
from driveproof.ui.tasks.bounded_worker import Patience
from driveproof.ui.tasks.worker import Background
from driveproof.ui.theme.text import shown
from driveproof.wording.errors import Face, advice, message

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
        self, services: Services, parent: QObject | None = None, patience: Patience | None = None
    ) -> None:
        super().__init__(parent)
        self._patience = patience or Patience()
        self._trim = services.trim
        self._link = services.link
        self._chains: dict[str, Looked] = {}
        self._links: dict[str, tuple[Stack, LinkState]] = {}
        self._waiting: dict[str, Callable[[], object]] = {}
        self._current = ""
        self._work = Background(self)
        self._work.done.connect(self._done)
        self._as_root = Background(self)  # a password may take its time
        self._as_root.done.connect(self._done_as_root)
        self._root_target: tuple[str, Stack] = ("", ())

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

        def chain() -> DiscardPath:
            return trim.chain(target, inventory)

        def read() -> Looked:
            try:
                return Looked(stack, self._patience.answer(f"chain {target}", shown(target), chain))
            except DriveproofError as error:
                return Looked(stack, error=error)

        self._ask(f"chain {target}", read)

    def ask_link(self, device: BlockDevice, inventory: Inventory, *, again: bool = False) -> None:
        """Look at the link of a drive."""
        link, name = self._link, device.name
        stack = (replace(device, temperature=None, free=None, used=None),)
        known = self._links.get(name)
        if link is None or (known is not None and known[0] == stack and not again):
            return

        def read() -> tuple[Stack, LinkState]:
            try:
                return stack, self._patience.answer(
                    f"link {name}", shown(name), lambda: link(device, inventory)
                )
            except DriveproofError as error:
                return stack, LinkState(sentence=message(error), advice=advice(error, Face.WINDOW))

        self._ask(f"link {name}", read)

    def ask_chain_as_root(self, target: str, inventory: Inventory) -> None:
        """Read what only root can: somebody may be asked for a password."""
        trim = self._trim
        if trim is not None and not self.asks_root:
            self._root_target = target, stack_of(target, inventory)
            self._as_root.start(lambda: trim.chain_as_root(target, inventory))

    def _ask(self, key: str, work: Callable[[], object]) -> None:
        self._waiting[key] = work
        self._next()

    def _next(self) -> None:
        if self._waiting and not self._work.busy:
            self._current = next(iter(self._waiting))
            self._work.start(self._waiting.pop(self._current))

    # Answers

    @Slot(object, object)
    def _done(self, result: object, error: DriveproofError | None) -> None:
        kind, _, key = self._current.partition(" ")
        if kind == "chain":
            # Background has caught what is a bug of ours.
            self._chains[key] = result if isinstance(result, Looked) else Looked((), error=error)
        elif isinstance(result, tuple):
            self._links[key] = result
        self._next()
        self.changed.emit(key)

    @Slot(object, object)
    def _done_as_root(self, result: object, error: DriveproofError | None) -> None:
        target, stack = self._root_target
        if isinstance(result, DiscardPath):
            self._chains[target] = Looked(stack, result)
            self.changed.emit(target)
        else:
            self.refused.emit(target, error or MachineError("Nothing was read."))
