# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the real kernel says of a file system while a real fio measures it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.builders.exported import run_values, table_of
from tests.system.measuring import Lab, mounted, phase, profile

from driveproof.domain.run.kernel_messages import Trouble
from driveproof.domain.run.run import FINISHED, Disturbance, KernelLog
from driveproof.engine.run import events

pytestmark = pytest.mark.root


@pytest.mark.parametrize("at_fault", [True, False])
def test_an_error_of_the_file_system_marks_the_repeat(
    tmp_path: Path, lab: Lab, *, at_fault: bool
) -> None:
    with mounted("ext4", tmp_path) as (point, device):
        other = device.removeprefix("/dev/")
        # The kernel's own means to have it report an error: nothing is damaged
        # (Documentation/ABI/testing/sysfs-fs-ext4).
        trigger = Path("/sys/fs/ext4") / other / "trigger_fs_error"
        told: list[bool] = []
        heard: list[events.Event] = []

        def watch(event: events.Event) -> None:
            if isinstance(event, events.KernelSaid | events.PhaseEnded):
                heard.append(event)
            if at_fault and isinstance(event, events.Measured) and not told:
                told.append(True)
                trigger.write_text("made by a test", "ascii")

        run = lab.session(profile(phase(seconds=1.0)), point, observer=watch).run()
    assert run.status == FINISHED
    assert run.environment.kernel_log == KernelLog.KMSG
    (repeat,) = run.phases[0].repeats
    kept = lab.history().load(run.id)
    assert kept.environment == run.environment
    if not at_fault:
        assert not isinstance(heard[0], events.KernelSaid)
        assert run.environment.kernel_messages == ()
        assert Disturbance.KERNEL not in repeat.disturbed
        return
    (message,) = run.environment.kernel_messages
    assert heard[0] == events.KernelSaid((message,))  # before the test had ended
    assert message.kind == Trouble.FILESYSTEM
    assert message.text.startswith(f"EXT4-fs error (device {other})")
    assert Disturbance.KERNEL in repeat.disturbed
    text = table_of(run, width=200)
    assert message.text in text
    (told_json,) = run_values(run)["kernel_messages"]
    assert json.loads(json.dumps(told_json))["text"] == message.text
