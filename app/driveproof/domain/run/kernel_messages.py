# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which lines of the kernel's log report trouble with a device, and what kind of trouble."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from types import MappingProxyType

from driveproof.domain.quantity import OneOf
from driveproof.domain.run.run import (
    Disturbance,
    Environment,
    KernelLog,
    KernelMessage,
    PhaseResult,
    Repeat,
)
from driveproof.domain.say import Say

MOST_KEPT = 50
"""Different lines that are kept of a run."""


class Trouble(StrEnum):
    """What a line reports; the words are those of JSON and of histories."""

    GONE = "device gone"
    MEDIUM = "medium error"
    IO_ERROR = "I/O error"
    TIMEOUT = "timeout"
    RESET = "reset"
    LINK = "link slower"
    BUS = "bus error"
    ARRAY = "array member failed"
    FILESYSTEM = "file system error"


_WORDS: dict[str, Say] = {
    Trouble.GONE: Say("device gone"),
    Trouble.MEDIUM: Say("medium error"),
    Trouble.IO_ERROR: Say("I/O error"),
    Trouble.TIMEOUT: Say("timeout"),
    Trouble.RESET: Say("reset"),
    Trouble.LINK: Say("slower link"),
    Trouble.BUS: Say("bus error"),
    Trouble.ARRAY: Say("array member failed"),
    Trouble.FILESYSTEM: Say("file system error"),
}


def trouble_say(kind: str) -> Say | str:
    """What a line reports, in a few words; a kind of a newer version stays as it is."""
    return _WORDS.get(kind, kind)


def troubles_say(messages: Sequence[KernelMessage]) -> Say | None:
    """Each kind of trouble once, with how often it came; None for none."""
    kinds: dict[str, int] = {}
    for one in messages:
        kinds[one.kind] = kinds.get(one.kind, 0) + one.times
    if not kinds:
        return None
    told = (
        trouble_say(kind)
        if count == 1
        else Say("{first} ({second})", first=trouble_say(kind), second=count)
        for kind, count in kinds.items()
    )
    return Say("Kernel messages about the drive: {troubles}.", troubles=OneOf(tuple(told)))


# From the format strings of Linux 6.12: drivers/ata/libata-eh.c and libata-core.c,
# drivers/nvme/host/pci.c and core.c, block/blk-core.c, fs/buffer.c, drivers/scsi/sd.c and
# scsi_error.c, drivers/usb/core/hub.c, drivers/usb/storage/uas.c, drivers/mmc/core/block.c,
# drivers/pci/pcie/aer.c, drivers/md/raid*.c, fs/ext4/super.c, fs/xfs/xfs_message.c, fs/btrfs.
# The first that fits counts, so that the graver ones come first.
_TROUBLES = (
    (Trouble.GONE, re.compile(
        r"USB disconnect|rejecting I/O to (?:offline|dead) device"
        r"|controller is down|Removing after probe failure|card [0-9a-f]+ removed"
        r"|SATA link down|Device offlined",
        re.IGNORECASE,
    )),
    (Trouble.MEDIUM, re.compile(
        r"medium error|Unrecovered read error",
        re.IGNORECASE,
    )),
    (Trouble.TIMEOUT, re.compile(
        r"\btimeout\b|timed out|timing out command|uas_eh_abort_handler"
        r"|action 0x[0-9a-f]+ frozen|task abort",
        re.IGNORECASE,
    )),
    (Trouble.RESET, re.compile(
        r"(?:hard|soft) resetting link|reset(?:ting)? controller"
        r"|reset [a-z-]+speed\S* USB device|uas_eh_device_reset_handler"
        r"|(?:device|bus|host|target) reset\b",
        re.IGNORECASE,
    )),
    (Trouble.LINK, re.compile(
        r"limiting SATA link speed|link is slow to respond"
        r"|available PCIe bandwidth, limited by",
        re.IGNORECASE,
    )),
    (Trouble.BUS, re.compile(
        r"PCIe Bus Error|AER: .*(?:error|Error)|interface fatal error|SError: \{"
        r"|BadCRC|\bCRC error",
        re.IGNORECASE,
    )),
    (Trouble.ARRAY, re.compile(
        r"Disk failure on|kicking non-fresh|Operation continuing on \d+ devices",
        re.IGNORECASE,
    )),
    (Trouble.FILESYSTEM, re.compile(
        r"EXT4-fs (?:error|warning)|JBD2: .*error|Remounting filesystem"
        r" read-only|BTRFS (?:error|critical|warning)"
        r"|XFS \(.*(?:error|Corruption|Shutting down)",
        re.IGNORECASE,
    )),
    (Trouble.IO_ERROR, re.compile(
        r"I/O error|failed command: |critical \S+ error, dev"
        r"|lost (?:async )?page write|nvme\S*: I/O Cmd\(|Emask 0x[1-9a-f]",
        re.IGNORECASE,
    )),
)  # fmt: skip


Speeds = Mapping[str, float]
"""What drive and port can do together, in Gbit/s, by the name of the port in the log: "ata3". Only
where it is certain.
"""
_UNKNOWN: Speeds = MappingProxyType({})
# sata_print_link_status of libata-core.c: a link that came up, at whatever speed both ends agreed
# on. Behind a port multiplier the name has a second number, and is not known here.
_CAME_UP = re.compile(r"^(ata\d+): SATA link up (\d\.\d) Gbps")
_FILLED = re.compile(r"^(?:loop|nbd|dm-)\d+: detected capacity change from 0 to ")
"""Linux, block/genhd.c, set_capacity_and_notify: a name that was there became another device. Of a
drive it would be one that lost its medium for a moment, which is trouble."""


def trouble(text: str, speeds: Speeds = _UNKNOWN) -> Trouble | None:
    """The trouble that a line reports; None for one that reports none that we know.

    With `speeds` also that a link came up slower than drive and port can.
    """
    found = next((kind for kind, pattern in _TROUBLES if pattern.search(text)), None)
    if found is None and (match := _CAME_UP.match(text)) is not None:
        best = speeds.get(match[1])
        if best is not None and float(match[2]) < best:
            return Trouble.LINK
    return found


def mentions(text: str, names: Collection[str]) -> bool:
    """Whether a line names a device by one of its names ("sda", "ata3", "2:0:0:0", "usb 2-1").

    "ata3" is also named by "ata3.00", the device on the port, but not by "ata31"; "sda" not by
    "sda1", and "usb 2-1" not by "usb 2-1.4", another port of a hub.
    """
    return any(
        re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w-]|:\d){_END.get(name[:4], '')}", text)
        for name in names
    )


_END = {"usb ": r"(?!\.\d)"}


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the kernel's log and when it was written."""

    at: datetime
    text: str


def since_plugged_in(lines: Sequence[LogLine], names: Collection[str]) -> Sequence[LogLine]:
    """The lines after the device was last taken away, or a loop device given another file: what
    is before may be of another one that had its name or its port, and that somebody unplugs a stick
    is no trouble.
    """
    for number in range(len(lines), 0, -1):
        text = lines[number - 1].text
        changed = _FILLED.search(text) or trouble(text) is Trouble.GONE
        if changed and mentions(text, names):
            return lines[number:]
    return lines


def troubles(
    lines: Iterable[LogLine],
    names: Collection[str],
    started: datetime,
    speeds: Speeds = _UNKNOWN,
) -> tuple[KernelMessage, ...]:
    """The lines that report trouble with a device since `started`; `speeds` as of `trouble`.

    A line that comes again, but for its numbers, is kept once with its count; at most MOST_KEPT.
    """
    found: dict[str, KernelMessage] = {}
    for line in lines:
        if line.at < started or not mentions(line.text, names):
            continue
        kind = trouble(line.text, speeds)
        if kind is None:
            continue
        alike = re.sub(r"0x[0-9a-f]+|\d+", "#", line.text)
        if alike in found:
            found[alike] = found[alike]._replace(times=found[alike].times + 1)
        elif len(found) < MOST_KEPT:
            seconds = (line.at - started).total_seconds()
            found[alike] = KernelMessage(seconds, kind, line.text)
    return tuple(found.values())


def messages_about(
    lines: Iterable[LogLine], names: Collection[str], speeds: Speeds = _UNKNOWN
) -> list[LogLine]:
    """The lines that report trouble with a device; `speeds` as of `trouble`."""
    return [one for one in lines if mentions(one.text, names) and trouble(one.text, speeds)]


SLACK = timedelta(seconds=1)
"""How long after a repeat a line still belongs to it: errors are reported late."""


def marked_as_troubled(
    phases: Iterable[PhaseResult],
    lines: Iterable[LogLine],
    names: Collection[str],
    speeds: Speeds = _UNKNOWN,
) -> tuple[PhaseResult, ...]:
    """The phases with each repeat marked during which the kernel reported trouble; `speeds` as of
    `trouble`.
    """
    moments = [line.at for line in messages_about(lines, names, speeds)]
    if not moments:
        return tuple(phases)
    return tuple(
        replace(phase, repeats=tuple(_marked(phase, repeat, moments) for repeat in phase.repeats))
        for phase in phases
    )


def _marked(phase: PhaseResult, repeat: Repeat, moments: Iterable[datetime]) -> Repeat:
    if repeat.started is None:
        return repeat
    measured = max((one.seconds or 0.0 for one in repeat.directions.values()), default=0.0)
    end = repeat.started + timedelta(seconds=phase.warmup + measured) + SLACK
    if not any(repeat.started <= moment <= end for moment in moments):
        return repeat
    return replace(repeat, disturbed=(*repeat.disturbed, Disturbance.KERNEL))


def kernel_fact(environment: Environment) -> int | Say | None:
    """How many lines there were, or why none were read; None where nothing was recorded."""
    match environment.kernel_log:
        case _ if environment.kernel_messages:
            return sum(one.times for one in environment.kernel_messages)
        case KernelLog.KMSG | KernelLog.JOURNAL:
            return 0
        case KernelLog.REFUSED:
            return Say("No permission to read the kernel log (group adm).")
        case KernelLog.MISSING:
            return Say("There is no kernel log.")
    return None
