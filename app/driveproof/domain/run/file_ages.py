# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Files by the time since their data was written: the ages, what was found of each, what was read.

Flash loses charge while it keeps data, and reading old data may take more attempts: a Samsung 840
EVO read files that had not been touched for six to eight weeks at 50 to 100 MB/s instead of 500
(pcper.com, October 2014 and January 2015; Samsung's own text at techreport.com, news 27212).

No names are kept of the files.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from driveproof.domain.say import Say

READ_ENGINE = "pread"
"""`PhaseResult.engine` of places of files that we read ourselves."""
AGED_BLOCK = 2**20
"""Bytes of each read."""
LEAST_FILES, LEAST_BYTES = 8, 2**28
"""An age with fewer files, or fewer bytes in them, is not measured: one file says nothing of an
age."""
LEAST_SIZE = 2**24
"""Bytes of a file that is looked at: smaller ones are gone before a drive is up to speed."""

_DAY = 86_400.0
_YEAR = 365.25 * _DAY


class Age(StrEnum):
    """How long ago the data of a file was written; the words of our JSON."""

    WEEK = "under 1 week"
    MONTH = "1 week to 1 month"
    QUARTER = "1 to 3 months"
    YEAR = "3 to 12 months"
    TWO_YEARS = "1 to 2 years"
    OLDER = "over 2 years"


AGE_TITLES = {
    Age.WEEK: Say("under 1 week"),
    Age.MONTH: Say("1 week to 1 month"),
    Age.QUARTER: Say("1 to 3 months"),
    Age.YEAR: Say("3 to 12 months"),
    Age.TWO_YEARS: Say("1 to 2 years"),
    Age.OLDER: Say("over 2 years"),
}
YOUNG = (Age.MONTH, Age.QUARTER)
"""What older data is compared with. The newest may still be in a cache of single-bit cells, which
is faster than all other data."""
OLD = (Age.YEAR, Age.TWO_YEARS, Age.OLDER)
_ENDS = (7 * _DAY, _YEAR / 12, _YEAR / 4, _YEAR, 2 * _YEAR)


def age_of(seconds: float) -> Age:
    """The age of what was written so many seconds ago; what is from the future is new."""
    return tuple(Age)[bisect_right(_ENDS, seconds)]


class LeftOut(StrEnum):
    """Why files were not read; the words of our JSON."""

    SMALL = "small"
    CLOSED = "closed"
    """This user may not read them, or not enter their folder: then one is counted for it."""
    SPARSE = "sparse"
    """They have holes, or less room on the drive than they are long: compressed ones as well."""
    WRITTEN = "written"
    """A program has them open for writing."""
    FEW = "few"
    """There are too few of their age."""


class LeftOutFiles(NamedTuple):
    """So many files were left out; `bytes` are their sizes together."""

    why: str
    files: int
    bytes: int


class FilesOfAge(NamedTuple):
    """The files of an age that can be read: their sizes together, and the median of their ages in
    seconds. `age` is a word of Age.
    """

    age: str
    files: int
    bytes: int
    median: float

    @property
    def enough(self) -> bool:
        """Whether they can be measured."""
        return self.files >= LEAST_FILES and self.bytes >= LEAST_BYTES


@dataclass(frozen=True, slots=True)
class FileAges:
    """The files of a folder: how many were looked at, and their sizes together; `whole` where there
    was time for all. Where not all of them say when they were made (`born`), the time of their last
    change of any kind stands for it.
    """

    files: int
    bytes: int
    whole: bool
    born: bool
    ages: tuple[FilesOfAge, ...] = ()
    left_out: tuple[LeftOutFiles, ...] = ()


@dataclass(frozen=True, slots=True)
class AgedReads:
    """Reads of AGED_BLOCK bytes, in the order of time: the age of the file in seconds, and how long
    each took. So many others were answered by memory, and are in no figure.
    """

    ages: tuple[float, ...]
    seconds: tuple[float, ...]
    from_memory: int = 0
