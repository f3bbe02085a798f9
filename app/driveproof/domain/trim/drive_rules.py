# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does TRIM get through the bridge, and does the drive take it? Facts in, layers out."""

from __future__ import annotations

from driveproof.domain.trim.facts import DeviceFacts
from driveproof.domain.trim.path import BLOCK, PASS, UNKNOWN, PathLayer

READ_AFTER_NVME = "What a read returns after a TRIM: DLFEAT of the namespace (nvme id-ns)."
READ_AFTER_ATA = (
    "Whether a read after a TRIM gives zeros (DRAT, RZAT): the drive's report, as root."
)
BEHIND_BRIDGE = "Whether the drive behind the bridge knows TRIM: its own report, read as root."
IN_REPORT = frozenset({READ_AFTER_ATA, BEHIND_BRIDGE})
"""What smartctl's report can answer; DLFEAT is not in it (seen with smartctl 7.4)."""

_PROVISIONED = frozenset({"unmap", "writesame_16", "writesame_10", "writesame_zero"})
_NEVER_SWITCHED = (
    "A udev rule that sets provisioning_mode to unmap, if the bridge knows the command, which it "
    "does not say."
)
_BRIDGE_COST = (
    "Many bridges then discard other sectors than they are told, and data are lost. Driveproof "
    "does not do it; another adapter, or the drive inside the machine, is the safe way."
)


def drive_layers(facts: DeviceFacts) -> tuple[PathLayer, ...]:
    """A bridge where there is one, then the drive."""
    if facts.kind == "usb" or (facts.kind == "firewire" and facts.provisioning):
        return bridge_layer(facts), _behind_bridge(facts)
    return (drive_layer(facts),)


def bridge_layer(facts: DeviceFacts) -> PathLayer:
    """What makes a SCSI disk of a drive. Source: drivers/scsi/sd.c, provisioning_mode."""
    mode = facts.provisioning
    source = facts.provisioning_file or facts.limits_file
    fact = f"provisioning_mode {mode}" if mode else (facts.limits or "nothing is known")
    takes = facts.takes
    verdict, remedy, cost = UNKNOWN, "", ""
    if mode == "full":
        verdict, remedy, cost = BLOCK, _NEVER_SWITCHED, _BRIDGE_COST
        fact += ": the bridge does not offer TRIM"
    elif mode == "disabled":
        verdict = BLOCK
        fact += ": the kernel switched TRIM off, often after the bridge refused one"
        remedy = "Unplug and plug it in again; where it comes back, the bridge cannot do it."
        cost = "None, but it does not last where the bridge refuses."
    elif mode in _PROVISIONED:
        verdict = PASS if takes is not False else BLOCK
        if verdict == BLOCK:
            fact += f", but {facts.limits}"
            remedy, cost = (
                "Another adapter, or the drive inside the machine.",
                "The adapter's price.",
            )
    elif takes is not None:
        verdict = PASS if takes else BLOCK
        if not takes:
            remedy, cost = (
                "Another adapter, or the drive inside the machine.",
                "The adapter's price.",
            )
    return PathLayer(
        name=f"{'USB ' if facts.kind == 'usb' else ''}bridge of {facts.title or facts.name}",
        kind="bridge",
        verdict=verdict,
        fact=fact,
        source=source,
        device=facts.name,
        remedy=remedy,
        cost=cost,
    )


def _behind_bridge(facts: DeviceFacts) -> PathLayer:
    takes = facts.takes
    layer = PathLayer(
        name=facts.title or facts.name,
        kind="drive",
        verdict=PASS if takes and not facts.read_only else UNKNOWN,
        fact=facts.limits if takes else "the bridge hides what the drive can do",
        source=facts.limits_file,
        device=facts.name,
        root=BEHIND_BRIDGE,
    )
    return _read_only(facts) if takes and facts.read_only else layer


def drive_layer(facts: DeviceFacts) -> PathLayer:
    """The lowest layer that this machine sees."""
    if facts.takes and facts.read_only:
        return _read_only(facts)
    if facts.kind == "ata" or facts.ata is not None or facts.ata_state:
        return _ata(facts)
    takes = facts.takes
    verdict = UNKNOWN if takes is None else PASS if takes else BLOCK
    fact = facts.limits or "the kernel says nothing about TRIM"
    remedy = cost = root = ""
    if takes and facts.kind == "zram":
        fact += "; it gives the memory back"
    elif takes and facts.virtual_host:
        fact += "; what is behind it cannot be seen from here"
    if facts.kind == "nvme":
        root = READ_AFTER_NVME
    if verdict == BLOCK:
        remedy, cost = switched_off(facts) or _missing(facts)
    if facts.provisioning and facts.kind == "scsi":
        fact = f"provisioning_mode {facts.provisioning}, {fact}"
    return PathLayer(
        name=facts.title or facts.name,
        kind="drive",
        verdict=verdict,
        fact=fact,
        source=facts.limits_file,
        device=facts.name,
        remedy=remedy,
        cost=cost,
        root=root,
    )


def switched_off(facts: DeviceFacts) -> tuple[str, str] | None:
    """Remedy and cost where the hardware could and somebody wrote 0 into discard_max_bytes.

    Source: Documentation/ABI/stable/sysfs-block, discard_max_hw_bytes. Seen on Linux 6.18: with it
    the granularity becomes 0, and from then on every other value is refused.
    """
    if facts.max_bytes == 0 and facts.max_hw_bytes:
        return (
            f"discard_max_hw_bytes is {facts.max_hw_bytes}: somebody switched TRIM off by writing "
            "0 to discard_max_bytes, a udev rule perhaps. Without that it is on again after a "
            "restart; recent kernels refuse to switch it on before.",
            "None, unless it was switched off because this drive loses data by it.",
        )
    return None


def _missing(facts: DeviceFacts) -> tuple[str, str]:
    if facts.kind in {"ata", "scsi"} and facts.rotational:
        return "A hard disk that writes in place knows no TRIM and needs none.", ""
    if facts.virtual_host:
        return (
            "The machine that makes this disk can offer TRIM (QEMU: discard=unmap).",
            "The virtual machine has to be started again.",
        )
    return "Nothing: the drive does not know the command.", ""


def _read_only(facts: DeviceFacts) -> PathLayer:
    return PathLayer(
        name=facts.title or facts.name,
        kind="drive",
        verdict=BLOCK,
        fact="the device is read-only (ro 1)",
        source=facts.file("ro"),
        device=facts.name,
        remedy="A device that may be written.",
        cost="What made it read-only (a switch, a fault, blockdev --setro) had a reason.",
    )


def _ata(facts: DeviceFacts) -> PathLayer:
    """Source: /sys/class/ata_device (libata-transport.c), whose `trim` is what the kernel does."""
    said = [f"trim {facts.ata_state}"] if facts.ata_state else []
    remedy = cost = root = ""
    if (ata := facts.ata) is not None:
        said.append(
            f"IDENTIFY word 169 is {ata.word_169:#06x} ({'TRIM' if ata.supported else 'no TRIM'})"
        )
        if ata.supported:
            after = (
                "zeros" if ata.zeroed else "always the same" if ata.deterministic else "undefined"
            )
            said.append(f"word 69 is {ata.word_69:#06x} (read after TRIM: {after})")
    else:
        root = READ_AFTER_ATA
    said += [facts.limits] if facts.limits else []
    denied = facts.ata_state == "unsupported" or (ata is not None and not ata.supported)
    if facts.takes is None:
        verdict = BLOCK if denied else UNKNOWN
    else:
        verdict = PASS if facts.takes else BLOCK
    if verdict == BLOCK:
        remedy, cost = switched_off(facts) or _ata_block(facts, denied)
    return PathLayer(
        name=facts.title or facts.name,
        kind="drive",
        verdict=verdict,
        fact=", ".join(said) or "the kernel says nothing about TRIM",
        source=f"/sys/class/ata_device/{facts.ata_folder}"
        if facts.ata_folder
        else facts.limits_file,
        device=facts.name,
        remedy=remedy,
        cost=cost,
        root=root,
    )


def _ata_block(facts: DeviceFacts, denied: bool) -> tuple[str, str]:
    if facts.ata_state == "forced_unsupported":
        return (
            "The kernel knows this model to go wrong with TRIM and leaves it out (libata quirk).",
            "Forcing it (libata.force) loses data on such drives.",
        )
    if denied or facts.ata is None:
        return _missing(facts)
    return (
        "The drive knows TRIM, but its controller or driver does not pass it on: another port or "
        "controller mode (AHCI).",
        "Opening the machine, or a change in the firmware setup.",
    )
