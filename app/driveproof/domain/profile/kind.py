# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The kinds and groups of profiles, and what kinds have in common."""

from __future__ import annotations

from enum import StrEnum

# The profiles that come with the program, as they are listed. Nobody's own can have these names, so
# a run of this name has titles of ours, which are translated.
SHIPPED = (
    "quick",
    "quick-nvme",
    "latency",
    "latency-breakdown",
    "load-curve",
    "load-matrix",
    "mixed",
    "iops-at-latency",
    "file-sizes",
    "sustained",
    "steady-state",
    "everyday-writes",
    "caches",
    "mirror",
    "multi-drive",
    "workload-fileserver",
    "workload-database",
    "workload-backup",
    "workload-vm",
    "vm-boot",
    "workload-endurance",
    "workload-web",
    "workload-mail",
    "app-start",
    "scan",
    "capacity",
    "bad-sectors",
    "hdparm",
    "schedulers",
    "filesystems",
    "record",
    "real-life",
)


class ProfileKind(StrEnum):
    """What kind of work a profile is: its phases by fio, or a guided measurement of its own."""

    TESTS = "tests"
    SCAN = "scan"
    HDPARM = "hdparm"
    SCHEDULERS = "schedulers"
    FILESYSTEMS = "filesystems"
    FILE_SIZES = "file-sizes"
    LOAD_CURVE = "load-curve"
    IOPS_AT_LATENCY = "iops-at-latency"
    EVERYDAY = "everyday"
    CAPACITY = "capacity"
    CACHES = "caches"
    BAD_SECTORS = "bad-sectors"
    SUSTAINED = "sustained"
    STEADY = "steady-state"
    MIRROR = "mirror"
    MULTI_DRIVE = "multi-drive"
    RECORD = "record"
    REAL_LIFE = "real-life"
    WHOLE_FILES = "whole-files"
    BREAKDOWN = "latency-breakdown"


(
    TESTS,
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
) = ProfileKind


class Group(StrEnum):
    """What a profile is for: lists of profiles are in these groups, in this order."""

    QUICK = "quick"
    DEEP = "deep"
    """One property of the drive in every detail."""
    PLANNING = "storage planning"
    """What storage can carry: for people who size it."""
    REAL_LIFE = "real life"
    CHECKS = "checks"
    """Is the drive genuine and readable everywhere?"""
    OWN = "your own"
    """A person's own profile that names no other group."""


ON_FILES = frozenset({FILE_SIZES, EVERYDAY, CAPACITY, REREADS, REAL_LIFE})
"""Kinds that make files of their own and have nothing to do on a device."""
IN_FOLDERS = frozenset(
    {
        TESTS,
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
"""Kinds that work in a folder; the others look at a device itself."""
ONLY_DIRECT = frozenset(
    {FILE_SIZES, LOAD_CURVE, IOPS_AT_LATENCY, FILESYSTEMS, MIRROR, MULTI_DRIVE, RECORD, BREAKDOWN}
)
"""Kinds that only make sense past the page cache: it has no queue."""
IN_ROUNDS = frozenset(
    {TESTS, LOAD_CURVE, EVERYDAY, REREADS, MIRROR, MULTI_DRIVE, REAL_LIFE, WHOLE_FILES, BREAKDOWN}
)
GO_ON = frozenset({TESTS, LOAD_CURVE})
"""Kinds whose tests may have more repeats than others of the run where they are not certain yet.

Each of their tests is one process of fio and stands for itself. Of the other kinds in rounds the
answer is what tests of one round are to each other (a read with and without a pause, a file read
once and again, one drive alone and with others), so that every round has all of them; tasks and
writes through the page cache last minutes, and fio does not report what they write.
"""
AS_MUCH_AS_IT_TAKES = frozenset({SUSTAINED, STEADY, CAPACITY})
"""Kinds without a budget of bytes, because how much is written is the method: a sustained write
finds the end of the write cache, steady state is defined after twice the capacity (SNIA PTS 2.0.2),
and a capacity is only proven by filling it. They say before how much that is, and end before it
where they can.
"""
ONE_PASS = frozenset({SCAN, CAPACITY, BAD_SECTORS, RECORD})
"""Kinds that look at each place, or at what others do, once: no claim about a difference is made of
them.
"""
