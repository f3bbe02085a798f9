# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A machine with one drive."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.fakes.made_host import MadeHost
from tests.fakes.made_machine import GB, Made


@pytest.fixture
def host(tmp_path: Path) -> MadeHost:
    return MadeHost(tmp_path)


@pytest.fixture
def ssd(host: MadeHost) -> Made:
    made = host.machine.nvme(0, "SSD", 100 * GB)
    host.set(made, "device/model", "Samsung SSD 990 PRO 2TB ")
    return made
