# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Who wrote while a drive was recorded, by counters of groups and processes that come and go."""

from __future__ import annotations

from pathlib import Path

import pytest

from driveproof.domain.run.observed import Writer, WriterKind
from driveproof.engine.run.writers import Who
from driveproof.system.kernel.sysfs import Sysfs

SLICE = "system.slice"


class Machine:
    """Control groups of version 2, and processes, as files."""

    def __init__(self, folder: Path) -> None:
        self.root, self.proc = folder / "sys", folder / "proc"
        self.proc.mkdir()
        (self.root / "fs/cgroup").mkdir(parents=True)
        (self.root / "fs/cgroup/cgroup.controllers").write_text("io\n")

    def group(self, path: str, written: int) -> None:
        file = self.root / "fs/cgroup" / path / "io.stat"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"8:0 rbytes=0 wbytes={written} rios=0 wios=1 dbytes=0 dios=0\n")

    def ends(self, path: str) -> None:
        (self.root / "fs/cgroup" / path / "io.stat").unlink()

    def process(self, number: int, began: int, name: str, written: int) -> None:
        folder = self.proc / str(number)
        folder.mkdir(exist_ok=True)
        (folder / "io").write_text(f"read_bytes: 0\nwrite_bytes: {written}\n")
        rest = " ".join(["S", *["0"] * 18, str(began), "0"])
        (folder / "stat").write_text(f"{number} ({name}) {rest}\n")

    def who(self) -> Who:
        return Who("8:0", Sysfs(self.root), self.proc)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def written(who: Who, kind: WriterKind, whole: int = 0) -> dict[str, int]:
    found = (Writer(*one) for one in who.writers(0, whole))
    return {one.name: one.written_bytes for one in found if one.kind == kind}


def test_what_a_service_wrote_before_is_nobodys_when_it_stops(machine: Machine) -> None:
    """Its slice has counted it all along: it is not the slice that wrote a gigabyte."""
    machine.group(SLICE, 1_000_000_900)
    machine.group(f"{SLICE}/a.service", 1_000_000_000)
    who = machine.who()
    machine.group(SLICE, 1_000_001_400)
    machine.group(f"{SLICE}/a.service", 1_000_000_500)
    who.look()
    machine.ends(f"{SLICE}/a.service")
    machine.group(SLICE, 1_000_001_420)  # it wrote a little more until its end
    who.look()
    assert written(who, WriterKind.GROUP, 520) == {"a.service": 500, SLICE: 20}
    assert written(who, WriterKind.REST, 520) == {}


def test_a_service_that_was_started_again_keeps_what_it_had(machine: Machine) -> None:
    machine.group(SLICE, 700)
    machine.group(f"{SLICE}/a.service", 700)
    who = machine.who()
    machine.group(SLICE, 1_700)
    machine.group(f"{SLICE}/a.service", 1_700)
    who.look()
    machine.group(SLICE, 2_000)
    machine.group(f"{SLICE}/a.service", 300)  # counts anew
    who.look()
    assert written(who, WriterKind.GROUP) == {"a.service": 1_300}


def test_groups_that_are_read_at_different_moments_even_out(machine: Machine) -> None:
    machine.group(SLICE, 0)
    machine.group(f"{SLICE}/a.service", 0)
    who = machine.who()
    machine.group(f"{SLICE}/a.service", 100)  # read after its slice
    who.look()
    machine.group(SLICE, 100)
    who.look()
    assert written(who, WriterKind.GROUP) == {"a.service": 100}


def test_processes_of_one_name_are_one_writer_however_many_come_and_go(machine: Machine) -> None:
    machine.process(1, 5, "make", 100)
    who = machine.who()
    for number in range(2, 202):
        machine.process(1, number, "cc", 10)  # the number is given again and again
        who.look()
    assert written(who, WriterKind.PROCESS) == {"cc": 2_000}
