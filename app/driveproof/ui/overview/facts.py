# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The facts of a device as text: pairs of a name and a value, without unknown ones."""

from __future__ import annotations

from driveproof.domain.attachment import attachment_facts
from driveproof.domain.drive.drive import BlockDevice, Inventory, Media
from driveproof.domain.drive.link import LinkState
from driveproof.ui.theme.text import shown
from driveproof.wording.catalogue import _, pgettext
from driveproof.wording.drive import bus_title, link_text
from driveproof.wording.table import fact_texts
from driveproof.wording.units import format_size, group_digits

Facts = list[tuple[str, str]]


def identity_facts(
    device: BlockDevice, inventory: Inventory, link: LinkState | None = None
) -> Facts:
    """What it is and how it is connected; `link` if it was read."""
    below = ", ".join(shown(parent.path) for parent in inventory.parents(device))
    facts = [
        (_("Model"), shown(device.model)),
        (_("Vendor"), shown(device.vendor)),
        (_("Serial number"), shown(device.serial)),
        (_("WWN"), shown(device.wwn)),
        (_("Firmware"), shown(device.firmware)),
        (_("Capacity"), _size(device.size)),
        (_("Bus"), bus_title(device)),
        (_("Link"), _link(device, link)),
        (pgettext("kind of storage", "Media"), _media(device)),
        (_("Rotation"), _rotation(device)),
        (_("RAID level"), shown(device.raid_level)),
        (_("Backing file"), shown(device.backing_file)),
        (_("On"), below),
        (_("Label"), shown(device.label or device.partition_label)),
        (_("UUID"), shown(device.uuid)),
        (_("Partition table"), _table(device.partition_table)),
        (_("Removable"), _removable(device)),
        (_("Access"), _("read-only") if device.read_only else ""),
        (_("I/O scheduler"), _scheduler(device)),
    ]
    return [
        *((name, value) for name, value in facts if value),
        *fact_texts(attachment_facts(device)),
    ]


def queue_facts(device: BlockDevice) -> Facts:
    """The limits of the kernel's queue, under the kernel's names."""
    limits = device.limits
    numbers = [
        ("logical_block_size", limits.logical_block_size),
        ("physical_block_size", limits.physical_block_size),
        ("minimum_io_size", limits.minimum_io_size),
        ("optimal_io_size", limits.optimal_io_size),
        ("max_sectors_kb", limits.max_sectors_bytes),
        ("read_ahead_kb", limits.read_ahead_bytes),
        ("discard_granularity", limits.discard_granularity),
        ("discard_max_bytes", limits.discard_max_bytes),
        ("discard_max_hw_bytes", limits.discard_max_hw_bytes),
    ]
    facts = [(name, _bytes(value)) for name, value in numbers if value is not None]
    if limits.nr_requests is not None:
        facts.append(("nr_requests", group_digits(limits.nr_requests)))
    facts += [("write_cache", shown(limits.write_cache or "")), ("zoned", limits.zoned or "")]
    if device.schedulers:
        facts.append(("scheduler", ", ".join(device.schedulers)))
    return [(name, value) for name, value in facts if value]


def content_text(device: BlockDevice) -> str:
    """The content of a device in a few words: ext4, encrypted, part of a RAID."""
    words = {
        "crypto_LUKS": _("encrypted (LUKS)"),
        "linux_raid_member": _("part of a RAID"),
        "LVM2_member": _("part of a volume group"),
        "swap": _("swap"),
        "bcache": _("part of a bcache"),
    }
    kind = words.get(device.filesystem) or shown(device.filesystem)
    name = shown(device.label or device.partition_label)
    if device.partition_table and not kind:
        return _("{table} partition table").format(table=_table(device.partition_table))
    return " · ".join(part for part in (kind, name) if part)


def _size(size: int) -> str:
    if not size:
        return ""
    return _("{size} ({count} bytes)").format(size=format_size(size), count=group_digits(size))


def _bytes(value: int) -> str:
    if value == 0:
        return "0"
    if value < 1024:
        return _("{count} bytes").format(count=value)
    return format_size(value, binary=True)


def _link(device: BlockDevice, state: LinkState | None) -> str:
    if state is not None and state.kind:  # a fault's advice is in its warning
        return link_text(state, advised=not (state.slower or state.errors))
    return link_words(device, None)


def link_words(device: BlockDevice, state: LinkState | None) -> str:
    """The link in a few words: "PCIe 4.0 x4, full speed"."""
    link = shown(device.link or "")
    if state is not None and state.slower and state.best:
        same = state.best.rpartition(" ")[0] == state.now.rpartition(" ")[0]
        best = state.best.rpartition(" ")[2] if same else state.best
        return _("{now} instead of {best}").format(now=shown(state.now), best=shown(best))
    if state is not None and state.slower:
        return _("{now}, below full speed").format(now=shown(state.now))
    full = state.slower is False and not state.advice if state is not None and state.kind else (
        bool(link) and device.link_max == device.link
    )  # fmt: skip
    return _("{link}, full speed").format(link=link) if link and full else link


def _media(device: BlockDevice) -> str:
    return {
        Media.SSD: _("SSD"),
        Media.HDD: _("Hard disk"),
        Media.FLASH: _("Flash memory"),
        Media.OPTICAL: _("Optical drive"),
        Media.FLOPPY: _("Floppy drive"),
        Media.MEMORY: pgettext("kind of storage", "Memory"),
    }.get(device.media, "")


def _rotation(device: BlockDevice) -> str:
    if device.rotation_rate:
        return _("{count} rpm").format(count=group_digits(device.rotation_rate))
    if device.rotational is None or device.media == Media.MEMORY:
        return ""
    return _("Unknown rate") if device.rotational else pgettext("rotation", "None")


def _removable(device: BlockDevice) -> str:
    if device.removable:
        return _("Medium")
    if device.ejectable or device.bus == "usb":
        return _("Drive")
    return _("No") if device.bus else ""


def _scheduler(device: BlockDevice) -> str:
    return shown(device.scheduler or "")


def _table(word: str) -> str:
    return {"gpt": "GPT", "dos": "MBR"}.get(word, shown(word))
