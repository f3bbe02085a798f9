# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How a drive is attached and set up, in words: only what is reported."""

from __future__ import annotations

from driveproof.domain.drive.attachment import (
    Attachment,
    BlockFormat,
    Performance,
    UsbDriver,
    power_settings,
)
from driveproof.domain.drive.drive import BlockDevice, DeviceKind, Media
from driveproof.domain.drive.nature import host_of, virtual_host, zones
from driveproof.domain.run.run import Target
from driveproof.domain.text import shown
from driveproof.domain.zones import Zones
from driveproof.wording.catalogue import _
from driveproof.wording.units import format_duration, format_latency, group_digits

Facts = list[tuple[str, str]]


def attachment_facts(device: BlockDevice) -> Facts:
    """Pairs of a name and a value for an identity; nothing for what is not reported."""
    attached = device.attachment
    facts = [
        (_("Virtual disk"), virtual_host(device)),
        (_("Recording technology"), _zones(device)),
        (_("Block format"), _formats(attached, device)),
        (_("USB protocol"), _usb(attached)),
        (_("SATA link power"), _sata(attached)),
        (_("PCIe link power"), _aspm(attached)),
        (_("NVMe power states (APST)"), _apst(attached)),
        (_("Runtime power"), _runtime(attached)),
        (_("Head parking (APM)"), _apm(attached)),
        (_("Spins down"), _standby(attached)),
        (_("Effect on latency"), _effect(attached)),
    ]
    return [(name, value) for name, value in facts if value]


def power_sentences(link_power: str) -> tuple[str, ...]:
    """What of a drive and its link may sleep between two I/Os, of an `Attachment.link_power`."""
    found = power_settings(link_power)
    said = []
    for title, value in (
        (_("SATA link power"), _sata(found)),
        (_("PCIe link power"), _aspm(found)),
        (_("NVMe power states (APST)"), _apst(found)),
    ):
        if value:
            said.append(_("{name}: {text}").format(name=title, text=value))
    return tuple(said)


def power_text(link_power: str) -> str:
    """The same in one line, as it is where it is none of our settings."""
    return ", ".join(power_sentences(link_power)) or link_power


def processor_sleep(cpu_idle: str) -> str:
    """The deepest sleep of a processor, of an `Environment.cpu_idle`: "C10, 890 µs to leave it"."""
    name, _space, time = cpu_idle.removesuffix(" us").rpartition(" ")
    if not name or not time.isdecimal():
        return cpu_idle
    return _("{state}, wakes within {time}").format(
        state=name, time=format_latency(int(time) / 1e6)
    )


def billed_before(target: Target) -> str:
    """What to know before a heavy test of a virtual disk; "" for any other drive."""
    bottom = (target.stack[-1] if target.stack else target.device or "").rsplit("/", 1)[-1]
    return billed_sentence(host_of(bottom, target.model or "", target.bus or ""))


def billed_sentence(host: str) -> str:
    """The same of a disk from this host (virtual_host)."""
    if not host:
        return ""
    return _("Virtual disk ({host}): the provider may bill or limit its I/O.").format(
        host=shown(host)
    )


def _zones(device: BlockDevice) -> str:
    found = zones(device)
    if found is None:
        return ""
    if found is Zones.HINT:
        return _("Probably shingled (SMR), as it supports TRIM")
    if device.media != Media.HDD:
        return _("Zoned, {model}").format(model=found)
    return _("Shingled (SMR), {model}").format(model=found)


def _formats(attached: Attachment, device: BlockDevice) -> str:
    formats, used = attached.formats, attached.format_in_use
    if used is None and device.kind == DeviceKind.NVME and device.limits.logical_block_size:
        used = BlockFormat(device.limits.logical_block_size)
    if not formats:
        return "" if used is None else _format(used)
    same = [one for one in formats if used and (one.data, one.metadata) == _size(used)]
    told = [_format(one, in_use=one in same) for one in formats]
    if used is not None and not same:
        told.insert(0, _format(used, in_use=True))
    return ", ".join(told)


def _size(one: BlockFormat) -> tuple[int, int]:
    return one.data, one.metadata


def _format(one: BlockFormat, *, in_use: bool = False) -> str:
    size = _("{count} bytes").format(count=group_digits(one.data))
    if one.metadata:
        size = _("{count} + {metadata} bytes").format(
            count=group_digits(one.data), metadata=one.metadata
        )
    rated = {
        Performance.BEST: _("best"),
        Performance.BETTER: _("better"),
        Performance.GOOD: _("good"),
        Performance.DEGRADED: _("degraded"),
        None: "",
    }[one.performance]
    words = ", ".join(filter(None, (_("in use") if in_use else "", rated)))
    return f"{size} ({words})" if words else size


def _usb(attached: Attachment) -> str:
    return {
        UsbDriver.UAS: "UAS",
        UsbDriver.BOT: _("BOT (one command at a time)"),
        None: "",
    }[attached.usb_driver]


def _sata(attached: Attachment) -> str:
    word = attached.sata_power
    if not word:
        return ""
    return shown(word)


def _aspm(attached: Attachment) -> str:
    if attached.aspm is None:
        return ""
    policy = attached.aspm_policy
    states = ", ".join(attached.aspm)
    told = f"ASPM {states}" if states else _("Off")
    return f"{told} ({shown(policy)})" if policy else told


def _apst(attached: Attachment) -> str:
    if attached.apst is None:
        return ""
    if attached.apst == 0:
        return _("Off")
    return _("On, wakes within {time}").format(time=format_latency(attached.apst / 1e6))


def _runtime(attached: Attachment) -> str:
    if not attached.runtime:
        return ""
    if attached.runtime == "on":
        return _("Always on")
    return _("Suspended") if attached.suspended else _("May be suspended")


def _apm(attached: Attachment) -> str:
    return {True: _("On"), False: _("Off"), None: ""}[attached.apm]


def _standby(attached: Attachment) -> str:
    if not attached.standby:
        return ""
    return _("After {time}").format(time=format_duration(attached.standby))


def _effect(attached: Attachment) -> str:
    return {
        True: _("Higher after pauses"),
        False: _("None"),
        None: "",
    }[attached.saves_power]
