# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a failed I/O means: the kernel's number for it (errno) and where it was, as a sentence.

The numbers that block devices answer with are those of blk_errors in block/blk-core.c of Linux
6.12; those of network file systems are from fs/nfs/nfs4proc.c, fs/smb/client/smb2maperror.c and
fs/fuse/dev.c.
"""

from __future__ import annotations

import errno
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from driveproof.domain.access import Direction
from driveproof.domain.errors import Advice, MachineError, Remedy
from driveproof.domain.notes import Note
from driveproof.domain.quantity import Bytes
from driveproof.domain.say import Say

SECTOR = 512


class FailureCause(Enum):
    """What went wrong."""

    DISK_FULL = auto()
    QUOTA = auto()
    MEDIUM = auto()
    IO_ERROR = auto()
    READ_ONLY = auto()
    GONE = auto()
    NO_MEDIUM = auto()
    TIMEOUT = auto()
    LINK = auto()
    REFUSED = auto()
    RESERVED = auto()
    CHECKSUM = auto()
    DAMAGED = auto()
    MEMORY = auto()
    DISCONNECTED = auto()
    STALE = auto()
    KEY = auto()
    DENIED = auto()
    TOO_LARGE = auto()
    UNSUPPORTED = auto()
    NO_LIBAIO = auto()
    NO_IO_URING = auto()


CAUSES: Mapping[int, FailureCause] = {
    errno.ENOSPC: FailureCause.DISK_FULL,
    errno.EDQUOT: FailureCause.QUOTA,
    errno.ENODATA: FailureCause.MEDIUM,
    errno.EIO: FailureCause.IO_ERROR,
    errno.EROFS: FailureCause.READ_ONLY,
    errno.ENODEV: FailureCause.GONE,
    errno.ENXIO: FailureCause.GONE,
    errno.ENOMEDIUM: FailureCause.NO_MEDIUM,
    errno.EMEDIUMTYPE: FailureCause.NO_MEDIUM,
    errno.ETIMEDOUT: FailureCause.TIMEOUT,
    errno.ETIME: FailureCause.TIMEOUT,
    errno.ENOLINK: FailureCause.LINK,
    errno.EREMOTEIO: FailureCause.REFUSED,
    errno.EBADE: FailureCause.RESERVED,
    errno.EILSEQ: FailureCause.CHECKSUM,
    errno.EBADMSG: FailureCause.DAMAGED,
    errno.EUCLEAN: FailureCause.DAMAGED,
    errno.ENOMEM: FailureCause.MEMORY,
    errno.ENOBUFS: FailureCause.MEMORY,
    errno.ENOTCONN: FailureCause.DISCONNECTED,
    errno.ECONNABORTED: FailureCause.DISCONNECTED,
    errno.ECONNRESET: FailureCause.DISCONNECTED,
    errno.ECONNREFUSED: FailureCause.DISCONNECTED,
    errno.EPIPE: FailureCause.DISCONNECTED,
    errno.ESHUTDOWN: FailureCause.DISCONNECTED,
    errno.EHOSTDOWN: FailureCause.DISCONNECTED,
    errno.EHOSTUNREACH: FailureCause.DISCONNECTED,
    errno.ENETDOWN: FailureCause.DISCONNECTED,
    errno.ENETUNREACH: FailureCause.DISCONNECTED,
    errno.ENETRESET: FailureCause.DISCONNECTED,
    errno.ENONET: FailureCause.DISCONNECTED,
    errno.ECOMM: FailureCause.DISCONNECTED,
    errno.ESTALE: FailureCause.STALE,
    errno.ENOENT: FailureCause.STALE,
    errno.ENOKEY: FailureCause.KEY,
    errno.EKEYEXPIRED: FailureCause.KEY,
    errno.EKEYREVOKED: FailureCause.KEY,
    errno.EKEYREJECTED: FailureCause.KEY,
    errno.EACCES: FailureCause.DENIED,
    errno.EPERM: FailureCause.DENIED,
    errno.EFBIG: FailureCause.TOO_LARGE,
    errno.EINVAL: FailureCause.UNSUPPORTED,
    errno.EOPNOTSUPP: FailureCause.UNSUPPORTED,
    errno.ENOSYS: FailureCause.UNSUPPORTED,
    errno.ENOTTY: FailureCause.UNSUPPORTED,
}


@dataclass(frozen=True, slots=True)
class FailedIo:
    """An I/O that failed: its errno, and as far as it is known what it was, and which bytes of the
    file or the device it was to move.
    """

    number: int
    way: Direction | None = None
    offset: int | None = None
    size: int | None = None


class ServedBy(Enum):
    """Who answers for a target."""

    DRIVE = auto()
    SERVER = auto()
    """A file system of the kernel's on a network."""
    PROGRAM = auto()
    """FUSE: a program of somebody's."""


@dataclass(frozen=True, slots=True)
class On:
    """What was measured: who answers for it, and the path of a device, None for a test file.

    `folder` is where the test file was; `left` says that it stays there when a program ends that
    answers for it. `log` is the line of the kernel's log that says why, "" where none is known.
    """

    answers: ServedBy = ServedBy.DRIVE
    device: str | None = None
    folder: str = ""
    left: bool = False
    log: str = ""


class IoError(MachineError):
    """A failed I/O; `on` words it for what was measured."""

    def __init__(self, io: FailedIo, cause: FailureCause, on: On) -> None:
        made = _made(io, cause, on)
        values: dict[str, Any] = dict(made.values)
        super().__init__(made.key, code=cause, advice=made.advice, **values)
        self.io, self.cause = io, cause

    def on(self, where: On) -> IoError:
        """The same with what is known of the target."""
        return IoError(self.io, self.cause, where)

    def as_read_only(self, where: On) -> IoError:
        """What it was where the file system is read-only by now: the kernel does that after an
        error, and the I/O that met the error may have another number.
        """
        return IoError(self.io, FailureCause.READ_ONLY, where)


def io_error(io: FailedIo, on: On | None = None) -> IoError | None:
    """The error of a failed I/O; None for a number that says nothing to a person."""
    cause = CAUSES.get(abs(io.number))
    return None if cause is None else IoError(io, cause, on or On())


CAUSES_OF_A_PLACE = frozenset({FailureCause.MEDIUM, FailureCause.IO_ERROR, FailureCause.CHECKSUM})
"""What concerns the place that was read or written, and says nothing of the next one."""


def of_place(number: int) -> bool:
    """Whether an errno concerns one place of the drive alone."""
    return CAUSES.get(abs(number)) in CAUSES_OF_A_PLACE


def known_failure(number: int) -> IoError | None:
    """What an errno alone means; None for one that says nothing to a person."""
    return io_error(FailedIo(number))


_VANISHED = frozenset(
    {
        *(
            FailureCause.DISCONNECTED,
            FailureCause.STALE,
            FailureCause.TIMEOUT,
            FailureCause.GONE,
            FailureCause.NO_MEDIUM,
        ),
        *(
            FailureCause.LINK,
            FailureCause.REFUSED,
            FailureCause.KEY,
            FailureCause.IO_ERROR,
            FailureCause.MEDIUM,
            FailureCause.DAMAGED,
        ),
    }
)
"""What any call may answer once a drive, a server or a program of FUSE has gone."""


def vanished(error: BaseException) -> IoError | None:
    """What an exception means that is no fault of ours: a file system went away under a call that
    nobody expected to fail. None for any other.
    """
    if not isinstance(error, OSError) or error.errno in {None, errno.ENOENT, errno.EPIPE}:
        return None
    found = known_failure(error.errno or 0)
    return found if found is not None and found.cause in _VANISHED else None


LOOK_AT_IT = Advice("Check the kernel log (journalctl -k) and the drive's health.")
_SERVER = Advice("Try again.")
_SAVE = Advice("Save your data, then check the drive's health.")
_AGAIN = Advice("Try again.")
_REMOUNT = Advice("Mount it again.")


def _made(io: FailedIo, cause: FailureCause, on: On) -> MachineError:
    if cause is FailureCause.MEDIUM:
        return _at_place(io, on, _SAVE) or MachineError(
            "The drive cannot read its medium.", advice=_SAVE
        )
    if cause is FailureCause.IO_ERROR:
        return _io_error(io, on)
    if cause is FailureCause.READ_ONLY and on.log:
        return MachineError(
            "The file system became read-only: {line}",
            line=on.log,
            advice=_SAVE,
        )
    if cause in {FailureCause.DISCONNECTED, FailureCause.TIMEOUT, FailureCause.STALE}:
        return _away(cause, on)
    return _PLAIN[cause]


def _at_place(io: FailedIo, on: On, advice: Advice) -> MachineError | None:
    """The error with its position; None where that is not known."""
    if io.offset is None or io.size is None or io.way not in {Direction.READ, Direction.WRITE}:
        return None
    where: Note | Say = Say("test file")
    if on.device is not None:
        sector = str(io.offset // SECTOR)
        where = Note("{device}, sector {sector}", device=on.device, sector=sector)
    place: dict[str, Any] = {
        "advice": advice,
        "size": Bytes(io.size, binary=True),
        "offset": Bytes(io.offset),
        "where": where,
    }
    # Translators: {where} is "test file" or a device with a sector.
    if io.way is Direction.WRITE:
        return MachineError("Write error: {size} at {offset} ({where}).", **place)
    return MachineError("Read error: {size} at {offset} ({where}).", **place)


def _io_error(io: FailedIo, on: On) -> MachineError:
    if on.answers is ServedBy.SERVER:
        return MachineError("The server reported an I/O error.", advice=_SERVER)
    if on.answers is ServedBy.PROGRAM:
        return MachineError(
            "The program of the file system reported an I/O error.",
            advice=Advice("Try again."),
        )
    return _at_place(io, on, LOOK_AT_IT) or MachineError(
        "The device reported an I/O error.", advice=LOOK_AT_IT
    )


def _away(cause: FailureCause, on: On) -> MachineError:
    """Who answers for the target does not any more."""
    if on.answers is ServedBy.PROGRAM and cause is FailureCause.DISCONNECTED:
        return MachineError("The program of the file system ended.", advice=_after_program(on))
    if cause is FailureCause.STALE:
        return MachineError("The test file is missing.", advice=_AGAIN)
    if cause is FailureCause.DISCONNECTED:
        return MachineError("The connection to the server was lost.", advice=_REMOUNT)
    if on.answers is ServedBy.DRIVE:
        return MachineError("The device does not answer.", advice=LOOK_AT_IT)
    return MachineError("The server does not answer.", advice=_SERVER)


def _after_program(on: On) -> Advice:
    if on.left:
        return Advice(
            "Mount {folder} again, and delete the test file there (.fuse_hidden...).",
            folder=on.folder,
        )
    return _REMOUNT


_PLAIN: Mapping[FailureCause, MachineError] = {
    FailureCause.READ_ONLY: MachineError("The file system became read-only.", advice=LOOK_AT_IT),
    FailureCause.DISK_FULL: MachineError(
        "The file system is full.", advice=Advice(Remedy.FREE_SPACE_OR_SMALLER_FILE)
    ),
    FailureCause.QUOTA: MachineError(
        "Your disk quota is used up.", advice=Advice(Remedy.FREE_SPACE_OR_SMALLER_FILE)
    ),
    FailureCause.GONE: MachineError(
        "The device was removed.", advice=Advice("Check that it is connected.")
    ),
    FailureCause.NO_MEDIUM: MachineError(
        "There is no medium in the drive.", advice=Advice("Insert a medium.")
    ),
    FailureCause.LINK: MachineError(
        "The connection to the drive failed.",
        advice=Advice("Reconnect or replace the cable, then try another port."),
    ),
    FailureCause.REFUSED: MachineError("The drive refused a request.", advice=LOOK_AT_IT),
    FailureCause.RESERVED: MachineError(
        "Another computer has reserved the drive.",
        advice=Advice("Try again."),
    ),
    FailureCause.CHECKSUM: MachineError("The data has a wrong checksum.", advice=LOOK_AT_IT),
    FailureCause.DAMAGED: MachineError(
        "The file system is damaged.", advice=Advice("Unmount it, and repair it (fsck).")
    ),
    FailureCause.MEMORY: MachineError(
        "Not enough memory.",
        advice=_AGAIN,
    ),
    FailureCause.KEY: MachineError(
        "The key of the file system is missing or expired.",
        advice=Advice("Unlock it, or log in again (kinit)."),
    ),
    FailureCause.DENIED: MachineError(
        "The file system refused access.", advice=Advice("Choose another folder.")
    ),
    FailureCause.TOO_LARGE: MachineError(
        "The file is too large for the file system.", advice=Advice(Remedy.CHOOSE_SMALLER_FILE)
    ),
    FailureCause.UNSUPPORTED: MachineError(
        "The target does not support this test.", advice=LOOK_AT_IT
    ),
    FailureCause.NO_LIBAIO: MachineError(
        "This fio has no {engine} engine.",
        advice=Advice("Install your system's fio."),
        engine="libaio",
    ),
    FailureCause.NO_IO_URING: MachineError(
        "This fio has no {engine} engine.",
        advice=Advice(Remedy.LEAVE_ENGINE_OUT),
        engine="io_uring",
    ),
}
