# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The drives' own reports through the real helper, for the discard path."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.fakes import quoted
from tests.system.helper.agent import Agent
from tests.system.helper.bench import Rig
from tests.system.helper.caller import NOBODY, Process, user
from tests.system.helper.disks import Disk

from driveproof.domain.errors import MachineError
from driveproof.domain.trim.drive_rules import with_report
from driveproof.domain.trim.path import PASS, PathLayer, RootQuestion
from driveproof.system.helper.client import Helper
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.trim.path import report_of

pytestmark = [pytest.mark.root, pytest.mark.bus]


def test_a_report_is_read_and_a_loop_device_has_nothing_to_say(
    helper: Process, agent: Agent, rig: Rig, disk: Disk
) -> None:
    with user(NOBODY):
        report = report_of(Helper(rig.address), Path(disk.path).name, Sysfs())
    assert isinstance(report, Mapping) and "smartctl" in report
    assert agent.seen[0].action.endswith(".read-smart")
    layer = PathLayer(
        name="x",
        kind="drive",
        verdict=PASS,
        facts=quoted.fact("f"),
        source="s",
        root=RootQuestion.READ_AFTER_ATA,
    )
    told = with_report(layer, report)
    assert told == layer


def test_a_device_that_is_not_there(rig: Rig) -> None:
    with pytest.raises(MachineError) as refused:
        report_of(Helper(rig.address), "driveproof-none", Sysfs())
    assert "/dev/driveproof-none" in str(refused.value)
