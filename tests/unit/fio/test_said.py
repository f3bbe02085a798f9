# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""fio's words about a failed I/O, as fio 3.33 and 3.39 print them."""

from __future__ import annotations

import errno

import pytest

from driveproof.domain.access import Direction
from driveproof.domain.run.failed_io import FailedIo
from driveproof.fio.said import failed_io, missing_engine

MEDIUM = """\
fio: io_u error on file /proc/self/fd/9: No data available: read offset=15818752, buflen=4096
fio: pid=4711, err=61/file:io_u.c:1889, func=io_u error, error=No data available
"""
TRIM = """\
fio: io_u error on file /dev/sdb: Remote I/O error: trim offset=0, buflen=1048576
fio: pid=12, err=121/file:io_u.c:1889, func=io_u error, error=Remote I/O error
"""
NAMED = (
    "fio: io_u error on file /mnt/a: read offset=1, buflen=2: Input/output error:"
    " write offset=8, buflen=512"
)
DIED = """\
fio: io_u error on file /proc/self/fd/14: No space left on device: write offset=786432, buflen=65536
fio: io_u_queue.h:37: io_u_qpush: Assertion `0' failed.
"""


@pytest.mark.parametrize(
    ("said", "number", "found"),
    [
        (DIED, 0, FailedIo(errno.ENOSPC, Direction.WRITE, 786_432, 65_536)),
        (MEDIUM, 0, FailedIo(errno.ENODATA, Direction.READ, 15_818_752, 4096)),
        (MEDIUM, errno.EIO, FailedIo(errno.EIO, Direction.READ, 15_818_752, 4096)),
        (TRIM, 0, FailedIo(errno.EREMOTEIO, Direction.TRIM, 0, 2**20)),
        (NAMED, 5, FailedIo(5, Direction.WRITE, 8, 512)),
        ("fio: io_u error on file x: Input/output error: sync offset=0, buflen=0", 5, FailedIo(5)),
        ("fio: pid=7, err=28/file:filesetup.c:240, func=write, error=No space left on device", 0,
         FailedIo(errno.ENOSPC)),
        ("", errno.EROFS, FailedIo(errno.EROFS)),
        ("fio: bad option", 0, None),
        ("", 0, None),
    ],
)  # fmt: skip
def test_where_and_why(said: str, number: int, found: FailedIo | None) -> None:
    assert failed_io(said, number) == found


def test_an_engine_that_is_not_there() -> None:
    assert missing_engine("fio: engine io_uring not loadable\nIOengine not found") == "io_uring"
    assert missing_engine("fio: pid=7") is None
