# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The profiles that come with the program, and the groups in which profiles are listed."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from driveproof.domain.drive.drive import BlockDevice, DeviceKind
from driveproof.domain.say import Say

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
    "old-data",
    "hdparm",
    "schedulers",
    "filesystems",
    "record",
    "real-life",
)
GENERAL, NVME = "quick", "quick-nvme"
"""Names of the proposed profiles: for any drive, and for NVMe drives."""


class ProfileGroup(StrEnum):
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


GROUP_TITLES = {
    ProfileGroup.QUICK: Say("Quick"),
    ProfileGroup.DEEP: Say("In depth"),
    ProfileGroup.PLANNING: Say("Storage planning"),
    ProfileGroup.REAL_LIFE: Say("Real life"),
    ProfileGroup.CHECKS: Say("Checks"),
    ProfileGroup.OWN: Say("Your own"),
}


def shipped_text(text: str, profile: str) -> Say | str:
    """A title, a question or the name of a test of the profile with this name.

    Those of the shipped profiles are in the catalogue, extracted from their files; those of a
    person's own profile are foreign, even where the catalogue has the same text.
    """
    return Say(text) if profile in SHIPPED else text


def suggested(drives: Iterable[BlockDevice]) -> str:
    """The name of the proposed profile, given the drives of a target."""
    found = tuple(drives)
    return NVME if found and all(drive.kind == DeviceKind.NVME for drive in found) else GENERAL
