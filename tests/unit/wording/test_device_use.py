# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Why a device is not overwritten, as sentences."""

from __future__ import annotations

import pytest

from driveproof.domain.drive.device_use import DeviceUse, InUse, UseKind
from driveproof.wording.say import say_text


@pytest.mark.parametrize(
    ("kind", "by", "said"),
    [
        (UseKind.OPENED, "dd (42)", "dd (42) has /dev/sdb open for writing."),
        (UseKind.LOCKED, "fdisk (42)", "fdisk (42) has locked /dev/sdb."),
        (UseKind.LOCKED, "", "another program has locked /dev/sdb."),
    ],
)
def test_a_program(kind: UseKind, by: str, said: str) -> None:
    assert say_text(InUse("/dev/sdb", (DeviceUse(kind, "/dev/sdb", by),)).say) == said


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (UseKind.OVERLAPS, "/dev/sdc overlaps /dev/sdb"),
        (
            UseKind.SAME_DRIVE,
            "/dev/sdc has the same serial number as /dev/sdb",
        ),
        (UseKind.SHARES, "/dev/sdc is also mapped to /dev/sdb"),
    ],
)
def test_another_device(kind: UseKind, said: str) -> None:
    uses = (DeviceUse(UseKind.MOUNTED, "/dev/sdc1", "/m"), DeviceUse(kind, "/dev/sdc", "/dev/sdb"))
    found = say_text(InUse("/dev/sdb", uses).say)
    assert found == f"/dev/sdb is in use: /dev/sdc1 is mounted at /m, {said}."
