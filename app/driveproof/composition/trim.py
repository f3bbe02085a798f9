# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a TRIM is made, and the discard path is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from driveproof.domain.drive.drive import path_identity
from driveproof.history.trims import Trims
from driveproof.system.helper.client import Helper
from driveproof.system.trim.fstrim_timer import enable_timer
from driveproof.system.trim.path import read_discard_path, read_discard_path_as_root
from driveproof.system.udisks.mounting import Mounter

if TYPE_CHECKING:
    from driveproof.composition.application import Application
    from driveproof.domain.drive.drive import BlockDevice, Inventory
    from driveproof.domain.errors import DriveproofError
    from driveproof.domain.trim.job import KeptTrim, Outcome, Preview, TrimProgress
    from driveproof.domain.trim.path import DiscardPath
    from driveproof.engine.trim.session import TrimSession


class TrimService:
    """Follows discard paths and makes TRIMs. All belongs in a thread."""

    def __init__(self, app: Application) -> None:
        self._app = app

    def chain(
        self, target: str, inventory: Inventory | None = None, *, as_root: bool = False
    ) -> DiscardPath:
        """The discard path from a mount point or device downwards.

        `as_root` the helper reads what needs root, which may prompt. Raises DriveproofError.
        """
        if not as_root:
            return read_discard_path(target, inventory)
        return read_discard_path_as_root(target, inventory, Helper())

    def session(
        self, target: str, observer: Callable[[TrimProgress], None], *, proof: bool = False
    ) -> TrimSession:
        """Make a TRIM of a file system: preview it first, then run it."""
        from driveproof.engine.trim.session import TrimParts, TrimSession  # noqa: PLC0415 - numpy

        parts = TrimParts(
            chain=read_discard_path,
            helper=Helper(),
            mounter=Mounter(),
            registry=self._app.test_files,
            keep=self._keep,
            works=self._app.works,
        )
        return TrimSession(target, parts, observer, proof=proof)

    def _keep(self, outcome: Outcome) -> None:
        drives = identities(outcome, self._app.inventory_or_none())
        Trims(self._app.history).add(drives, outcome)

    def kept(self, device: BlockDevice) -> tuple[KeptTrim, ...]:
        """The earlier TRIMs of a drive, oldest first. Raises MachineError."""
        return Trims(self._app.history).of(device.identity)

    def unprovable(self, preview: Preview) -> DriveproofError | None:
        """Why marked blocks could not be read back, None where they can."""
        from driveproof.engine.trim.marker_file import why_unreadable  # noqa: PLC0415 - numpy

        return why_unreadable(preview)

    def enable_timer(self) -> None:
        """Switch fstrim.timer on; may prompt. Raises DriveproofError."""
        enable_timer()


def identities(outcome: Outcome, inventory: Inventory | None) -> tuple[str, ...]:
    """The identities of the drives below the file system, else of its device."""
    name = outcome.preview.layers[0]
    device = inventory.get(name) if inventory else None
    drives = inventory.drives_below(device) if inventory and device else ()
    return tuple(drive.identity for drive in drives) or (path_identity(f"/dev/{name}"),)
