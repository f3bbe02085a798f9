# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The discard path in words: its verdict, every layer, what trims when, and a drive in a line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum

from driveproof.domain.drive.drive import BlockDevice, Media
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
from driveproof.wording.catalogue import N_, _
from driveproof.wording.dates import date_and_time
from driveproof.wording.errors import message, worded

FACTS: Mapping[Enum, str] = {
    LayerFact.QUOTE: "{text}",
    LayerFact.FITRIM: N_("{kind} can trim (FITRIM)"),
    LayerFact.IN_MEMORY: N_("{kind} keeps files in memory: there is no drive below it to trim"),
    LayerFact.NETWORK: N_("{kind} is a network file system, which passes no TRIM on"),
    LayerFact.FUSE_BLOCK: N_("{kind} is run by a program; ntfs-3g can trim, most others cannot"),
    LayerFact.FUSE: N_("{kind} is run by a program, which passes no TRIM on"),
    LayerFact.OVERLAY: N_("{kind} lies over other file systems and passes no TRIM on"),
    LayerFact.NEVER_WRITTEN: N_("{kind} is only read: nothing becomes free"),
    LayerFact.ZFS: N_("zfs trims its pools by itself: zpool trim, autotrim"),
    LayerFact.BCACHEFS: N_("bcachefs trims by itself (option discard), not by FITRIM"),
    LayerFact.NO_DEVICE: N_("{kind} lies on no block device: there is nothing to trim"),
    LayerFact.UNKNOWN_KIND: N_("cannot tell whether {kind} can trim"),
    LayerFact.NO_KIND: N_("cannot tell whether this file system can trim"),
    LayerFact.HOLDS_FILE: N_("{kind} holds {file}"),
    LayerFact.HOLES_FREE_MEMORY: N_("a hole gives memory back, and no drive is below"),
    LayerFact.HOLES_AT_ONCE: N_("it passes holes on at once (discard)"),
    LayerFact.HOLES_LATER: N_("it passes holes on when it is trimmed itself"),
    LayerFact.NO_OPTIONS: N_("no options"),
    LayerFact.UNLISTED: N_("{table} does not show this mount, so its other options are not known"),
    LayerFact.READ_ONLY_MOUNT: N_(
        "read-only, so nothing becomes free; what is free already can be trimmed"
    ),
    LayerFact.JOURNAL_LEFT: N_("{option} left the journal unreplayed, so TRIM is not allowed"),
    LayerFact.NOT_REPORTED: N_("the kernel reports no limits for TRIM"),
    LayerFact.GONE: N_("the device is not there any more"),
    LayerFact.READ_ONLY_DEVICE: N_("the device is read-only (ro 1)"),
    LayerFact.NO_DRIVE_BELOW: N_("no drive was found below"),
    LayerFact.TOO_MANY_DEVICES: N_("more than {count} devices: the rest was not looked at"),
    LayerFact.FILE_UNREACHABLE: N_("{file} cannot be reached, so its file system is not known"),
    LayerFact.GIVES_MEMORY_BACK: N_("it gives the memory back"),
    LayerFact.VIRTUAL_HOST: N_("what is behind it cannot be seen from here"),
    LayerFact.BRIDGE_FULL: N_("the bridge does not offer TRIM"),
    LayerFact.BRIDGE_DISABLED: N_(
        "the kernel switched TRIM off, often because the bridge refused one"
    ),
    LayerFact.BEHIND_BRIDGE: N_("the bridge hides what the drive can do"),
    LayerFact.ATA_TRIM: N_("IDENTIFY word 169 is {word} (TRIM)"),
    LayerFact.ATA_NO_TRIM: N_("IDENTIFY word 169 is {word} (no TRIM)"),
    LayerFact.ATA_READS_ZEROS: N_("word 69 is {word} (read after TRIM: zeros)"),
    LayerFact.ATA_READS_SAME: N_("word 69 is {word} (read after TRIM: always the same)"),
    LayerFact.ATA_READS_ANYTHING: N_("word 69 is {word} (read after TRIM: undefined)"),
    LayerFact.REPORT_NO_TRIM: N_("the drive reports that it has no TRIM"),
    LayerFact.REPORT_READS_ZEROS: N_("the drive reports TRIM, and zeros read after it"),
    LayerFact.REPORT_READS_SAME: N_("the drive reports TRIM, and always the same read after it"),
    LayerFact.REPORT_READS_ANYTHING: N_(
        "the drive reports TRIM, and promises nothing about what is read after it"
    ),
    LayerFact.PART_OF_DISK: N_("a part of the disk, whose queue it has"),
    LayerFact.STARTS_AT: N_("starts at {start} bytes"),
    LayerFact.MISALIGNED: N_(
        "misaligned to discard_granularity {granularity}: free space is trimmed, but the drive may"
        " leave out the ends of each range"
    ),
    LayerFact.ALIGNED: N_("a multiple of discard_granularity {granularity}"),
    LayerFact.NO_FILE: N_("no file is attached to it"),
    LayerFact.PUNCHES_HOLES: N_("a discard punches a hole into {file}"),
    LayerFact.NO_HOLES: N_("the file cannot get holes"),
    LayerFact.CACHE_NEVER_TRIMMED: N_("this kernel's bcache never trims its cache"),
    LayerFact.CACHE_TRIMMED: N_("emptied buckets are trimmed"),
    LayerFact.CACHE_NOT_TRIMMED: N_("emptied buckets are not trimmed"),
    LayerFact.NONE_BELOW: N_("what is below takes none, so this says nothing of this layer"),
    LayerFact.ONE_TAKES_NONE: N_("it takes what all below it take, and {names} takes none"),
    LayerFact.BELOW_TAKES: N_("{name} below takes {size}"),
    LayerFact.WITHOUT_ALLOW_DISCARDS: N_("dm-crypt was opened without allow_discards"),
    LayerFact.CRYPTTAB: N_("crypttab: {options}"),
    LayerFact.CRYPTTAB_NO_OPTIONS: N_("crypttab: no options"),
    LayerFact.FINER_THAN_STRIPE: N_("the members' TRIM is finer than a stripe"),
    LayerFact.THIN_POOL_KEEPS: N_("the thin pool keeps discards to itself (ignore or nopassdown)"),
    LayerFact.SNAPSHOT: N_("a snapshot or its origin takes none"),
    LayerFact.LVM_RAID: N_(
        "a RAID volume of LVM, which at level 4, 5 and 6 takes none unless it is allowed to"
    ),
}
REMEDIES: Mapping[Enum, str] = {
    LayerRemedy.NOT_NEEDED: N_("Nothing is needed."),
    LayerRemedy.NONE_KNOWN: N_("Nothing is known that would change it."),
    LayerRemedy.TRIM_ON_SERVER: N_("TRIM on the server, where the drive is."),
    LayerRemedy.TRIM_BELOW_PROGRAM: N_(
        "TRIM the file system on which the program keeps its files."
    ),
    LayerRemedy.TRIM_BELOW_OVERLAY: N_("TRIM the file systems that it lies over."),
    LayerRemedy.MOUNT_WITHOUT_OPTION: N_("Mount it without that option."),
    LayerRemedy.SWITCH_PROVISIONING: N_(
        "A udev rule that sets provisioning_mode to unmap, if the bridge knows the command, which"
        " it does not say."
    ),
    LayerRemedy.REPLUG: N_(
        "Unplug and plug it in again; where it comes back, the bridge cannot do it."
    ),
    LayerRemedy.OTHER_ADAPTER: N_("Another adapter, or the drive inside the machine."),
    LayerRemedy.SWITCHED_OFF: N_(
        "discard_max_hw_bytes is {limit}: TRIM was switched off by writing 0 to discard_max_bytes,"
        " perhaps by a udev rule. Without that it is on again after a restart; recent kernels"
        " refuse to switch it on before."
    ),
    LayerRemedy.HARD_DISK: N_("A hard disk that writes in place has no TRIM and needs none."),
    LayerRemedy.HOST_CAN_OFFER: N_(
        "The machine that provides this disk can offer TRIM (QEMU: discard=unmap)."
    ),
    LayerRemedy.DRIVE_CANNOT: N_("Nothing: the drive does not know the command."),
    LayerRemedy.WRITABLE_DEVICE: N_("A device that may be written."),
    LayerRemedy.KERNEL_QUIRK: N_(
        "The kernel knows that TRIM fails on this model and leaves it out (libata quirk)."
    ),
    LayerRemedy.OTHER_PORT: N_(
        "The drive has TRIM, but its controller or driver does not pass it on: another port or"
        " controller mode (AHCI)."
    ),
    LayerRemedy.LOOP_WRITABLE: N_("Set it up without --read-only."),
    LayerRemedy.MOVE_FILE: N_(
        "Move the file to a file system that can punch holes (ext4, xfs, btrfs, tmpfs)."
    ),
    LayerRemedy.NOT_IN_THIS_KERNEL: N_("Nothing in this kernel."),
    LayerRemedy.WRITE_ONE: N_("Write 1 to {file}."),
    LayerRemedy.OPEN_WRITABLE: N_("Open it for writing."),
    LayerRemedy.MOVE_TO_OTHER_DRIVES: N_("Move it to drives that all take TRIM."),
    LayerRemedy.REOPEN_VOLUME: N_(
        "crypttab says discard already: close and open the volume, or restart."
    ),
    LayerRemedy.ALLOW_DISCARDS: N_(
        "cryptsetup refresh --allow-discards --persistent {volume} (LUKS2), or the option discard"
        " in /etc/crypttab and a restart."
    ),
    LayerRemedy.STRIPE_GRANULARITY: N_(
        "Nothing: the kernel asks for a granularity of at least a stripe."
    ),
    LayerRemedy.RAID456_MODULE: N_(
        "options raid456 devices_handle_discard_safely=Y in /etc/modprobe.d, and a restart."
    ),
    LayerRemedy.DM_RAID_MODULE: N_(
        "options dm_raid devices_handle_discard_safely=Y in /etc/modprobe.d, and a restart."
    ),
    LayerRemedy.LVM_PASSDOWN: N_("lvchange --discards passdown VG/POOL"),
    LayerRemedy.REMOVE_SNAPSHOT: N_("Remove the snapshot when it is no longer needed."),
}
COSTS: Mapping[LayerCost, str] = {
    LayerCost.NONE: N_("None."),
    LayerCost.JOURNAL_REPLAYED: N_("The journal is then written back."),
    LayerCost.BRIDGES_CORRUPT: N_(
        "Many bridges then discard sectors other than those asked for, and data is lost. Driveproof"
        " does not do it; another adapter, or the drive inside the machine, is the safe way."
    ),
    LayerCost.NOT_LASTING: N_("None, but it does not last where the bridge refuses."),
    LayerCost.ADAPTER: N_("The adapter's price."),
    LayerCost.NONE_UNLESS_FAULTY: N_(
        "None, unless it was switched off because this drive loses data by it."
    ),
    LayerCost.VM_RESTART: N_("The virtual machine has to be started again."),
    LayerCost.WAS_READ_ONLY: N_(
        "What made it read-only (a switch, a fault, blockdev --setro) had a reason."
    ),
    LayerCost.QUIRK_LOSES_DATA: N_("Forcing it (libata.force) loses data on such drives."),
    LayerCost.OPEN_MACHINE: N_("Opening the machine, or a change in the firmware setup."),
    LayerCost.COPY_FILE: N_("Copying the file."),
    LayerCost.CACHE_WAITS: N_(
        "Emptying a bucket waits for the TRIM, which is slow on some drives."
    ),
    LayerCost.MOVE_DATA: N_("Moving the data."),
    LayerCost.FREE_BLOCKS_VISIBLE: N_(
        "Whoever gets hold of the drive then sees which blocks are free: how full it is, and often"
        " which file system."
    ),
    LayerCost.PARITY: N_(
        "Only where every member certainly returns zeros after a TRIM: otherwise parity and data"
        " no longer match, and a rebuild then loses data."
    ),
    LayerCost.SLOW_FREEING: N_("Freeing large ranges takes longer."),
    LayerCost.SNAPSHOT_GONE: N_("The snapshot is gone then."),
}
QUESTIONS: Mapping[RootQuestion, str] = {
    RootQuestion.READ_AFTER_NVME: N_(
        "What a read returns after a TRIM: DLFEAT of the namespace (nvme id-ns)."
    ),
    RootQuestion.READ_AFTER_ATA: N_(
        "Whether a read after a TRIM gives zeros (DRAT, RZAT): the drive's report, as root."
    ),
    RootQuestion.BEHIND_BRIDGE: N_(
        "Whether the drive behind the bridge has TRIM: its own report, read as root."
    ),
    RootQuestion.DM_TABLE: N_(
        "The volume's table (dmsetup table) and the flags of its header (cryptsetup luksDump)."
    ),
}
NOTES: Mapping[Enum, str] = {
    PathNote.ISSUE_DISCARDS: N_(
        "issue_discards in lvm.conf has nothing to do with this: it discards what lvremove and"
        " lvreduce free. A logical volume passes its file system's discards on with or without it."
    ),
    PathNote.NOT_MOUNTED: N_("It is not mounted: this is the path from the device down."),
    PathNote.WHOLE_DISK: N_(
        "This is the path from the whole disk down. Mounted from it: {mounts}."
    ),
    PathNote.NOTHING_IN_REPORTS: N_("A drive's own report would add nothing here."),
    PathNote.NO_REPORT: N_("{name} gave no report: {error}"),
    PathNote.NOTHING_SENT: N_("{name} gave no report that could be read."),
    PathNote.REPORT_SILENT: N_("The report of {name} says nothing about TRIM."),
}
TIMER_REASONS: Mapping[Enum, str] = {
    TimerReason.NOT_INSTALLED: N_("fstrim.timer is not installed."),
    TimerReason.NOT_ASKED: N_("systemd could not be asked: {error}"),
    TimerReason.NO_ANSWER: N_("systemd does not answer."),
    TimerReason.EMPTY_LIST: N_("The list of fstrim.service is empty."),
    TimerReason.UNREADABLE_LIST: N_("{table} cannot be read."),
    TimerReason.TAKES_NO_DISCARD: N_("fstrim leaves out devices that take no discard."),
    TimerReason.LISTED: N_("It is in {table}, from which fstrim.service takes its list."),
    TimerReason.LISTED_ELSEWHERE: N_(
        "The same file system is in {table} as {path}: trimming it there trims all of it."
    ),
    TimerReason.NOT_LISTED: N_(
        "It is not in {table}, from which fstrim.service takes its list, so the timer never trims"
        " it."
    ),
    TimerReason.NOTRIM: N_("{table} has X-fstrim.notrim for it, so the timer leaves it out."),
    TimerReason.READ_ONLY: N_("It is read-only, which fstrim.service leaves out."),
    TimerReason.NO_BLOCK_DEVICE: N_("fstrim.service trims only what lies on a block device."),
}
_TITLES = {
    LayerTitle.NAME: "{name}",
    LayerTitle.MOUNT_OPTIONS: N_("mount options"),
    LayerTitle.USB_BRIDGE: N_("USB bridge of {name}"),
    LayerTitle.BRIDGE: N_("bridge of {name}"),
    LayerTitle.CACHE: N_("cache {name}"),
    LayerTitle.BELOW: N_("what is below"),
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
_IN_SENTENCES = {
    "filesystem": N_("the file system {name}"),
    "crypt": N_("dm-crypt volume {name}"),
    "lvm": N_("logical volume {name}"),
    "md": N_("RAID array {name}"),
    "bcache": N_("bcache {name}"),
    "multipath": N_("multipath device {name}"),
    "loop": N_("loop device {name}"),
    "dm": N_("device mapper volume {name}"),
    "bridge": N_("the {name}"),
}
_ENDS = {
    EndKind.FLASH: N_("the flash of {name}"),
    EndKind.DRIVE: N_("the drive {name}"),
    EndKind.VIRTUAL_DISK: N_("the virtual disk {name}"),
    EndKind.MEMORY_DISK: N_("the memory of {name}"),
    EndKind.MEMORY: N_("memory"),
}


# One path


def path_sentence(path: DiscardPath) -> str:
    """The verdict in a sentence."""
    start, worst = shown(path.start or path.target), path.decisive
    if worst is None:
        return _("Nothing is known of the discard path of {start}.").format(start=start)
    if path.verdict == PASS:
        return _reached(path, start)
    if path.verdict == UNKNOWN:
        return _("Cannot tell whether TRIM from {start} gets past {layer}.").format(
            start=start, layer=_in_sentence(worst)
        )
    if path.verdict == PART:
        return _("TRIM from {start} reaches {ends}, but not {unreached}.").format(
            start=start, ends=_ends(path.reached), unreached=_ends(path.unreached)
        )
    if worst.kind == LayerKind.DRIVE:
        return _("{drive} does not take TRIM.").format(drive=layer_name(worst))
    return _("TRIM from {start} is blocked by {layer}.").format(
        start=start, layer=_in_sentence(worst)
    )


def _reached(path: DiscardPath, start: str) -> str:
    if {layer.kind for layer in path.layers} <= {"bridge", "drive"}:
        return _("{start} takes TRIM.").format(start=start)
    if not path.ends:
        return _("TRIM from {start} gets as far as {layer}.").format(
            start=start, layer=_in_sentence(path.layers[-1])
        )
    return _("TRIM from {start} reaches {ends}.").format(start=start, ends=_ends(path.ends))


def _ends(ends: Sequence[PathEnd]) -> str:
    *others, last = [_end(end) for end in dict.fromkeys(ends)]
    return _("{others} and {last}").format(others=", ".join(others), last=last) if others else last


def _end(end: PathEnd) -> str:
    if len(end.devices) > 1:
        names = [shown(f"/dev/{name}") for name in end.devices]
        return _("one drive by {count} paths ({names})").format(
            count=len(names), names=", ".join(names)
        )
    return _(_ENDS[end.kind]).format(name=shown(end.name))


def _in_sentence(layer: PathLayer) -> str:
    if layer.kind == LayerKind.MOUNT:
        return _("a mount option")
    name = layer_name(layer)
    if layer.kind != LayerKind.FILESYSTEM:
        name = name.removeprefix("/dev/mapper/").removeprefix("/dev/")
    text = _IN_SENTENCES.get(layer.kind)
    return _(text).format(name=name) if text else name


def verdict_word(verdict: PathVerdict) -> str:
    """What a layer does with a TRIM."""
    words = {PASS: _("passes"), BLOCK: _("blocks"), PART: _("passes in part")}
    return words.get(verdict, _("unknown"))


def kind_title(kind: str) -> str:
    """What a layer is."""
    return _(_KINDS[kind]) if kind in _KINDS else shown(kind).capitalize()


def layer_name(layer: PathLayer) -> str:
    """The name of a layer for people."""
    return worded(_TITLES[layer.title], {"name": layer.name})


def layer_facts(layer: PathLayer) -> str:
    """What was found about a layer, in one line."""
    return "; ".join(worded(FACTS[fact.code], fact.values) for fact in layer.facts)


def layer_remedy(layer: PathLayer) -> str:
    """What would change a layer that blocks, "" for nothing."""
    remedy = layer.remedy
    return worded(REMEDIES[remedy.code], remedy.values) if remedy is not None else ""


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
    return "" if path.continuous is None else _("no option discard")


def timer_reason(periodic: PeriodicTrim) -> str:
    """Why the timer trims this mount or not, "" where there is nothing to add."""
    return " ".join(worded(TIMER_REASONS[why.code], why.values) for why in periodic.why)


def by_itself(path: DiscardPath) -> str:
    """Whether anything trims this mount automatically, in a sentence; "" without a mount."""
    if path.mount is None:
        return ""
    periodic = path.periodic or PeriodicTrim()
    place = shown(path.mount.path)
    runs = periodic.active if periodic.active is not None else periodic.enabled
    if path.verdict == BLOCK:
        return _("Whatever sends a TRIM, it does not get through.")
    timer = bool(runs and periodic.listed)
    if path.continuous and timer:
        text = _("Files are trimmed as they are deleted, and the timer trims {place}.")
    elif path.continuous:
        text = _("Files are trimmed as they are deleted.")
    elif timer:
        text = _("The timer trims {place}.")
    elif path.continuous is None or runs is None or (runs and periodic.listed is None):
        text = _("Cannot tell whether anything trims {place} by itself.")
    else:
        text = _("Nothing trims {place} by itself.")
    return text.format(place=place)


def periodic_facts(path: DiscardPath) -> list[tuple[str, str]]:
    """The timer, this mount in its list, and continuous discard, as rows."""
    facts: list[tuple[str, str]] = []
    periodic = path.periodic
    if periodic is not None:
        facts.append((_("fstrim.timer"), _timer(periodic)))
        if periodic.last is not None:
            facts.append((_("Last run"), date_and_time(periodic.last, weekday=True)))
        elif periodic.enabled is not None:
            facts.append((_("Last run"), _("none known")))
        if periodic.next is not None:
            facts.append((_("Next run"), date_and_time(periodic.next, weekday=True)))
        listed = {True: _("Yes."), False: _("No."), None: _("Not known.")}[periodic.listed]
        facts.append((_("Covered by the timer"), f"{listed} {timer_reason(periodic)}".strip()))
    option = continuous_fact(path)
    if path.continuous is not None or option:
        word = {True: _("on"), False: _("off"), None: _("unknown")}[path.continuous]
        facts.append((_("Continuous"), f"{word} ({option})" if option else word))
    if periodic is not None and periodic.source:
        facts.append((_("Read from"), shown(periodic.source)))
    return facts


def _timer(periodic: PeriodicTrim) -> str:
    if periodic.installed is None and periodic.enabled is None and periodic.active is None:
        return _("unknown")
    if periodic.installed is False:
        return _("not installed")
    active = periodic.active
    if periodic.enabled is None:
        return _("installed, running now") if active else _("installed")
    if periodic.enabled:
        return _("enabled, but not running") if active is False else _("enabled")
    return _("not enabled, but running now") if active else _("not enabled")


# A whole drive


def drive_sentence(trim: DriveTrim) -> str:
    """The TRIM state of a whole drive, "" until it is known."""
    decides = trim.path
    if decides is None:
        return message(trim.error) if trim.error is not None else ""
    if trim.verdict == PASS and len(trim.paths) > 1:
        return _("TRIM gets through from all {count} mounted file systems.").format(
            count=len(trim.paths)
        )
    return path_sentence(decides)


def header_words(trim: DriveTrim, device: BlockDevice) -> str:
    """For the line of facts below a drive's name; what is unknown is left out."""
    if trim.verdict == PASS:
        if device.media in {Media.SSD, Media.FLASH}:
            return _("TRIM reaches the flash")
        return _("TRIM gets through")
    if trim.verdict == PART or (trim.verdict == BLOCK and trim.partly):
        return _("TRIM gets through in part")
    if trim.verdict == BLOCK and not device.rotational:
        return _("TRIM does not get through")
    return ""
