# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""File flags as the kernel reports them, and file systems without any."""

from __future__ import annotations

import os
from pathlib import Path

from driveproof.system.kernel.file_flags import flags_of, set_nocow


def test_what_has_no_flags_is_not_known(tmp_path: Path) -> None:
    assert flags_of("/proc/self") is None
    assert flags_of(tmp_path / "absent") is None
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    flags_of(fifo)  # comes back


def test_a_file_system_that_does_not_know_nocow_says_so() -> None:
    descriptor = os.memfd_create("driveproof-test")
    try:
        assert set_nocow(descriptor) is False
    finally:
        os.close(descriptor)
