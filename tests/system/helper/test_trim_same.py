# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The folder may have another file system by the time the question is answered."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.system.helper.bench import Rig
from tests.system.helper.caller import MIB, Process
from tests.system.helper.person import Person
from tests.system.helper.terminal import terminal
from tests.system.helper.trim_drives import Drive
from tests.system.machine import run, unmount

from driveproof.domain.errors import RefusedError
from driveproof.engine.trim.session import TrimSession

pytestmark = [pytest.mark.root, pytest.mark.bus]


@contextmanager
def mounted_over(point: Path, folder: Path) -> Iterator[str]:
    """Another ext4 over a mount point; its device."""
    image = folder / "another image"
    with image.open("wb") as file:
        file.truncate(64 * MIB)
    path = run("losetup", "--find", "--show", str(image)).strip()
    try:
        run("mkfs.ext4", "-q", "-E", "nodiscard", path)
        run("mount", path, str(point))
        yield path
        unmount(point)
    finally:
        subprocess.run(["umount", "--quiet", path], capture_output=True, check=False)
        run("losetup", "--detach", path)


@pytest.mark.deep
def test_another_file_system_came_after_the_look(
    helper: Process,
    session: Callable[..., TrimSession],
    drive: Callable[..., Drive],
    tmp_path: Path,
) -> None:
    one = drive("ext4")
    made = session(str(one.point))
    seen = made.preview()
    before = one.discarded
    with mounted_over(one.point, tmp_path) as other:
        counted = Path(f"/sys/class/block/{other[5:]}/stat").read_text("ascii").split()[13]
        for asked in (made, session(str(one.point))):
            with pytest.raises(RefusedError, match="after you confirmed"):
                asked.run(seen)
        now = Path(f"/sys/class/block/{other[5:]}/stat").read_text("ascii").split()[13]
        assert (now, one.discarded) == (counted, before)
    assert made.run().trimmed > 0


@pytest.mark.deep
def test_it_was_unmounted_while_somebody_was_asked(
    helper: Process, rig: Rig, launcher: Path, person: Person, drive: Callable[..., Drive]
) -> None:
    """The folder is then on another file system, its parent's, which nobody confirmed."""
    one = drive("ext4")
    with terminal(person, rig, launcher, "trim", "run", str(one.point)) as somebody:
        somebody.wait_for("Type yes: ")
        unmount(one.point)
        try:
            somebody.type("yes")
            assert somebody.end() == 4
        finally:
            run("mount", one.path, str(one.point))
