# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where something failed and putting things back as well, both are said, the first one first."""

from __future__ import annotations

from pathlib import Path

import pytest

from driveproof.domain.errors import Advice, CancelledError, DriveproofError, MachineError
from driveproof.engine.combined_errors import combined
from driveproof.engine.experiment.runner import SchedulerSwitching
from driveproof.system.helper.client import DeviceClaim, Helper
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.wording.errors import Face, message_and_advice


@pytest.mark.parametrize(
    ("first", "said"),
    [
        (MachineError("fio failed.", advice=Advice("Look at it.")), "fio failed. Look at it. "),
        (ZeroDivisionError("x"), "Driveproof failed: ZeroDivisionError: x."),
        (CancelledError("Cancelled."), ""),
        (None, ""),
    ],
)
def test_both_are_said(first: Exception | None, said: str, tmp_path: Path) -> None:
    """Of a disk that does not get its own scheduler back."""
    queue = tmp_path / "class/block/sdx/queue"
    queue.mkdir(parents=True)
    (queue / "scheduler").write_text("none [mq-deadline]\n", "ascii")
    switch = Helper("unix:path=/nowhere").switch(DeviceClaim("/dev/sdx", 2080, 1))
    switching = SchedulerSwitching("/dev/sdx", switch, Sysfs(tmp_path))
    with pytest.raises(DriveproofError) as raised, switching:
        (queue / "scheduler").write_text("[none] mq-deadline\n", "ascii")
        if first is not None:
            raise first
    words = message_and_advice(raised.value, Face.WINDOW)
    assert words.startswith(said)
    assert words.endswith("echo mq-deadline | sudo tee /sys/block/sdx/queue/scheduler")
    assert "from mq-deadline to none" in str(raised.value)
    assert raised.value is first or not isinstance(first, MachineError)


def test_what_fails_after_that_is_said_too() -> None:
    error = combined(combined(MachineError("One."), MachineError("Two.")), MachineError("Three."))
    assert message_and_advice(error, Face.TERMINAL) == "One. Two. Three."
