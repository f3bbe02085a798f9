# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The kernel's buffers are left in time, whatever fills them."""

from __future__ import annotations

import os
import resource
from itertools import islice
from pathlib import Path

import pytest

from driveproof.helper.trace import Instance, _pages


def test_a_buffer_that_fills_faster_than_it_is_read_is_left() -> None:
    endless = os.open("/dev/zero", os.O_RDONLY)
    try:
        assert len(list(islice(_pages(endless, 3), 10))) == 3
    finally:
        os.close(endless)


def test_without_its_guard_no_instance_is_left(tmp_path: Path) -> None:
    """There is room for the folder's descriptor, and none for the pipe to the guard."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    free = os.open("/dev/null", os.O_RDONLY)
    os.close(free)
    resource.setrlimit(resource.RLIMIT_NOFILE, (free + 1, before[1]))
    try:
        with pytest.raises(OSError, match="Too many open files"):
            Instance(os.makedev(7, 0), str(tmp_path))
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    assert list(tmp_path.iterdir()) == []
