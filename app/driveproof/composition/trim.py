# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a TRIM is made, and the discard path is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from driveproof.composition.services import TrimServices
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
    from driveproof.domain.trim.job import KeptTrim, Outcome, Preview, Progress
    from driveproof.domain.trim.path import DiscardPath
    from driveproof.engine.trim.session import TrimSession


def chain_of(
    target: str, inventory: Inventory | None = None, *, whole: bool = False
) -> DiscardPath:
    """The discard path from a mount point or device downwards, read without root.

    With `whole` the helper reads what needs root, which may prompt. Raises DriveproofError.
    """
    if not whole:
        return read_discard_path(target, inventory)
    return read_discard_path_as_root(target, inventory, Helper())


def new_trim(
    app: Application, target: str, observer: Callable[[Progress], None], *, proof: bool = False
) -> TrimSession:
    """Make a TRIM of a file system: preview it first, then run it."""
    from driveproof.engine.trim.session import TrimParts, TrimSession  # noqa: PLC0415 - numpy

    def keep(outcome: Outcome) -> None:
        Trims(app.history).add(identities(outcome, app.inventory_or_none()), outcome)

    parts = TrimParts(
        chain=read_discard_path,
        helper=Helper(),
        mounter=Mounter(),
        registry=app.test_files,
        keep=keep,
        works=app.works,
    )
    return TrimSession(target, parts, observer, proof=proof)


def trim_services(app: Application) -> TrimServices:
    """What the window needs."""

    def kept(device: BlockDevice) -> tuple[KeptTrim, ...]:
        return Trims(app.history).of(device.identity)

    def unprovable(preview: Preview) -> DriveproofError | None:
        from driveproof.engine.trim.marker_file import why_unreadable  # noqa: PLC0415 - numpy

        return why_unreadable(preview)

    return TrimServices(
        chain=read_discard_path,
        chain_as_root=lambda target, inventory: chain_of(target, inventory, whole=True),
        session=lambda target, observer, proof: new_trim(app, target, observer, proof=proof),
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
