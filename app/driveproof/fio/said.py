# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What fio says of an I/O that failed, in words that are its own and no person's."""

from __future__ import annotations

import errno
import re
from collections.abc import Mapping

from driveproof.domain.access import Direction
from driveproof.domain.run.failed_io import FailedIo

# fio.c and io_u.c of 3.28 to 3.39: "fio: pid=7, err=61/file:io_u.c:1889, func=io_u error, ...", and
# before it "fio: io_u error on file NAME: No data available: read offset=15818752, buflen=4096".
_NUMBER = re.compile(r"^fio: pid=\d{1,10}, err=(\d{1,4})/", re.MULTILINE)
_PLACE = re.compile(
    r"^fio: io_u error on file .*: ([^:\n]{1,60}): ([a-z_]+)"
    r" offset=(\d{1,19}), buflen=(\d{1,19})\s*$",
    re.MULTILINE,
)
_ERRORS: Mapping[str, int] = {
    "No space left on device": errno.ENOSPC,
    "Disk quota exceeded": errno.EDQUOT,
    "Input/output error": errno.EIO,
    "No data available": errno.ENODATA,
    "Read-only file system": errno.EROFS,
    "No such device": errno.ENODEV,
    "No such device or address": errno.ENXIO,
    "No medium found": errno.ENOMEDIUM,
    "Connection timed out": errno.ETIMEDOUT,
    "Timer expired": errno.ETIME,
    "Link has been severed": errno.ENOLINK,
    "Remote I/O error": errno.EREMOTEIO,
    "Invalid exchange": errno.EBADE,
    "Structure needs cleaning": errno.EUCLEAN,
    "Transport endpoint is not connected": errno.ENOTCONN,
    "Stale file handle": errno.ESTALE,
}
"""What glibc's strerror(3) says without a locale, which fio never sets. Needed where fio dies of
its own assertion after a failed I/O, before it prints the number (posixaio, fio 3.33)."""
_WAYS = {"read": Direction.READ, "write": Direction.WRITE, "trim": Direction.TRIM}


def failed_io(said: str, number: int = 0) -> FailedIo | None:
    """The first failed I/O that fio reports; `number` is the errno of its report, 0 for none.

    None where neither has one.
    """
    printed = _NUMBER.search(said)  # a scan's fio has no report
    place = _PLACE.search(said)
    number = number or (int(printed[1]) if printed else 0)
    number = number or (_ERRORS.get(place[1], 0) if place else 0)
    if not number:
        return None
    if place is None or place[2] not in _WAYS:
        return FailedIo(number)
    return FailedIo(number, _WAYS[place[2]], int(place[3]), int(place[4]))


def missing_engine(said: str) -> str | None:
    """The engine that this fio does not have: it has no number for that, only words."""
    found = re.search(r"\bengine (\w{1,32}) not loadable", said)
    return found[1] if found else None
