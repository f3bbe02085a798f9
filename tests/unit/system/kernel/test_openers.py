# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The programs that have a device open or locked, in /proc."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from driveproof.domain.drive.device_use import UseKind
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.kernel.users import programs_using


class Machine:
    """/proc of a machine with one real device of this one."""

    def __init__(self, folder: Path, node: Path) -> None:
        self.proc, self.node = folder / "proc", node
        facts = node.stat()
        self.number = f"{os.major(facts.st_rdev)}:{os.minor(facts.st_rdev)}"
        device = f"{os.major(facts.st_dev):02x}:{os.minor(facts.st_dev):02x}"
        self.inode = f"{device}:{facts.st_ino}"
        place = folder / "sys/devices" / node.name
        place.mkdir(parents=True)
        (place / "dev").write_text(f"{self.number}\n")
        (folder / "sys/class/block").mkdir(parents=True)
        (folder / "sys/class/block" / node.name).symlink_to(place)
        self.sysfs = Sysfs(folder / "sys")

    def process(self, number: int, opened: Path | None, flags: int = os.O_RDWR) -> None:
        folder = self.proc / str(number)
        for inside in ("fd", "fdinfo"):
            (folder / inside).mkdir(parents=True)
        (folder / "comm").write_text("qemu-system-x86\n")
        if opened is not None:
            (folder / "fd/7").symlink_to(opened)
            (folder / "fdinfo/7").write_text(f"pos:\t0\nflags:\t{flags:o}\nmnt_id:\t24\n")

    def using(self) -> tuple[tuple[UseKind, str], ...]:
        name = self.node.name
        return dict(programs_using([name, "gone"], self.sysfs, self.proc)).get(name, ())


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    nodes = [node for node in Path("/dev").iterdir() if node.is_block_device()]
    if not nodes:
        pytest.skip("there is no block device in /dev")
    return Machine(tmp_path, nodes[0])


@pytest.mark.parametrize("flags", [os.O_RDWR, os.O_WRONLY | os.O_DIRECT | os.O_CLOEXEC])
def test_who_has_it_open_for_writing(flags: int, machine: Machine) -> None:
    machine.process(4711, machine.node, flags)
    assert machine.using() == ((UseKind.OPENED, "qemu-system-x86 (4711)"),)


def test_who_only_reads_and_we_ourselves_do_not_count(machine: Machine, tmp_path: Path) -> None:
    machine.process(4711, machine.node, os.O_RDONLY | os.O_DIRECT)
    machine.process(os.getpid(), machine.node)
    machine.process(4712, tmp_path)
    machine.process(4713, None)
    assert machine.using() == ()


@pytest.mark.parametrize(
    ("kind", "how", "counts"),
    [("FLOCK", "WRITE", True), ("FLOCK", "READ", False), ("OFDLCK", "READ", True),
     ("POSIX", "WRITE", True)],
)  # fmt: skip
def test_who_has_locked_it(kind: str, how: str, machine: Machine, *, counts: bool) -> None:
    """udev shares a lock for a moment; QEMU's locks are for reading, and of no process."""
    machine.process(4711, None)
    lines = [
        f"1: {kind}  ADVISORY  {how} {-1 if kind == 'OFDLCK' else 4711} {machine.inode} 100 101",
        "2: FLOCK  ADVISORY  WRITE 4711 00:05:1 0 EOF",
        f"3: {kind}",
    ]
    (machine.proc / "locks").write_text("\n".join(lines) + "\n")
    program = "" if kind == "OFDLCK" else "qemu-system-x86 (4711)"
    assert machine.using() == (((UseKind.LOCKED, program),) if counts else ())


def test_nothing_can_be_read(tmp_path: Path) -> None:
    assert programs_using(["sda"], Sysfs(tmp_path), tmp_path) == {}
