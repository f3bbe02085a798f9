# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The Overview: partitions to scale, the stack of devices, facts; updated in place."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot
from tests.builders.demo import GB, demo_inventory
from tests.builders.rig import Rig

from driveproof.domain.drive.array import ArrayAction, ArrayState
from driveproof.domain.drive.drive import BlockDevice, Inventory, Mount
from driveproof.ui.overview.partition_bar import PartitionBar, parts_of
from driveproof.ui.theme.style import Theme
from driveproof.ui.widgets.labels import SELECTABLE
from driveproof.wording.units import NARROW


def device(name: str) -> BlockDevice:
    found = demo_inventory().get(name)
    assert found is not None
    return found


def test_parts_in_their_order_with_the_gap_at_the_end() -> None:
    parts = parts_of(device("nvme0n1"), demo_inventory())
    assert [part.name for part in parts] == ["nvme0n1p1", "nvme0n1p2", "nvme0n1p3", "Free"]
    assert sum(part.size for part in parts) == pytest.approx(device("nvme0n1").size, rel=1e-4)
    assert parts[1].used == 41 * GB
    assert parts[2].used == 620 * GB  # of the one file system inside the encryption


def test_a_device_without_partitions_is_one_part() -> None:
    assert [part.name for part in parts_of(device("md0"), demo_inventory())] == ["md0"]
    assert parts_of(device("loop0"), demo_inventory()) == ()


def test_logical_partitions_do_not_count_twice() -> None:
    disk = BlockDevice(
        path="/dev/sda", name="sda", size=100 * GB, partition_table="dos",
        children=("sda1", "sda2", "sda5"),
    )  # fmt: skip

    def part(number: int, start: int, size: int) -> BlockDevice:
        name = f"sda{number}"
        return BlockDevice(
            path=f"/dev/{name}", name=name, kind="partition", size=size, partition_of="sda",
            partition_number=number, partition_offset=start, parents=("sda",),
        )  # fmt: skip

    extended = Inventory((disk, part(1, 0, 40 * GB), part(2, 40 * GB, 60 * GB),
                          part(5, 41 * GB, 59 * GB)))  # fmt: skip
    assert sum(p.size for p in parts_of(disk, extended)) == 100 * GB


@pytest.mark.parametrize("width", [40, 400, 928])
def test_parts_are_to_scale_and_the_smallest_can_be_seen(
    qtbot: QtBot, theme: Theme, width: int
) -> None:
    bar = PartitionBar(theme)
    qtbot.addWidget(bar)
    bar.resize(width, bar.sizeHint().height())
    bar.set_parts(parts_of(device("nvme0n1"), demo_inventory()))
    places = bar.places()
    assert places[-1].right() == pytest.approx(width)
    assert min(place.width() for place in places) >= 5
    assert places[2].width() > places[1].width() > places[0].width() - 1
    for before, after in pairwise(places):
        assert after.left() > before.right()
    assert not bar.grab().isNull()


def test_rows_like_lsblk_with_a_way_to_measure(rig: Rig) -> None:
    rig.tell(demo_inventory())
    rows = rig.overview.rows.rows()
    assert [(row.depth, row.name, row.mount) for row in rows] == [
        (0, "nvme0n1", ""),
        (1, "nvme0n1p1", "/boot/efi"),
        (1, "nvme0n1p2", "/"),
        (1, "nvme0n1p3", ""),
        (2, "home", "/home"),
    ]
    assert rows[4].free == f"1.1{NARROW}TB"
    asked: list[str] = []
    rig.overview.rows.measure.disconnect()
    rig.overview.rows.measure.connect(asked.append)
    buttons = {b.accessibleName(): b for b in rig.overview.findChildren(QPushButton)}
    QTest.mouseClick(buttons["Measure in /home"], Qt.MouseButton.LeftButton)
    assert asked == ["/home"]
    QTest.mouseClick(buttons["Open home"], Qt.MouseButton.LeftButton)
    assert rig.drive == "dm-0"
    below = rig.overview.below
    assert below.isVisible()
    assert [row.name for row in below.rows()] == ["home", "nvme0n1p3", "nvme0n1"]


def test_every_mount_point_has_a_row_and_read_only_ones_say_so(rig: Rig) -> None:
    mounts = (Mount("/a", "/dev/sda", "ext4"), Mount("/b", "/dev/sda", "ext4", read_only=True))
    disk = BlockDevice(
        path="/dev/sda", name="sda", kind="ata", size=GB, filesystem="ext4", mounts=mounts
    )
    rig.tell(Inventory((disk,)))
    buttons = {b.accessibleName() for b in rig.overview.findChildren(QPushButton)}
    assert "Measure in /a" in buttons
    assert "Measure in /b" not in buttons
    assert [row.mount for row in rig.overview.rows.rows()] == ["/a", "/b"]


def test_a_device_with_few_rows_takes_no_room_for_those_of_another(rig: Rig) -> None:
    rig.window.resize(1280, 800)
    rig.tell(demo_inventory())
    rows = rig.overview.rows
    rig.window.sidebar.select("loop0")
    QApplication.processEvents()
    alone = rows.sizeHint().height()
    rig.window.sidebar.select("nvme0n1")
    QApplication.processEvents()
    assert rows.sizeHint().height() > alone + 100
    rig.window.sidebar.select("loop0")
    rig.qtbot.waitUntil(lambda: rows.height() == alone)


def test_a_selected_text_survives_an_update_and_can_be_copied(rig: Rig) -> None:
    inventory = demo_inventory()
    rig.tell(inventory)
    facts = rig.overview.facts
    serial = facts.values[[value for _, value in facts.facts()].index("S7KHNJ0W812345")]
    QTest.mouseMove(serial)
    rig.qtbot.waitUntil(lambda: serial.textInteractionFlags() == SELECTABLE)
    serial.setSelection(0, len(serial.text()))
    nvme = replace(device("nvme0n1"), temperature=60.0, scheduler="kyber")
    rig.tell(Inventory((nvme, *inventory.devices[1:])))
    assert "kyber" in dict(facts.facts()).values()
    assert serial.selectedText() == "S7KHNJ0W812345"
    serial.setFocus()
    QTest.keyClick(serial, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "S7KHNJ0W812345"


def test_queue_limits_open_by_keyboard(rig: Rig) -> None:
    rig.tell(demo_inventory())
    queue = rig.overview.queue
    assert not queue.inner.isVisible()
    queue.button.setFocus()
    QTest.keyClick(queue.button, Qt.Key.Key_Space)
    assert queue.inner.isVisible()
    assert dict(rig.overview.limits.facts())["max_sectors_kb"] == f"128{NARROW}KiB"


def test_free_space_is_claimed_only_where_it_is_known(rig: Rig) -> None:
    mounts = (Mount("/a", "/dev/sda", "ext4"),)
    disk = BlockDevice(path="/dev/sda", name="sda", kind="ata", size=GB, mounts=mounts)
    rig.tell(Inventory((disk,)))
    assert rig.overview.head.title.whole() == "1 mounted file system"


def test_no_name_and_no_size_is_cut(rig: Rig) -> None:
    rig.tell(demo_inventory())
    rig.window.resize(900, 600)
    QApplication.processEvents()
    rows = rig.overview.rows
    for row, cells in zip(rows.rows(), rows.cells, strict=True):
        name, size = cells[0], cells[2]
        assert name is None or name.text() == row.name
        assert size is not None and size.text() == row.size
        assert size.width() >= size.fontMetrics().horizontalAdvance(row.size)


def test_an_endless_serial_number_pushes_nothing_aside(rig: Rig) -> None:
    long = replace(device("nvme0n1"), serial="S" * 120, model="<b>M</b> " * 25)
    rig.tell(Inventory((long, *demo_inventory().devices[1:])))
    rig.window.resize(900, 600)
    QApplication.processEvents()
    page = rig.overview
    assert not page.area.horizontalScrollBar().maximum()
    serial = page.facts.values[[value for _, value in page.facts.facts()].index("S" * 120)]
    assert "S" * 120 in serial.toolTip()


def test_facts_stand_side_by_side_where_there_is_room(rig: Rig) -> None:
    rig.tell(demo_inventory())
    rig.window.resize(1280, 800)
    QApplication.processEvents()
    first, *_, last = rig.overview.facts.values
    assert last.x() > first.x() + first.width()
    rig.window.resize(760, 600)
    rig.qtbot.waitUntil(
        lambda: rig.overview.facts.values[-1].x() == rig.overview.facts.values[0].x()
    )


def test_nothing_mounted_and_no_medium_are_said_in_words(rig: Rig) -> None:
    rig.tell(demo_inventory())
    rig.window.sidebar.select("sdc")
    unmounted = rig.overview.head.title.whole()
    reader = BlockDevice(path="/dev/sr0", name="sr0", kind="optical", model="DVD", removable=True)
    rig.tell(Inventory((*demo_inventory().devices, reader)))
    rig.window.sidebar.select("sr0")
    assert unmounted and rig.overview.head.title.whole() not in {"", unmounted}


def test_an_array_has_a_line_of_its_state_and_so_have_its_drives(rig: Rig) -> None:
    whole = ArrayState(kind="md", wanted=2, active=2)
    degraded = replace(whole, active=1)
    recovery = replace(degraded, action=ArrayAction.RECOVER, progress=0.25)

    def tell(state: ArrayState | None) -> None:
        devices = demo_inventory().devices
        rig.tell(Inventory(tuple(
            replace(one, array=state) if one.name == "md0" else one for one in devices
        )))  # fmt: skip

    tell(None)
    line = rig.overview.array_line
    rig.window.sidebar.select("md0")
    assert not line.isVisible()
    tell(whole)
    assert line.isVisible() and "2 of 2" in line.whole()
    rig.window.sidebar.select("sda")
    assert not line.isVisible()  # nothing to say of it
    tell(degraded)
    assert "md0" in line.whole() and "1 of 2" in line.whole()
    assert line.color == "bad"
    tell(recovery)
    assert "25" in line.whole()
    assert line.color == "caution"
    rig.window.sidebar.select("nvme0n1")
    assert not line.isVisible()
