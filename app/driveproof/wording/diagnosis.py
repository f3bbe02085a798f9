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
from driveproof.wording.errors import Face
from driveproof.wording.kernel_log import trouble_word
from driveproof.wording.ongoing import ongoing_sentence
from driveproof.wording.say import value_text, worded
from driveproof.wording.units import format_bandwidth, format_temperature, group_digits

_CAUSES = {
    Cause.FAILING: N_("Failing drive"),
    Cause.KERNEL_MESSAGES: N_("Kernel errors"),
    Cause.HEALTH: N_("Health"),
    Cause.LINK: N_("Link"),
    Cause.ARRAY: N_("Array"),
    Cause.HOT: N_("Temperature"),
    Cause.BUSY: N_("Other I/O"),
    Cause.MEMORY: N_("Memory pressure"),
    Cause.PROCESSOR: N_("CPU pressure"),
    Cause.MOUNT_OPTIONS: N_("Mount options"),
    Cause.FULL: N_("Low free space"),
    Cause.TRIM: N_("TRIM does not run"),
    Cause.FRAGMENTED: N_("Fragmentation"),
    Cause.ENCRYPTION: N_("Encryption"),
    Cause.SHINGLED: N_("Shingled recording"),
    Cause.USB_PROTOCOL: N_("USB protocol"),
    Cause.SCHEDULER: N_("I/O scheduler"),
    Cause.POWER_SAVING: N_("Power saving"),
    Cause.BLOCK_FORMAT: N_("Block format"),
}
_SUBJECTS = {
    Cause.FULL: N_("Free space"),
    Cause.TRIM: N_("TRIM"),
}
"""The others are called as the cause is."""
_SOURCES = {
    Cause.FAILING: "SMART, NVMe health log",
    Cause.KERNEL_MESSAGES: "libata-eh.c, scsi_error.c, nvme/host/pci.c of Linux 6.12",
    Cause.LINK: "sysfs: link",
    Cause.MEMORY: "Documentation/accounting/psi.rst",
    Cause.BUSY: "Documentation/block/stat.rst, io_ticks",
    Cause.ARRAY: "Documentation/admin-guide/md.rst, btrfs",
    Cause.MOUNT_OPTIONS: "mount(8), ext4(5), btrfs(5)",
    Cause.HEALTH: "SMART: pending and reallocated sectors",
    Cause.HOT: "temperature limits of the drive",
    Cause.TRIM: "the discard path, fstrim(8)",
    Cause.FULL: "mke2fs(8), -m",
    Cause.FRAGMENTED: "Documentation/fiemap.rst",
    Cause.SHINGLED: "sysfs: zoned; TRIM on a hard disk",
    Cause.ENCRYPTION: "aes-xts-plain64, as cryptsetup(8)",
    Cause.PROCESSOR: "Documentation/accounting/psi.rst",
    Cause.POWER_SAVING: "sysfs: link power management; latency breakdown",
    Cause.USB_PROTOCOL: "usb-storage, uas of Linux 6.12",
    Cause.SCHEDULER: "Documentation/block/bfq-iosched.rst",
    Cause.BLOCK_FORMAT: "NVMe: relative performance",
}
_WEIGHTS = {
    Weight.EXPLAINS: N_("Very likely"),
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
    Seen.BUSY: N_("Other I/O: {share} of the time."),
    Seen.MEMORY: N_("Programs waited for memory: {share} of the last minute."),
    Seen.PROCESSOR: N_("Programs waited for the CPU: {share} of the last minute."),
    Seen.OPTION: N_("{path} is mounted with {option}."),
    Seen.FULL: N_("{path} is {share} full ({free} free)."),
    Seen.ENCRYPTION: N_("One CPU encrypts {rate} (AES-XTS, 512-bit key); the link carries {link}."),
    Seen.SHINGLED: N_("Shingled recording (SMR) slows random writes."),
    Seen.SHINGLED_HINT: N_("Probably shingled (SMR), which slows random writes."),
    Seen.BULK_ONLY: N_("The enclosure uses BOT (one command at a time)."),
    Seen.SCHEDULER: N_("I/O scheduler: {scheduler}."),
    Seen.SATA_POWER: N_("Link power management is {policy}."),
    Seen.ASPM: N_("Link power management is {policy}."),
    Seen.SPINS_DOWN: N_("It spins down after {span}; waking takes seconds."),
    Seen.SLEEPS: N_(
        "After {pause} idle a read takes {after} instead of {usual}: drive or link sleep ({taken})."
    ),
    Seen.PROCESSOR_SLEEPS: N_(
        "After {pause} idle a read takes {after} instead of {usual}: CPU sleep ({taken})."
    ),
    Seen.LOW_POWER: N_("Power profile: {profile}."),
    Seen.BLOCK_FORMAT: N_("Block format {size}, which the drive rates degraded."),
}
_FINE = {
    Fine.NO_MESSAGES: N_("No kernel errors."),
    Fine.NOT_BUSY: N_("Other I/O: {share} of the time."),
    Fine.MEMORY: N_("Programs waited for memory: {share} of the last minute."),
    Fine.PROCESSOR: N_("Programs waited for the CPU: {share} of the last minute."),
    Fine.ARRAY: N_("{name} is complete."),
    Fine.OPTIONS: N_("Mount options of {path} are OK."),
    Fine.SPACE: N_("{path} is {share} full ({free} free)."),
    Fine.ENCRYPTION: N_("One CPU encrypts {rate} (AES-XTS, 512-bit key)."),
    Fine.UAS: N_("The enclosure uses UAS."),
    Fine.SCHEDULER: N_("I/O scheduler: {scheduler}."),
    Fine.POWER_PROFILE: N_("Power profile: {profile}."),
    Fine.BLOCK_FORMAT: N_("Block format {size}."),
}
_DO = {
    Do.SAVE_DATA: N_("Back up your data first."),
    Do.PLAN_REPLACEMENT: N_("Keep a backup, and plan a replacement."),
    Do.CABLE_AND_PORT: N_("Try another port, slot or cable."),
    Do.WAIT_FOR_ARRAY: N_("Wait until it finishes, then check again."),
    Do.REPLACE_MEMBER: N_("Replace the failed member."),
    Do.COOL: N_("Improve the cooling: air vents, fans, heat sink."),
    Do.FIND_USER: N_("Find the program, for example with top or iotop."),
    Do.WAIT_FOR_USER: N_("Wait until it finishes, then check again."),
    Do.CLOSE_PROGRAMS: N_("Close programs, or add memory."),
    Do.FIND_PROCESS: N_("Find the program, for example with top or iotop."),
    Do.REMOUNT: N_("Mount it without {option} unless it is needed."),
    Do.FREE_SPACE: N_("Free some space, then run TRIM."),
    Do.NO_OTHER_CIPHER: N_("Compare ciphers with cryptsetup benchmark."),
    Do.NO_RANDOM_WRITES: N_("Use it for large files and backups."),
    Do.OTHER_ENCLOSURE: N_("Use an enclosure with UAS."),
    Do.TRY_SCHEDULERS: N_("Run the profile schedulers."),
    Do.CHANGE_POWER: N_("Change the setting, then compare before and after."),
    Do.KEEP_AWAKE: N_("Try another power profile, then compare before and after."),
    Do.MAINS: N_("Try another power profile, then compare before and after."),
    Do.REFORMAT: N_("See nvme-format(1). Formatting erases the drive."),
}
_UNREAD = {
    Unread.LOG_REFUSED: N_("No permission to read the kernel log (group adm)."),
    Unread.LOG_MISSING: N_("There is no kernel log."),
    Unread.LAYOUT: N_("Fragmentation of {path} is unknown: {error}"),
}
_DEFRAGMENT = {"ext4": "e4defrag", "xfs": "xfs_fsr"}


def cause_title(cause: Cause) -> str:
    """A cause in a few words."""
    return _(_CAUSES[cause])


def rule_source(cause: Cause) -> str:
    """Where the rule of a cause is from."""
    return _SOURCES[cause]


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
    match diagnosis.answer:
        case Answer.CAUSES:
            return _causes(reasons)
        case Answer.NOT_THE_DRIVE if any(one.weight is not Weight.MINOR for one in reasons):
            return " ".join([_("It is not slow."), _causes(reasons)])
        case Answer.NOT_THE_DRIVE:
            return _("It is not slow.")
        case Answer.UNEXPLAINED if diagnosis.evidence.check.of_share:
            return _("Slow; no cause was found here. Check the server and its network.")
        case Answer.UNEXPLAINED:
            return _("Slow; no cause was found.")
        case _nothing:
            return _("No cause was found. The speed is unknown.")


def _causes(reasons: Sequence[Reason]) -> str:
    """How many causes there are, how sure the weightiest is, and which it is."""
    first = cause_title(reasons[0].cause)
    weighty = sum(one.weight is not Weight.MINOR for one in reasons)
    if reasons[0].weight is Weight.EXPLAINS:
        text = ngettext(
            "Very likely cause: {cause}.",
            "{count} possible causes. Very likely: {cause}.",
            weighty,
        )
    else:
        text = ngettext(
            "Likely cause: {cause}.",
            "{count} possible causes. Most likely: {cause}.",
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
                "Kernel error: {trouble} ({text}).",
                "{count} kernel errors: {trouble} ({text}).",
                count,
            ).format(
                count=group_digits(count),
                trouble=trouble_word(str(values["trouble"])),
                text=shown(str(values["text"])),
            )
        case Seen.ARRAY_BUSY | Seen.ARRAY_DEGRADED:
            line = array_line(cast(ArrayState, values["array"]))
            return _("{name}: {text}.").format(name=shown(str(values["name"])), text=line)
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
        case Fine.TEMPERATURE:
            degrees = format_temperature(cast(float, values["degrees"]))
            return _("Temperature {degrees}.").format(degrees=degrees)
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
        "{path} has {count} fragment (average {mean}).",
        "{path} has {count} fragments (average {mean}).",
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
        return _("Mostly: {names}.").format(names=named)
    return _("Programs with I/O at that time: {names}.").format(names=named)


def do_text(one: Statement) -> str:
    """What to do, in a sentence."""
    match one.code:
        case Do.DEFRAGMENT:
            return _defragment(str(one["filesystem"]))
        case Do() as code:
            return worded(_DO[code], one.values)
        case _of_a_check:
            return todo_text(one)


def _defragment(filesystem: str) -> str:
    if filesystem == "btrfs":
        text = _("Defragment it with {tool} (unshares copies).")
        return text.format(tool="btrfs filesystem defragment")
    if filesystem not in _DEFRAGMENT:
        return _("Copy it to a new file.")
    return _("Defragment it with {tool}, or copy it.").format(tool=_DEFRAGMENT[filesystem])


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
