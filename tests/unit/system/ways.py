# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A made machine with one drive, for tests of the way of a TRIM."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.fakes.made_machine import GB, GIB, Made
from tests.fakes.made_way import MadeWay


@pytest.fixture
def way(tmp_path: Path) -> MadeWay:
    return MadeWay(tmp_path)


@pytest.fixture
def ssd(way: MadeWay) -> Made:
    made = way.machine.nvme(0, "SSD", 100 * GB)
    way.set(made, "device/model", "Samsung SSD 990 PRO 2TB ")
    return made


def part(way: MadeWay, disk: Made, number: int = 1) -> Made:
    made = way.machine.partition(disk, number, GIB)
    way.set(made, "discard_alignment", 0)
    return made
