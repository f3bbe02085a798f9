# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What cannot be put back in one mount keeps nobody from putting back the others."""

from __future__ import annotations

import os
import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from driveproof.helper.commands import Child
from driveproof.helper.mount_options import MountOptions
from driveproof.helper.protocol import MountOption

CHILD = """
trap '' PIPE
echo 1
while read -r line; do echo; done
: > "$1"
"""
"""Tells what it found, takes every order, and at the end leaves a sign that it put back."""


class Mounts:
    """Mounts by number; a child each, and a file where one has put back."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.options = MountOptions(self._holder)

    def _holder(self, number: int, device: int, before: MountOption) -> Child:
        return Child(("/bin/sh", "-c", CHILD, "child", str(self._folder / str(number))), 0.0)

    @property
    def put_back(self) -> set[int]:
        return {int(place.name) for place in self._folder.iterdir()}

    def kill(self, number: int) -> None:
        process = self.options._kept[number].process
        process.kill()
        process.wait()


@pytest.fixture
def mounts(tmp_path: Path) -> Iterator[Mounts]:
    made = Mounts(tmp_path)
    yield made
    made.options.put_all_back()


@contextmanager
def no_descriptor_left() -> Iterator[None]:
    """The kernel gives out no further one."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, before[1]))
    try:
        with pytest.raises(OSError, match="Too many open files"):
            os.pipe2(os.O_CLOEXEC)
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.parametrize(
    "end", [MountOptions.put_all_back, lambda options: options.owner_gone(":1.7")]
)
def test_one_that_cannot_be_put_back_is_not_in_the_way(
    end: Callable[[MountOptions], None], mounts: Mounts
) -> None:
    for number in (1, 2, 3):
        mounts.options.set(":1.7", number, 0, MountOption.NOATIME)
    mounts.kill(2)
    mounts.kill(1)
    with no_descriptor_left():
        end(mounts.options)
    assert mounts.put_back == {3}
    assert len(mounts.options) == 0


def test_whose_child_was_killed_is_put_back_by_another(mounts: Mounts) -> None:
    mounts.options.set(":1.7", 1, 0, MountOption.NOATIME)
    mounts.kill(1)
    mounts.options.put_all_back()
    assert mounts.put_back == {1}
