# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A file system that the kernel makes read-only in the middle: it is said, and why."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.system.measuring import SIZE, Lab, mounted, phase, profile

from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.failed_io import FailureCause, IoError
from driveproof.domain.run.run import FAILED
from driveproof.engine.run import events
from driveproof.engine.run.profiles import Profiles

pytestmark = [pytest.mark.root, pytest.mark.timeout(180)]


def small() -> Profile:
    return profile(phase("write"))


def capacity() -> Profile:
    return Profiles().find("capacity").customized(size=SIZE)


@pytest.mark.parametrize("make", [small, capacity])
def test_it_says_why(make: Callable[[], Profile], tmp_path: Path, lab: Lab) -> None:
    with mounted("ext4", tmp_path, ("-o", "errors=remount-ro")) as (folder, device):
        fault = Path("/sys/fs/ext4", Path(device).name, "trigger_fs_error")
        if not fault.exists():
            pytest.skip("this kernel has no ext4 whose errors can be caused")
        begun: list[events.Event] = []

        def observe(event: events.Event) -> None:
            if isinstance(event, events.Preparing | events.RepeatStarted) and not begun:
                begun.append(event)
                fault.write_text("an error for a test")

        session = lab.session(make(), folder, observer=observe)
        result = session.run()
        assert lab.fios() == []
    assert result.status == FAILED
    assert isinstance(session.failure, IoError)
    assert session.failure.code is FailureCause.READ_ONLY
    if result.environment.kernel_messages:
        assert "EXT4-fs error" in str(session.failure.values["line"])
