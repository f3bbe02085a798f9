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
from driveproof.domain.quantity import Bytes

SECTOR = 512


class Cause(Enum):
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


CAUSES: Mapping[int, Cause] = {
    errno.ENOSPC: Cause.DISK_FULL,
    errno.EDQUOT: Cause.QUOTA,
    errno.ENODATA: Cause.MEDIUM,
    errno.EIO: Cause.IO_ERROR,
    errno.EROFS: Cause.READ_ONLY,
    errno.ENODEV: Cause.GONE,
    errno.ENXIO: Cause.GONE,
    errno.ENOMEDIUM: Cause.NO_MEDIUM,
    errno.EMEDIUMTYPE: Cause.NO_MEDIUM,
    errno.ETIMEDOUT: Cause.TIMEOUT,
    errno.ETIME: Cause.TIMEOUT,
    errno.ENOLINK: Cause.LINK,
    errno.EREMOTEIO: Cause.REFUSED,
    errno.EBADE: Cause.RESERVED,
    errno.EILSEQ: Cause.CHECKSUM,
    errno.EBADMSG: Cause.DAMAGED,
    errno.EUCLEAN: Cause.DAMAGED,
    errno.ENOMEM: Cause.MEMORY,
    errno.ENOBUFS: Cause.MEMORY,
    errno.ENOTCONN: Cause.DISCONNECTED,
    errno.ECONNABORTED: Cause.DISCONNECTED,
    errno.ECONNRESET: Cause.DISCONNECTED,
    errno.ECONNREFUSED: Cause.DISCONNECTED,
    errno.EPIPE: Cause.DISCONNECTED,
    errno.ESHUTDOWN: Cause.DISCONNECTED,
    errno.EHOSTDOWN: Cause.DISCONNECTED,
    errno.EHOSTUNREACH: Cause.DISCONNECTED,
    errno.ENETDOWN: Cause.DISCONNECTED,
    errno.ENETUNREACH: Cause.DISCONNECTED,
    errno.ENETRESET: Cause.DISCONNECTED,
    errno.ENONET: Cause.DISCONNECTED,
    errno.ECOMM: Cause.DISCONNECTED,
    errno.ESTALE: Cause.STALE,
    errno.ENOENT: Cause.STALE,
    errno.ENOKEY: Cause.KEY,
    errno.EKEYEXPIRED: Cause.KEY,
    errno.EKEYREVOKED: Cause.KEY,
    errno.EKEYREJECTED: Cause.KEY,
    errno.EACCES: Cause.DENIED,
    errno.EPERM: Cause.DENIED,
    errno.EFBIG: Cause.TOO_LARGE,
    errno.EINVAL: Cause.UNSUPPORTED,
    errno.EOPNOTSUPP: Cause.UNSUPPORTED,
    errno.ENOSYS: Cause.UNSUPPORTED,
    errno.ENOTTY: Cause.UNSUPPORTED,
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


class Answers(Enum):
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

    answers: Answers = Answers.DRIVE
    device: str | None = None
    folder: str = ""
    left: bool = False
    log: str = ""


class IoError(MachineError):
    """A failed I/O; `on` words it for what was measured."""

    def __init__(self, io: FailedIo, cause: Cause, on: On) -> None:
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
        return IoError(self.io, Cause.READ_ONLY, where)

    def as_gone(self, where: On) -> IoError:
        """What it was where the device is not there any more."""
        return IoError(self.io, Cause.GONE, where)


def io_error(io: FailedIo, on: On | None = None) -> IoError | None:
    """The error of a failed I/O; None for a number that says nothing to a person."""
    cause = CAUSES.get(abs(io.number))
    return None if cause is None else IoError(io, cause, on or On())


PLACES = frozenset({Cause.MEDIUM, Cause.IO_ERROR, Cause.CHECKSUM})
"""What concerns the place that was read or written, and says nothing of the next one."""


def of_place(number: int) -> bool:
    """Whether an errno concerns one place of the drive alone."""
    return CAUSES.get(abs(number)) in PLACES


def known_failure(number: int) -> IoError | None:
    """What an errno alone means; None for one that says nothing to a person."""
    return io_error(FailedIo(number))


_VANISHED = frozenset(
    {
        *(Cause.DISCONNECTED, Cause.STALE, Cause.TIMEOUT, Cause.GONE, Cause.NO_MEDIUM),
        *(Cause.LINK, Cause.REFUSED, Cause.KEY, Cause.IO_ERROR, Cause.MEDIUM, Cause.DAMAGED),
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


LOOK_AT_IT = Advice("Look at the kernel's log (journalctl -k or dmesg) and at the drive's health.")
_LOG = Advice("Check the kernel log (journalctl -k).")
_SERVER = Advice(
    "Is the server reachable, and is there space on it? Look at the kernel's log (journalctl -k or"
    " dmesg) and at the server's."
)


def _made(io: FailedIo, cause: Cause, on: On) -> MachineError:
    if cause is Cause.MEDIUM:
        return _medium(io, on)
    if cause is Cause.IO_ERROR:
        return _io_error(io, on)
    if cause is Cause.READ_ONLY:
        return _read_only(on)
    if cause in {Cause.DISCONNECTED, Cause.TIMEOUT, Cause.STALE}:
        return _away(cause, on)
    return _PLAIN[cause]


def _place(io: FailedIo) -> dict[str, Any]:
    """The bytes, for the sentences that name them."""
    assert io.offset is not None
    assert io.size is not None
    return {"size": Bytes(io.size, binary=True), "offset": Bytes(io.offset)}


def _sector(io: FailedIo, on: On) -> dict[str, Any]:
    assert io.offset is not None
    return {**_place(io), "device": on.device, "sector": str(io.offset // SECTOR)}


def _medium(io: FailedIo, on: On) -> MachineError:
    advice = Advice(
        "The drive reports an error of its medium: look at its health, and save what you still need"
        " from it."
    )
    if io.offset is None or io.size is None:
        return MachineError(
            "The drive could not read or write a part of what was measured.", advice=advice
        )
    writes = io.way is Direction.WRITE
    if on.device is None and writes:
        return MachineError(
            "The drive could not write {size} at {offset} of the test file.",
            advice=advice,
            **_place(io),
        )
    if on.device is None:
        return MachineError(
            "The drive could not read {size} at {offset} of the test file.",
            advice=advice,
            **_place(io),
        )
    if writes:
        return MachineError(
            "The drive could not write {size} at {offset} of {device} (sector {sector}).",
            advice=advice,
            **_sector(io, on),
        )
    return MachineError(
        "The drive could not read {size} at {offset} of {device} (sector {sector}).",
        advice=advice,
        **_sector(io, on),
    )


def _io_error(io: FailedIo, on: On) -> MachineError:  # noqa: PLR0911 - one for each sentence
    if on.answers is Answers.SERVER:
        return MachineError(
            "The file system answered with an I/O error: the server failed, or did not answer in"
            " time.",
            advice=_SERVER,
        )
    if on.answers is Answers.PROGRAM:
        return MachineError(
            "The program that answers for the file system failed with an I/O error.",
            advice=Advice("Look at what it says: its log, or the terminal that it was started in."),
        )
    if io.offset is None or io.size is None or io.way not in {Direction.READ, Direction.WRITE}:
        return MachineError("The device answered with an I/O error.", advice=LOOK_AT_IT)
    writes = io.way is Direction.WRITE
    if on.device is None and writes:
        return MachineError(
            "The device answered with an I/O error when {size} at {offset} of the test file were"
            " written.",
            advice=LOOK_AT_IT,
            **_place(io),
        )
    if on.device is None:
        return MachineError(
            "The device answered with an I/O error when {size} at {offset} of the test file were"
            " read.",
            advice=LOOK_AT_IT,
            **_place(io),
        )
    if writes:
        return MachineError(
            "{device} answered with an I/O error when {size} at {offset} (sector {sector}) were"
            " written.",
            advice=LOOK_AT_IT,
            **_sector(io, on),
        )
    return MachineError(
        "{device} answered with an I/O error when {size} at {offset} (sector {sector}) were read.",
        advice=LOOK_AT_IT,
        **_sector(io, on),
    )


def _read_only(on: On) -> MachineError:
    if on.log:
        return MachineError(
            "The file system became read-only in the middle of the test. The kernel's log says why:"
            " {line}",
            line=on.log,
            advice=Advice("Save what you need, look at the drive's health, and repair it (fsck)."),
        )
    return MachineError(
        "The file system became read-only in the middle of the test.",
        advice=Advice(
            "The kernel does that after an error: look at its log (journalctl -k or dmesg)."
        ),
    )


def _away(cause: Cause, on: On) -> MachineError:
    """Who answers for the target does not any more."""
    if on.answers is Answers.PROGRAM and cause is Cause.DISCONNECTED:
        return MachineError(
            "The program that answers for the file system ended in the middle of the test.",
            advice=_after_program(on),
        )
    if cause is Cause.STALE and on.answers is Answers.DRIVE:
        return MachineError(
            "A file of the test is not there any more.",
            advice=Advice("Has somebody deleted or moved it? Run the test again."),
        )
    if cause is Cause.STALE:
        return MachineError(
            "The server does not know a file of the test any more.",
            advice=Advice(
                "It was deleted there, or the share was exported anew: mount it again, and measure"
                " again."
            ),
        )
    if cause is Cause.DISCONNECTED:
        return MachineError(
            "The connection to the server was lost in the middle of the test.",
            advice=Advice("Is the server reachable? Mount the share again where it is."),
        )
    if on.answers is Answers.DRIVE:
        return MachineError("The device did not answer in time.", advice=LOOK_AT_IT)
    return MachineError("The server did not answer in time.", advice=_SERVER)


def _after_program(on: On) -> Advice:
    if on.left:
        return Advice(
            "Unmount {folder} and mount it again. The test file, called .fuse_hidden and a number,"
            " may still be there: delete it.",
            folder=on.folder,
        )
    return Advice("Unmount it, and mount it again.")


_PLAIN: Mapping[Cause, MachineError] = {
    Cause.DISK_FULL: MachineError(
        "The disk became full in the middle of the test.",
        advice=Advice(Remedy.FREE_SPACE_OR_SMALLER_FILE),
    ),
    Cause.QUOTA: MachineError(
        "Your disk quota was used up in the middle of the test.",
        advice=Advice(Remedy.FREE_SPACE_OR_SMALLER_FILE),
    ),
    Cause.GONE: MachineError(
        "The device went away in the middle of the test.",
        advice=Advice("Check that the device is still connected."),
    ),
    Cause.NO_MEDIUM: MachineError(
        "There is no medium in the drive any more.", advice=Advice("Put it back, and run it again.")
    ),
    Cause.LINK: MachineError(
        "The connection to the drive failed in the middle of the test.",
        advice=Advice(
            "Look at the cable and the port, and at the kernel's log (journalctl -k or dmesg)."
        ),
    ),
    Cause.REFUSED: MachineError(
        "The drive or its server refused to carry out a request.", advice=_LOG
    ),
    Cause.RESERVED: MachineError(
        "Another computer has reserved the drive for itself (persistent reservation).",
        advice=Advice("Have it release the drive, or measure there."),
    ),
    Cause.CHECKSUM: MachineError(
        "What came back is not what was written: a checksum does not fit.", advice=LOOK_AT_IT
    ),
    Cause.DAMAGED: MachineError(
        "The file system is damaged.", advice=Advice("Unmount it, and repair it (fsck).")
    ),
    Cause.MEMORY: MachineError(
        "The kernel had no memory left for an I/O.",
        advice=Advice("End programs that need much memory, and run it again."),
    ),
    Cause.KEY: MachineError(
        "The key that the file system needs is missing or has expired.",
        advice=Advice(
            "Unlock the folder, or log in to the server again (kinit), and run it again."
        ),
    ),
    Cause.DENIED: MachineError(
        "The file system refused access in the middle of the test.",
        advice=Advice("Have its permissions, or those of the share, been changed meanwhile?"),
    ),
    Cause.TOO_LARGE: MachineError(
        "The file system does not take a file of this size.",
        advice=Advice(Remedy.CHOOSE_SMALLER_FILE),
    ),
    Cause.UNSUPPORTED: MachineError("The target does not support what the test does.", advice=_LOG),
    Cause.NO_LIBAIO: MachineError(
        "This fio has no libaio engine.", advice=Advice("Install your system's fio.")
    ),
    Cause.NO_IO_URING: MachineError(
        "This fio has no io_uring engine.", advice=Advice(Remedy.LEAVE_ENGINE_OUT)
    ),
}
