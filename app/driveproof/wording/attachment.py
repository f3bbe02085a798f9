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
        (_("Virtual disk"), _virtual(device)),
        (_("Recording"), _zones(device)),
        (_("Block format"), _formats(attached, device)),
        (_("USB protocol"), _usb(attached)),
        (_("SATA link power"), _sata(attached)),
        (_("PCIe link power"), _aspm(attached)),
        (_("Own sleep states"), _apst(attached)),
        (_("Runtime power"), _runtime(attached)),
        (_("Head parking"), _apm(attached)),
        (_("Spins down"), _standby(attached)),
        (_("Effect on latency"), _effect(attached)),
    ]
    return [(name, value) for name, value in facts if value]


def power_sentences(link_power: str) -> tuple[str, ...]:
    """What of a drive and its link may sleep between two I/Os, of an `Attachment.link_power`."""
    found = power_settings(link_power)
    said = []
    if found.sata_power:
        awake = found.sata_power == "max_performance"
        text = _("the SATA link stays awake") if awake else _("the SATA link may sleep")
        said.append(f"{text} ({shown(found.sata_power)})")
    if found.aspm is not None:
        text = _("the PCIe link may sleep") if found.aspm else _("the PCIe link stays awake")
        said.append(f"{text} ({_aspm(found)})")
    if found.apst:
        said.append(
            _("the drive may sleep by itself, and takes up to {time} to wake up (APST)").format(
                time=format_latency(found.apst / 1e6)
            )
        )
    elif found.apst == 0:
        said.append(_("the drive does not sleep by itself (APST off)"))
    return tuple(said)


def power_text(link_power: str) -> str:
    """The same in one line, as it is where it is none of our settings."""
    return ", ".join(power_sentences(link_power)) or link_power


def processor_sleep(cpu_idle: str) -> str:
    """The deepest sleep of a processor, of an `Environment.cpu_idle`: "C10, 890 µs to leave it"."""
    name, _space, time = cpu_idle.removesuffix(" us").rpartition(" ")
    if not name or not time.isdecimal():
        return cpu_idle
    return _("{state}, up to {time} to leave it").format(
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
    return _(
        "This is a virtual disk ({host}): a provider may bill its I/O or limit it, and others on"
        " the same storage are slowed down meanwhile."
    ).format(host=shown(host))


def _virtual(device: BlockDevice) -> str:
    host = virtual_host(device)
    return _("{host}: what is below it is not known here").format(host=host) if host else ""


def _zones(device: BlockDevice) -> str:
    found = zones(device)
    if found is None:
        return ""
    if found is Zones.HINT:
        return _("perhaps shingled (SMR): it offers TRIM, of which other hard disks have no use")
    if device.media != Media.HDD:
        return _("in zones, {model}").format(model=found)
    return _("shingled (SMR), {model}").format(model=found)


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
        Performance.BEST: _("rated best"),
        Performance.BETTER: _("rated better"),
        Performance.GOOD: _("rated good"),
        Performance.DEGRADED: _("rated degraded"),
        None: "",
    }[one.performance]
    words = ", ".join(filter(None, (_("in use") if in_use else "", rated)))
    return f"{size} ({words})" if words else size


def _usb(attached: Attachment) -> str:
    return {
        UsbDriver.UAS: _("UAS, several commands at a time"),
        UsbDriver.BOT: _("BOT (usb-storage), one command at a time"),
        None: "",
    }[attached.usb_driver]


def _sata(attached: Attachment) -> str:
    word = attached.sata_power
    if not word:
        return ""
    if word == "max_performance":
        return _("{policy}: the link stays awake").format(policy=word)
    return _("{policy}: the link may sleep").format(policy=shown(word))


def _aspm(attached: Attachment) -> str:
    if attached.aspm is None:
        return ""
    policy = attached.aspm_policy
    states = ", ".join(attached.aspm)
    told = _("ASPM {states}").format(states=states) if states else _("ASPM off")
    return _("{told} (policy {policy})").format(told=told, policy=shown(policy)) if policy else told


def _apst(attached: Attachment) -> str:
    if attached.apst is None:
        return ""
    if attached.apst == 0:
        return _("none (APST off)")
    return _("APST, up to {time} ms to wake up").format(time=f"{attached.apst / 1000:g}")


def _runtime(attached: Attachment) -> str:
    if not attached.runtime:
        return ""
    if attached.runtime == "on":
        return _("stays on")
    return _("may be suspended, suspended now") if attached.suspended else _("may be suspended")


def _apm(attached: Attachment) -> str:
    return {True: _("APM on"), False: _("APM off"), None: ""}[attached.apm]


def _standby(attached: Attachment) -> str:
    if not attached.standby:
        return ""
    return _("after {time} without I/O").format(time=format_duration(attached.standby))


def _effect(attached: Attachment) -> str:
    return {
        True: _(
            "the first I/O after a pause waits until link or drive are awake, so tests with pauses"
            " and at queue depth 1 may show higher latencies; under steady load it does not matter"
        ),
        False: _("nothing reported here sleeps between two I/Os"),
        None: "",
    }[attached.saves_power]
