# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What was read about one device on the discard path, before anything is concluded from it."""

from __future__ import annotations

from dataclasses import dataclass

from driveproof.domain.drive.attachment import UsbAdapter
from driveproof.domain.drive.drive import DeviceKind

_ATA_WORDS = 256
_MODEL = slice(27, 47)
_TRIM_WORD, _TRIM_BIT = 169, 0
_ADDITIONAL_WORD, _DRAT_BIT, _RZAT_BIT = 69, 14, 5
_B2, _B2_LEAST = 0xB2, 6


@dataclass(frozen=True, slots=True)
class AtaTrim:
    """What a drive says in IDENTIFY DEVICE. Source: ACS-3, words 169 bit 0, 69 bits 14 and 5."""

    supported: bool
    deterministic: bool
    """DRAT: a read after a TRIM always gives the same."""
    zeroed: bool
    """RZAT: and that is zeros."""
    word_169: int
    word_69: int
    model: str = ""
    """Words 27 to 46: the whole name, which SCSI cuts after 16 characters."""


def ata_trim(words: tuple[int, ...]) -> AtaTrim | None:
    """None where the data is not a whole IDENTIFY, or a word is invalid."""
    if len(words) != _ATA_WORDS or not any(words):
        return None
    data, additional = words[_TRIM_WORD], words[_ADDITIONAL_WORD]
    if data == 0xFFFF or not all(0 <= word <= 0xFFFF for word in (data, additional)):
        return None
    supported = bool(data >> _TRIM_BIT & 1)
    deterministic = supported and bool(additional >> _DRAT_BIT & 1)
    zeroed = deterministic and bool(additional >> _RZAT_BIT & 1)
    model = "".join(chr(word >> 8 & 0xFF) + chr(word & 0xFF) for word in words[_MODEL])
    return AtaTrim(supported, deterministic, zeroed, data, additional, model.strip(" \0"))


@dataclass(frozen=True, slots=True)
class Provisioning:
    """The commands for TRIM that a SCSI disk says it knows. Source: SBC-4, "Logical Block
    Provisioning VPD page" (B2h), byte 5: LBPU, LBPWS, LBPWS10.
    """

    unmap: bool
    write_same_16: bool
    write_same_10: bool

    @property
    def mode(self) -> str:
        """The `provisioning_mode` of the best of them, "" for none (drivers/scsi/sd.c)."""
        if self.unmap:
            return "unmap"
        if self.write_same_16:
            return "writesame_16"
        return "writesame_10" if self.write_same_10 else ""


def provisioning_page(page: bytes) -> Provisioning | None:
    """None where the bytes are not this page."""
    if len(page) < _B2_LEAST or page[1] != _B2:
        return None
    commands = page[5]
    return Provisioning(bool(commands & 0x80), bool(commands & 0x40), bool(commands & 0x20))


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceFacts:
    """One block device. Sizes in bytes; None and "" mean that it could not be read.

    The sources are files below /sys, named by `file()`; a partition has the queue of its disk.
    """

    name: str
    kind: DeviceKind
    title: str = ""
    """Its usual name; the kernel name where it has no other."""
    queue: str = ""
    """Kernel name of the device whose queue was read."""
    max_bytes: int | None = None
    max_hw_bytes: int | None = None
    granularity: int | None = None
    read_only: bool = False
    rotational: bool | None = None
    gone: bool = False
    """There is no such device (any more)."""
    start: int | None = None
    alignment: int | None = None
    uuid: str = ""
    """The device mapper's, as LVM and cryptsetup give it."""
    mapping: str = ""
    level: str = ""
    """Of md: "raid5"."""
    handle_safely: str = ""
    """/sys/module/raid456/parameters/devices_handle_discard_safely: "Y" or "N"."""
    crypttab: str | None = None
    """Options of the volume in /etc/crypttab; None where it has no line there or is closed."""
    cache: bool = False
    """The caching device of a bcache."""
    cache_discard: str = ""
    """/sys/block/X/bcache/discard; kernels that cannot do it have no such file."""
    backing_file: str = ""
    provisioning: str = ""
    """How the kernel would write a TRIM to a SCSI disk; "full" is not at all."""
    provisioning_file: str = ""
    offered: Provisioning | None = None
    """What the disk itself offers; the kernel asks for it over UAS, not with usb-storage."""
    adapter: UsbAdapter | None = None
    provisioning_rule: str = ""
    """A file of udev rules that sets the mode for this adapter, "" for none."""
    ata_state: str = ""
    """unsupported, unqueued, queued, forced_unsupported, forced_unqueued."""
    ata: AtaTrim | None = None
    ata_folder: str = ""
    virtual_host: bool = False
    """A drive that another machine makes: what happens there cannot be seen."""

    @property
    def takes(self) -> bool | None:
        """Whether its queue accepts discards; None where unknown."""
        if self.max_bytes is None:
            return None
        return self.max_bytes > 0 and self.granularity != 0

    @property
    def limits(self) -> str:
        """The limits of its queue, quoted."""
        known = (
            ("discard_max_bytes", self.max_bytes),
            ("discard_granularity", self.granularity),
        )
        return ", ".join(f"{key} {value}" for key, value in known if value is not None)

    @property
    def limits_file(self) -> str:
        """Where `limits` was read."""
        return f"/sys/class/block/{self.queue or self.name}/queue/discard_*"

    def file(self, path: str) -> str:
        """A file of the device, as people find it."""
        return f"/sys/class/block/{self.name}/{path}"
