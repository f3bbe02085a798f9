# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A drive of the list while something runs."""

from __future__ import annotations

from tests.builders.rig import Rig

from driveproof.ui.feeds.running import RunningWork
from driveproof.ui.shell.drive_model import DriveRole

NVME = "Samsung SSD 990 PRO 2TB"


def in_list(rig: Rig, name: str) -> RunningWork | None:
    model = rig.window.sidebar.model
    row = model.row_of_name(name)
    assert row is not None
    found: RunningWork | None = model.index(row).data(DriveRole.RUNNING)
    return found
