# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A scheduler that is not what it was is said, however the run has ended."""

from __future__ import annotations

from pathlib import Path

import pytest

from driveproof.domain.errors import MachineError
from driveproof.engine.run.profiles import Profiles
from driveproof.methods.schedulers.bench import guided
from driveproof.system.helper.scheduler import SchedulerSwitch
from driveproof.system.kernel.sysfs import Sysfs


def no_helper(*_arguments: object) -> None:
    raise MachineError("The helper has ended.")


SWITCH = SchedulerSwitch(no_helper, no_helper, no_helper, no_helper)  # type: ignore[arg-type]


@pytest.fixture
def scheduler(tmp_path: Path) -> Path:
    file = tmp_path / "class/block/sda/queue/scheduler"
    file.parent.mkdir(parents=True)
    file.write_text("[none] mq-deadline\n")
    return file


def test_a_run_that_failed_says_what_it_leaves(tmp_path: Path, scheduler: Path) -> None:
    """Until then it only said why it had failed."""
    profile = Profiles().find("schedulers")
    with (
        pytest.raises(MachineError) as caught,
        guided(profile, "/dev/sda", Sysfs(tmp_path), SWITCH),
    ):
        scheduler.write_text("none [mq-deadline]\n")
        raise MachineError("fio failed.")
    assert set(caught.value.values) == {"disk", "left", "own"}
    assert "echo none | sudo tee /sys/block/sda/queue/scheduler" in str(caught.value.advice)


def test_a_run_that_failed_and_leaves_nothing_says_why(tmp_path: Path, scheduler: Path) -> None:
    profile = Profiles().find("schedulers")
    with (
        pytest.raises(MachineError),
        guided(profile, "/dev/sda", Sysfs(tmp_path), SWITCH),
    ):
        assert scheduler.read_text() == "[none] mq-deadline\n"
        raise MachineError("fio failed.")
