# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks UDisks2 once for everything it knows."""

from __future__ import annotations

from pathlib import Path

from jeepney import DBusAddress

from driveproof.domain.drive.drive import Inventory
from driveproof.domain.errors import Advice, MachineError
from driveproof.system.bus import BusCallError, call, connect
from driveproof.system.kernel import mounts as filesystems
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.udisks.inventory_builder import InventoryBuilder
from driveproof.system.udisks.objects import UDISKS_ROOT, ObjectTree

UDISKS_NAME = "org.freedesktop.UDisks2"
MANAGER = DBusAddress(
    UDISKS_ROOT, bus_name=UDISKS_NAME, interface="org.freedesktop.DBus.ObjectManager"
)

_ABSENT = frozenset(
    f"org.freedesktop.DBus.Error.{word}" for word in ("ServiceUnknown", "NameHasNoOwner")
)


def read_inventory(
    address: str = "", sysfs: Sysfs | None = None, proc: Path = filesystems.PROC_SELF
) -> Inventory:
    """Every block device now; starts UDisks2 where the bus can do that. Never prompts.

    `address` is the bus ("" for the system bus). Raises MachineError without a bus or UDisks2, with
    advice on how to get it.
    """
    with connect(address) as connection:
        try:
            (managed,) = call(connection, MANAGER, "GetManagedObjects")
        except (BusCallError, OSError, ValueError) as error:
            raise udisks_missing(error) from error
    tree = ObjectTree()
    tree.load(managed)
    builder = InventoryBuilder(tree, sysfs or Sysfs(), proc=proc)
    builder.touch_all()
    builder.read_mounts()
    return builder.build()


def udisks_missing(error: Exception) -> MachineError:
    """The message when UDisks2 did not answer."""
    if isinstance(error, BusCallError) and error.name in _ABSENT:
        from driveproof.system.desktop.packages import install_advice  # noqa: PLC0415

        return MachineError(
            "{name} does not answer.", advice=install_advice("udisks2"), name="UDisks2"
        )
    if isinstance(error, BusCallError) and ".Spawn." in error.name:
        return MachineError(
            "{path} cannot be started: {error}.",
            error=error.text,
            advice=Advice("Run: {command}", command="sudo systemctl start udisks2"),
            path="UDisks2",
        )
    if isinstance(error, TimeoutError):
        return MachineError(
            "{name} does not answer.",
            advice=Advice(
                "Run: {command}",
                command="sudo systemctl restart udisks2",
            ),
            name="UDisks2",
        )
    text = error.text if isinstance(error, BusCallError) else str(error)
    return MachineError("{name} failed: {reason}.", reason=text, name="UDisks2")
