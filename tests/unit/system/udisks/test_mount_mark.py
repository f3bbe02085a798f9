# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Our mounts are recognized by their mark, if they can have one."""

from __future__ import annotations

from pathlib import Path

import pytest

from driveproof.system.udisks.mounting import can_carry, carries

FSTAB = ("fstab", {"dir": b"/mnt\0"})
CRYPTTAB = ("crypttab", {"name": b"vault\0"})


@pytest.mark.parametrize(
    ("kind", "configuration", "can"),
    [
        ("ext4", [], True),
        ("xfs", [CRYPTTAB], True),
        ("ext4", [FSTAB], False),
        ("ext4", [CRYPTTAB, FSTAB], False),
        ("ntfs", [], False),
        ("", [], False),
    ],
)
def test_who_can_carry_it(kind: str, configuration: list[tuple[str, object]], can: bool) -> None:
    assert can_carry(kind, configuration) is can


@pytest.mark.parametrize(
    ("points", "mine"),
    [
        ([b"/media/ours\0"], True),
        ([b"/media/theirs\0"], False),
        ([b"/media/theirs\0", b"/media/ours\0"], True),
        ([b"/media/nobody's\0"], None),
        ([b"/media/both\0"], False),
        ([b"/media/\xff\0"], True),
        ([], None),
    ],
)
def test_whose_it_is(points: list[bytes], mine: bool | None, tmp_path: Path) -> None:
    (tmp_path / "mountinfo").write_text(
        r"""36 35 7:0 / /media/ours rw,nosuid,nodev,nodiratime,relatime - ext4 /dev/loop0 rw
37 35 7:0 / /media/theirs rw,nosuid,nodev,relatime - ext4 /dev/loop0 rw
38 35 7:0 / /media/both rw,nodiratime - ext4 /dev/loop0 rw
39 35 7:0 / /media/both rw,relatime - ext4 /dev/loop0 rw
40 35 7:0 / /media/\377 rw,nodiratime - ext4 /dev/loop0 rw
""",
        "ascii",
    )
    assert carries(points, tmp_path) is mine
