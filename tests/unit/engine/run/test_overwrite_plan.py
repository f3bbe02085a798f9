# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is confirmed before a device is overwritten, and which part of the device that is."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.errors import MachineError, UsageError
from driveproof.domain.profile.for_device import overwriting
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.run import CANCELLED, FINISHED, Environment, PhaseResult, Run, Target
from driveproof.engine.run.overwrite import WritePlan, contents, plan_overwrite
from driveproof.system.helper.client import DeviceClaim, claim_device
from driveproof.system.kernel.devices import is_device
from driveproof.wording.run import note_text

MIB = 2**20
SIZE = 1000 * MIB


def phase(direction: str, pattern: str, limit: int | None = None, jobs: int = 1) -> Phase:
    return Phase(f"{pattern} {direction}", direction, pattern, 4096, 1, jobs, limit=limit)


READ, WRITE = phase("read", "sequential"), phase("write", "sequential", 20 * MIB)
ANYWHERE = phase("write", "random", 30 * MIB)


def plan(*phases: Phase, serial: str | None = "S7KHNJ0W812345", length: int = SIZE) -> WritePlan:
    return WritePlan(
        path="/dev/sda",
        claim=DeviceClaim("/dev/sda", 2048, 7),
        profile=overwriting(Profile("p", "P", "?", phases or (READ, WRITE), 2**30, repeats=2)),
        target=Target("/dev/sda", "device", "/dev/sda", "Model", serial, size=SIZE,
                      stack=("/dev/sda",)),
        length=length,
        holds=(),
        share=None,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("serial", "phrase"),
    [
        ("S7KHNJ0W812345", "2345"),
        ("  WD-WX42D91P0K7L ", "0K7L"),
        (None, "sda"),
        ("", "sda"),
        ("abc", "sda"),
        ("ab\u00e9def\u00e9", "sda"),
        ("a b c d", "sda"),
        ("12\x003", "sda"),
    ],
)
def test_what_is_typed(serial: str | None, phrase: str) -> None:
    made = plan(serial=serial)
    assert made.phrase == phrase
    assert made.of_serial == (phrase != "sda")
    assert made.matches(phrase) and made.matches(f" {phrase.lower()}\n")
    for wrong in ("", phrase[:-1], phrase + "x", "yes", "/dev/sda"):
        assert not made.matches(wrong)


def test_a_partition_is_confirmed_by_its_name() -> None:
    """Its drive's serial number would be the same for all of them."""
    made = plan()
    target = replace(made.target, device="/dev/sda2", stack=("/dev/sda2", "/dev/sda"))
    assert replace(made, target=target).phrase == "sda2"


def test_reads_after_writes_read_what_was_written() -> None:
    assert plan(READ, WRITE, READ, ANYWHERE, READ).areas() == (SIZE, SIZE, 20 * MIB, SIZE, SIZE)
    wide = phase("write", "sequential", 20 * MIB, jobs=4)  # each job begins elsewhere
    assert plan(wide, READ).areas() == (SIZE, SIZE)
    assert plan(WRITE, READ, length=10 * MIB).areas() == (10 * MIB, 10 * MIB)
    tiny = phase("write", "sequential", 4096)
    assert plan(tiny, replace(READ, block_size=MIB)).areas() == (SIZE, SIZE)


def test_of_one_test_what_writes_comes_first() -> None:
    """In every round: what it reads is then the same in all of them."""
    both = [replace(READ, title="Both"), replace(WRITE, title="Both")]
    made = plan(*both, READ, WRITE)
    assert [phase.direction for phase in made.profile.phases] == ["write", "read", "read", "write"]
    assert made.areas() == (SIZE, 20 * MIB, 20 * MIB, SIZE)


def result(each: Phase) -> PhaseResult:
    return PhaseResult(each.name, each.title, each.direction, each.pattern, 4096, 1, 1, "psync",
                       True, ("fio",))  # fmt: skip


def run(status: str, *phases: Phase) -> Run:
    return Run("id", "p", "fio", "P", status, datetime.now(UTC), 1.0, Target("/dev/sda", "device"),
               Environment(), tuple(result(each) for each in phases))  # fmt: skip


def test_what_may_have_been_written() -> None:
    made = plan(READ, WRITE, ANYWHERE)
    assert made.written(run(CANCELLED)) == 0
    assert made.written(run(CANCELLED, READ)) == 20 * MIB  # it was cancelled in the next
    assert made.written(run(CANCELLED, READ, WRITE)) == SIZE
    assert made.written(run(FINISHED, READ, WRITE, ANYWHERE)) == SIZE
    assert plan(READ, WRITE).written(run(FINISHED, READ, WRITE)) == 20 * MIB


def test_notes() -> None:
    said = " ".join(map(note_text, plan(READ, WRITE, READ).notes())).replace("\u202f", " ")
    assert "41.9 MB" in said
    assert "21.0 MB" in said
    (only,) = plan(ANYWHERE, length=10 * MIB).notes()
    assert "10.5 MB" in note_text(only).replace("\u202f", " ")


def test_what_would_be_lost() -> None:
    disk = BlockDevice(path="/dev/sda", name="sda", children=("sda1", "sda2"))
    one = BlockDevice(path="/dev/sda1", name="sda1", filesystem="ext4", label="home")
    two = BlockDevice(path="/dev/sda2", name="sda2", filesystem="vfat")
    assert contents(disk, Inventory((disk, one, two))) == ("ext4 (home)", "vfat")


def test_what_udisks2_says_of_the_device_before_is_not_confirmed() -> None:
    """A stick that took over the name of another would be overwritten under its serial number."""
    known = replace(BlockDevice(path="/dev/sda", name="sda"), serial="S7KHNJ0W812345")
    made = plan()
    for links in ((), ("by-diskseq/7", "by-id/usb-1"), ("by-diskseq/7-part1",)):
        aliases = tuple(f"/dev/disk/{link}" for link in links)
        assert made.not_described(replace(known, aliases=aliases)) is None
    for other in ("6", "70", "6-part7"):
        aliases = (f"/dev/disk/by-diskseq/{other}",)
        assert made.not_described(replace(known, aliases=aliases)) is not None


def test_no_device_is_planned_with_what_is_known_of_another() -> None:
    here = [path for path in sorted(Path("/dev").iterdir()) if is_device(str(path))]
    if not here:
        pytest.skip("this machine shows no block devices")
    claim = claim_device(str(here[0]))
    links = (f"/dev/disk/by-diskseq/{claim.sequence + 1}",)
    known = BlockDevice(path=claim.path, name=Path(claim.path).name, aliases=links)
    with pytest.raises(MachineError) as raised:
        plan_overwrite(claim.path, Profile("p", "P", "?", (WRITE,), 2**30), Inventory((known,)))
    assert set(raised.value.values) == {"path"}


def test_what_cannot_be_overwritten(tmp_path: Path) -> None:
    profile = Profile("p", "P", "?", (WRITE,), 2**30)
    with pytest.raises(UsageError) as raised:
        plan_overwrite(str(tmp_path), profile, None)
    assert set(raised.value.values) == {"path"}
    file = tmp_path / "file"
    file.touch()
    for path in (str(file), "/dev/null", "/dev/driveproof-none"):
        with pytest.raises(MachineError) as raised:
            plan_overwrite(path, profile, None)
        assert set(raised.value.values) == {"path"}
