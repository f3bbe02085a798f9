# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A drive's row: unknown values are None, the worst comes first, speeds are of one test only."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from tests.builders.demo import demo_inventory
from tests.fakes.verdicts import made_verdict

from driveproof.domain.dashboard import (
    MOST_SPEEDS,
    DriveLine,
    fill_of,
    line_of,
    shown_drives,
    speed_of,
    worst_first,
)
from driveproof.domain.drive.array import ArrayAction, ArrayState
from driveproof.domain.drive.drive import BlockDevice, Inventory, Mount
from driveproof.domain.health.report import Health
from driveproof.domain.health.verdict import CAUTION, FAILING, GOOD, GRADES, UNKNOWN, WORN, Grade
from driveproof.domain.run.run import CANCELLED, FINISHED, RunHead
from driveproof.domain.trim.drive import DriveTrim
from driveproof.domain.trim.path import PathVerdict

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
DISK = BlockDevice(path="/dev/sda", name="sda", kind="ata", model="Disk", serial="S1", size=10**12)
ALONE = Inventory((DISK,))
SEQ = "SEQ1M Q8T1 read"


def part(number: int, **fields: object) -> BlockDevice:
    name = f"sda{number}"
    mount = Mount(f"/m{number}", f"/dev/{name}", "ext4")
    given = {"mounts": (mount,), **fields}
    return BlockDevice(
        path=f"/dev/{name}", name=name, kind="partition", size=10, partition_of="sda",
        parents=("sda",), **given,  # type: ignore[arg-type]
    )  # fmt: skip


def filled(*parts: BlockDevice) -> float | None:
    disk = BlockDevice(
        path="/dev/sda", name="sda", kind="ata", size=10**12, children=tuple(p.name for p in parts)
    )
    return fill_of(disk, Inventory((disk, *parts)))


def head(days: int, *figures: tuple[str, str, str, float], status: str = FINISHED) -> RunHead:
    return RunHead(
        id=f"run{days}", profile="quick", title="", status=status,
        started=NOW - timedelta(days=days), seconds=1.0, label="", path="/", device=None,
        identity="serial:Disk:S1", model=None, firmware=None, filesystem=None, figures=figures,
    )  # fmt: skip


def read(value: float, name: str = SEQ) -> tuple[str, str, str, float]:
    return (name, "read", "bandwidth", value)


def test_what_is_unknown_is_none() -> None:
    line = line_of(DISK, ALONE)
    assert line == DriveLine(device=DISK, trim=PathVerdict.UNKNOWN)
    assert (line.grade, line.verdict, line.temperature, line.fill) == (UNKNOWN, None, None, None)
    assert (line.life_left, line.power_on, line.written, line.speed, line.checked) == (None,) * 5


def test_what_the_drive_tells_counts_more_than_the_list() -> None:
    listed = BlockDevice(
        path="/dev/sda", name="sda", kind="ata", size=1, temperature=30.0, health="good"
    )
    inventory = Inventory((listed,))
    assert line_of(listed, inventory).grade == GOOD
    health = Health(taken=NOW, temperature=51.0, used=0.94, power_on=7200.0, written=5)
    verdict = made_verdict(WORN, "It is old.")
    line = line_of(
        listed, inventory, health=health, verdict=verdict, trim=DriveTrim(PathVerdict.PASS)
    )
    assert (line.grade, line.verdict, line.temperature) == (WORN, verdict, 51.0)
    assert line.life_left == pytest.approx(0.06)
    assert (line.power_on, line.written, line.trim) == (7200.0, 5, PathVerdict.PASS)
    silent = Health(taken=NOW)
    assert line_of(listed, inventory, health=silent).temperature == 30.0


def test_the_worst_is_first_and_the_unknown_last() -> None:
    def line(grade: Grade, name: str) -> DriveLine:
        device = BlockDevice(path=f"/dev/{name}", name=name)
        return DriveLine(device=device, grade=grade, trim=PathVerdict.UNKNOWN)

    lines = [line(grade, f"{grade}{number}") for number in (1, 2) for grade in GRADES]
    ordered = worst_first(lines)
    assert [one.grade for one in ordered[::2]] == [FAILING, WORN, CAUTION, GOOD, UNKNOWN]
    assert [one.device.name[-1] for one in ordered] == ["1", "2"] * 5


def test_a_drive_of_a_degraded_array_is_among_those_to_be_watched() -> None:
    whole = ArrayState(kind="md", wanted=2, active=2)

    def lines(state: ArrayState | None) -> tuple[DriveLine, ...]:
        inventory = Inventory(tuple(
            replace(one, array=state) if one.name == "md0" else one
            for one in demo_inventory().devices
        ))  # fmt: skip
        return tuple(line_of(one, inventory) for one in shown_drives(inventory))

    def of_an_array(state: ArrayState | None) -> list[str]:
        return [line.device.name for line in lines(state) if line.arrays]

    assert of_an_array(None) == of_an_array(whole) == []
    assert of_an_array(replace(whole, action=ArrayAction.CHECK)) == ["sda", "sdb"]
    assert not any(line.degraded for line in lines(replace(whole, action=ArrayAction.CHECK)))
    found = lines(replace(whole, active=1))
    assert [line.device.name for line in found if line.degraded] == ["sda", "sdb"]
    good = [replace(line, grade=GOOD) for line in found]
    assert [line.device.name for line in worst_first(good)][:2] == ["sda", "sdb"]
    failing = [replace(line, grade=GOOD if line.degraded else FAILING) for line in found]
    assert [line.degraded for line in worst_first(failing)][-2:] == [True, True]


def test_a_drive_is_as_full_as_its_file_systems() -> None:
    assert filled() is None
    assert filled(part(1)) is None
    assert filled(part(1, used=30, free=70), part(2, used=10, free=90)) == 0.2
    assert filled(part(1, used=0, free=100)) == 0.0
    assert filled(part(1, used=0, free=0)) is None


def test_a_file_system_on_several_partitions_counts_once() -> None:
    same = {"uuid": "u", "used": 30, "free": 70}
    assert filled(part(1, **same), part(2, **same), part(3, used=0, free=100)) == 0.15


def test_drives_without_a_medium_and_what_is_no_drive_have_no_line() -> None:
    shown = shown_drives(demo_inventory())
    assert shown
    assert all(one.size and one.kind not in {"loop", "md", "crypt", "partition"} for one in shown)
    empty = BlockDevice(path="/dev/sr0", name="sr0", kind="optical")
    virtual = BlockDevice(path="/dev/vda", name="vda", kind="virtio", size=1)
    assert shown_drives(Inventory((empty, virtual))) == (virtual,)


def test_speeds_are_those_of_the_last_test_oldest_first() -> None:
    other = read(9e9, "SEQ2M Q1T1 read")
    speed = speed_of(
        [head(1, read(2e9), other), head(2, other), head(3, read(3e9)), head(4, read(4e9))]
    )
    assert speed is not None
    assert (speed.test, speed.run, speed.last, speed.before) == (SEQ, "run1", 2e9, 3e9)
    assert [value for _, value in speed.values] == [4e9, 3e9, 2e9]
    assert speed.measured == NOW - timedelta(days=1)


def test_what_is_no_speed_of_the_drive() -> None:
    none = [
        head(1, read(1e9), status=CANCELLED),
        head(2, ("SEQ1M Q8T1 write", "write", "bandwidth", 1e9)),
        head(3, ("RND4K Q1T1 read", "read", "iops", 1e5)),
        head(4, read(5e9, "hdparm -T")),
        head(5, read(5e9, f"{SEQ} · page cache")),
    ]
    assert speed_of(none) is None
    only = speed_of([*none, head(6, read(7.0))])
    assert only is not None and (only.last, only.before, only.run) == (7.0, None, "run6")


def test_a_trend_has_an_end() -> None:
    speed = speed_of([head(day, read(float(day))) for day in range(1, 40)])
    assert speed is not None
    assert [value for _, value in speed.values] == [float(day) for day in range(MOST_SPEEDS, 0, -1)]
