# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads the facts of one device for its discard path from /sys and crypttab, without root."""

from __future__ import annotations

import os
import re
from pathlib import Path

from driveproof.domain.drive.attachment import UsbAdapter
from driveproof.domain.drive.drive import DRIVE_KINDS, BlockDevice, DeviceKind, Inventory
from driveproof.domain.text import visible
from driveproof.domain.trim.facts import (
    AtaTrim,
    DeviceFacts,
    Provisioning,
    ata_trim,
    provisioning_page,
)
from driveproof.system.kernel import links
from driveproof.system.kernel.small_files import text_in
from driveproof.system.kernel.stack import is_cache
from driveproof.system.kernel.sysfs import Sysfs, SysfsFacts

_VIRTUAL = frozenset({DeviceKind.VIRTIO, DeviceKind.NBD, DeviceKind.RBD, DeviceKind.DRBD})
_SCSI = frozenset({DeviceKind.USB, DeviceKind.FIREWIRE, DeviceKind.SCSI})
_ATA_PORT = re.compile(r"/ata(\d{1,6})/")
_ADDRESS = re.compile(r"/\d{1,9}:(\d{1,9}):(\d{1,9}):\d{1,20}(?:/|$)")
_SETS_MODE = re.compile(r'provisioning_mode\}\s*:?=\s*"')
_LARGEST = 2**64
_SHORT = 200
"""Longest file that is quoted; a longer one is not what it should be."""


class FactReader:
    """Reads below /sys and /etc, which tests replace; raises no OSError."""

    def __init__(self, sysfs: Sysfs, inventory: Inventory | None, etc: Path) -> None:
        self._sysfs = sysfs
        self._inventory = inventory or Inventory()
        self._etc = etc
        self._block = sysfs.root / "class" / "block"

    def read(self, name: str) -> DeviceFacts:
        """All facts of one device; `gone` where it does not exist."""
        found = self._sysfs.facts(name)
        known = self._inventory.get(name)
        if not found.place:
            title = known.path if known else f"/dev/{name}"
            return DeviceFacts(name=name, kind=DeviceKind.DISK, title=visible(title), gone=True)
        kind = _kind(name, found)
        base = self._block / name
        limits = self._sysfs.limits(name)
        ata_folder = self._ata_folder(found.place) if kind == DeviceKind.ATA else ""
        mode_file = _provisioning_file(base) if kind in _SCSI else None
        ata = self._identify(ata_folder) if ata_folder else None
        md = kind == DeviceKind.MD
        adapter = found.attachment.usb_adapter
        return DeviceFacts(
            name=name,
            kind=kind,
            title=self._title(name, kind, found, known, ata),
            queue=self._sysfs.disk_of(name),
            max_bytes=_size(limits.discard_max_bytes),
            max_hw_bytes=_size(limits.discard_max_hw_bytes),
            granularity=_size(limits.discard_granularity),
            read_only=_text(base / "ro") == "1",
            rotational=limits.rotational,
            start=_size(found.partition_offset),
            alignment=_signed(_text(base / "discard_alignment")),
            uuid=visible(found.mapping_uuid),
            mapping=visible(found.mapping),
            level=visible(found.raid_level[:_SHORT]),
            handle_safely=self._module("raid456", "devices_handle_discard_safely") if md else "",
            crypttab=self._crypttab(found.mapping) if kind == DeviceKind.CRYPT else None,
            cache=is_cache(name, self._sysfs),
            cache_discard=_text(base / "bcache" / "discard"),
            backing_file=visible(self.backing_file(name)),
            provisioning=_text(mode_file) if mode_file else "",
            provisioning_file=(
                f"/sys/class/scsi_disk/{visible(mode_file.parent.name)}/provisioning_mode"
                if mode_file
                else ""
            ),
            offered=_offered(base) if kind in _SCSI else None,
            adapter=adapter,
            provisioning_rule=self._rule(adapter) if adapter else "",
            ata_state=_text(self._ata / ata_folder / "trim") if ata_folder else "",
            ata=ata,
            ata_folder=ata_folder,
            virtual_host=kind in _VIRTUAL,
        )

    def below(self, name: str) -> tuple[str, ...]:
        """The devices below a device, the caches of a bcache last; none for a loop device's
        file.
        """
        disk = self._sysfs.disk_of(name)
        if disk != name:
            return (disk,)
        slaves = self._sysfs.slaves(name)
        return tuple(sorted(slaves, key=lambda slave: is_cache(slave, self._sysfs)))

    def backing_file(self, name: str) -> str:
        """The backing file of a loop device, "" without one."""
        try:
            raw = (self._block / name / "loop" / "backing_file").read_bytes()
        except OSError:
            return ""
        return os.fsdecode(raw).removesuffix("\n")

    @property
    def _ata(self) -> Path:
        return self._sysfs.root / "class" / "ata_device"

    def _title(
        self,
        name: str,
        kind: DeviceKind,
        found: SysfsFacts,
        known: BlockDevice | None,
        ata: AtaTrim | None,
    ) -> str:
        """A drive's model, any other device's path."""
        if known is not None:
            return visible(known.title if kind in DRIVE_KINDS else known.path)
        if kind in DRIVE_KINDS:
            vendor, model = (
                _text(self._block / name / "device" / key) for key in ("vendor", "model")
            )
            if vendor != "ATA" and not model.casefold().startswith(vendor.casefold()):
                model = f"{vendor} {model}"  # libata reports every vendor as ATA
            return (visible(ata.model) if ata else "") or model or f"/dev/{visible(name)}"
        if found.mapping:
            return f"/dev/mapper/{visible(found.mapping[:_SHORT])}"
        return "/dev/" + visible(name.replace("!", "/"))

    def _module(self, module: str, parameter: str) -> str:
        return _text(self._sysfs.root / "module" / module / "parameters" / parameter)

    def _crypttab(self, mapping: str) -> str | None:
        """The options of a volume, never its key file. Source: crypttab(5)."""
        try:
            lines = (self._etc / "crypttab").read_text("utf-8", "replace").splitlines()
        except OSError:
            return None
        for line in lines:
            words = line.split()
            if words and words[0] == mapping and not mapping.startswith("#"):
                return visible(words[3][:_SHORT]) if len(words) > 3 else ""
        return None

    def _rule(self, adapter: UsbAdapter) -> str:
        """The first file of local udev rules that sets the mode for an adapter."""
        folder = self._etc / "udev" / "rules.d"
        ids = tuple(f'"{one}"' for one in adapter.id.split(":"))
        for file in sorted(folder.glob("*.rules")):
            for line in text_in(file).splitlines():
                mine = all(one in line.lower() for one in ids)
                if mine and _SETS_MODE.search(line) and not line.lstrip().startswith("#"):
                    return f"/etc/udev/rules.d/{visible(file.name[:_SHORT])}"
        return ""

    def _ata_folder(self, place: str) -> str:
        """dev1.0 of port 1, dev1.2.0 behind a port multiplier (libata-transport.c)."""
        port, address = _ATA_PORT.search(place), _ADDRESS.search(place)
        if port is None or address is None:
            return ""
        channel, target = address.groups()
        choices = (f"dev{port[1]}.{target}", f"dev{port[1]}.{channel}.0")
        return next((one for one in choices if (self._ata / one).is_dir()), "")

    def _identify(self, folder: str) -> AtaTrim | None:
        words = text_in(self._ata / folder / "id").split()
        try:
            return ata_trim(tuple(int(word, 16) for word in words))
        except ValueError:
            return None


def _kind(name: str, found: SysfsFacts) -> DeviceKind:
    if found.partition_number is not None:
        return DeviceKind.PARTITION
    if kind := links.kind_of(name, found.place, found.mapping_uuid):
        return kind
    return DeviceKind.SCSI if name.startswith("sd") else DeviceKind.DISK


def _provisioning_file(base: Path) -> Path | None:
    for folder in sorted((base / "device" / "scsi_disk").glob("*")):
        file = folder / "provisioning_mode"
        if file.exists():
            return file
    return None


def _offered(base: Path) -> Provisioning | None:
    # Readable by everybody since Linux 5.18 (drivers/scsi/scsi_sysfs.c, vpd_pgb2).
    try:
        return provisioning_page((base / "device" / "vpd_pgb2").read_bytes())
    except OSError:
        return None


def _size(value: int | None) -> int | None:
    return value if value is not None and 0 <= value <= _LARGEST else None


def _signed(text: str) -> int | None:
    return int(text) if re.fullmatch(r"-?[0-9]{1,20}", text) else None


def _text(path: Path) -> str:
    """One line, safe to quote."""
    return visible(text_in(path)[:_SHORT])
