# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of drives as JSON and as a table."""

from __future__ import annotations

import json
from dataclasses import replace

from tests.builders.inventories import DISK, EMPTY, INVENTORY, LINE, NOW, PART

from driveproof.domain.drive.array import ArrayAction, ArrayState
from driveproof.domain.drive.drive import BlockDevice, Inventory, Mount, QueueLimits
from driveproof.export.json import values_of
from driveproof.export.json.drives import drive_document, inventory_document
from driveproof.export.text.drives import inventory_table
from driveproof.export.text.layout import columns_of


def test_the_document_has_what_the_design_promises() -> None:
    document = json.loads(json.dumps(values_of(inventory_document(INVENTORY))))
    assert document["version"] == 1
    first, second = document["drives"]
    promised = {
        "device", "kind", "model", "serial", "wwn", "firmware", "size", "bus", "rotational",
        "removable", "scheduler", "link", "mounts", "stack", "health", "trim", "temperature",
    }  # fmt: skip
    assert promised <= first.keys() == second.keys()
    assert (first["device"], first["size"], first["temperature"]) == ("/dev/sda", 10**12, 30.4)
    assert (first["health"], first["trim"], first["wwn"]) == ("unknown", "unknown", None)
    assert [mount["path"] for mount in first["mounts"]] == ["/data"]
    assert (first["mounts"][0]["free"], first["mounts"][0]["used"]) == (5, 0)
    assert [layer["device"] for layer in first["stack"]] == ["/dev/sda"]
    assert [layer["device"] for layer in first["holders"]] == ["/dev/sda1"]


def test_what_is_unknown_is_null_and_never_zero() -> None:
    document = values_of(drive_document(EMPTY, INVENTORY))
    for key in ("size", "model", "serial", "temperature", "rotational", "link", "scheduler"):
        assert document[key] is None, key
    assert set(document["limits"].values()) == {None}


def test_the_stack_of_a_partition_goes_down_to_the_drive() -> None:
    document = values_of(drive_document(PART, INVENTORY))
    assert [(layer["depth"], layer["kind"]) for layer in document["stack"]] == [
        (0, "partition"), (1, "ata"),
    ]  # fmt: skip


def test_the_table_has_a_line_for_each_drive_and_no_trailing_blanks() -> None:
    lines = inventory_table(INVENTORY).splitlines()
    assert len(lines) == 3
    assert lines[0].split()[0] == "Device"
    assert "TRIM" in lines[0]
    column = lines[0].index("Firmware")
    assert lines[1][column:].split()[0] == "1.0"
    assert "30 °C" in lines[1]
    assert lines[1].endswith("/data")
    assert all(line == line.rstrip() for line in lines)


def test_trim_is_yes_or_no_and_empty_where_nobody_knows() -> None:
    def line(limits: QueueLimits) -> str:
        drive = replace(DISK, limits=limits, children=())
        inventory = Inventory((drive,))
        word = values_of(drive_document(drive, inventory))["trim"]
        return f"{word} {inventory_table(inventory).splitlines()[1].split('°C')[1].strip()}"

    assert line(QueueLimits(discard_max_bytes=512, discard_granularity=512)) == "pass yes"
    assert line(QueueLimits(discard_max_bytes=0, discard_granularity=0)) == "block no"
    assert line(QueueLimits()) == "unknown "


def test_names_and_mount_points_cannot_move_the_cursor() -> None:
    evil = BlockDevice(
        path="/dev/sda", name="sda", kind="ata", size=1, model="M" * 80,
        mounts=(Mount("/media/\x1b[2J\n\udcff", "/dev/sda", "ext4"),),
    )  # fmt: skip
    table = inventory_table(Inventory((evil,)))
    assert len(table.splitlines()) == 2
    assert "\x1b" not in table
    table.encode("utf-8")
    assert json.dumps(values_of(drive_document(evil, Inventory((evil,))))).isascii()


def test_many_mounts_are_counted_and_no_drive_is_said() -> None:
    mounts = tuple(Mount(f"/m{number}", "/dev/sda", "ext4") for number in range(5))
    drive = BlockDevice(path="/dev/sda", name="sda", kind="ata", size=1, mounts=mounts)
    assert "/m0, /m1, /m2 " in inventory_table(Inventory((drive,)))
    assert inventory_table(Inventory())


def test_file_systems_have_label_and_uuid_mounted_or_not() -> None:
    stick = replace(
        PART, path="/dev/sdb1", name="sdb1", partition_of="sdb", parents=("sdb",), mounts=(),
        label="BACKUP\x1b", uuid="0f3c-99aa",
    )  # fmt: skip
    disk = replace(DISK, path="/dev/sdb", name="sdb", children=("sdb1",))
    inventory = Inventory((disk, stick, DISK, replace(PART, label="data", uuid="77aa")))
    layer = values_of(drive_document(disk, inventory))["holders"][0]
    assert (layer["label"], layer["uuid"]) == ("BACKUP\x1b", "0f3c-99aa")
    (mount,) = values_of(drive_document(DISK, inventory))["mounts"]
    assert (mount["label"], mount["uuid"]) == ("data", "77aa")
    table = inventory_table(inventory)
    assert "\x1b" not in table
    heads, *rows = table.splitlines()
    column = heads.index("Labels")
    assert [row[column:][:4] for row in rows] == ["BACK", "data"]
    assert "Labels" not in inventory_table(INVENTORY)


def test_a_narrow_terminal_gets_no_broken_lines() -> None:
    whole = inventory_table(INVENTORY).splitlines()
    lines = inventory_table(INVENTORY, width=40).splitlines()
    assert len(lines) == len(whole)
    assert max(map(columns_of, lines)) <= 40 < max(map(columns_of, whole))
    assert all(line.rstrip("…") in more for line, more in zip(lines, whole, strict=True))


def test_a_terminal_without_unicode_and_wide_names_stay_aligned() -> None:
    wide = BlockDevice(path="/dev/sda", name="sda", kind="ata", size=10**9, model="硬盘")
    thin = BlockDevice(path="/dev/sdb", name="sdb", kind="ata", size=10**9, model="Disk")
    lines = inventory_table(Inventory((wide, thin))).splitlines()
    ends = {columns_of(line[: line.index("1 GB")]) for line in lines[1:]}
    assert len(ends) == 1
    assert inventory_table(INVENTORY, encoding="ascii").isascii()


def test_a_line_adds_what_more_is_known() -> None:
    first, second = values_of(inventory_document(INVENTORY, (LINE,)))["drives"]
    assert first.keys() == second.keys()
    assert (first["health"], first["sentence"]) == ("worn", "It is old.")
    assert (first["life_left"], first["power_on"]) == (0.06, 31_420 * 3600.0)
    assert (first["written"], first["fill"]) == (12 * 10**12, 0.0)
    speed = first["read_speed"]
    assert (speed["phase"], speed["run"], speed["bandwidth"]) == ("SEQ1M Q8T1 read", "abc", 1.22e8)
    assert [before["bandwidth"] for before in speed["before"]] == [5e8]
    assert first["checked"] == "2026-11-18T12:00:00+00:00"
    more = ("sentence", "life_left", "power_on", "written", "fill", "read_speed", "checked")
    assert [second[key] for key in more] == [None] * len(more)


def test_columns_of_which_nothing_is_known_are_left_out() -> None:
    plain = inventory_table(INVENTORY).splitlines()[0]
    assert "Full" in plain
    assert all(
        title not in plain for title in ("Life left", "Power-on time", "Read speed", "Checked")
    )
    head, line, _ = inventory_table(INVENTORY, (LINE,), now=NOW).splitlines()
    words = ("Life left", "Power-on time", "Written", "Full", "TRIM", "Read speed", "Checked")
    places = [head.index(title) for title in words]
    assert places == sorted(places)
    for word in ("worn", "6 %", "31 420 h", "12 TB", "0 %", "122 MB/s", "3 days ago"):
        assert word in line, word


MIRROR = BlockDevice(
    path="/dev/md0", name="md0", kind="md", size=10**12, raid_level="raid1",
    array=ArrayState(kind="md", wanted=2, active=1, action=ArrayAction.RECOVER, progress=0.25,
                     speed=1e8, seconds_left=75.0),
)  # fmt: skip


def test_an_array_is_told_in_the_table_and_in_the_document() -> None:
    inventory = Inventory((DISK, PART, MIRROR))
    head, disk, mirror = inventory_table(inventory).splitlines()
    assert "Array" in head and "(1 of 2)" not in disk
    assert "(1 of 2)" in mirror
    assert "Array" not in inventory_table(INVENTORY)
    first, second = values_of(inventory_document(inventory))["drives"]
    assert first["array"] is None
    assert second["array"] == {
        "kind": "md", "members": 2, "active": 1, "degraded": True, "action": "recover",
        "progress": 0.25, "speed": 1e8, "seconds_left": 75.0, "mismatches": None,
    }  # fmt: skip
