# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether the helper could be used, asked on a real bus without any prompt."""

from __future__ import annotations

import pytest
from tests.system.helper.agent import Agent
from tests.system.helper.caller import Process
from tests.system.helper.conftest import Desk

from driveproof.system.helper_state import missing

pytestmark = [pytest.mark.root, pytest.mark.bus]


def test_not_there(desk: Desk) -> None:
    problem = missing(desk.address)
    assert problem is not None
    assert problem.message.startswith("Driveproof's helper is not installed")
    assert " with: sudo make -C " in problem.advice


def test_there(helper: Process, agent: Agent, desk: Desk) -> None:
    assert missing(desk.address) is None
    assert agent.seen == []
