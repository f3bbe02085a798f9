# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Our answer on fstrim's list of mounts, compared with what fstrim would trim (--dry-run)."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.system.machine import run, unmount

from driveproof.domain.trim.fstrim import TimerFacts
from driveproof.system.trim.path import read_discard_path

pytestmark = pytest.mark.root

MIB = 2**20


class Place:
    """One file system with four mounts, another that is read-only, and one in memory."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder = folder
        self.first, self.other = (self._loop(name, stack) for name in ("first", "other"))
        self._mount(stack, "home", self.first)
        self._mount(stack, "again", self.first)
        self._mount(stack, "bound", "--bind", str(folder / "home"))
        self._mount(stack, "ro", "-o", "ro", self.other)
        self._mount(stack, "memory", "-t", "tmpfs", "none")

    def _loop(self, name: str, stack: ExitStack) -> str:
        image = self.folder / f"{name}.img"
        with image.open("wb") as file:
            file.truncate(32 * MIB)
        device = run("losetup", "--find", "--show", str(image)).strip()
        stack.callback(subprocess.run, ["losetup", "--detach", device], check=False)
        run("mkfs.ext4", "-q", device)
        return device

    def _mount(self, stack: ExitStack, name: str, *words: str) -> None:
        point = self.folder / name
        point.mkdir()
        run("mount", *words, str(point))
        stack.callback(unmount, point)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    if shutil.which("fstrim") is None:
        pytest.skip("fstrim is not installed")
    with ExitStack() as stack:
        yield Place(tmp_path_factory.mktemp("list"), stack)


TABLES = {
    "empty": "",
    "comments": "# nothing\n",
    "one": "{first} {folder}/home ext4 defaults 0 2\n",
    "another mount of it": "{first} {folder}/again ext4 defaults 0 2\n",
    "not there": "/dev/sdzz /nowhere ext4 defaults 0 2\n",
    "notrim": "{first} {folder}/home ext4 rw,X-fstrim.notrim 0 2\n",
    "notrim of one": "{first} {folder}/home ext4 X-fstrim.notrim\n{first} {folder}/again ext4 rw\n",
    "ro in fstab": "{first} {folder}/home ext4 ro 0 2\n",
    "rw in fstab, mounted ro": "{other} {folder}/ro ext4 rw 0 2\n",
    "memory": "none {folder}/memory tmpfs rw 0 0\n",
    "twice, the last without": "{first} {folder}/home ext4 rw\n{first} {folder}/home ext4 X-fstrim.notrim\n",  # noqa: E501
    "twice, the last with": "{first} {folder}/home ext4 X-fstrim.notrim\n{first} {folder}/home ext4 rw\n",  # noqa: E501
    "a slash": "{first} {folder}/home/ ext4 rw 0 2\n",
}


SOMETHING = {
    "empty", "comments", "one", "another mount of it", "notrim of one", "twice, the last with",
    "a slash",
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_what_fstrim_would_trim_is_what_is_said(place: Place, name: str, tmp_path: Path) -> None:
    table = tmp_path / "fstab"
    table.write_text(
        TABLES[name].format(folder=place.folder, first=place.first, other=place.other), "ascii"
    )
    files = f"{table}:/proc/self/mountinfo"
    done = run("fstrim", "--listed-in", files, "--dry-run", "--verbose", "--quiet-unsupported")
    trimmed = {Path(path).name for path in re.findall(rf"^{place.folder}/(\S+?):", done, re.M)}
    timer = TimerFacts(installed=True, command=("fstrim", "--listed-in", files))
    same = {"home", "again", "bound"}
    assert bool(trimmed & same) is (name in SOMETHING)
    for mount in ("home", "again", "bound", "ro", "memory"):
        periodic = read_discard_path(str(place.folder / mount), timer=lambda: timer).periodic
        assert periodic is not None
        expected = bool(trimmed & same) if mount in same else mount in trimmed
        assert periodic.listed is expected, (mount, trimmed, periodic.why)
