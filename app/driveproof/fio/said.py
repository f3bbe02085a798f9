# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What fio says of an I/O that failed, in words that are its own and no person's."""

from __future__ import annotations

import re

from driveproof.domain.access import Direction
from driveproof.domain.run.failed_io import FailedIo

# fio.c and io_u.c of 3.28 to 3.39: "fio: pid=7, err=61/file:io_u.c:1889, func=io_u error, ...", and
# before it "fio: io_u error on file NAME: No data available: read offset=15818752, buflen=4096".
_NUMBER = re.compile(r"^fio: pid=\d{1,10}, err=(\d{1,4})/", re.MULTILINE)
_PLACE = re.compile(
    r"^fio: io_u error on file .*: (read|write|sync|datasync|sync_file_range|trim|[a-z_]+)"
    r" offset=(\d{1,19}), buflen=(\d{1,19})\s*$",
    re.MULTILINE,
)
_WAYS = {"read": Direction.READ, "write": Direction.WRITE, "trim": Direction.TRIM}


def failed_io(said: str, number: int = 0) -> FailedIo | None:
    """The first failed I/O that fio tells of; `number` is the errno of its report, 0 for none.

    None where neither has one.
    """
    printed = _NUMBER.search(said)  # a scan's fio has no report
    number = number or (int(printed[1]) if printed else 0)
    if not number:
        return None
    place = _PLACE.search(said)
    if place is None or place[1] not in _WAYS:
        return FailedIo(number)
    return FailedIo(number, _WAYS[place[1]], int(place[2]), int(place[3]))


def missing_engine(said: str) -> str | None:
    """The engine that this fio does not have: it has no number for that, only words."""
    found = re.search(r"\bengine (\w{1,32}) not loadable", said)
    return found[1] if found else None
