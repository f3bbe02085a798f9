# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A search under a latency cap on a drive of nbdkit that answers each request after 4 ms."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from tests.system.conftest import run, unmount
from tests.system.measuring import MIB, Lab, lab, wait_for

from driveproof.domain.profile.kind import WORST_CASE
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.worst_case import WorstCasePlan, worst_case
from driveproof.domain.run.cap import Cap, capacities_of
from driveproof.domain.run.run import FINISHED

__all__ = ["lab"]
pytestmark = [
    pytest.mark.root,
    pytest.mark.slow,
    pytest.mark.skipif(
        not (shutil.which("nbdkit") and shutil.which("nbdfuse")), reason="no nbdkit, or no nbdfuse"
    ),
]


@contextmanager
def slow_drive(folder: Path) -> Iterator[Path]:
    """A folder on ext4 on a drive that needs 4 ms for a request, however many there are."""
    files, point = folder / "files", folder / "mount"
    files.mkdir()
    point.mkdir()
    drive = files / "nbd"
    command = ["nbdfuse", "-C", "16", str(files), "--command", "nbdkit", "-s", "--threads=16"]
    command += ["--filter=delay", "memory", "128M", "rdelay=4ms", "wdelay=4ms"]
    with subprocess.Popen(command) as server:
        device = ""
        try:
            wait_for("the drive is there", drive.exists)
            device = run("losetup", "--find", "--show", "--direct-io=on", str(drive)).strip()
            run("mkfs.ext4", "-q", "-E", "nodiscard", device)
            run("mount", device, str(point))
            yield point
        finally:
            if point.is_mount():
                unmount(point)
            if device:
                run("losetup", "--detach", device)
            unmount(files)  # the loop device lets go of its file when its last reader has closed it
            server.terminate()  # it would go on for a copy of the mount in another namespace
            server.wait(timeout=30)


def test_the_answer_keeps_the_cap_and_one_request_takes_four_milliseconds(
    tmp_path: Path, lab: Lab
) -> None:
    made = worst_case(
        Profile("small", "Small", "", (), 16 * MIB, repeats=2, pause=0.0, kind=WORST_CASE),
        WorstCasePlan(Cap("mean", 0.040)),
    )
    reads = replace(made, phases=tuple(replace(p, seconds=0.5) for p in made.phases[:1]))
    with slow_drive(tmp_path) as folder:
        result = lab.session(reads, folder).run()
        lab.nothing_is_left(folder)
    assert result.status == FINISHED
    (found,) = capacities_of(result)
    alone = found.points[0].latency("mean")
    assert alone is not None and alone >= 0.004
    assert found.answer is not None and found.answer.in_flight > 1
    assert found.keeps(found.answer)
    assert any(not found.keeps(point) for point in found.points)
