# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The rules of "Why slow?", in one table.

A rule finds nothing where its evidence is missing. On a sound machine no rule finds anything.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from driveproof.domain.check.check import CheckCode, CheckFinding, Topic
from driveproof.domain.diagnosis.diagnosis import (
    CAUSE_TITLES,
    WHERE_TITLES,
    Cause,
    CauseFinding,
    Conclusion,
    Diagnosis,
    DiagnosisEvidence,
    DiagnosisToDo,
    DrivePage,
    Weight,
    Where,
)
from driveproof.domain.diagnosis.in_order import in_order, pieces
from driveproof.domain.drive.attachment import Performance, UsbDriver
from driveproof.domain.drive.drive import (
    DeviceKind,
    Media,
    Mount,
    can_be_written,
    for_people,
)
from driveproof.domain.drive.nature import zones
from driveproof.domain.finding import Finding, ToDo
from driveproof.domain.health.verdict import CAUTION, FAILING, MEDIA_ERRORS, TEMPERATURE, WEAR, WORN
from driveproof.domain.live import WATCHED
from driveproof.domain.quantity import Bytes, Day, OneOf, Plural, Rate, Seconds, Share
from driveproof.domain.rating import BAD, FINE, ODD
from driveproof.domain.run.kernel_messages import Trouble, trouble_say
from driveproof.domain.run.latency_breakdown import Woken
from driveproof.domain.run.observed import Writer, WriterKind
from driveproof.domain.run.work import Part
from driveproof.domain.say import Coded, Say
from driveproof.domain.zones import Zones

EXPLAINS, LIKELY, MINOR = Weight

HALF = 0.5
"""A processor that encrypts less than this share of what the link carries is noticed."""
BUSY, WELL_BUSY = 0.2, 0.5
"""Shares of the time with other I/O in flight: the first is where self-tests wait as well."""
PRESSED = 0.1
"""The share of the last minute in which something waited for memory: pages are read back."""
CPU_PRESSED = 0.5
"""The same for a processor: at half of the time everything feels slow."""
FULL, VERY_FULL = 0.9, 0.95
"""Shares of a file system in use. ext4 keeps 5 % back against fragmentation (mke2fs(8), -m)."""
PIECE_OF_DISK = 12e-3 * 150e6
"""Bytes in a piece below which a hard disk seeks longer than it reads: 12 ms at 150 MB/s."""
PIECE_OF_FLASH = 32 * 1024
"""Below this size each piece is one of the small reads that flash is slow at as well."""
PIECES = 100
"""Fewer do not matter: reading them costs little in all."""
NOTICED = 0.1
"""A wait of so many seconds is noticed (Miller, 1968; Nielsen, 1993: the limit of "at once")."""
MANY = 3
"""The number of messages of any kind that explains it."""

_Said = tuple[Say, ...]
_Do = tuple[ToDo, ...]


_SAVE = ToDo(DiagnosisToDo.SAVE_DATA, Say("Back up your data first."))
_REPLACE = ToDo(DiagnosisToDo.REPLACE_MEMBER, Say("Replace the failed member."))
_WAIT = ToDo(DiagnosisToDo.WAIT, Say("Wait for it to end."))


class CauseRule(NamedTuple):
    """What finds one cause; `judge` yields the weight, what speaks for it and what to do."""

    cause: Cause
    where: Where
    page: DrivePage
    judge: Callable[[DiagnosisEvidence], Iterator[tuple[Weight, _Said, _Do]]]


_Judged = Iterator[tuple[Weight, _Said, _Do]]


def _findings(evidence: DiagnosisEvidence, topic: Topic) -> tuple[CheckFinding, ...]:
    """What the check found bad or odd of a topic."""
    words = {BAD, ODD}
    return tuple(one for one in evidence.check.findings if one.topic is topic and one.word in words)


def _of_finding(weight: Weight, finding: CheckFinding) -> tuple[Weight, _Said, _Do]:
    return weight, finding.say, finding.do


def _failing(evidence: DiagnosisEvidence) -> _Judged:
    bad = (one for one in _findings(evidence, Topic.HEALTH) if one.word is BAD)
    if (finding := next(bad, None)) is not None:
        yield (
            EXPLAINS,
            finding.say,
            (ToDo(DiagnosisToDo.SAVE_DATA, Say("Back up your data first.")), *finding.do),
        )


_WEIGHTS = {
    Trouble.GONE: EXPLAINS,
    Trouble.MEDIUM: EXPLAINS,
    Trouble.IO_ERROR: EXPLAINS,
    Trouble.ARRAY: EXPLAINS,
    Trouble.TIMEOUT: LIKELY,
    Trouble.RESET: LIKELY,
    Trouble.LINK: LIKELY,
    Trouble.BUS: LIKELY,
    Trouble.FILESYSTEM: LIKELY,
}
_OF_THE_DRIVE = {Trouble.MEDIUM, Trouble.IO_ERROR, Trouble.ARRAY, Trouble.FILESYSTEM}


def _kernel_of_drive(evidence: DiagnosisEvidence) -> _Judged:
    """What it could not read or write."""
    yield from _kernel(evidence, _OF_THE_DRIVE)


def _kernel_of_link(evidence: DiagnosisEvidence) -> _Judged:
    """A command that times out is retried after 30 s (scsi) or at the next reset (nvme)."""
    yield from _kernel(evidence, set(Trouble) - _OF_THE_DRIVE)


def _kernel(evidence: DiagnosisEvidence, kinds: set[Trouble]) -> _Judged:
    times: dict[Trouble, int] = {}
    text: dict[Trouble, str] = {}
    for one in evidence.messages:
        kind = next((kind for kind in kinds if kind == one.kind), None)
        if kind is None:  # of the other rule, or a word of a newer version
            continue
        times[kind] = times.get(kind, 0) + one.times
        text[kind] = one.text
    if not times:
        return
    worst = min(times, key=lambda kind: (_WEIGHTS[kind] is not EXPLAINS, -times[kind]))
    weight = EXPLAINS if times[worst] >= MANY else _WEIGHTS[worst]
    said = tuple(
        Say(
            "{name}: {text}.",
            name=Plural("{count} kernel error", "{count} kernel errors", count),
            text=Say("{first} ({second})", first=trouble_say(kind), second=text[kind]),
        )
        for kind, count in sorted(times.items(), key=lambda item: (item[0] is not worst, -item[1]))
    )
    if worst is Trouble.ARRAY:
        todo = _REPLACE
    elif worst in _OF_THE_DRIVE:
        todo = _SAVE
    else:
        todo = ToDo(DiagnosisToDo.CABLE_AND_PORT, Say("Try another port, slot or cable."))
    yield weight, said, (todo,)


def _health(evidence: DiagnosisEvidence) -> _Judged:
    """A sector that is hard to read is retried for seconds; heat has a rule of its own."""
    verdict = evidence.check.verdict
    if verdict is None or verdict.word == FAILING:
        return
    for axis in verdict.axes:
        if axis.axis not in {MEDIA_ERRORS, WEAR} or axis.verdict not in {CAUTION, WORN}:
            continue
        for finding in _findings(evidence, Topic.HEALTH):
            if finding.code == axis.axis:
                media = axis.axis == MEDIA_ERRORS
                plan = ToDo(
                    DiagnosisToDo.PLAN_REPLACEMENT, Say("Keep a backup, and plan a replacement.")
                )
                do = (_SAVE if media else plan, *finding.do)
                yield (LIKELY if media else MINOR), finding.say, do


def _link(evidence: DiagnosisEvidence) -> _Judged:
    link = evidence.check.link
    for finding in _findings(evidence, Topic.LINK):
        halved = (
            link is not None
            and link.slower
            and link.ceiling
            and link.best_ceiling
            and link.best_ceiling >= 2 * link.ceiling
        )
        slow = finding.code == CheckCode.INTERFACE
        yield _of_finding(EXPLAINS if halved or slow else LIKELY, finding)


def _array(evidence: DiagnosisEvidence) -> _Judged:
    for device in evidence.stack:
        state = device.array
        if state is None:
            continue
        said = Say("{name}: {text}.", name=device.path, text=state)
        if state.action is not None:
            yield LIKELY, (said,), (_WAIT,)
        elif state.degraded or state.broken:
            yield LIKELY, (said,), (_REPLACE,)


def _hot(evidence: DiagnosisEvidence) -> _Judged:
    verdict = evidence.check.verdict
    axis = verdict.axis(TEMPERATURE) if verdict is not None else None
    if axis is None or axis.verdict not in {CAUTION, FAILING}:
        return
    for finding in _findings(evidence, Topic.HEALTH):
        if finding.code == axis.axis:
            yield (
                LIKELY,
                finding.say,
                (
                    ToDo(
                        DiagnosisToDo.COOL, Say("Improve the cooling: air vents, fans, heat sink.")
                    ),
                ),
            )
            return


def _busy(evidence: DiagnosisEvidence) -> _Judged:
    share = evidence.busy
    works = tuple(say for one in evidence.works for say in one.says)
    if works:
        yield EXPLAINS, works, ()
    elif share is not None and share > BUSY:
        busy = Say("{share} of the time", share=Share(share))
        said: _Said = (Say("{name}: {text}.", name=Say("Other I/O"), text=busy),)
        named = any(one.kind == WriterKind.GROUP for one in evidence.users)
        if evidence.users:
            said += (_users(evidence.users),)
        find = Say("Find the program, for example with top or iotop.")
        todo = _WAIT if named else ToDo(DiagnosisToDo.FIND_USER, find)
        yield (EXPLAINS if share > WELL_BUSY else LIKELY), said, (todo,)


def _users(writers: tuple[Writer, ...]) -> Say:
    """Who uses the drive, with how much."""
    names = OneOf(
        tuple(
            Say(
                "{first} {second}",
                first=one.name,
                second=Rate((one.read_bytes + one.written_bytes) / WATCHED),
            )
            for one in writers
        )
    )
    if writers[0].kind == WriterKind.GROUP:
        return Say("Mostly: {names}.", names=names)
    return Say("Programs with I/O at that time: {names}.", names=names)


def _memory(evidence: DiagnosisEvidence) -> _Judged:
    share = evidence.machine.memory_pressure
    if share is not None and share > PRESSED:
        yield (
            EXPLAINS,
            (Say("Programs waited for memory: {share} of the last minute.", share=Share(share)),),
            (ToDo(DiagnosisToDo.CLOSE_PROGRAMS, Say("Close programs, or add memory.")),),
        )


def _cpu(evidence: DiagnosisEvidence) -> _Judged:
    share = evidence.machine.cpu_pressure
    if share is not None and share > CPU_PRESSED:
        said = (
            Say("Programs waited for the CPU: {share} of the last minute.", share=Share(share)),
        )
        yield (
            LIKELY,
            said,
            (
                ToDo(
                    DiagnosisToDo.FIND_PROCESS,
                    Say("Find the program, for example with top or iotop."),
                ),
            ),
        )


_STRONG = re.compile(r"compress(?:-force)?=zstd:(?:1[0-5]|[89])$")


def _options(evidence: DiagnosisEvidence) -> _Judged:
    """mount(8): sync and dirsync wait for the drive at each write; ext4(5): data=journal writes
    everything twice; btrfs(5): high levels of zstd write some 10 MB/s a processor.
    """
    mount = evidence.mount
    for option in mount.options if mount is not None else ():
        if option == "sync":
            weight = EXPLAINS
        elif option in {"dirsync", "data=journal"} or _STRONG.match(option):
            weight = LIKELY
        else:
            continue
        values = {"option": option, "path": mount.path if mount else ""}
        yield (
            weight,
            (Say("{path} is mounted with {option}.", **values),),
            (
                ToDo(
                    DiagnosisToDo.REMOUNT,
                    Say("Mount it without {option} unless it is needed.", option=option),
                ),
            ),
        )
    for finding in _findings(evidence, Topic.MOUNT):  # of a server
        yield _of_finding(LIKELY, finding)


def _full(evidence: DiagnosisEvidence) -> _Judged:
    """Of file systems that people write to: an image that is only read is always full, and that of
    the boot loader often is.
    """
    for device in evidence.stack:
        size, free = device.filesystem_size, device.free
        mount = next((one for one in device.mounts if _for_writing(one)), None)
        if not size or free is None or mount is None:
            continue
        share = 1 - free / size
        if share < FULL:
            continue
        said = Say(
            "{path} is {share} full ({free} free).",
            path=mount.path,
            share=Share(share),
            free=Bytes(free),
        )
        yield (
            (LIKELY if share >= VERY_FULL else MINOR),
            (said,),
            (ToDo(DiagnosisToDo.FREE_SPACE, Say("Free some space, then run TRIM.")),),
        )


def _for_writing(mount: Mount) -> bool:
    return can_be_written(mount) and for_people(mount.path)


def _trim(evidence: DiagnosisEvidence) -> _Judged:
    for finding in _findings(evidence, Topic.TRIM):
        yield _of_finding(LIKELY, finding)


def _fragmented(evidence: DiagnosisEvidence) -> _Judged:
    layout, drive = evidence.layout, evidence.drive
    if layout is None or layout.extents < PIECES:
        return
    disk = drive is not None and drive.media == Media.HDD
    if layout.mean >= (PIECE_OF_DISK if disk else PIECE_OF_FLASH):
        return
    filesystem = evidence.mount.filesystem if evidence.mount else ""
    todo = ToDo(DiagnosisToDo.DEFRAGMENT, _defragment(filesystem))
    yield (EXPLAINS if disk else LIKELY), (pieces(layout),), (todo,)


def _defragment(filesystem: str) -> Say:
    tools = {"ext4": "e4defrag", "xfs": "xfs_fsr"}
    if filesystem == "btrfs":
        tool = "btrfs filesystem defragment"
        return Say("Defragment it with {tool} (unshares copies).", tool=tool)
    if filesystem not in tools:
        return Say("Copy it to a new file.")
    return Say("Defragment it with {tool}, or copy it.", tool=tools[filesystem])


def _encryption(evidence: DiagnosisEvidence) -> _Judged:
    link, cipher = evidence.check.link, evidence.cipher
    encrypted = any(one.kind == DeviceKind.CRYPT for one in evidence.stack)
    if not encrypted or cipher is None or link is None or not link.ceiling:
        return
    if cipher < link.ceiling:
        said = Say(
            "One CPU encrypts {rate} (AES-XTS, 512-bit key); the link carries {link}.",
            rate=Rate(cipher),
            link=Rate(link.ceiling),
        )
        weight = LIKELY if cipher < HALF * link.ceiling else MINOR
        yield (
            weight,
            (said,),
            (
                ToDo(
                    DiagnosisToDo.NO_OTHER_CIPHER, Say("Compare ciphers with cryptsetup benchmark.")
                ),
            ),
        )


def _shingled(evidence: DiagnosisEvidence) -> _Judged:
    drive = evidence.drive
    found = zones(drive) if drive is not None and drive.media == Media.HDD else None
    if found is not None:
        said = Say("Shingled recording (SMR) slows random writes.")
        if found is Zones.HINT:
            said = Say("Probably shingled (SMR), which slows random writes.")
        yield (
            LIKELY,
            (said,),
            (ToDo(DiagnosisToDo.NO_RANDOM_WRITES, Say("Use it for large files and backups.")),),
        )


def _usb(evidence: DiagnosisEvidence) -> _Judged:
    drive = evidence.drive
    fast = drive is not None and drive.media == Media.SSD
    if fast and drive is not None and drive.attachment.usb_driver is UsbDriver.BOT:
        yield (
            MINOR,
            (Say("The enclosure uses BOT (one command at a time)."),),
            (ToDo(DiagnosisToDo.OTHER_ENCLOSURE, Say("Use an enclosure with UAS.")),),
        )


def _scheduler(evidence: DiagnosisEvidence) -> _Judged:
    drive = evidence.drive
    if drive is None or not drive.scheduler:
        return
    on_disk = drive.media == Media.HDD and drive.scheduler == "none"
    on_flash = drive.kind == DeviceKind.NVME and drive.scheduler == "bfq"
    if on_disk or on_flash:
        said = Say("{name}: {text}.", name=Say("I/O scheduler"), text=drive.scheduler)
        yield (
            MINOR,
            (said,),
            (ToDo(DiagnosisToDo.TRY_SCHEDULERS, Say("Run the profile schedulers.")),),
        )


def _asleep(evidence: DiagnosisEvidence) -> _Judged:
    """What the drive's latency breakdown found: the longest pause after which a read was late."""
    if evidence.breakdown is None:
        return
    breakdown, taken = evidence.breakdown.breakdown, evidence.breakdown.taken
    usual = breakdown.seconds(Part.DRIVE)
    change = Say("Change the setting, then compare before and after.")
    awake = Say("Change the setting, then compare before and after.")
    for who, todo in (
        (Woken.DRIVE, ToDo(DiagnosisToDo.CHANGE_POWER, change)),
        (Woken.CPU, ToDo(DiagnosisToDo.KEEP_AWAKE, awake)),
    ):
        late = [pause for pause in breakdown.pauses if breakdown.woken(pause) is who]
        after = breakdown.seconds(Part.DRIVE, late[-1]) if late else None
        if after is None or usual is None:
            continue
        values = {
            "pause": Seconds(late[-1]),
            "after": Seconds(after, precise=True),
            "usual": Seconds(usual, precise=True),
            "taken": Day(taken, evidence.check.taken),
        }
        said = Say(
            "After {pause} idle a read takes {after} instead of {usual}: CPU sleep ({taken}).",
            **values,
        )
        if who is Woken.DRIVE:
            said = Say(
                "After {pause} idle a read takes {after} instead of {usual}: drive or link sleep"
                " ({taken}).",
                **values,
            )
        yield (LIKELY if after >= NOTICED else MINOR), (said,), (todo,)


_SLEEPY = {"min_power", "min_power_with_partial"}


def _power(evidence: DiagnosisEvidence) -> _Judged:
    """What most distributions set is not reported: only what costs more than their defaults."""
    drive, machine = evidence.drive, evidence.machine
    advice = (
        ToDo(DiagnosisToDo.CHANGE_POWER, Say("Change the setting, then compare before and after.")),
    )
    if drive is not None:
        attached = drive.attachment
        if attached.sata_power in _SLEEPY:
            yield (
                MINOR,
                (Say("Link power management is {policy}.", policy=attached.sata_power),),
                advice,
            )
        if attached.aspm and attached.aspm_policy == "powersupersave":
            yield (
                MINOR,
                (Say("Link power management is {policy}.", policy=attached.aspm_policy),),
                advice,
            )
        if drive.media == Media.HDD and attached.standby:
            yield (
                LIKELY,
                (
                    Say(
                        "It spins down after {span}; waking takes seconds.",
                        span=Seconds(attached.standby),
                    ),
                ),
                advice,
            )
    if machine.power_profile == "low-power":
        profile = Say("{name}: {text}.", name=Say("Power profile"), text=machine.power_profile)
        yield (
            MINOR,
            (profile,),
            (
                ToDo(
                    DiagnosisToDo.MAINS,
                    Say("Change the setting, then compare before and after."),
                ),
            ),
        )


def _format(evidence: DiagnosisEvidence) -> _Judged:
    drive = evidence.drive
    used = drive.attachment.format_in_use if drive is not None else None
    if used is not None and used.performance is Performance.DEGRADED:
        said = Say(
            "Block format {size}, which the drive rates degraded.",
            size=Bytes(used.data, binary=True),
        )
        yield (
            MINOR,
            (said,),
            (
                ToDo(
                    DiagnosisToDo.REFORMAT, Say("See nvme-format(1). Formatting erases the drive.")
                ),
            ),
        )


_DRIVE, _CONNECTION, _SETUP, _MACHINE = Where
RULES: tuple[CauseRule, ...] = (
    CauseRule(Cause.FAILING, _DRIVE, DrivePage.HEALTH, _failing),
    CauseRule(Cause.KERNEL_MESSAGES, _DRIVE, DrivePage.HEALTH, _kernel_of_drive),
    CauseRule(Cause.KERNEL_MESSAGES, _CONNECTION, DrivePage.OVERVIEW, _kernel_of_link),
    CauseRule(Cause.LINK, _CONNECTION, DrivePage.OVERVIEW, _link),
    CauseRule(Cause.MEMORY, _MACHINE, DrivePage.MONITOR, _memory),
    CauseRule(Cause.BUSY, _MACHINE, DrivePage.MONITOR, _busy),
    CauseRule(Cause.ARRAY, _SETUP, DrivePage.OVERVIEW, _array),
    CauseRule(Cause.MOUNT_OPTIONS, _SETUP, DrivePage.OVERVIEW, _options),
    CauseRule(Cause.HEALTH, _DRIVE, DrivePage.HEALTH, _health),
    CauseRule(Cause.HOT, _DRIVE, DrivePage.HEALTH, _hot),
    CauseRule(Cause.TRIM, _SETUP, DrivePage.TRIM, _trim),
    CauseRule(Cause.FULL, _SETUP, DrivePage.OVERVIEW, _full),
    CauseRule(Cause.FRAGMENTED, _SETUP, DrivePage.OVERVIEW, _fragmented),
    CauseRule(Cause.SHINGLED, _DRIVE, DrivePage.OVERVIEW, _shingled),
    CauseRule(Cause.ENCRYPTION, _SETUP, DrivePage.OVERVIEW, _encryption),
    CauseRule(Cause.CPU, _MACHINE, DrivePage.MONITOR, _cpu),
    CauseRule(Cause.POWER_SAVING, _SETUP, DrivePage.MEASURE, _power),
    CauseRule(Cause.POWER_SAVING, _SETUP, DrivePage.HISTORY, _asleep),
    CauseRule(Cause.USB_PROTOCOL, _CONNECTION, DrivePage.OVERVIEW, _usb),
    CauseRule(Cause.SCHEDULER, _SETUP, DrivePage.MEASURE, _scheduler),
    CauseRule(Cause.BLOCK_FORMAT, _SETUP, DrivePage.OVERVIEW, _format),
)


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
    Cause.CPU: "Documentation/accounting/psi.rst",
    Cause.POWER_SAVING: "sysfs: link power management; latency breakdown",
    Cause.USB_PROTOCOL: "usb-storage, uas of Linux 6.12",
    Cause.SCHEDULER: "Documentation/block/bfq-iosched.rst",
    Cause.BLOCK_FORMAT: "NVMe: relative performance",
}


def diagnose(
    evidence: DiagnosisEvidence, taken: datetime, left_out: tuple[Finding, ...] = ()
) -> Diagnosis:
    """Every cause that a rule finds, the weightiest first, and what they say together."""
    reasons = [
        CauseFinding(
            rule.cause,
            said,
            grade=weight,
            do=do,
            source=_SOURCES[rule.cause],
            subject=Coded(rule.cause, CAUSE_TITLES[rule.cause]),
            where=Coded(rule.where, WHERE_TITLES[rule.where]),
            page=rule.page,
        )
        for rule in RULES
        for weight, said, do in rule.judge(evidence)
    ]
    order = tuple(Weight)
    reasons.sort(key=lambda reason: order.index(reason.weight))  # stable: then as in the table
    slow = _slow(evidence)
    return Diagnosis(
        taken=taken,
        target=evidence.check.target,
        evidence=evidence,
        conclusion=_conclusion(reasons, slow=slow),
        slow=slow,
        reasons=tuple(reasons),
        in_order=in_order(evidence, {one.cause for one in reasons}),
        left_out=(*left_out, *evidence.check.left_out),
    )


def _conclusion(reasons: Sequence[CauseFinding], *, slow: bool | None) -> Conclusion:
    """That it is not the drive takes a measurement that says so: a busy machine alone does not."""
    weighty = [one for one in reasons if one.weight is not MINOR]
    if slow is False and all(one.where.code == _MACHINE for one in weighty):
        return Conclusion.NOT_THE_DRIVE
    if weighty:
        return Conclusion.CAUSES
    return Conclusion.UNEXPLAINED if slow else Conclusion.NOTHING_FOUND


def _slow(evidence: DiagnosisEvidence) -> bool | None:
    """The verdict of speed; None where nothing could tell."""
    words = [one.word for one in evidence.check.findings if one.topic is Topic.SPEED]
    if ODD in words:
        return True
    return False if FINE in words else None
