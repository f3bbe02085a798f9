# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The names of the ways of measuring, and what several of them have in common.

A profile names its method in TOML (`method = "scan"`), and a run keeps that name: as it is saved,
exported and read again. What only one method knows belongs to its package in `driveproof.methods`.
The floors below the methods find a part of it by that name and import none of them.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

FIO = "fio"
"""Tests of fio in a fixed order. So are tests from other programs' files."""
SCAN = "scan"
HDPARM = "hdparm"
SCHEDULERS = "schedulers"
FILESYSTEMS = "filesystems"
FILE_SIZES = "file-sizes"
LOAD_CURVE = "load-curve"
IOPS_AT_LATENCY = "iops-at-latency"
EVERYDAY = "everyday"
CAPACITY = "capacity"
REREADS = "caches"
BAD_SECTORS = "bad-sectors"
SUSTAINED = "sustained"
STEADY = "steady-state"
MIRROR = "mirror"
MULTI_DRIVE = "multi-drive"
RECORD = "record"
REAL_LIFE = "real-life"
WHOLE_FILES = "whole-files"
BREAKDOWN = "latency-breakdown"

NAMES = (
    FIO,
    SCAN,
    HDPARM,
    SCHEDULERS,
    FILESYSTEMS,
    FILE_SIZES,
    LOAD_CURVE,
    IOPS_AT_LATENCY,
    EVERYDAY,
    CAPACITY,
    REREADS,
    BAD_SECTORS,
    SUSTAINED,
    STEADY,
    MIRROR,
    MULTI_DRIVE,
    RECORD,
    REAL_LIFE,
    WHOLE_FILES,
    BREAKDOWN,
)


@cache
def part(name: str, module: str) -> ModuleType | None:
    """A module of a method's package: the "plan" of "load-curve" is
    `driveproof.methods.load_curve.plan`.

    None where the method has no such part, and for a name that is not one of NAMES, as a saved or
    imported run may have it: nothing is imported for a name from elsewhere.
    """
    package = f"driveproof.methods.{name.replace('-', '_')}"
    if name not in NAMES or find_spec(package) is None or find_spec(f"{package}.{module}") is None:
        return None
    return import_module(f"{package}.{module}")


ON_FILES = frozenset({FILE_SIZES, EVERYDAY, CAPACITY, REREADS, REAL_LIFE})
"""Methods that make files of their own and have nothing to do on a device."""
IN_FOLDERS = frozenset(
    {
        FIO,
        LOAD_CURVE,
        IOPS_AT_LATENCY,
        SUSTAINED,
        MIRROR,
        MULTI_DRIVE,
        RECORD,
        WHOLE_FILES,
        BREAKDOWN,
        *ON_FILES,
    }
)
"""Methods that work in a folder; the others look at a device itself."""
ONLY_DIRECT = frozenset(
    {FILE_SIZES, LOAD_CURVE, IOPS_AT_LATENCY, FILESYSTEMS, MIRROR, MULTI_DRIVE, RECORD, BREAKDOWN}
)
"""Methods that only make sense past the page cache: it has no queue."""
IN_ROUNDS = frozenset(
    {FIO, LOAD_CURVE, EVERYDAY, REREADS, MIRROR, MULTI_DRIVE, REAL_LIFE, WHOLE_FILES, BREAKDOWN}
)
GO_ON = frozenset({FIO, LOAD_CURVE})
"""Methods whose tests may have more repeats than others of the run where they are not certain yet.

Each of their tests is one process of fio and stands for itself. Of the other methods in rounds the
answer is what tests of one round are to each other (a read with and without a pause, a file read
once and again, one drive alone and with others), so that every round has all of them; tasks and
writes through the page cache last minutes, and fio does not report what they write.
"""
AS_MUCH_AS_IT_TAKES = frozenset({SUSTAINED, STEADY, CAPACITY})
"""Methods without a budget of bytes, because how much is written is the method: a sustained write
finds the end of the write cache, steady state is defined after twice the capacity (SNIA PTS 2.0.2),
and a capacity is only proven by filling it. They say before how much that is, and end before it
where they can.
"""
ONE_PASS = frozenset({SCAN, CAPACITY, BAD_SECTORS, RECORD})
"""Methods that look at each place, or at what others do, once: no claim about a difference is made
of them.
"""
CHECKS = frozenset({CAPACITY, BAD_SECTORS})
"""Methods that look at each place of a drive, and have a map of what they found."""
