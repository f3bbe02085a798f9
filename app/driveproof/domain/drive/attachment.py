# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How a drive is attached and set up: block formats, USB protocol, power saving."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum


class Performance(StrEnum):
    """How fast a block format is among those of its drive, as the drive rates it."""

    BEST = "best"
    BETTER = "better"
    GOOD = "good"
    DEGRADED = "degraded"


class UsbDriver(StrEnum):
    """The kernel's driver of a USB drive, which is its protocol."""

    UAS = "uas"
    """USB Attached SCSI: many commands at once."""
    BOT = "usb-storage"
    """Bulk-Only Transport: one command at a time."""


@dataclass(frozen=True, slots=True)
class UsbAdapter:
    """The USB device that a drive is, or is behind, by the numbers of its descriptor."""

    vendor: int
    """idVendor."""
    product: int
    """idProduct."""
    release: int
    """bcdDevice: the version of the device, in BCD."""
    name: str = ""
    """What the device calls itself: manufacturer and product."""

    @property
    def id(self) -> str:
        """As lsusb has it: "152d:0583"."""
        return f"{self.vendor:04x}:{self.product:04x}"

    @property
    def key(self) -> str:
        """What smartctl's drive database finds it by: "152d:0583:0209"."""
        return f"{self.id}:{self.release:04x}"


@dataclass(frozen=True, slots=True)
class BlockFormat:
    """A logical block format of an NVMe namespace; sizes in bytes."""

    data: int
    metadata: int = 0
    performance: Performance | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """What the kernel and UDisks2 report; None, "" and () mean that they report nothing."""

    usb_driver: UsbDriver | None = None
    usb_adapter: UsbAdapter | None = None
    formats: tuple[BlockFormat, ...] = ()
    format_in_use: BlockFormat | None = None
    sata_power: str = ""
    """The policy of the SATA port: max_performance, medium_power, med_power_with_dipm,
    min_power_with_partial or min_power.
    """
    aspm: tuple[str, ...] | None = None
    """The sleep states that the PCIe link may enter: "L0s", "L1", "L1.1", ...; () for none."""
    aspm_policy: str = ""
    """The kernel's: default, performance, powersave, powersupersave."""
    apst: int | None = None
    """NVMe: how long it may take to leave a sleep state that the drive enters by itself, in
    microseconds; 0 where it may enter none.
    """
    runtime: str = ""
    """"auto" where the kernel may suspend the device while it is idle, "on" where not."""
    suspended: bool = False
    apm: bool | None = None
    """A hard disk's Advanced Power Management, which parks its heads."""
    standby: float | None = None
    """Seconds until a hard disk spins down, as UDisks2 is set to have it."""

    @property
    def saves_power(self) -> bool | None:
        """Whether something may sleep between two I/Os; None where nothing is reported."""
        known = [
            self.sata_power != "max_performance" if self.sata_power else None,
            bool(self.aspm) if self.aspm is not None else None,
            self.apst > 0 if self.apst is not None else None,
            True if self.runtime == "auto" else None,
            self.apm,
            True if self.standby else None,
        ]
        reported = [one for one in known if one is not None]
        return any(reported) if reported else None

    @property
    def link_power(self) -> str:
        """The power saving of the link in the terms of the field, for comparing two runs.

        "SATA med_power_with_dipm", "ASPM L1 L1.2, APST 100000 us"; "" where nothing is reported.
        """
        parts = []
        if self.sata_power:
            parts.append(f"SATA {self.sata_power}")
        if self.aspm is not None:
            parts.append(" ".join(("ASPM", *(self.aspm or ("off",)))))
        if self.apst is not None:
            parts.append(f"APST {self.apst} us" if self.apst else "APST off")
        return ", ".join(parts)


NOT_REPORTED = Attachment()


def power_settings(text: str) -> Attachment:
    """The reverse of `Attachment.link_power`; what is no setting is passed over."""
    found = NOT_REPORTED
    for part in text.split(", "):
        what, *words = part.split() or [""]
        if what == "SATA" and words:
            found = replace(found, sata_power=words[0])
        elif what == "ASPM":
            found = replace(found, aspm=tuple(word for word in words if word != "off"))
        elif what == "APST" and words:
            found = replace(found, apst=int(words[0]) if words[0].isdecimal() else 0)
    return found
