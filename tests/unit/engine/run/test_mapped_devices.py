# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A mapped device that gets another table during a run is named beside the figures."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.fakes.made_machine import GB, GIB, MadeMachine

from driveproof.domain.notes import NoteKind
from driveproof.engine.run.mapped_devices import MappedDevices
from driveproof.system.kernel.sysfs import Sysfs

TEST = "SEQ1M Q8T1 write"


@pytest.fixture
def machine(tmp_path: Path) -> MadeMachine:
    """A logical volume on a drive, and another drive."""
    made = MadeMachine(tmp_path / "sys")
    drive = made.sata("sda", "Disk", GB, 1)
    made.sata("sdb", "Other", GB, 2)
    made.mapped(0, "vg-home", "LVM-home", GIB, [drive])
    return made


def volume(machine: MadeMachine) -> Path:
    return (machine.root / "class/block/dm-0").resolve()


def found(machine: MadeMachine) -> MappedDevices:
    return MappedDevices(("dm-0", "sda"), Sysfs(machine.root))


def test_one_that_stays_what_it_is(machine: MadeMachine) -> None:
    devices = found(machine)
    devices.look(TEST)
    assert devices.notes == ()


def test_one_that_was_moved_to_another_drive(machine: MadeMachine) -> None:
    devices = found(machine)
    slaves = volume(machine) / "slaves"
    (slaves / "sda").rename(slaves / "sdb")
    devices.look(TEST)
    (slaves / "sdb").rename(slaves / "sda")  # and back: the figures between are of another drive
    devices.look("RND4K Q1T1 read")
    (note,) = devices.notes
    assert str(note).startswith(
        "/dev/mapper/vg-home changed from sda to sdb during SEQ1M Q8T1 write."
    )
    assert note.kind is NoteKind.DOUBT


def test_one_that_was_made_larger(machine: MadeMachine) -> None:
    devices = found(machine)
    (volume(machine) / "size").write_text(str(3 * GIB // 512))
    devices.look(TEST)
    (note,) = devices.notes
    assert f"from {GIB} bytes to {3 * GIB} bytes" in str(note)


def test_one_that_went_away_is_another_failure(machine: MadeMachine) -> None:
    devices = found(machine)
    volume(machine).rename(machine.root / "gone")
    devices.look(TEST)
    assert devices.notes == ()
