# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which file systems write through the page cache despite direct I/O."""

from __future__ import annotations

import pytest

from driveproof.domain.drive.drive import Mount
from driveproof.system.kernel.file_flags import NOCOW, buffers_direct_writes


@pytest.mark.parametrize(
    ("kind", "options", "flags", "release", "buffers"),
    [
        ("btrfs", (), 0, "6.14.0", True),
        ("btrfs", (), None, "6.18.44-fc-v669", True),
        ("btrfs", (), 0, "7.0-rc1", True),
        ("btrfs", (), 0, "6.13.9", False),
        ("btrfs", (), 0, "5.15.0-91-generic", False),
        ("btrfs", ("nodatasum",), 0, "6.14.0", False),
        ("btrfs", ("nodatacow",), 0, "6.14.0", False),
        ("btrfs", (), NOCOW, "6.14.0", False),
        ("btrfs", (), 0, "unknown", False),
        ("ext4", (), 0, "6.14.0", False),
    ],
)
def test_facts(
    kind: str, options: tuple[str, ...], flags: int | None, release: str, buffers: bool
) -> None:
    mount = Mount("/", "/dev/sda1", kind, ("rw", *options), False, "8:1", "/")
    assert buffers_direct_writes(mount, flags, release) is buffers
