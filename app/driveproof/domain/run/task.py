# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The everyday tasks by their names. The child that does them has Python's own library alone, so
that nothing else may be imported here.
"""

from __future__ import annotations

from enum import StrEnum


class Task(StrEnum):
    """What was done, as the child and results call it."""

    MAKE = "make tree"
    COPY = "copy tree"
    DELETE = "delete tree"
    PACK = "pack"
    UNPACK = "unpack"
    FROM = "copy from another drive"
    INSERT = "database insert"
    COMMITS = "database commits"
    COUNT = "database count"
    INDEX = "database index"
    COMPILE = "compile"
