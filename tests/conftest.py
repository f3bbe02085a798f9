# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What holds for all tests: who needs root, and which of them must not run side by side."""

from __future__ import annotations

import os

import pytest

# Loop devices, the system bus and displays are the machine's: their tests share one worker, and so
# run one after the other, while the rest is spread over the other workers.
ONE_AT_A_TIME = {"root", "bus", "xvfb"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        markers = {marker.name for marker in item.iter_markers()}
        if markers & ONE_AT_A_TIME:
            item.add_marker(pytest.mark.xdist_group("machine"))
        if "root" in markers and os.geteuid() != 0:
            item.add_marker(pytest.mark.skip(reason="needs root (loop devices, mounts)"))
