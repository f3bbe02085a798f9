# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of drives: what it shows, and that a selection survives everything."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QWidget
from tests.ui.demo import demo_inventory, many_devices
from tests.ui.rig import Rig

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.ui.overview.drive_model import DriveRole, DrivesModel
from driveproof.ui.theme.style import Theme


def titles(model: DrivesModel) -> list[str]:
    return [model.index(row).data() for row in range(model.rowCount())]


def without(inventory: Inventory, *names: str) -> Inventory:
    return Inventory(tuple(d for d in inventory.devices if d.name not in names), inventory.source)


def changed(inventory: Inventory, which: str, **facts: object) -> Inventory:
    return Inventory(
        tuple(replace(d, **facts) if d.name == which else d for d in inventory.devices),  # type: ignore[arg-type]
        inventory.source,
    )


def test_drives_stand_above_other_devices(theme: Theme) -> None:
    model = DrivesModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)
    model.set_inventory(demo_inventory())
    assert titles(model) == [
        "Drives",
        "Samsung SSD 990 PRO 2TB",
        "WDC WD40EFZX-68AWUN0",
        "WDC WD40EFZX-68AWUN0",
        "SanDisk Extreme Portable SSD",
        "Other devices",
        "Encrypted home",
        "RAID 1 md0",
        "Loop device loop0 (scratch.img)",
    ]
    subtitle = model.index(1).data(DriveRole.SUBTITLE)
    assert subtitle.replace("\u202f", " ") == "2.0 TB · NVMe · 46 °C"
    assert model.roleNames()[DriveRole.SUBTITLE.value].toStdString() == "subtitle"
    assert not model.flags(model.index(0)) & Qt.ItemFlag.ItemIsSelectable


def test_the_firmware_is_in_the_list_its_tooltip_and_what_is_read_aloud(rig: Rig) -> None:
    rig.tell(demo_inventory())
    index = rig.window.sidebar.view.model().index(2)  # below all drives and the title
    firmware = index.data(DriveRole.DEVICE).firmware
    assert firmware
    assert firmware not in index.data(DriveRole.SUBTITLE)
    assert all(
        firmware in index.data(role)
        for role in (
            DriveRole.DETAIL, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole
        )
    )  # fmt: skip


def test_drives_of_one_model_are_told_apart(theme: Theme) -> None:
    model = DrivesModel()
    model.set_inventory(demo_inventory())
    names = [device.name for device in demo_inventory().listed() if device.title.startswith("WDC")]
    lines = [model.index(row).data(DriveRole.SUBTITLE) for row in (2, 3)]
    assert [line.split(" · ")[0] for line in lines] == names
    model.set_inventory(without(demo_inventory(), names[0]))
    assert names[1] not in model.index(2).data(DriveRole.SUBTITLE)


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0), (2, 0, 3, 1), (1, 3)])
def test_rows_move_without_losing_who_points_to_them(order: tuple[int, ...]) -> None:
    drives = [
        BlockDevice(path=f"/dev/sd{c}", name=f"sd{c}", kind="ata", model=c, serial=c, size=10**9)
        for c in "abcd"
    ]
    model = DrivesModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)
    model.set_inventory(Inventory(tuple(drives)))
    held = {d.name: QPersistentModelIndex(model.index(r)) for r, d in enumerate(drives, 1)}
    model.set_inventory(Inventory(tuple(drives[place] for place in order)))
    for place, drive in enumerate(drives):
        if place in order:
            assert held[drive.name].row() == order.index(place) + 1
        else:
            assert not held[drive.name].isValid()


def test_the_selection_survives_updates(rig: Rig) -> None:
    inventory = demo_inventory()
    rig.tell(inventory)
    assert rig.window.sidebar.select("sdb")
    rig.tell(changed(inventory, "sdb", temperature=51.0))
    rig.tell(without(changed(inventory, "sdb", temperature=51.0), "sda", "loop0"))
    current = rig.window.sidebar.current()
    assert current is not None and current.name == "sdb"
    assert "51" in rig.window.header._facts.whole()
    index = rig.window.sidebar.view.currentIndex()
    assert index.data(DriveRole.DEVICE).name == "sdb"
    assert rig.window.sidebar.view.selectionModel().isSelected(index)


def test_an_unplugged_drive_stays_named_and_comes_back(rig: Rig) -> None:
    inventory = demo_inventory()
    rig.tell(inventory)
    rig.window.sidebar.select("sdc")
    rig.tell(without(inventory, "sdc", "sdc1"))
    assert rig.window.header._title.whole() == "SanDisk Extreme Portable SSD"
    assert "Unplugged" in rig.window.header._facts.whole()
    assert "unplugged" in rig.window.pages.overview.head.title.whole()
    assert not rig.window.pages.overview.primary.isVisible()
    assert not rig.window.sidebar.view.selectionModel().hasSelection()
    # Another port, another name: the same drive.
    moved = changed(changed(inventory, "sdc", name="sdd", path="/dev/sdd"), "sdc1", name="sdd1")
    rig.tell(moved)
    current = rig.window.sidebar.current()
    assert current is not None and current.name == "sdd"
    assert "Unplugged" not in rig.window.header._facts.whole()
    assert rig.window.pages.overview.primary.isVisible()


def test_another_drive_under_the_same_name_is_not_the_chosen_one(rig: Rig) -> None:
    inventory = demo_inventory()
    rig.tell(inventory)
    rig.window.sidebar.select("sdc")
    rig.tell(changed(inventory, "sdc", serial="ANOTHER", model="Another drive"))
    assert rig.window.header._title.whole() == "SanDisk Extreme Portable SSD"
    assert "Unplugged" in rig.window.header._facts.whole()


def test_two_drives_with_one_serial_are_two_rows(rig: Rig) -> None:
    twins = tuple(
        BlockDevice(path=f"/dev/sd{c}", name=f"sd{c}", kind="usb", model="Bridge", serial="0")
        for c in "ab"
    )
    rig.tell(Inventory(twins))
    rig.window.sidebar.select("sdb")
    rig.tell(Inventory(tuple(replace(twin, temperature=40.0) for twin in twins)))
    current = rig.window.sidebar.current()
    assert current is not None and current.name == "sdb"


def test_five_hundred_devices(rig: Rig) -> None:
    inventory = many_devices(1000)
    rig.tell(inventory)
    assert rig.window.sidebar.model.device_count() == 500
    rig.window.sidebar.select("sd400x")
    rig.tell(without(inventory, *(f"sd{n:03d}x" for n in range(0, 400, 2))))
    assert rig.window.sidebar.model.device_count() == 300
    current = rig.window.sidebar.current()
    assert current is not None and current.name == "sd400x"


def test_the_keyboard_reaches_every_drive(rig: Rig) -> None:
    rig.tell(demo_inventory())
    view = rig.window.sidebar.view
    view.setFocus()
    seen = []
    for _ in range(7):
        current = rig.window.sidebar.current()
        assert current is not None
        seen.append(current.name)
        QTest.keyClick(view, Qt.Key.Key_Down)
    # The title of the second section is passed over.
    assert seen == ["nvme0n1", "sda", "sdb", "sdc", "dm-0", "md0", "loop0"]
    QTest.keyClick(view, Qt.Key.Key_Home)
    assert rig.window.sidebar.shows_all
    QTest.keyClick(view, Qt.Key.Key_Down)
    current = rig.window.sidebar.current()
    assert current is not None and current.name == "nvme0n1"
    assert not rig.window.sidebar.shows_all


HOSTILE = "<b>Bold</b> & <img src='x'>\n\x1b[2J\u202egnp"


def test_foreign_text_is_never_markup(rig: Rig) -> None:
    device = BlockDevice(
        path="/dev/sda", name="sda", kind="ata", model=HOSTILE, serial=HOSTILE, firmware=HOSTILE,
        label=HOSTILE, filesystem="ext4", size=10**9,
    )  # fmt: skip
    rig.tell(Inventory((device,)))
    index = rig.window.sidebar.view.currentIndex()
    for text in (
        index.data(),
        rig.window.header._title.whole(),
        rig.window.header._facts.whole(),
        dict(rig.window.pages.overview.facts.facts())["Model"],
    ):
        assert "<b>Bold</b> &" in text
        assert "\x1b" not in text and "\u202e" not in text and "\n" not in text
    assert "&lt;b&gt;Bold" in index.data(Qt.ItemDataRole.ToolTipRole)
    for widget in rig.window.findChildren(QWidget):
        if hasattr(widget, "textFormat"):
            assert widget.textFormat() == Qt.TextFormat.PlainText, widget
