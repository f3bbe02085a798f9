# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does TRIM get through the bridge, and does the drive take it? Facts in, layers out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from driveproof.domain.drive.attachment import UsbAdapter
from driveproof.domain.drive.drive import DeviceKind
from driveproof.domain.finding import Finding, ToDo
from driveproof.domain.say import Say
from driveproof.domain.trim.facts import DeviceFacts
from driveproof.domain.trim.path import (
    BLOCK,
    PASS,
    UNKNOWN,
    EndKind,
    LayerCost,
    LayerFact,
    LayerKind,
    LayerRemedy,
    LayerTitle,
    PathEnd,
    PathLayer,
    PathVerdict,
    RootQuestion,
)

Change = tuple[ToDo | None, LayerCost | None]
"""What would change a block, and what that costs."""

_PROVISIONED = frozenset({"unmap", "writesame_16", "writesame_10", "writesame_zero"})
_FULL = "full"
_CLOSED = frozenset({_FULL, "disabled"})
_OTHER_ADAPTER: Change = (
    ToDo(LayerRemedy.OTHER_ADAPTER, Say("Use an internal port or another USB adapter.")),
    None,
)
_REPORT = "smartctl -x -j"


def drive_layers(facts: DeviceFacts) -> tuple[PathLayer, ...]:
    """A bridge where there is one, then the drive."""
    if facts.kind == DeviceKind.USB or (facts.kind == DeviceKind.FIREWIRE and facts.provisioning):
        return bridge_layer(facts), _behind_bridge(facts)
    return (drive_layer(facts),)


def bridge_layer(facts: DeviceFacts) -> PathLayer:
    """What makes a SCSI disk of a drive. Source: drivers/scsi/sd.c, provisioning_mode.

    The kernel sends TRIM only where READ CAPACITY (16) has LBPME; many adapters say in VPD page B2h
    that they know the command, and leave this bit out (bugzilla.kernel.org 220810).
    """
    mode, takes = facts.provisioning, facts.takes
    found = [] if facts.adapter is None else [_adapter(facts.adapter)]
    found += [quote(f"provisioning_mode {mode}")] if mode else quoted_limits(facts)
    verdict: PathVerdict = UNKNOWN
    change: Change = (None, None)
    if mode in _CLOSED:
        verdict = BLOCK
        closed = _not_offered(facts) if mode == _FULL else _refused_once(facts)
        found += closed.facts
        change = closed.change
    elif mode in _PROVISIONED or takes is not None:
        verdict = BLOCK if takes is False else PASS
        if verdict == BLOCK:
            found += quoted_limits(facts) if mode else []
            change = _OTHER_ADAPTER
        elif facts.kind == DeviceKind.USB:
            said = Say("adapters can accept TRIM and ignore it: only a TRIM with proof shows that")
            found.append(Finding(LayerFact.PROOF_DECIDES, (said,)))
    remedy, cost = change
    switched = remedy is not None and remedy.code == LayerRemedy.SWITCH_PROVISIONING
    return PathLayer(
        name=facts.title or facts.name,
        title=LayerTitle.USB_BRIDGE if facts.kind == DeviceKind.USB else LayerTitle.BRIDGE,
        kind=LayerKind.BRIDGE,
        verdict=verdict,
        facts=tuple(found),
        source=facts.provisioning_file or facts.limits_file,
        device=facts.name,
        remedy=remedy,
        cost=cost,
        rule=_udev_rule(facts) if switched else "",
    )


class _Closed(NamedTuple):
    """Why the kernel sends a SCSI disk no TRIM, and what would change that."""

    facts: tuple[Finding, ...]
    change: Change


def _not_offered(facts: DeviceFacts) -> _Closed:
    """Of mode "full": the disk does not offer TRIM, or only half."""
    if facts.provisioning_rule:
        # Since Linux 6.12 each revalidation resets the mode (bugzilla.kernel.org 220810).
        said = Say("{file} sets another mode without effect", file=facts.provisioning_rule)
        again = Say(
            "Reconnect the drive. Linux 6.12 and later can reset the mode when they read the drive"
            " anew: the rule needs ACTION==add|change."
        )
        return _Closed(
            (Finding(LayerFact.RULE_WITHOUT_EFFECT, (said,)),),
            (ToDo(LayerRemedy.APPLY_RULE, again), LayerCost.BRIDGES_CORRUPT),
        )
    offered = facts.offered
    if offered is None:
        found = [Finding(LayerFact.BRIDGE_FULL, (Say("the bridge does not offer TRIM"),))]
        if facts.kind == DeviceKind.USB:
            said = Say("Linux did not ask which TRIM commands it knows")
            found.append(Finding(LayerFact.NOT_ASKED, (said,)))
        ask = Say(
            "Run sg_vpd --page=lbpv /dev/{name} as root. If it says LBPU: 1, a udev rule can set"
            " provisioning_mode to unmap.",
            name=facts.name,
        )
        return _Closed(
            tuple(found), (ToDo(LayerRemedy.ASK_ADAPTER, ask), LayerCost.BRIDGES_CORRUPT)
        )
    if not offered.mode:
        none = Finding(LayerFact.OFFERS_NOTHING, (Say("the bridge knows no TRIM command"),))
        return _Closed((none,), _OTHER_ADAPTER)
    half = Say(
        "the bridge knows the TRIM command {mode} (VPD page B2h), but does not announce it (LBPME)",
        mode=offered.mode,
    )
    switch = Say(
        "A udev rule can set provisioning_mode to {mode}. Try it with a TRIM with proof, on a drive"
        " without data you need.",
        mode=offered.mode,
    )
    return _Closed(
        (Finding(LayerFact.ONLY_HALF_OFFERED, (half,)),),
        (ToDo(LayerRemedy.SWITCH_PROVISIONING, switch), LayerCost.BRIDGES_CORRUPT),
    )


def _refused_once(facts: DeviceFacts) -> _Closed:
    """Of mode "disabled": the kernel tried, and the disk answered with an error."""
    found = (Finding(LayerFact.BRIDGE_DISABLED, (Say("the bridge refused a TRIM command"),)),)
    if facts.provisioning_rule:
        remove = Say(
            "Remove the rule in {file}: the bridge does not know the command.",
            file=facts.provisioning_rule,
        )
        return _Closed(found, (ToDo(LayerRemedy.REMOVE_RULE, remove), None))
    again = Say("Reconnect it. If that does not help, use another adapter.")
    return _Closed(found, (ToDo(LayerRemedy.REPLUG, again), None))


def _adapter(adapter: UsbAdapter) -> Finding:
    return Finding(LayerFact.ADAPTER, (Say("USB adapter {id}", id=adapter.id),))


def _udev_rule(facts: DeviceFacts) -> str:
    """What sets the mode when the disk appears, and again when it was read anew."""
    if facts.adapter is None or facts.offered is None:
        return ""
    vendor, product = facts.adapter.id.split(":")
    return (
        f'ACTION=="add|change", SUBSYSTEM=="scsi_disk", ATTRS{{idVendor}}=="{vendor}"'
        f', ATTRS{{idProduct}}=="{product}", '
        f'ATTR{{provisioning_mode}}="{facts.offered.mode}"'
    )


def _behind_bridge(facts: DeviceFacts) -> PathLayer:
    takes = facts.takes
    if takes and facts.read_only:
        return _read_only(facts)
    return PathLayer(
        name=facts.title or facts.name,
        kind=LayerKind.DRIVE,
        verdict=PASS if takes else UNKNOWN,
        facts=tuple(quoted_limits(facts))
        if takes
        else (
            Finding(LayerFact.BEHIND_BRIDGE, (Say("the bridge hides what the drive supports"),)),
        ),
        source=facts.limits_file,
        device=facts.name,
        root=RootQuestion.BEHIND_BRIDGE,
    )


def drive_layer(facts: DeviceFacts) -> PathLayer:
    """The lowest layer that this machine sees."""
    if facts.takes and facts.read_only:
        return _read_only(facts)
    if facts.kind == DeviceKind.ATA or facts.ata is not None or facts.ata_state:
        return _ata(facts)
    takes = facts.takes
    verdict = UNKNOWN if takes is None else PASS if takes else BLOCK
    found = quoted_limits(facts)
    if takes and facts.kind == DeviceKind.ZRAM:
        found.append(Finding(LayerFact.GIVES_MEMORY_BACK, (Say("in memory, with no drive below"),)))
    elif takes and facts.virtual_host:
        found.append(Finding(LayerFact.VIRTUAL_HOST, (Say("the host's storage is not visible"),)))
    if facts.provisioning and facts.kind == DeviceKind.SCSI:
        found.insert(0, quote(f"provisioning_mode {facts.provisioning}"))
    change: Change = (None, None)
    if verdict == BLOCK:
        change = switched_off(facts) or _missing(facts)
    return PathLayer(
        name=facts.title or facts.name,
        kind=LayerKind.DRIVE,
        verdict=verdict,
        facts=tuple(found),
        source=facts.limits_file,
        device=facts.name,
        remedy=change[0],
        cost=change[1],
        root=RootQuestion.READ_AFTER_NVME if facts.kind == DeviceKind.NVME else None,
    )


def quoted_limits(facts: DeviceFacts) -> list[Finding]:
    """The limits of its queue as the kernel has them, or that it has none."""
    return [
        quote(facts.limits)
        if facts.limits
        else Finding(LayerFact.NOT_REPORTED, (Say("TRIM support is unknown"),))
    ]


def switched_off(facts: DeviceFacts) -> Change | None:
    """Remedy and cost where the hardware could, but discard_max_bytes was set to 0.

    Source: Documentation/ABI/stable/sysfs-block, discard_max_hw_bytes. Seen on Linux 6.18: with it
    the granularity becomes 0, and from then on every other value is refused.
    """
    if facts.max_bytes == 0 and facts.max_hw_bytes:
        remedy = ToDo(
            LayerRemedy.SWITCHED_OFF,
            Say(
                "Find and remove what writes 0 to discard_max_bytes (supported: {limit}), perhaps a"
                " udev rule.",
                limit=str(facts.max_hw_bytes),
            ),
        )
        return remedy, LayerCost.NONE_UNLESS_FAULTY
    return None


def _missing(facts: DeviceFacts) -> Change:
    if facts.kind in {DeviceKind.ATA, DeviceKind.SCSI} and facts.rotational:
        return ToDo(LayerRemedy.HARD_DISK, Say("Nothing is needed.")), None
    if facts.virtual_host:
        return ToDo(
            LayerRemedy.HOST_CAN_OFFER, Say("Enable TRIM on the host (QEMU: discard=unmap).")
        ), None
    return ToDo(LayerRemedy.DRIVE_CANNOT, Say("No remedy is known.")), None


def _read_only(facts: DeviceFacts) -> PathLayer:
    return PathLayer(
        name=facts.title or facts.name,
        kind=LayerKind.DRIVE,
        verdict=BLOCK,
        facts=(Finding(LayerFact.READ_ONLY_DEVICE, (Say("read-only"),)),),
        source=facts.file("ro"),
        device=facts.name,
        remedy=ToDo(LayerRemedy.WRITABLE_DEVICE, Say("Make it writable.")),
        cost=None,
    )


def _ata(facts: DeviceFacts) -> PathLayer:
    """Source: /sys/class/ata_device (libata-transport.c), whose `trim` is what the kernel does."""
    found = [quote(f"trim {facts.ata_state}")] if facts.ata_state else []
    if facts.ata_state == "forced_unqueued":
        said = Say("a known fault: Linux sends TRIM between other commands, which is slower")
        found.append(Finding(LayerFact.UNQUEUED_BY_QUIRK, (said,)))
    ata = facts.ata
    if ata is not None:
        if not ata.supported:
            found.append(_no_trim(LayerFact.ATA_NO_TRIM))
        else:
            said = Say("the drive supports TRIM")
            found.append(Finding(LayerFact.ATA_TRIM, (said,)))
            found.append(_reads(zeroed=ata.zeroed, deterministic=ata.deterministic))
    if facts.limits or not found:
        found += quoted_limits(facts)
    denied = facts.ata_state == "unsupported" or (ata is not None and not ata.supported)
    verdict: PathVerdict
    if facts.takes is None:
        verdict = BLOCK if denied else UNKNOWN
    else:
        verdict = PASS if facts.takes else BLOCK
    change: Change = (None, None)
    if verdict == BLOCK:
        change = switched_off(facts) or _ata_block(facts, denied)
    return PathLayer(
        name=facts.title or facts.name,
        kind=LayerKind.DRIVE,
        verdict=verdict,
        facts=tuple(found),
        source=f"/sys/class/ata_device/{facts.ata_folder}"
        if facts.ata_folder
        else facts.limits_file,
        device=facts.name,
        remedy=change[0],
        cost=change[1],
        root=None if ata is not None else RootQuestion.READ_AFTER_ATA,
    )


def _ata_block(facts: DeviceFacts, denied: bool) -> Change:
    if facts.ata_state == "forced_unsupported":
        return ToDo(
            LayerRemedy.KERNEL_QUIRK,
            Say("None: TRIM fails on this model, so the kernel disables it."),
        ), LayerCost.QUIRK_LOSES_DATA
    if denied or facts.ata is None:
        return _missing(facts)
    return ToDo(LayerRemedy.OTHER_PORT, Say("Use another port, or the controller mode AHCI.")), None


def with_report(layer: PathLayer, report: object) -> PathLayer:
    """The layer of a drive, with the TRIM facts of smartctl's report; any other is left alone.

    Source: `trim` in smartctl's JSON (ACS-3, words 169 and 69); NVMe has no such field. The
    kernel's limits decide; the report decides only where they are unknown.
    """
    trim = report.get("trim") if isinstance(report, Mapping) else None
    if layer.kind != LayerKind.DRIVE or not isinstance(trim, Mapping):
        return layer
    supported = trim.get("supported")
    if not isinstance(supported, bool):
        return layer
    verdict, remedy = layer.verdict, layer.remedy
    if verdict == UNKNOWN and not supported:
        verdict, remedy = BLOCK, ToDo(LayerRemedy.DRIVE_CANNOT, Say("No remedy is known."))
    elif verdict == UNKNOWN:
        verdict = PASS
    fact = _no_trim(LayerFact.REPORT_NO_TRIM)
    if supported:
        zeroed, deterministic = trim.get("zeroed") is True, trim.get("deterministic") is True
        fact = _reads(zeroed=zeroed, deterministic=deterministic)
    return replace(
        layer,
        verdict=verdict,
        facts=(*layer.facts, fact),
        source=f"{layer.source}; {_REPORT}",
        remedy=remedy,
        root=None,
    )


def end_of(facts: DeviceFacts) -> PathEnd:
    """The end of a path at this drive."""
    kind = EndKind.DRIVE
    if facts.kind == DeviceKind.ZRAM:
        kind = EndKind.MEMORY_DISK
    elif facts.virtual_host:
        kind = EndKind.VIRTUAL_DISK
    elif facts.rotational is False:
        kind = EndKind.FLASH
    return PathEnd(kind, facts.title or facts.name, (facts.name,))


def _no_trim(code: LayerFact) -> Finding:
    return Finding(code, (Say("the drive does not support TRIM"),))


def _reads(*, zeroed: bool, deterministic: bool) -> Finding:
    """What reads after TRIM return, as the drive promises it."""
    if zeroed:
        return Finding(LayerFact.READS_ZEROS, (Say("reads after TRIM return zeros"),))
    said = Say("reads after TRIM are not always zeros")
    code = LayerFact.READS_SAME if deterministic else LayerFact.READS_ANYTHING
    return Finding(code, (said,))


def quote(text: str) -> Finding:
    """What the kernel or a file has."""
    return Finding(LayerFact.QUOTE, (Say("{text}", text=text),))
