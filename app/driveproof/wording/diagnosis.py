# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Why a drive seems slow, in words: the answer, each cause, its evidence, and what to do."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.check.check import UNKNOWN, Topic
from driveproof.domain.diagnosis.diagnosis import (
    Answer,
    Cause,
    Diagnosis,
    Reason,
    Sound,
    Weight,
    Where,
)
from driveproof.domain.diagnosis.page import Page
from driveproof.domain.finding import Finding
from driveproof.wording.catalogue import N_, _, ngettext
from driveproof.wording.check import advice_text as check_advice
from driveproof.wording.check import (
    finding_text,
    speed_sentence,
)
from driveproof.wording.errors import Face
from driveproof.wording.finding import finding_text as said_of
from driveproof.wording.finding import said_text, stopped

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


def evidence_text(reason: Reason, face: Face = Face.TERMINAL) -> str:
    """All that speaks for a cause."""
    return said_of(reason, face)


def advice_text(reason: Reason, face: Face = Face.TERMINAL) -> str:
    """All that can be done about it, "" for nothing."""
    return check_advice(reason, face)


def sound_text(sound: Sound, face: Face = Face.TERMINAL) -> str:
    """What was looked at and is in order."""
    return " ".join(stopped(said_text(one, face)) for one in sound.say)


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
    return tuple(finding_text(one, face) for one in diagnosis.symptoms)


def unseen_text(one: Finding, face: Face = Face.TERMINAL) -> str:
    """What was not looked at, and why."""
    return said_of(one, face)
