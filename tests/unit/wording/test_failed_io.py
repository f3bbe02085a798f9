# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a person reads of a failed I/O: who failed, where, and what to do; no number, no fio."""

from __future__ import annotations

import errno
import os
import re

import pytest

from driveproof.domain.access import Direction
from driveproof.domain.run.failed_io import (
    CAUSES,
    FailedIo,
    FailureCause,
    IoError,
    On,
    ServedBy,
    io_error,
)
from driveproof.wording.errors import Face, message, message_and_advice
from driveproof.wording.units import NARROW

AT = 15_818_752  # bytes
SERVER, PROGRAM = On(ServedBy.SERVER), On(ServedBy.PROGRAM, folder="/mnt/far", left=True)
DEVICE = On(device="/dev/sdb")


def said(number: int, on: On | None = None, *, way: Direction | None = None) -> str:
    found = io_error(FailedIo(number, way, *((AT, 4096) if way else ())), on)
    assert found is not None
    return message(found).replace(NARROW, " ")


@pytest.mark.parametrize(
    ("number", "way", "on", "words"),
    [
        (errno.ENODATA, Direction.READ, None,
         "Read error: 4 KiB at 15.8 MB (test file)."),
        (errno.ENODATA, Direction.WRITE, None,
         "Write error: 4 KiB at 15.8 MB (test file)."),
        (errno.ENODATA, Direction.READ, DEVICE,
         "Read error: 4 KiB at 15.8 MB (/dev/sdb, sector 30896)."),
        (errno.ENODATA, Direction.WRITE, DEVICE,
         "Write error: 4 KiB at 15.8 MB (/dev/sdb, sector 30896)."),
        (errno.ENODATA, None, None,
         "The drive cannot read its medium."),
        (errno.EIO, Direction.TRIM, DEVICE, "The device reported an I/O error."),
        (errno.EIO, Direction.READ, SERVER,
         "The server reported an I/O error."),
        (errno.EIO, None, PROGRAM,
         "The program of the file system reported an I/O error."),
        (errno.ENOTCONN, None, PROGRAM,
         "The program of the file system ended."),
        (errno.EHOSTDOWN, None, SERVER,
         "The connection to the server was lost."),
        (errno.ETIMEDOUT, None, SERVER, "The server does not answer."),
        (errno.ETIMEDOUT, None, None, "The device does not answer."),
        (errno.ESTALE, None, SERVER, "The test file is missing."),
        (errno.ENOENT, None, None, "The test file is missing."),
        (errno.ENOLINK, None, None,
         "The connection to the drive failed."),
        (errno.ENOKEY, None, None, "The key of the file system is missing or expired."),
        (errno.EROFS, None, None, "The file system became read-only."),
    ],
)  # fmt: skip
def test_the_sentence(number: int, way: Direction | None, on: On | None, words: str) -> None:
    assert said(number, on, way=way) == words


@pytest.mark.parametrize("on", [On(), DEVICE, SERVER, PROGRAM], ids=lambda on: on.answers.name)
def test_every_number_has_a_sentence_and_what_to_do(on: On) -> None:
    for number in CAUSES:
        found = io_error(FailedIo(-number, Direction.READ, AT, 4096), on)
        assert found is not None, number
        text = message_and_advice(found, Face.TERMINAL)
        assert message(found).endswith(".")
        assert found.advice is not None, text
        assert os.strerror(number) not in text or number in {errno.EIO}
        assert not re.search(r"fio|errno|io_u|/proc|\{|\}", text)


def test_a_number_that_says_nothing() -> None:
    assert io_error(FailedIo(999)) is None


def test_what_became_of_it() -> None:
    failed = io_error(FailedIo(errno.EIO, Direction.WRITE, AT, 4096))
    assert isinstance(failed, IoError)
    line = "EXT4-fs error (device sdb1): ext4_find_entry:1463: reading directory lblock 0"
    found = failed.as_read_only(On(log=line))
    assert found.code is FailureCause.READ_ONLY
    assert message(found) == ("The file system became read-only: " + line)
