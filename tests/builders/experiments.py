# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Experiments in every state."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import Any

from tests.fakes.made_looks import headline, look

from driveproof.domain.comparison.difference import Verdict
from driveproof.domain.experiment.action import (
    MOUNT_OPTIONS,
    OTHER,
    SCHEDULER,
)
from driveproof.domain.experiment.defaults import plan_for
from driveproof.domain.experiment.experiment import (
    Experiment,
    ExperimentTarget,
    PlannedProfile,
)

NOW = datetime(2026, 3, 3, 12, 30, 0, 123456, tzinfo=timezone(timedelta(hours=1)))


TARGET = ExperimentTarget(
    "/mnt/\udcff", "file", "wwn:0x5", "Model", "S1", "1.0", 10**12, "/mnt", "a"
)


def experiment(action: str = OTHER, **more: Any) -> Experiment:
    values = {
        "id": "0abc", "created": NOW, "name": "A name", "action": action,
        "profile": PlannedProfile("quick", 3, 6), "target": TARGET, "tests": 4, "text": "cable",
        "plan": plan_for(action),
        **({"scheduler": "bfq", "own_scheduler": "none"} if action == SCHEDULER else {}),
        **({"mount_option": "noatime", "own_mount_option": "relatime"}
           if action == MOUNT_OPTIONS else {}),
        **more,
    }  # fmt: skip
    return Experiment(**values)


def after(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


def measured(one: Experiment, run: str, began: datetime = NOW, took: float = 35) -> Experiment:
    return one.begun(run, began).measured(run, began + timedelta(seconds=took))


def until_the_first_look(one: Experiment, left: int) -> Experiment:
    one = measured(measured(one.checked(NOW), "r1"), "r2", after(600))
    one = measured(one.acted(after(700)), "r3", after(800))
    return one.looked(look(left=left), headline(Verdict.UNDECIDED))
