# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The health of drives that answer as the test decides."""

from __future__ import annotations

import pytest
from tests.builders.health_drives import Drives, judge

from driveproof.engine.health.service import HealthService
from driveproof.history.store import History


@pytest.fixture
def drives() -> Drives:
    return Drives()


@pytest.fixture
def service(drives: Drives, history: History) -> HealthService:
    return HealthService(drives, history, judge=judge, now=drives.clock.now)
