# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A bus of its own for every test that needs one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.fakes.udisks2 import PrivateBus


@pytest.fixture
def bus(tmp_path: Path) -> Iterator[PrivateBus]:
    folder = tmp_path / "bus"
    folder.mkdir()
    with PrivateBus(folder) as running:
        yield running
