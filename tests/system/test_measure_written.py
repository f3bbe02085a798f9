# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a measurement writes, by the kernel's counters of the device, and what was announced.

On drives of other classes tests/hardware/test_written.py does the same.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.builders.deep import deep
from tests.system.machine import run
from tests.system.measuring import MIB, Lab, mounted

from driveproof.domain.drive.speed_class import SpeedClass
from driveproof.domain.run.run import FINISHED
from driveproof.engine.run import events
from driveproof.engine.run.profiles import Profiles

pytestmark = pytest.mark.root


def written(device: str, folder: Path) -> int:
    """Bytes that it has written since it is there (Documentation/block/stat.rst)."""
    run("sync", "--file-system", str(folder))
    counted = Path("/sys/block", Path(device).name, "stat").read_text("ascii")
    return 512 * int(counted.split()[6])


@pytest.mark.parametrize(
    ("name", "repeats"),
    # As they come they go on until each test is certain, or the budget ends.
    [
        ("quick", 2),
        *deep(("quick", None), ("mixed", None), ("workload-database", 6), ("workload-mail", None)),
    ],
)
def test_no_more_is_written_than_was_announced(
    name: str, repeats: int | None, tmp_path: Path, lab: Lab
) -> None:
    profile = Profiles().find(name).customized(size=32 * MIB, seconds=0.2, repeats=repeats)
    with mounted("ext4", tmp_path) as (folder, device):
        before = written(device, folder)
        result = lab.session(replace(profile, pause=0.0), folder).run()
        wrote = written(device, folder) - before
        lab.nothing_is_left(folder)
    assert result.status == FINISHED, result.error
    (announced,) = (
        event.profile.bytes_written for event in lab.seen if isinstance(event, events.Started)
    )
    assert announced is not None and wrote <= announced
    if (budget := profile.for_drive(SpeedClass.OTHER).budget) is not None:
        assert wrote <= budget
