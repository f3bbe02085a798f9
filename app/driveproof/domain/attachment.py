# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How a drive is attached and set up, as facts: only what is reported."""

from __future__ import annotations

from collections.abc import Iterator

from driveproof.domain.drive.attachment import (
    Attachment,
    BlockFormat,
    Performance,
    UsbDriver,
    power_settings,
)
from driveproof.domain.drive.drive import BlockDevice, DeviceKind, Media
from driveproof.domain.drive.nature import host_of, virtual_host, zones
from driveproof.domain.figure import Cell, Fact
from driveproof.domain.quantity import OneOf, Seconds
from driveproof.domain.run.run import Target
from driveproof.domain.say import Say
from driveproof.domain.zones import Zones

_OFF, _ON = Say("Off"), Say("On")
_RATED = {
    Performance.BEST: Say("best"),
    Performance.BETTER: Say("better"),
    Performance.GOOD: Say("good"),
    Performance.DEGRADED: Say("degraded"),
}
_USB: dict[UsbDriver, Say | str] = {
    UsbDriver.UAS: "UAS",
    UsbDriver.BOT: Say("BOT (one command at a time)"),
}


def attachment_facts(device: BlockDevice) -> tuple[Fact, ...]:
    """For an identity; nothing of what is not reported."""
    attached = device.attachment
    driver = attached.usb_driver
    effect = attached.saves_power
    found: tuple[tuple[str, Say, Cell], ...] = (
        ("virtual_disk", Say("Virtual disk"), virtual_host(device)),
        ("recording_technology", Say("Recording technology"), _zones(device)),
        ("block_format", Say("Block format"), _formats(attached, device)),
        ("usb_adapter", Say("USB adapter"), _adapter(attached)),
        ("usb_protocol", Say("USB protocol"), None if driver is None else _USB[driver]),
        *_link_power(attached),
        ("runtime_power", Say("Runtime power"), _runtime(attached)),
        ("head_parking", Say("Head parking (APM)"), _switched(attached.apm)),
        ("spins_down", Say("Spins down"), _standby(attached)),
        (
            "effect_on_latency",
            Say("Effect on latency"),
            None if effect is None else Say("Higher after pauses") if effect else Say("None"),
        ),
    )
    return tuple(Fact(key, title, value) for key, title, value in found if value)


def _adapter(attached: Attachment) -> Cell:
    adapter = attached.usb_adapter
    if adapter is None:
        return None
    if not adapter.name:
        return adapter.id
    return Say("{first} ({second})", first=adapter.name, second=adapter.id)


def power_of(link_power: str) -> OneOf | str:
    """What of a drive and its link may sleep between two I/Os, of an `Attachment.link_power`; as it
    is where it is none of our settings.
    """
    said = tuple(
        Say("{name}: {text}", name=title, text=value)
        for _key, title, value in _link_power(power_settings(link_power))
        if value
    )
    return OneOf(said) if said else link_power


def processor_sleep(cpu_idle: str) -> Say | str:
    """The deepest sleep of a CPU, of an `Environment.cpu_idle`: "C10, wakes within 890 µs"."""
    name, _space, time = cpu_idle.removesuffix(" us").rpartition(" ")
    if not name or not time.isdecimal():
        return cpu_idle
    wakes = Seconds(int(time) / 1e6, precise=True)
    return Say("{state}, wakes within {time}", state=name, time=wakes)


def billed_before(target: Target) -> Say | None:
    """What to know before a heavy test of a virtual disk; None for any other drive."""
    bottom = (target.stack[-1] if target.stack else target.device or "").rsplit("/", 1)[-1]
    return billed_by(host_of(bottom, target.model or "", target.bus or ""))


def billed_by(host: str) -> Say | None:
    """The same of a disk from this host (virtual_host)."""
    if not host:
        return None
    return Say("Virtual disk ({host}): the provider may bill or limit its I/O.", host=host)


def _link_power(attached: Attachment) -> Iterator[tuple[str, Say, Cell]]:
    yield "sata_power", Say("SATA link power"), attached.sata_power
    yield "pcie_power", Say("PCIe link power"), _aspm(attached)
    yield "nvme_power_states", Say("NVMe power states (APST)"), _apst(attached)


def _zones(device: BlockDevice) -> Say | None:
    found = zones(device)
    if found is None:
        return None
    if found is Zones.HINT:
        return Say("Probably shingled (SMR), as it supports TRIM")
    if device.media != Media.HDD:
        return Say("Zoned, {model}", model=found)
    return Say("Shingled (SMR), {model}", model=found)


def _formats(attached: Attachment, device: BlockDevice) -> OneOf | Say | None:
    formats, used = attached.formats, attached.format_in_use
    if used is None and device.kind == DeviceKind.NVME and device.limits.logical_block_size:
        used = BlockFormat(device.limits.logical_block_size)
    if not formats:
        return None if used is None else _format(used)
    same = [one for one in formats if used and (one.data, one.metadata) == _size(used)]
    told = [_format(one, in_use=one in same) for one in formats]
    if used is not None and not same:
        told.insert(0, _format(used, in_use=True))
    return OneOf(tuple(told))


def _size(one: BlockFormat) -> tuple[int, int]:
    return one.data, one.metadata


def _format(one: BlockFormat, *, in_use: bool = False) -> Say:
    size = Say("{count} bytes", count=one.data)
    if one.metadata:
        size = Say("{count} + {metadata} bytes", count=one.data, metadata=one.metadata)
    words = [Say("in use")] if in_use else []
    words += [] if one.performance is None else [_RATED[one.performance]]
    return Say("{first} ({second})", first=size, second=OneOf(tuple(words))) if words else size


def _aspm(attached: Attachment) -> Say | str | None:
    if attached.aspm is None:
        return None
    told = f"ASPM {', '.join(attached.aspm)}" if attached.aspm else _OFF
    policy = attached.aspm_policy
    return Say("{first} ({second})", first=told, second=policy) if policy else told


def _apst(attached: Attachment) -> Say | None:
    if not attached.apst:
        return None if attached.apst is None else _OFF
    return Say("On, wakes within {time}", time=Seconds(attached.apst / 1e6, precise=True))


def _runtime(attached: Attachment) -> Say | None:
    if not attached.runtime:
        return None
    if attached.runtime == "on":
        return Say("Always on")
    return Say("Suspended") if attached.suspended else Say("May be suspended")


def _switched(on: bool | None) -> Say | None:
    return None if on is None else _ON if on else _OFF


def _standby(attached: Attachment) -> Say | None:
    return Say("After {time}", time=Seconds(attached.standby)) if attached.standby else None
