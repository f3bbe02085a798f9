# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads a drive's health from the best available source, or says why there is none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from driveproof.domain.drive.drive import BlockDevice, DeviceKind, Inventory
from driveproof.domain.errors import Advice, MachineError, Remedy
from driveproof.domain.health.report import NVME, Health, HealthKind
from driveproof.domain.health.rest import Choice, Occasion, choice
from driveproof.domain.notes import Note
from driveproof.domain.quantity import OneOf
from driveproof.domain.say import Say
from driveproof.domain.text import visible
from driveproof.engine.health.use_since import UseSince
from driveproof.system.bus import BusCallError, connect
from driveproof.system.kernel import hwmon
from driveproof.system.kernel.sysfs import SYS
from driveproof.system.smart.known_drives import with_what_is_known
from driveproof.system.udisks.client import udisks_missing
from driveproof.system.udisks.health import read_udisks

if TYPE_CHECKING:
    from driveproof.domain.health.adapter import AdapterType, AdapterWish
    from driveproof.engine.health.behind_usb import UsbReader
    from driveproof.history.store import History
    from driveproof.system.helper.client import Helper

# Devices that are no drive, and lie on none that we could name.
_NONE = Note("This device has no health of its own.")
_SILENT = Note("Drives of this kind do not report their health.")
_AWAY = Note("This is a virtual or network disk; only its host knows its health.")
_NO_DRIVE = {
    **dict.fromkeys((DeviceKind.LOOP, DeviceKind.ZRAM, DeviceKind.RAM), _NONE),
    **dict.fromkeys((DeviceKind.VIRTIO, DeviceKind.NBD, DeviceKind.RBD, DeviceKind.DRBD), _AWAY),
    **dict.fromkeys((DeviceKind.MMC, DeviceKind.OPTICAL, DeviceKind.FLOPPY), _SILENT),
}

_LAYERS = frozenset(
    {
        DeviceKind.PARTITION,
        DeviceKind.MD,
        DeviceKind.CRYPT,
        DeviceKind.LVM,
        DeviceKind.DM,
        DeviceKind.MULTIPATH,
        DeviceKind.BCACHE,
    }
)
_ELSEWHERE = Advice("Check the drives of the host or server.")
_INSTEAD = {
    **dict.fromkeys((DeviceKind.VIRTIO, DeviceKind.NBD, DeviceKind.RBD), _ELSEWHERE),
    DeviceKind.DRBD: Advice("Check the drives below it."),
}

READ_SECONDS = 10.0
"""How long a drive may take to answer, by default."""


def _utc() -> datetime:
    return datetime.now(UTC)


class HealthReader:
    """One for all drives; each call has a connection of its own, so threads may share it."""

    def __init__(
        self,
        address: str = "",
        helper: Helper | None = None,
        *,
        history: History | None = None,
        root: Path = SYS,
        clock: Callable[[], datetime] = _utc,
        use: UseSince | None = None,
    ) -> None:
        """`address` is that of the bus ("" for the system's), `helper` reads whole reports,
        `history` has the types of USB adapters that worked, and `use` knows which disks did I/O
        since.
        """
        self._address = address
        self._helper = helper
        self._root = root
        self._use = use or UseSince(root=root)
        self._clock = clock
        self._history = history

    def read(
        self,
        device: BlockDevice,
        inventory: Inventory,
        *,
        occasion: Occasion = Occasion.ASKED,
        timeout: float = READ_SECONDS,
    ) -> Health:
        """What can be read without root, without a prompt and, unless a person wants it, without
        waking the drive. The `occasion` says whether it is asked at all; `timeout` in seconds.

        Raises MachineError where there is no bus or no UDisks2, for a drive that has gone, and for
        one that has never answered and does not answer in time.
        """
        now = self._clock()
        if (reason := no_drive(device, inventory)) is not None:
            return self._silent(device, now, *reason)
        nvme = device.kind == DeviceKind.NVME
        # One behind a bridge that reports no rotation rate may turn: it may rest as well.
        turns = not nvme and device.rotational is not False

        def choose(updated: datetime | None, testing: bool) -> Choice:
            age = None if updated is None else (now - updated).total_seconds()
            used = self._use.used(device, updated) if turns else None
            return choice(occasion, turns=turns, age=age, used=used, testing=testing)

        try:
            with connect(self._address) as connection:
                health = read_udisks(
                    connection,
                    visible(device.path),
                    device.object_path,
                    nvme=nvme,
                    choose=choose,
                    wake=occasion is Occasion.WAKE,
                    timeout=timeout,
                    now=now,
                )
        except TimeoutError as error:
            raise MachineError(
                "{name} does not answer.",
                name=device.path,
                advice=Advice("Try again."),
            ) from error
        except (BusCallError, OSError, ValueError) as error:
            raise udisks_missing(error) from error
        if health is None:
            found = self._silent(device, now, *silent(device, inventory))
            if self._usb is not None and device.kind == DeviceKind.USB:
                return self._usb.explained(found, device, inventory.source)
            return found
        if turns and occasion is not Occasion.LISTED:
            self._use.note(device, health.updated)
        if health.temperature is None and not health.asleep:
            health = replace(health, temperature=self._temperature(device))
        return _named(health, device)

    def adapter_type(self, device: BlockDevice) -> AdapterType | None:
        """The type of adapter that smartctl is to use for a drive; None where it finds its own, and
        where none is known.
        """
        if self._usb is None or device.kind != DeviceKind.USB:
            return None
        return self._usb.usual(device)

    @cached_property
    def _usb(self) -> UsbReader | None:
        if self._history is None:
            return None
        from driveproof.engine.health.behind_usb import UsbReader  # noqa: PLC0415 - few drives
        from driveproof.history.adapter_types import KeptAdapterTypes  # noqa: PLC0415

        return UsbReader(KeptAdapterTypes(self._history), root=self._root)

    def read_whole(
        self,
        device: BlockDevice,
        inventory: Inventory | None = None,
        wish: AdapterWish | None = None,
    ) -> Health:
        """Everything that smartctl can read, through the helper; may prompt for a password. With a
        `wish`, a drive behind USB is read with that type of adapter, or with one that is looked
        for. Raises DriveproofError.
        """
        now = self._clock()
        inventory = inventory or Inventory()
        if (reason := no_drive(device, inventory)) is not None and wish is None:
            return self._silent(device, now, *reason)
        # smartctl's formats and the helper, which the list of drives is read without.
        from driveproof.engine.health.whole import read_by_smartctl  # noqa: PLC0415
        from driveproof.system.helper.client import Helper  # noqa: PLC0415

        health = read_by_smartctl(
            device,
            self._helper or Helper(self._address),
            self._usb,
            root=self._root,
            now=now,
            wish=wish,
            in_use=inventory.is_in_use(device),
        )
        return _named(health, device)

    def _silent(
        self, device: BlockDevice, now: datetime, reason: Note, advice: Advice | None
    ) -> Health:
        return _named(
            Health(
                taken=now,
                kind=NVME if device.kind == DeviceKind.NVME else HealthKind.UNKNOWN,
                missing=reason,
                advice=advice,
                temperature=self._temperature(device),
            ),
            device,
        )

    def _temperature(self, device: BlockDevice) -> float | None:
        """The kernel's temperature. Only an NVMe drive is queried: queries may keep a hard disk
        awake.
        """
        if device.kind == DeviceKind.NVME:
            return hwmon.drive_temperature(device.name, self._root) or device.temperature
        return device.temperature


def _named(health: Health, device: BlockDevice) -> Health:
    """With other known facts about the drive, where the source did not report them."""
    named = replace(
        health,
        model=health.model or visible(device.model),
        serial=health.serial or visible(device.serial),
        wwn=health.wwn or device.wwn,
        firmware=health.firmware or visible(device.firmware),
        rotational=_rotates(health, device),
        rotation_rate=device.rotation_rate
        if health.rotation_rate is None
        else health.rotation_rate,
        capacity=health.capacity or device.size or None,
        interface=health.interface or device.link_max or device.bus_title,
    )
    return with_what_is_known(named)


def _rotates(health: Health, device: BlockDevice) -> bool | None:
    """Flash where either source says so.

    Without a rotation rate the kernel takes every drive for a disk, which is no evidence; that a
    drive rotates is believed by its rate or its attributes.
    """
    if health.rotational is False or device.rotational is False:
        return False
    if health.rotational or (device.rotational and device.rotation_rate):
        return True
    return None


def no_drive(device: BlockDevice, inventory: Inventory) -> tuple[Note, Advice | None] | None:
    """Reason and advice for what is no drive that has a health; None for a drive."""
    if device.kind in _LAYERS:
        below = [drive for drive in inventory.drives_below(device) if drive.name != device.name]
        return _layer(below)
    reason = _NO_DRIVE.get(device.kind)
    if reason is None:
        return None
    if device.kind == DeviceKind.LOOP and device.backing_file:
        return reason, Advice("Check the drive of {path}.", path=device.backing_file)
    return reason, _INSTEAD.get(device.kind)


def _layer(below: list[BlockDevice]) -> tuple[Note, Advice]:
    """Drives below a stacked device: their health counts."""
    if not below:
        return _NONE, Advice("Check the drives below it.")
    return _NONE, Advice("Check {drives}.", drives=_joined(list(map(drive_name, below))))


def silent(device: BlockDevice, inventory: Inventory) -> tuple[Note, Advice]:
    """Reason and advice for a drive of which UDisks2 reports no health."""
    advice = Advice(Remedy.READ_WHOLE, path=device.path)
    match device.kind, device.bus:
        case "nvme", _bus:
            version = inventory.source or "UDisks2"
            return (
                Note(
                    "{version} cannot read NVMe drives (needs 2.10).",
                    version=version,
                ),
                advice,
            )
        case "usb", _bus:
            return Note("UDisks2 cannot read drives behind this USB adapter."), advice
    return Note("UDisks2 reports no health data of this drive."), advice


def drive_name(drive: BlockDevice) -> str:
    """A drive in a sentence: "/dev/sda (Samsung SSD 870 EVO)"."""
    path, model = visible(drive.path), visible(drive.model)
    return f"{path} ({model})" if model else path


def _joined(names: list[str]) -> Say | str:
    """ "a", "a and b", "a, b and c"."""
    if len(names) == 1:
        return names[0]
    return Say("{first} and {last}", first=OneOf(tuple(names[:-1])), last=names[-1])
