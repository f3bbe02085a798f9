# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which phases of a profile may overwrite a device, and which need one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from driveproof.domain.errors import UsageError
from driveproof.domain.method import SCAN
from driveproof.domain.profile.for_device import needs_device, overwriting, reading_only
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile

READ = Phase("Read", "read", "random", 4096, 1)
WRITE = Phase("Write", "write", "random", 4096, 1, limit=2**20)


def test_overwriting_writes_no_test_file() -> None:
    profile = overwriting(Profile("p", "P", "?", (READ, WRITE), 2**30, repeats=3))
    assert profile.phases == (READ, WRITE)
    assert profile.bytes_written == 3 * 2**20


def test_what_does_not_overwrite() -> None:
    with pytest.raises(UsageError) as raised:
        overwriting(Profile("p", "P", "?", (READ,), 2**30))
    assert set(raised.value.values) == {"title"}
    with pytest.raises(UsageError):
        overwriting(Profile("p", "P", "?", (replace(WRITE, limit=None),), 2**30))


def test_what_looks_at_a_device_itself() -> None:
    scan = Profile("s", "S", "?", (READ,), 0, method=SCAN)
    assert needs_device(scan)
    assert reading_only(scan).phases == (READ,)
    assert not needs_device(Profile("p", "P", "?", (READ,), 2**30))
