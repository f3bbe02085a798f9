# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The services that only TRIM needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from driveproof.composition.services import TrimServices
from driveproof.domain.drive.drive import path_identity
from driveproof.engine.run.testfile import TestFileRegistry
from driveproof.history.trims import Trims
from driveproof.system.helper.client import Helper
from driveproof.system.trim.fstrim_timer import enable_timer
from driveproof.system.trim.path import read_discard_path, read_discard_path_as_root
from driveproof.system.udisks.mounting import Mounter

if TYPE_CHECKING:
    from driveproof.composition.folders import Folders
    from driveproof.composition.services import TrimServices
    from driveproof.domain.drive.drive import BlockDevice, Inventory
    from driveproof.domain.errors import DriveproofError
    from driveproof.domain.trim.job import KeptTrim, Outcome, Preview, Progress
    from driveproof.domain.trim.path import DiscardPath
    from driveproof.engine.ongoing import Works
    from driveproof.engine.trim.session import TrimSession
    from driveproof.history.store import History


class App(Protocol):
    """What this module needs of the program."""

    @property
    def folders(self) -> Folders:
        """The folders that the program keeps its files in."""

    @property
    def works(self) -> Works:
        """Tells the other processes what this one does."""

    @property
    def history(self) -> History:
        """The stored results."""

    def inventory_or_none(self) -> Inventory | None:
        """The inventory of block devices, None without UDisks2."""

    def trim_chain(
        self, target: str, inventory: Inventory | None = None, *, whole: bool = False
    ) -> DiscardPath:
        """The discard path. Raises DriveproofError."""


def chain_of(target: str, inventory: Inventory | None, *, whole: bool = False) -> DiscardPath:
    """The discard path; with `whole` also what needs the helper. Raises DriveproofError."""
    if not whole:
        return read_discard_path(target, inventory)
    return read_discard_path_as_root(target, inventory, Helper())


def trim_session(
    app: App, target: str, observer: Callable[[Progress], None], *, proof: bool
) -> TrimSession:
    """Make a TRIM with everything it needs; slow lookups happen only when it runs."""
    from driveproof.engine.trim.session import TrimParts, TrimSession  # noqa: PLC0415 - numpy

    def keep(outcome: Outcome) -> None:
        Trims(app.history).add(identities(outcome, app.inventory_or_none()), outcome)

    parts = TrimParts(
        chain=app.trim_chain,
        helper=Helper(),
        mounter=Mounter(),
        registry=TestFileRegistry(app.folders.state / "testfiles"),
        keep=keep,
        works=app.works,
    )
    return TrimSession(target, parts, observer, proof=proof)


def trim_services(app: App) -> TrimServices:
    """What the window needs."""

    def kept(device: BlockDevice) -> tuple[KeptTrim, ...]:
        return Trims(app.history).of(device.identity)

    def unprovable(preview: Preview) -> DriveproofError | None:
        from driveproof.engine.trim.marker_file import why_unreadable  # noqa: PLC0415 - numpy

        return why_unreadable(preview)

    return TrimServices(
        chain=app.trim_chain,
        chain_as_root=lambda target, inventory: app.trim_chain(target, inventory, whole=True),
        session=lambda target, observer, proof: trim_session(app, target, observer, proof=proof),
        kept=kept,
        unprovable=unprovable,
        enable_timer=enable_timer,
    )


def identities(outcome: Outcome, inventory: Inventory | None) -> tuple[str, ...]:
    """The identities of the drives below the file system, else of its device."""
    name = outcome.preview.layers[0]
    device = inventory.get(name) if inventory else None
    drives = inventory.drives_below(device) if inventory and device else ()
    return tuple(drive.identity for drive in drives) or (path_identity(f"/dev/{name}"),)
