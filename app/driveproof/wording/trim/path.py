# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The discard path in words: its verdict, every layer, what trims when, and a drive in a line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import cast

from driveproof.domain.drive.drive import BlockDevice
from driveproof.domain.statement import Statement
from driveproof.domain.text import shown
from driveproof.domain.trim.drive import DriveTrim
from driveproof.domain.trim.path import (
    BLOCK,
    PART,
    PASS,
    UNKNOWN,
    DiscardPath,
    EndKind,
    LayerCost,
    LayerFact,
    LayerKind,
    LayerRemedy,
    LayerTitle,
    PathEnd,
    PathLayer,
    PathNote,
    PathVerdict,
    PeriodicTrim,
    RootQuestion,
    TimerReason,
)
from driveproof.wording.catalogue import N_, _, pgettext
from driveproof.wording.dates import date_and_time
from driveproof.wording.errors import message
from driveproof.wording.say import worded

FACTS: Mapping[Enum, str] = {
    LayerFact.QUOTE: "{text}",
    # Translators: {kind} is the type of a file system, as ext4
    LayerFact.FITRIM: N_("{kind} supports TRIM (FITRIM)"),
    LayerFact.IN_MEMORY: N_("in memory, with no drive below"),
    LayerFact.NETWORK: N_("{kind} passes no TRIM on"),
    LayerFact.FUSE_BLOCK: N_("{kind} passes no TRIM on"),
    LayerFact.FUSE: N_("{kind} passes no TRIM on"),
    LayerFact.OVERLAY: N_("{kind} passes no TRIM on"),
    LayerFact.NEVER_WRITTEN: N_("read-only"),
    LayerFact.ZFS: N_("trims itself (zpool trim, autotrim)"),
    LayerFact.BCACHEFS: N_("bcachefs trims itself (mount option discard)"),
    LayerFact.NO_DEVICE: N_("no drive was found below"),
    LayerFact.UNKNOWN_KIND: N_("TRIM support is unknown"),
    LayerFact.NO_KIND: N_("TRIM support is unknown"),
    LayerFact.HOLDS_FILE: N_("{kind} holds {file}"),
    LayerFact.HOLES_FREE_MEMORY: N_("in memory, with no drive below"),
    LayerFact.HOLES_AT_ONCE: N_("holes are discarded at once"),
    LayerFact.HOLES_LATER: N_("holes are discarded by the next TRIM"),
    LayerFact.NO_OPTIONS: N_("no options"),
    LayerFact.UNLISTED: N_("not in {table}"),
    LayerFact.READ_ONLY_MOUNT: N_("mounted read-only"),
    LayerFact.JOURNAL_LEFT: N_("{option}: the journal was not replayed"),
    LayerFact.NOT_REPORTED: N_("TRIM support is unknown"),
    LayerFact.GONE: N_("device gone"),
    LayerFact.READ_ONLY_DEVICE: N_("read-only"),
    LayerFact.NO_DRIVE_BELOW: N_("no drive was found below"),
    LayerFact.TOO_MANY_DEVICES: N_("more than {count} devices; not all examined"),
    LayerFact.FILE_UNREACHABLE: N_("{file} cannot be reached"),
    LayerFact.GIVES_MEMORY_BACK: N_("in memory, with no drive below"),
    LayerFact.VIRTUAL_HOST: N_("the host's storage is not visible"),
    LayerFact.BRIDGE_FULL: N_("the bridge does not offer TRIM"),
    LayerFact.BRIDGE_DISABLED: N_("the kernel disabled TRIM"),
    LayerFact.BEHIND_BRIDGE: N_("the bridge hides what the drive supports"),
    LayerFact.ATA_TRIM: N_("the drive supports TRIM"),
    LayerFact.ATA_NO_TRIM: N_("the drive does not support TRIM"),
    LayerFact.ATA_READS_ZEROS: N_("reads after TRIM return zeros"),
    LayerFact.ATA_READS_SAME: N_("reads after TRIM are not always zeros"),
    LayerFact.ATA_READS_ANYTHING: N_("reads after TRIM are not always zeros"),
    LayerFact.REPORT_NO_TRIM: N_("the drive does not support TRIM"),
    LayerFact.REPORT_READS_ZEROS: N_("reads after TRIM return zeros"),
    LayerFact.REPORT_READS_SAME: N_("reads after TRIM are not always zeros"),
    LayerFact.REPORT_READS_ANYTHING: N_("reads after TRIM are not always zeros"),
    LayerFact.PART_OF_DISK: N_("shares the queue of the disk"),
    LayerFact.STARTS_AT: N_("starts at byte {start}"),
    LayerFact.MISALIGNED: N_("not aligned to {granularity}: the ends of ranges may be skipped"),
    LayerFact.ALIGNED: N_("aligned to {granularity}"),
    LayerFact.NO_FILE: N_("no file is attached"),
    LayerFact.PUNCHES_HOLES: N_("punches a hole into {file}"),
    LayerFact.NO_HOLES: N_("the file cannot get holes"),
    LayerFact.CACHE_NEVER_TRIMMED: N_("emptied buckets are not trimmed"),
    LayerFact.CACHE_TRIMMED: N_("emptied buckets are trimmed"),
    LayerFact.CACHE_NOT_TRIMMED: N_("emptied buckets are not trimmed"),
    LayerFact.NONE_BELOW: N_("no underlying device supports TRIM"),
    LayerFact.ONE_TAKES_NONE: N_("{names} has no TRIM, which every underlying device needs"),
    LayerFact.BELOW_TAKES: N_("{name} below supports {size} at once"),
    LayerFact.WITHOUT_ALLOW_DISCARDS: N_("opened without allow_discards"),
    LayerFact.CRYPTTAB: N_("crypttab: {options}"),
    LayerFact.CRYPTTAB_NO_OPTIONS: N_("no options"),
    LayerFact.FINER_THAN_STRIPE: N_("smaller discards than a stripe"),
    LayerFact.THIN_POOL_KEEPS: N_("the thin pool passes no TRIM on"),
    LayerFact.SNAPSHOT: N_("snapshots and their origins have no TRIM"),
    LayerFact.LVM_RAID: N_("RAID 4, 5 and 6 of LVM have no TRIM unless it is allowed"),
}
# Translators: {module} is a kernel module
_RAID_MODULE = N_("Set {module} devices_handle_discard_safely=Y in /etc/modprobe.d, and restart.")
_MODULES = {LayerRemedy.RAID456_MODULE: "raid456", LayerRemedy.DM_RAID_MODULE: "dm_raid"}
REMEDIES: Mapping[Enum, str] = {
    LayerRemedy.NOT_NEEDED: N_("Nothing is needed."),
    LayerRemedy.NONE_KNOWN: N_("No remedy is known."),
    LayerRemedy.TRIM_ON_SERVER: N_("Run TRIM on the server."),
    LayerRemedy.TRIM_BELOW_PROGRAM: N_("TRIM the underlying file system."),
    LayerRemedy.TRIM_BELOW_OVERLAY: N_("TRIM the underlying file system."),
    LayerRemedy.MOUNT_WITHOUT_OPTION: N_("Mount it without that option."),
    LayerRemedy.SWITCH_PROVISIONING: N_(
        "If the bridge supports UNMAP, set provisioning_mode to unmap in a udev rule."
    ),
    LayerRemedy.REPLUG: N_("Reconnect it. If that does not help, use another adapter."),
    LayerRemedy.OTHER_ADAPTER: N_("Use another adapter, or install the drive internally."),
    LayerRemedy.SWITCHED_OFF: N_(
        "Find and remove what writes 0 to discard_max_bytes (supported: {limit}), perhaps a"
        " udev rule."
    ),
    LayerRemedy.HARD_DISK: N_("Nothing is needed."),
    LayerRemedy.HOST_CAN_OFFER: N_("Enable TRIM on the host (QEMU: discard=unmap)."),
    LayerRemedy.DRIVE_CANNOT: N_("No remedy is known."),
    LayerRemedy.WRITABLE_DEVICE: N_("Make it writable."),
    LayerRemedy.KERNEL_QUIRK: N_("None: TRIM fails on this model, so the kernel disables it."),
    LayerRemedy.OTHER_PORT: N_("Use another port, or the controller mode AHCI."),
    LayerRemedy.LOOP_WRITABLE: N_("Make it writable."),
    LayerRemedy.MOVE_FILE: N_("Move the file to ext4, xfs, btrfs or tmpfs."),
    LayerRemedy.NOT_IN_THIS_KERNEL: N_("No remedy is known."),
    LayerRemedy.WRITE_ONE: N_("Write 1 to {file}."),
    LayerRemedy.OPEN_WRITABLE: N_("Make it writable."),
    LayerRemedy.MOVE_TO_OTHER_DRIVES: N_("Use drives that all support TRIM."),
    LayerRemedy.REOPEN_VOLUME: N_("Open the volume again, or restart."),
    LayerRemedy.ALLOW_DISCARDS: N_(
        "Run cryptsetup refresh --allow-discards --persistent {volume} (LUKS2), or add discard to"
        " /etc/crypttab and restart."
    ),
    LayerRemedy.STRIPE_GRANULARITY: N_("No remedy is known."),
    LayerRemedy.RAID456_MODULE: _RAID_MODULE,
    LayerRemedy.DM_RAID_MODULE: _RAID_MODULE,
    LayerRemedy.LVM_PASSDOWN: "lvchange --discards passdown VG/POOL",
    LayerRemedy.REMOVE_SNAPSHOT: N_("Remove the snapshot."),
}
COSTS: Mapping[LayerCost, str] = {
    LayerCost.JOURNAL_REPLAYED: N_("The journal is written back."),
    LayerCost.BRIDGES_CORRUPT: N_("Many bridges discard wrong sectors then: data is lost."),
    LayerCost.NONE_UNLESS_FAULTY: N_("Data is lost if TRIM was disabled because it fails here."),
    LayerCost.QUIRK_LOSES_DATA: N_("Forcing it (libata.force) loses data."),
    LayerCost.CACHE_WAITS: N_("Freeing space takes longer."),
    LayerCost.FREE_BLOCKS_VISIBLE: N_("The drive then shows which blocks are free."),
    LayerCost.PARITY: N_("If any member does not return zeros after TRIM, a rebuild loses data."),
    LayerCost.SLOW_FREEING: N_("Freeing space takes longer."),
}
QUESTIONS: Mapping[RootQuestion, str] = {
    RootQuestion.READ_AFTER_NVME: N_("What reads after TRIM return."),
    RootQuestion.READ_AFTER_ATA: N_("What reads after TRIM return."),
    RootQuestion.BEHIND_BRIDGE: N_("Whether the drive behind the bridge has TRIM."),
    RootQuestion.DM_TABLE: N_("The options of the volume."),
}
NOTES: Mapping[Enum, str] = {
    PathNote.NOT_MOUNTED: N_("Not mounted: the path begins at the device."),
    PathNote.WHOLE_DISK: N_("The path begins at the whole disk. Mounted from it: {mounts}."),
    PathNote.NOTHING_IN_REPORTS: N_("The drive's own report adds nothing here."),
    PathNote.NO_REPORT: N_("{name} gave no report: {error}"),
    PathNote.NOTHING_SENT: N_("{name} does not report TRIM."),
    PathNote.REPORT_SILENT: N_("{name} does not report TRIM."),
}
TIMER_REASONS: Mapping[Enum, str] = {
    TimerReason.NOT_INSTALLED: N_("fstrim.timer is not installed."),
    TimerReason.NOT_ASKED: N_("systemd does not answer."),
    TimerReason.NO_ANSWER: N_("systemd does not answer."),
    TimerReason.EMPTY_LIST: N_("The list of fstrim.service is empty."),
    TimerReason.UNREADABLE_LIST: N_("{table} cannot be read."),
    TimerReason.TAKES_NO_DISCARD: N_("fstrim trims only writable block devices with TRIM."),
    TimerReason.LISTED: N_("{table} lists this file system."),
    TimerReason.LISTED_ELSEWHERE: N_("{table} lists this file system."),
    TimerReason.NOT_LISTED: N_("{table} does not list this file system."),
    TimerReason.NOTRIM: N_("{table} excludes this file system (X-fstrim.notrim)."),
    TimerReason.READ_ONLY: N_("fstrim trims only writable block devices with TRIM."),
    TimerReason.NO_BLOCK_DEVICE: N_("fstrim trims only writable block devices with TRIM."),
}
_TITLES = {
    LayerTitle.NAME: "{name}",
    LayerTitle.MOUNT_OPTIONS: N_("mount options"),
    LayerTitle.USB_BRIDGE: N_("bridge of {name}"),
    LayerTitle.BRIDGE: N_("bridge of {name}"),
    LayerTitle.CACHE: N_("cache {name}"),
    LayerTitle.BELOW: N_("underlying devices"),
}
_KINDS = {
    "filesystem": N_("File system"),
    "mount": N_("Mount"),
    "partition": N_("Partition"),
    "crypt": N_("Encryption"),
    "lvm": N_("Logical volume"),
    "md": N_("RAID"),
    "dm": N_("Device mapper"),
    "multipath": N_("Multipath"),
    "bcache": N_("Cache"),
    "loop": N_("Loop device"),
    "bridge": N_("Bridge"),
    "zram": N_("Memory"),
    "drive": N_("Drive"),
    "disk": N_("Disk"),
}

# One path


def path_sentence(path: DiscardPath) -> str:
    """The verdict in a sentence."""
    start, worst = shown(path.start or path.target), path.decisive
    if worst is None:
        return _("Unknown whether TRIM from {start} is blocked.").format(start=start)
    if path.verdict == PASS:
        return _reached(path, start)
    if path.verdict == UNKNOWN:
        text = _("Unknown whether TRIM from {start} passes {layer}.")
        return text.format(start=start, layer=_short_name(worst))
    if path.verdict == PART:
        return _("TRIM from {start} reaches {ends}, but not {unreached}.").format(
            start=start, ends=_ends(path.reached), unreached=_ends(path.unreached)
        )
    if worst.kind == LayerKind.DRIVE:
        return _("{drive} does not support TRIM.").format(drive=layer_name(worst))
    # Translators: {layer} is the name of a volume, of a file system, "mount options"
    text = _("TRIM from {start} is blocked by {layer}.")
    return text.format(start=start, layer=_short_name(worst))


def _reached(path: DiscardPath, start: str) -> str:
    if {layer.kind for layer in path.layers} <= {"bridge", "drive"}:
        return _("{start} supports TRIM.").format(start=start)
    ends = _ends(path.ends) if path.ends else _short_name(path.layers[-1])
    return _("Nothing blocks TRIM from {start} down to {ends}.").format(start=start, ends=ends)


def _ends(ends: Sequence[PathEnd]) -> str:
    return ", ".join(map(_end, dict.fromkeys(ends)))


def _end(end: PathEnd) -> str:
    if len(end.devices) > 1:
        return ", ".join(shown(f"/dev/{name}") for name in end.devices)
    return pgettext("where TRIM ends", "memory") if end.kind is EndKind.MEMORY else shown(end.name)


def _short_name(layer: PathLayer) -> str:
    name = layer_name(layer)
    if layer.kind != LayerKind.FILESYSTEM:
        name = name.removeprefix("/dev/mapper/").removeprefix("/dev/")
    return name


def verdict_word(verdict: PathVerdict) -> str:
    """What a layer does with a TRIM."""
    words = {PASS: _("passes"), BLOCK: _("blocks"), PART: _("passes in part")}
    return words.get(verdict, _("unknown"))


def kind_title(kind: str) -> str:
    """What a layer is."""
    return _(_KINDS[kind]) if kind in _KINDS else shown(kind)


def layer_name(layer: PathLayer) -> str:
    """The name of a layer for people."""
    return worded(_TITLES[layer.title], {"name": layer.name})


def layer_facts(layer: PathLayer) -> str:
    """What was found about a layer, in one line."""
    return "; ".join(worded(FACTS[fact.code], fact.values) for fact in layer.facts)


def layer_remedy(layer: PathLayer) -> str:
    """What would change a layer that blocks, "" for nothing."""
    remedy = layer.remedy
    if remedy is None:
        return ""
    if module := _MODULES.get(cast(LayerRemedy, remedy.code)):
        return _(_RAID_MODULE).format(module=module)
    return worded(REMEDIES[remedy.code], remedy.values)


def layer_cost(layer: PathLayer) -> str:
    """The cost of the remedy, "" where there is none."""
    return _(COSTS[layer.cost]) if layer.cost is not None else ""


def layer_question(layer: PathLayer) -> str:
    """What root could find out about a layer, "" for nothing."""
    return _(QUESTIONS[layer.root]) if layer.root is not None else ""


def root_questions(path: DiscardPath) -> list[str]:
    """What root could find out about all layers, once each."""
    return list(dict.fromkeys(filter(None, map(layer_question, path.layers))))


def layer_as_text(layer: PathLayer, number: int, count: int) -> str:
    """A layer, for readers who cannot see the picture."""
    return _("Layer {number} of {count}, {kind} {name}: {verdict}. {facts}").format(
        number=number,
        count=count,
        kind=kind_title(layer.kind),
        name=layer_name(layer),
        verdict=verdict_word(layer.verdict),
        facts=layer_facts(layer),
    )


def path_notes(path: DiscardPath) -> list[str]:
    """The notes below the layers."""
    return [_note(note) for note in path.notes]


def _note(note: Statement) -> str:
    return worded(NOTES[note.code], note.values)


# What trims by itself


def continuous_fact(path: DiscardPath) -> str:
    """The mount option that controls continuous discard, "" where there is none."""
    if path.continuous_option:
        return shown(path.continuous_option)
    return ""


def timer_reason(periodic: PeriodicTrim) -> str:
    """Why the timer trims this mount or not, "" where there is nothing to add."""
    return " ".join(worded(TIMER_REASONS[why.code], why.values) for why in periodic.why)


def by_itself(path: DiscardPath) -> str:
    """Whether anything trims this mount automatically, in a sentence; "" without a mount."""
    if path.mount is None:
        return ""
    periodic = path.periodic or PeriodicTrim()
    runs = periodic.active if periodic.active is not None else periodic.enabled
    if path.verdict == BLOCK:
        text = _("TRIM is blocked.")
    elif path.continuous:
        text = _("Deleted files are trimmed at once.")
    elif runs and periodic.listed:
        text = _("fstrim.timer trims {place}.")
    elif path.continuous is None or runs is None or (runs and periodic.listed is None):
        text = _("Unknown whether {place} is trimmed automatically.")
    else:
        text = _("Nothing trims {place} automatically.")
    return text.format(place=shown(path.mount.path))


def periodic_facts(path: DiscardPath) -> list[tuple[str, str]]:
    """The timer, this mount in its list, and continuous discard, as rows."""
    facts: list[tuple[str, str]] = []
    periodic, unknown = path.periodic, _("unknown")
    if periodic is not None:
        facts.append(("fstrim.timer", _timer(periodic)))
        for title, moment in ((_("Last run"), periodic.last), (_("Next run"), periodic.next)):
            if moment is not None:
                facts.append((title, date_and_time(moment, weekday=True)))
        listed = {True: _("yes"), False: _("no"), None: unknown}[periodic.listed]
        facts.append((_("Covered by the timer"), listed))
        if why := timer_reason(periodic):
            facts.append((_("Reason"), why))
    option = continuous_fact(path)
    if path.continuous is not None or option:
        word = {True: _("on"), False: _("off"), None: unknown}[path.continuous]
        facts.append((_("Continuous TRIM"), f"{word} ({option})" if option else word))
    if periodic is not None and periodic.source:
        facts.append((_("Source"), shown(periodic.source)))
    return facts


def _timer(periodic: PeriodicTrim) -> str:
    if periodic.installed is False:
        return _("not installed")
    runs = periodic.enabled if periodic.active is None else periodic.active
    return {True: _("on"), False: _("off"), None: _("unknown")}[runs]


# A whole drive


def drive_sentence(trim: DriveTrim) -> str:
    """The TRIM state of a whole drive, "" until it is known."""
    decides = trim.path
    if decides is None:
        return message(trim.error) if trim.error is not None else ""
    if trim.verdict == PASS and len(trim.paths) > 1:
        return _("Nothing blocks TRIM from any mounted file system.")
    return path_sentence(decides)


def header_words(trim: DriveTrim, device: BlockDevice) -> str:
    """For the line of facts below a drive's name; what is unknown is left out."""
    if trim.verdict == PASS:
        return _("TRIM not blocked")
    if trim.verdict == PART or (trim.verdict == BLOCK and trim.partly):
        return _("TRIM partly blocked")
    if trim.verdict == BLOCK and not device.rotational:
        return _("TRIM blocked")
    return ""
