# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whose fault an entry of a drive's error log is.

NVMe: status code types and codes of the NVM Express Base Specification 2.0, figures 93 to 97. ATA:
the error register of the ATA/ATAPI Command Set.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum

from driveproof.domain.health.report import ATA, NVME, ErrorEntry, HealthKind
from driveproof.domain.say import Coded, Say

_MEDIUM = 2
"""The status code type of media and data integrity errors: the upper part of a code, whose lower
eight bits are the status code."""


class ErrorCause(StrEnum):
    """Whose fault a failed command is; the words of the JSON."""

    MEDIUM = "medium"
    """The flash or the platters: data could not be written, read, or are not what was written."""
    FIRMWARE = "firmware"
    TRANSFER = "transfer"
    """The way between drive and computer: slot, riser, cable."""
    READ_ONLY = "read-only"
    """The drive takes no writes there."""
    SANITIZE = "sanitize"
    """An erasure failed: until one succeeds the drive takes no data."""
    REQUEST = "request"
    """A program asked for what the drive does not know or offer: nothing is wrong."""
    HOST = "host"
    """The computer gave up waiting, or reset the drive: the drive was slow, or its link."""
    POWER = "power"
    ADDRESS = "address"
    """Beyond the end of the drive: a partition table or a file system is wrong."""
    LOCKED = "locked"
    BUSY = "busy"
    """Starting, formatting, erasing or testing itself."""
    UNWRITTEN = "unwritten"
    """What was compared differs, or was never written: no fault."""
    FULL = "full"
    RESTART = "restart"
    """A firmware update that was refused, or needs a restart."""
    OTHER = "other"
    """It says nothing of the drive."""


_TITLES: Mapping[ErrorCause, Say] = {
    ErrorCause.MEDIUM: Say("Medium"),
    ErrorCause.FIRMWARE: Say("Firmware"),
    ErrorCause.TRANSFER: Say("Link"),
    ErrorCause.READ_ONLY: Say("Write protection"),
    ErrorCause.SANITIZE: Say("Failed erasure"),
    ErrorCause.REQUEST: Say("Unsupported command"),
    ErrorCause.HOST: Say("Computer stopped waiting"),
    ErrorCause.POWER: Say("Power loss"),
    ErrorCause.ADDRESS: Say("Beyond the end of the drive"),
    ErrorCause.LOCKED: Say("Locked"),
    ErrorCause.BUSY: Say("Drive was busy"),
    ErrorCause.UNWRITTEN: Say("No data there"),
    ErrorCause.FULL: Say("Full"),
    ErrorCause.RESTART: Say("Firmware update"),
}
NO_FAULT = frozenset({
    ErrorCause.REQUEST, ErrorCause.POWER, ErrorCause.ADDRESS, ErrorCause.LOCKED, ErrorCause.BUSY,
    ErrorCause.UNWRITTEN, ErrorCause.FULL, ErrorCause.RESTART,
})  # fmt: skip
"""What is no fault of the drive, however often it stands in the log."""

_CODES: Mapping[ErrorCause, frozenset[int]] = {
    cause: frozenset(codes)
    for cause, codes in (
        (ErrorCause.REQUEST, (
            0x001, 0x002, 0x003, 0x00B, *range(0x00D, 0x014), 0x016, 0x01A, 0x085, 0x086,
            *range(0x100, 0x103), *range(0x103, 0x107), *range(0x108, 0x10B), *range(0x10C, 0x110),
            0x11B, 0x11C, 0x180, 0x181,
        )),
        (ErrorCause.TRANSFER, (0x004, 0x022, 0x300, 0x301, 0x302, 0x303, 0x360, 0x370)),
        (ErrorCause.FIRMWARE, (0x006,)),
        (ErrorCause.READ_ONLY, (0x020, 0x182)),
        (ErrorCause.SANITIZE, (0x01C,)),
        (ErrorCause.HOST, (0x007, 0x008, 0x371)),
        (ErrorCause.POWER, (0x005,)),
        (ErrorCause.ADDRESS, (0x080,)),
        (ErrorCause.LOCKED, (0x00C, 0x015, 0x286)),
        (ErrorCause.BUSY, (0x01D, 0x021, 0x024, 0x082, 0x084, 0x11D)),
        (ErrorCause.UNWRITTEN, (0x285, 0x287)),
        (ErrorCause.FULL, (0x081, 0x115, 0x126)),
        (ErrorCause.RESTART, (0x107, 0x10B, *range(0x110, 0x114))),
    )
}  # fmt: skip
_BY_CODE: Mapping[int, ErrorCause] = {
    code: cause for cause, codes in _CODES.items() for code in codes
}

# UNC (the sector cannot be read) and IDNF (it is not found) are the medium's; ABRT alone is a
# command that the drive does not know, ICRC is the cable's.
_OF_ATA = (
    (re.compile(r"\b(?:UNC|IDNF)\b"), ErrorCause.MEDIUM),
    (re.compile(r"\bICRC\b"), ErrorCause.TRANSFER),
    (re.compile(r"\bABRT\b"), ErrorCause.REQUEST),
)


def cause_of(entry: ErrorEntry, kind: HealthKind) -> ErrorCause:
    """Whose fault it is; OTHER where that is unknown."""
    if kind == NVME:
        return _of_nvme(entry.code)
    if kind == ATA:
        return next((cause for words, cause in _OF_ATA if words.search(entry.text)), _OTHER)
    return _OTHER


def cause_word(cause: ErrorCause) -> Coded | None:
    """What it is called; None for OTHER."""
    title = _TITLES.get(cause)
    return None if title is None else Coded(cause, title)


_OTHER = ErrorCause.OTHER


def _of_nvme(code: int | None) -> ErrorCause:
    if code is None:
        return _OTHER
    known = _BY_CODE.get(code)
    if known is not None:
        return known
    return ErrorCause.MEDIUM if code >> 8 == _MEDIUM else _OTHER
