# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which loop devices reach a device, according to /sys and the mount table."""

from __future__ import annotations

import os
from pathlib import Path
from threading import Event

import pytest

from driveproof.helper.loop_use import LoopDevice, asked, loop_users, named, to_ask
from driveproof.helper.protocol import ErrorName, HelperError
from driveproof.helper.reach import reach_of
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.kernel.users import kernel_use

MOUNTS = """\
1 0 8:17 / / rw - ext4 /dev/sdb1 rw
2 1 0:5 / /dev rw - devtmpfs dev rw
3 1 8:2 / /data rw - xfs /dev/sda2 rw
4 1 0:50 / /home/me/hangs rw - fuse.me me rw
"""


class Machine:
    """/sys and /proc as far as this is about them."""

    def __init__(self, folder: Path) -> None:
        self.sys, self.proc = folder / "sys", folder / "proc"
        (self.proc / "self").mkdir(parents=True)
        self.table = self.proc / "self/mountinfo"
        self.table.write_text(MOUNTS, "ascii")
        self._block = self.sys / "class/block"
        self._block.mkdir(parents=True)
        self.add("sda", "8:0")
        for number in (1, 2):
            self.add(f"sda{number}", f"8:{number}", "sda")

    def add(self, name: str, number: str, disk: str = "", file: bytes = b"") -> None:
        place = self.sys / "devices" / disk / name
        place.mkdir(parents=True)
        (place / "dev").write_text(f"{number}\n", "ascii")
        if disk:
            (place / "partition").write_text("1\n", "ascii")
        if file:
            (place / "loop").mkdir()
            (place / "loop/backing_file").write_bytes(file + b"\n")
        (self._block / name).symlink_to(place)

    def users(self, name: str) -> tuple[str, ...]:
        return loop_users(reach_of(name, self.sys), named(self.sys, self.table))


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_a_file_on_a_file_system_of_the_disk(machine: Machine) -> None:
    machine.add("loop0", "7:0", file=b"/data/a folder\r/image")
    assert machine.users("sda") == machine.users("sda2") == ("loop0",)
    assert machine.users("sda1") == ()
    assert kernel_use(["sda"], Sysfs(machine.sys), machine.proc).holders == {"sda": ("loop0",)}


def test_two_over_one_file(machine: Machine) -> None:
    for number in (0, 1):
        machine.add(f"loop{number}", f"7:{number}", file=b"/home/me/image")
    machine.add("loop0p1", "259:0", "loop0")
    assert machine.users("loop0") == machine.users("loop0p1") == ("loop1",)
    assert machine.users("loop1") == ("loop0",)


def test_nothing_that_could_wait_is_looked_up(machine: Machine) -> None:
    """A pipe represents a file system that never answers: opening it would block."""
    os.mkfifo(machine.sys / "pipe")
    machine.add("loop0", "7:0", file=b"/home/me/hangs/" + os.fsencode(machine.sys / "pipe"))
    assert machine.users("sda") == ()


@pytest.mark.parametrize("file", [b"/dev/gone (deleted)", b"/dev/\xff", b"not absolute", b"/x\0y"])
def test_a_file_that_cannot_be_found_uses_nothing(machine: Machine, file: bytes) -> None:
    machine.add("loop0", "7:0", file=file)
    assert machine.users("sda") == ()


def test_two_over_one_file_of_two_names(machine: Machine, tmp_path: Path) -> None:
    """A hard link, seen by device and inode where looking that up waits for a drive at most."""
    one, other = tmp_path / "image", tmp_path / "link"
    one.touch()
    os.link(one, other)
    for number, file in enumerate((one, other)):
        machine.add(f"loop{number}", f"7:{number}", file=os.fsencode(file))
    machine.table.write_text("1 0 8:17 / / rw - ext4 /dev/sdb1 rw\n", "ascii")
    assert machine.users("loop0") == ("loop1",)
    machine.table.write_text("1 0 8:17 / / rw - fuse.me /dev/sdb1 rw\n", "ascii")
    assert machine.users("loop0") == ()


def test_what_may_never_answer_is_asked_only_where_it_could_matter(machine: Machine) -> None:
    """A file on FUSE, unless it is of the size of the device, or that is on such a file itself."""
    for number, file in enumerate((b"/home/me/hangs/a", b"/home/me/hangs/b", b"/data/c")):
        machine.add(f"loop{number}", f"7:{number}", file=file)

    def sized(name: str, sectors: int, offset: int = 0) -> None:
        place = machine.sys / "class/block" / name
        (place / "size").write_text(f"{sectors}\n")
        if name.startswith("loop"):
            (place / "loop/offset").write_text(f"{offset}\n")

    def asked_for(name: str) -> tuple[str, ...]:
        return to_ask(reach_of(name, machine.sys), machine.sys, machine.table)

    for name, sectors in (("sda", 1000), ("sda1", 100), ("sda2", 200), ("loop0", 50)):
        sized(name, sectors)
    sized("loop1", 60)
    sized("loop2", 50)
    assert asked_for("sda1") == asked_for("sda") == ("loop2",)
    sized("loop0", 100)
    assert asked_for("sda1") == ("loop0", "loop2")
    sized("loop0", 92, 8 * 512)
    assert asked_for("sda") == ("loop0", "loop2")
    sized("loop0", 50)
    assert asked_for("loop1") == ("loop0", "loop1", "loop2")


def test_a_loop_device_that_does_not_answer() -> None:
    """Then what is in use is unknown."""
    answers = Event()
    both = ("loop3", "loop4")

    def ask(name: str) -> LoopDevice | None:
        if name == "loop4":
            answers.wait()
        return LoopDevice(name, frozenset({(1, 2)}), None, False)

    with pytest.raises(HelperError, match="/dev/loop4") as refused:
        asked(both, 0.01, ask)
    assert refused.value.name is ErrorName.DEVICE_BUSY
    answers.set()
    assert [loop.name for loop in asked(both, 30, ask)] == ["loop3", "loop4"]


def test_a_loop_device_that_refuses_to_answer() -> None:
    def ask(name: str) -> LoopDevice | None:
        raise PermissionError

    with pytest.raises(HelperError, match="/dev/loop3"):
        asked(["loop3"], 30, ask)


def test_a_machine_that_tells_nothing(tmp_path: Path) -> None:
    assert named(tmp_path, tmp_path / "mountinfo") == ()
    assert loop_users(reach_of("sda", tmp_path), ()) == ()
