# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A watch over drives that answer as the test decides."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.builders.watching import Watching

from driveproof.history.store import History


@pytest.fixture
def watching(history: History) -> Iterator[Watching]:
    made = Watching(history)
    yield made
    made.monitor.stop()
