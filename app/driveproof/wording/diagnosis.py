# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Why a drive seems slow, in words: the answer, each cause, its evidence, and what to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import cast

from driveproof.domain.check.check import UNKNOWN, Topic
from driveproof.domain.diagnosis.diagnosis import (
    Answer,
    Cause,
    Diagnosis,
    Do,
    Reason,
    Seen,
    Sound,
    Unread,
    Weight,
    Where,
)
from driveproof.domain.diagnosis.in_order import Fine
from driveproof.domain.diagnosis.page import Page
from driveproof.domain.drive.array import ArrayState
from driveproof.domain.ongoing import Ongoing
from driveproof.domain.run.observed import Writer, WriterKind
from driveproof.domain.statement import Statement
from driveproof.domain.text import shown
from driveproof.wording.array import array_line
from driveproof.wording.catalogue import N_, _, ngettext
from driveproof.wording.check import advice_text as check_advice
from driveproof.wording.check import (
    finding_text,
    found_text,
    left_out_text,
    speed_sentence,
    todo_text,
)
from driveproof.wording.dates import date
from driveproof.wording.errors import Face, value_text, worded
from driveproof.wording.kernel_log import trouble_word
from driveproof.wording.ongoing import ongoing_sentence
from driveproof.wording.units import format_bandwidth, group_digits

_CAUSES = {
    Cause.FAILING: N_("The drive is failing"),
    Cause.KERNEL_MESSAGES: N_("The kernel reports trouble with the drive"),
    Cause.HEALTH: N_("The drive's health"),
    Cause.LINK: N_("The link"),
    Cause.ARRAY: N_("The array"),
    Cause.HOT: N_("Heat"),
    Cause.BUSY: N_("Something else uses the drive"),
    Cause.MEMORY: N_("Too little memory"),
    Cause.PROCESSOR: N_("The processors are busy"),
    Cause.MOUNT_OPTIONS: N_("A mount option"),
    Cause.FULL: N_("The file system is nearly full"),
    Cause.TRIM: N_("TRIM is blocked, or not sent"),
    Cause.FRAGMENTED: N_("The file is fragmented"),
    Cause.ENCRYPTION: N_("Encryption"),
    Cause.SHINGLED: N_("Shingled recording"),
    Cause.USB_PROTOCOL: N_("The USB protocol"),
    Cause.SCHEDULER: N_("The I/O scheduler"),
    Cause.POWER_SAVING: N_("Power saving"),
    Cause.BLOCK_FORMAT: N_("The block format"),
}
_SUBJECTS = {
    Cause.KERNEL_MESSAGES: N_("Kernel messages"),
    Cause.LINK: N_("Link"),
    Cause.ARRAY: N_("Array"),
    Cause.USB_PROTOCOL: N_("USB protocol"),
    Cause.SCHEDULER: N_("I/O scheduler"),
    Cause.BLOCK_FORMAT: N_("Block format"),
    Cause.BUSY: N_("Other users"),
    Cause.MEMORY: N_("Memory"),
    Cause.PROCESSOR: N_("Processors"),
    Cause.HEALTH: N_("Health"),
    Cause.HOT: N_("Temperature"),
    Cause.MOUNT_OPTIONS: N_("Mount options"),
    Cause.FULL: N_("Free space"),
    Cause.TRIM: N_("TRIM"),
    Cause.FRAGMENTED: N_("Fragments"),
}
"""The others are called as the cause is."""
_SOURCES = {
    Cause.FAILING: N_("SMART, NVMe health log"),
    Cause.KERNEL_MESSAGES: N_("libata-eh.c, scsi_error.c, nvme/host/pci.c of Linux 6.12"),
    Cause.LINK: N_("sysfs: the link and its best"),
    Cause.MEMORY: N_("Documentation/accounting/psi.rst"),
    Cause.BUSY: N_("Documentation/block/stat.rst, io_ticks"),
    Cause.ARRAY: N_("Documentation/admin-guide/md.rst, btrfs"),
    Cause.MOUNT_OPTIONS: N_("mount(8), ext4(5), btrfs(5)"),
    Cause.HEALTH: N_("SMART: pending and reallocated sectors"),
    Cause.HOT: N_("the drive's own limits of temperature"),
    Cause.TRIM: N_("the discard path, fstrim(8)"),
    Cause.FULL: N_("mke2fs(8), -m"),
    Cause.FRAGMENTED: N_("Documentation/fiemap.rst"),
    Cause.SHINGLED: N_("sysfs: zoned; TRIM on a hard disk"),
    Cause.ENCRYPTION: N_("aes-xts-plain64, as cryptsetup(8)"),
    Cause.PROCESSOR: N_("Documentation/accounting/psi.rst"),
    Cause.POWER_SAVING: N_("sysfs: link power management; a latency breakdown of the drive"),
    Cause.USB_PROTOCOL: N_("usb-storage, uas of Linux 6.12"),
    Cause.SCHEDULER: N_("Documentation/block/bfq-iosched.rst"),
    Cause.BLOCK_FORMAT: N_("NVMe: relative performance"),
}
_WEIGHTS = {
    Weight.EXPLAINS: N_("Explains it"),
    Weight.LIKELY: N_("Likely"),
    Weight.MINOR: N_("Minor"),
}
_WHERE = {
    Where.DRIVE: N_("the drive"),
    Where.CONNECTION: N_("the connection"),
    Where.SETUP: N_("the setup"),
    Where.MACHINE: N_("the machine"),
}
_PAGES = {
    Page.OVERVIEW: N_("Overview"),
    Page.HEALTH: N_("Health"),
    Page.TRIM: N_("TRIM"),
    Page.MONITOR: N_("Monitor"),
    Page.MEASURE: N_("Measure"),
    Page.HISTORY: N_("History"),
}
_SEEN = {
    Seen.BUSY: N_("Before anything was measured, other I/O kept it busy {share} of the time."),
    Seen.MEMORY: N_(
        "In {share} of the last minute programs waited for memory: what was moved to a drive is"
        " read back."
    ),
    Seen.PROCESSOR: N_("In {share} of the last minute programs waited for a processor."),
    Seen.OPTION: N_("{path} is mounted with {option}."),
    Seen.FULL: N_("{path} is {share} full: {free} are free."),
    Seen.ENCRYPTION: N_(
        "One processor of this machine encrypts {rate} (AES-XTS with a key of 512 bits, in"
        " memory), and the link carries {link}."
    ),
    Seen.SHINGLED: N_("It writes in zones (SMR): random writes wait until zones are rewritten."),
    Seen.SHINGLED_HINT: N_(
        "It is a hard disk that offers TRIM, so it is probably shingled (SMR): after many random"
        " writes it waits until zones are rewritten."
    ),
    Seen.BULK_ONLY: N_("Its enclosure takes one command at a time (Bulk-Only Transport)."),
    Seen.SCHEDULER: N_("Its I/O scheduler is {scheduler}."),
    Seen.SATA_POWER: N_("The SATA port sleeps as deeply as it can ({policy})."),
    Seen.ASPM: N_("The PCIe link sleeps as deeply as it can ({policy})."),
    Seen.SPINS_DOWN: N_(
        "It stops turning after {span} without I/O, and then takes seconds to answer."
    ),
    Seen.SLEEPS: N_(
        "After {pause} without I/O a read takes {after} instead of {usual}: the drive or its link"
        " sleeps (latency breakdown of {taken})."
    ),
    Seen.PROCESSOR_SLEEPS: N_(
        "After {pause} without I/O a read takes {after} instead of {usual}, because the processor"
        " sleeps (latency breakdown of {taken})."
    ),
    Seen.LOW_POWER: N_("The machine's power profile is {profile}."),
    Seen.BLOCK_FORMAT: N_("It is formatted in blocks of {size}, which it rates degraded."),
}
_FINE = {
    Fine.NO_MESSAGES: N_("The kernel reported no trouble with the drive."),
    Fine.TEMPERATURE: N_("It is at {degrees}\u202f°C."),
    Fine.NOT_BUSY: N_("Before anything was measured, other I/O kept it busy {share} of the time."),
    Fine.MEMORY: N_("In {share} of the last minute programs waited for memory."),
    Fine.PROCESSOR: N_("In {share} of the last minute programs waited for a processor."),
    Fine.ARRAY: N_("{name} is whole, and nothing is rebuilt."),
    Fine.OPTIONS: N_("No mount option of {path} slows it down."),
    Fine.SPACE: N_("{path} is {share} full: {free} are free."),
    Fine.ENCRYPTION: N_(
        "One processor of this machine encrypts {rate} (AES-XTS with a key of 512 bits, in memory)."
    ),
    Fine.UAS: N_("Its enclosure takes many commands at once (UAS)."),
    Fine.SCHEDULER: N_("Its I/O scheduler is {scheduler}."),
    Fine.POWER_PROFILE: N_("The machine's power profile is {profile}."),
    Fine.BLOCK_FORMAT: N_("It is formatted in blocks of {size}, which it does not rate degraded."),
}
_DO = {
    Do.SAVE_DATA: N_("Copy your data to another drive first."),
    Do.PLAN_REPLACEMENT: N_("Plan to replace it."),
    Do.CABLE_AND_PORT: N_("Reseat or replace the cable, and try another port or slot."),
    Do.WAIT_FOR_ARRAY: N_("Wait until it is done, then look again."),
    Do.REPLACE_MEMBER: N_("Replace the failed member."),
    Do.COOL: N_("Give it air or a heat sink, and measure again when it is cool."),
    Do.FIND_USER: N_(
        "Look at the monitor, and find out which program it is, for example with iotop."
    ),
    Do.WAIT_FOR_USER: N_("Wait until it is done, or end it if nothing needs it, and look again."),
    Do.CLOSE_PROGRAMS: N_("Close programs, or add memory. A faster drive only hides it."),
    Do.FIND_PROCESS: N_("Find out which program it is, for example with top."),
    Do.REMOUNT: N_("Remove {option} from the mount options if nothing needs it."),
    Do.FREE_SPACE: N_("Free some space, then run a TRIM."),
    Do.NO_OTHER_CIPHER: N_(
        "Compare the ciphers of this machine with cryptsetup benchmark. A faster drive would not"
        " help."
    ),
    Do.NO_RANDOM_WRITES: N_(
        "Use it for large files and backups; keep systems and databases on another drive."
    ),
    Do.OTHER_ENCLOSURE: N_("An enclosure with UAS takes many commands at once."),
    Do.TRY_SCHEDULERS: N_("Compare the schedulers: the profile schedulers does."),
    Do.CHANGE_POWER: N_("Change the setting, and compare before and after."),
    Do.KEEP_AWAKE: N_(
        "If programs wait for it, choose the power profile performance, and compare before and"
        " after."
    ),
    Do.MAINS: N_("Choose another power profile, and compare before and after."),
    Do.REFORMAT: N_("Another block format erases the drive: see nvme-format(1)."),
}
_UNREAD = {
    Unread.LOG_REFUSED: N_(
        "The kernel's log may not be read by you, nor the journal: members of the group adm may."
    ),
    Unread.LOG_MISSING: N_("There is no log of the kernel to read."),
    Unread.LAYOUT: N_("Where {path} lies was not read: {error}"),
}
_DEFRAGMENT = {
    "ext4": N_("Rewrite it with e4defrag, or copy it."),
    "xfs": N_("Rewrite it with xfs_fsr, or copy it."),
    "btrfs": N_("Rewrite it with btrfs filesystem defragment, which undoes shared copies."),
}


def cause_title(cause: Cause) -> str:
    """A cause in a few words."""
    return _(_CAUSES[cause])


def rule_source(cause: Cause) -> str:
    """Where the rule of a cause is from."""
    return _(_SOURCES[cause])


def weight_title(weight: Weight) -> str:
    """How much of it a cause accounts for."""
    return _(_WEIGHTS[weight])


def where_title(where: Where) -> str:
    """What a cause is in."""
    return _(_WHERE[where])


def page_title(page: Page) -> str:
    """The page of a drive that has more of it."""
    return _(_PAGES[page])


def answer_sentence(diagnosis: Diagnosis) -> str:
    """The answer in a sentence."""
    reasons = diagnosis.reasons
    if diagnosis.evidence.check.of_share and diagnosis.answer is not Answer.CAUSES:
        return _of_share(diagnosis)
    match diagnosis.answer:
        case Answer.CAUSES:
            return _causes(reasons)
        case Answer.NOT_THE_DRIVE if any(one.weight is not Weight.MINOR for one in reasons):
            return " ".join([_("The drive was measured, and is not slow."), _causes(reasons)])
        case Answer.NOT_THE_DRIVE:
            return _("The drive was measured, and is not slow; no rule found a cause.")
        case Answer.UNEXPLAINED:
            return _("The drive is slow, and no rule found a cause: it may be the drive itself.")
        case _nothing:
            return _(
                "No rule found a cause. Whether the drive is slow is not known: it was not measured"
                " against anything."
            )


def _of_share(diagnosis: Diagnosis) -> str:
    """The same of a folder that a server answers for, where no cause of weight was found here."""
    match diagnosis.answer:
        case Answer.UNEXPLAINED:
            return _(
                "This network folder is slow, and no rule found a cause on this machine. Look at"
                " the server next: its drives, its load and its network."
            )
        case Answer.NOT_THE_DRIVE:
            return _("This network folder was measured, and is not slow.")
        case _nothing:
            return _(
                "No rule found a cause. Whether this network folder is slow is not known: it was"
                " not measured against anything."
            )


def _causes(reasons: Sequence[Reason]) -> str:
    """How many causes there are, how sure the weightiest is, and which it is."""
    first = cause_title(reasons[0].cause)
    weighty = sum(one.weight is not Weight.MINOR for one in reasons)
    if reasons[0].weight is Weight.EXPLAINS:
        text = ngettext(
            "One cause that explains it was found: {cause}.",
            "{count} causes were found. The first to look at explains it: {cause}.",
            weighty,
        )
    else:
        text = ngettext(
            "One likely cause was found: {cause}.",
            "{count} likely causes were found. The first to look at: {cause}.",
            weighty,
        )
    return text.format(count=weighty, cause=first)


def said_text(  # noqa: PLR0911 - one for each kind
    one: Statement, face: Face = Face.TERMINAL
) -> str:
    """What speaks for a cause, in a sentence."""
    values = one.values
    match one.code:
        case Seen.MESSAGES:
            count = cast(int, values["count"])
            return ngettext(
                "The kernel reported it once: {trouble} ({text}).",
                "The kernel reported it {count} times: {trouble} ({text}).",
                count,
            ).format(
                count=group_digits(count),
                trouble=trouble_word(str(values["trouble"])),
                text=shown(str(values["text"])),
            )
        case Seen.ARRAY_BUSY | Seen.ARRAY_DEGRADED:
            line = array_line(cast(ArrayState, values["array"]))
            return _("{name}: {state}.").format(name=shown(str(values["name"])), state=line)
        case Seen.WORK:
            return ongoing_sentence(cast(Ongoing, values["work"]))
        case Seen.USED_BY:
            return _used_by(
                cast("tuple[Writer, ...]", values["writers"]), cast(float, values["seconds"])
            )
        case Seen.SLEEPS | Seen.PROCESSOR_SLEEPS as code:
            taken = date(cast(datetime, values["taken"]))
            return worded(_SEEN[code], {**values, "taken": taken})
        case Seen.FRAGMENTED:
            return _pieces(values)
        case Fine.PIECES:
            return _pieces(values)
        case Fine() as code:
            return worded(_FINE[code], values)
        case Seen() as code:
            return worded(_SEEN[code], values)
        case _of_a_check:
            return found_text(one, face)


def _pieces(values: Mapping[str, object]) -> str:
    """In how many pieces a file lies."""
    count = cast(int, values["extents"])
    return ngettext(
        "{path} lies in {count} piece of {mean} on average.",
        "{path} lies in {count} pieces of {mean} on average.",
        count,
    ).format(
        path=shown(str(values["path"])),
        count=group_digits(count),
        mean=value_text(values["mean"]),
    )


def _used_by(writers: tuple[Writer, ...], seconds: float) -> str:
    """Who uses the drive, with how much."""
    named = ", ".join(
        f"{shown(one.name)} {format_bandwidth((one.read_bytes + one.written_bytes) / seconds)}"
        for one in writers
    )
    if writers[0].kind == WriterKind.GROUP:
        return _("Most of it: {names}.").format(names=named)
    return _("Programs that were at work meanwhile, on whichever drive: {names}.").format(
        names=named
    )


def do_text(one: Statement) -> str:
    """What to do, in a sentence."""
    match one.code:
        case Do.DEFRAGMENT:
            return _(_DEFRAGMENT.get(str(one["filesystem"]), N_("Copy it to a new file.")))
        case Do() as code:
            return worded(_DO[code], one.values)
        case _of_a_check:
            return todo_text(one)


def evidence_text(reason: Reason, face: Face = Face.TERMINAL) -> str:
    """All that speaks for a cause."""
    return " ".join(said_text(one, face) for one in reason.said)


def advice_text(reason: Reason) -> str:
    """All that can be done about it, "" for nothing."""
    return " ".join(filter(None, map(do_text, reason.advice)))


def sound_text(sound: Sound, face: Face = Face.TERMINAL) -> str:
    """What was looked at and is in order."""
    return " ".join(said_text(one, face) for one in sound.said)


def subject_title(cause: Cause) -> str:
    """What is looked at for a cause, as the head of what is in order."""
    return _(_SUBJECTS.get(cause, _CAUSES[cause]))


def measured_text(diagnosis: Diagnosis, face: Face = Face.TERMINAL) -> str:
    """The verdict of speed of its measurement, or why there is none, and what would decide it."""
    found = (one for one in diagnosis.evidence.check.findings if one.topic is Topic.SPEED)
    said = []
    for one in found:
        # Of an odd one this is the answer already.
        advice = check_advice(one) if one.word is UNKNOWN else ""
        said += [speed_sentence(one), finding_text(one, face), advice]
    return " ".join(filter(None, said))


def symptom_texts(diagnosis: Diagnosis, face: Face = Face.TERMINAL) -> tuple[str, ...]:
    """What the measurement found slow."""
    return tuple(said_text(one, face) for one in diagnosis.symptoms)


def unseen_text(one: Statement, face: Face = Face.TERMINAL) -> str:
    """What was not looked at, and why."""
    match one.code:
        case Unread() as code:
            return worded(_UNREAD[code], one.values)
        case _of_a_check:
            return left_out_text(one, face)
