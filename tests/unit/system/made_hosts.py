# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A fake machine with one drive, for tests of the discard path."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.fakes.made_host import MadeHost
from tests.fakes.made_machine import GB, GIB, Made


@pytest.fixture
def host(tmp_path: Path) -> MadeHost:
    return MadeHost(tmp_path)


@pytest.fixture
def ssd(host: MadeHost) -> Made:
    made = host.machine.nvme(0, "SSD", 100 * GB)
    host.set(made, "device/model", "Samsung SSD 990 PRO 2TB ")
    return made


def part(host: MadeHost, disk: Made, number: int = 1) -> Made:
    made = host.machine.partition(disk, number, GIB)
    host.set(made, "discard_alignment", 0)
    return made
