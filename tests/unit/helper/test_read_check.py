# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The reading of a whole device: what ends it, and what it goes on behind."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from driveproof.helper.read_check import read_check


def test_a_device_that_is_gone_is_not_full_of_bad_places(tmp_path: Path) -> None:
    """The kernel sets the size of an unplugged drive to 0: its reads come back empty."""
    path = tmp_path / "gone"
    path.touch()
    descriptor = os.open(path, os.O_RDONLY)
    try:
        with pytest.raises(OSError, match="No such device"):
            read_check(descriptor, 0, 2 * 2**20)
    finally:
        os.close(descriptor)
