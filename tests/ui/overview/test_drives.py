# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of drives: what it shows, and that a selection survives everything."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QWidget
from tests.builders.deep import deep
from tests.builders.demo import demo_inventory, many_devices
from tests.builders.rig import Rig

from driveproof.domain.drive.array import ArrayAction, ArrayState
from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.ui.feeds.measured_drive import GAP
from driveproof.ui.feeds.pages import TABS, Page
from driveproof.ui.shell.drive_model import DriveRole, DrivesModel
from driveproof.ui.shell.frame import WINDOW
from driveproof.ui.theme.style import GRID, Theme


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
    headings = [
        row for row in range(model.rowCount()) if model.index(row).data(DriveRole.DEVICE) is None
    ]
    assert headings == [0, 5]
    assert [title for row, title in enumerate(titles(model)) if row not in headings] == [
        "Samsung SSD 990 PRO 2TB",
        "WDC WD40EFZX-68AWUN0",
        "WDC WD40EFZX-68AWUN0",
        "SanDisk Extreme Portable SSD",
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
    number = index.data(DriveRole.DEVICE).firmware
    assert number
    assert number not in index.data(DriveRole.SUBTITLE)
    assert all(
        number in index.data(role)
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
    assert rig.drive == "sdb"
    assert "51" in rig.window.header.facts.whole()
    index = rig.window.sidebar.view.currentIndex()
    assert index.data(DriveRole.DEVICE).name == "sdb"
    assert rig.window.sidebar.view.selectionModel().isSelected(index)


def test_the_temperature_stays_in_the_header_of_a_small_window(rig: Rig) -> None:
    """What never changes gives way to it, whole."""
    rig.tell(demo_inventory())
    rig.window.sidebar.select("nvme0n1")
    facts = rig.window.header.facts
    rig.window.resize(1600, 800)
    rig.qtbot.waitUntil(lambda: facts.text() == facts.whole())
    assert "serial S7KHNJ0W812345" in facts.text() and facts.toolTip() == ""
    rig.window.resize(760, 480)
    rig.qtbot.waitUntil(lambda: "serial" not in facts.text())
    parts = facts.whole().split(GAP)
    assert facts.text().startswith("/dev/nvme0n1") and facts.text().endswith(parts[-1])
    assert parts[-1].endswith("°C")
    assert set(facts.text().split(GAP)) < set(parts)
    assert "S7KHNJ0W812345" in facts.toolTip()
    rig.window.header.show_text("Everything")
    assert facts.text() == ""


def test_an_unplugged_drive_stays_named_and_comes_back(rig: Rig) -> None:
    inventory = demo_inventory()
    rig.tell(inventory)
    rig.window.sidebar.select("sdc")
    rig.tell(without(inventory, "sdc", "sdc1"))
    assert rig.window.header.title.whole() == "SanDisk Extreme Portable SSD"
    assert "Unplugged" in rig.window.header.facts.whole()
    assert "Unplugged" in rig.overview.head.title.whole()
    assert not rig.overview.primary.isVisible()
    assert not rig.window.sidebar.view.selectionModel().hasSelection()
    # Another port, another name: the same drive.
    moved = changed(changed(inventory, "sdc", name="sdd", path="/dev/sdd"), "sdc1", name="sdd1")
    rig.tell(moved)
    assert rig.drive == "sdd"
    assert "Unplugged" not in rig.window.header.facts.whole()
    assert rig.overview.primary.isVisible()


def test_another_drive_under_the_same_name_is_not_the_chosen_one(rig: Rig) -> None:
    inventory = demo_inventory()
    rig.tell(inventory)
    rig.window.sidebar.select("sdc")
    rig.tell(changed(inventory, "sdc", serial="ANOTHER", model="Another drive"))
    assert rig.window.header.title.whole() == "SanDisk Extreme Portable SSD"
    assert "Unplugged" in rig.window.header.facts.whole()


def test_two_drives_with_one_serial_are_two_rows(rig: Rig) -> None:
    twins = tuple(
        BlockDevice(path=f"/dev/sd{c}", name=f"sd{c}", kind="usb", model="Bridge", serial="0")
        for c in "ab"
    )
    rig.tell(Inventory(twins))
    rig.window.sidebar.select("sdb")
    rig.tell(Inventory(tuple(replace(twin, temperature=40.0) for twin in twins)))
    assert rig.drive == "sdb"


def test_five_hundred_devices(rig: Rig) -> None:
    inventory = many_devices(1000)
    rig.tell(inventory)
    assert rig.window.sidebar.model.device_count() == 500
    rig.window.sidebar.select("sd400x")
    rig.tell(without(inventory, *(f"sd{n:03d}x" for n in range(0, 400, 2))))
    assert rig.window.sidebar.model.device_count() == 300
    assert rig.drive == "sd400x"


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
    assert rig.drive == "nvme0n1"
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
        rig.window.header.title.whole(),
        rig.window.header.facts.whole(),
        dict(rig.overview.facts.facts())["Model"],
    ):
        assert "<b>Bold</b> &" in text
        assert "\x1b" not in text and "\u202e" not in text and "\n" not in text
    assert "&lt;b&gt;Bold" in index.data(Qt.ItemDataRole.ToolTipRole)
    for widget in rig.window.findChildren(QWidget):
        if hasattr(widget, "textFormat"):
            assert widget.textFormat() == Qt.TextFormat.PlainText, widget


RECOVERY = ArrayState(
    kind="md", wanted=2, active=1, action=ArrayAction.RECOVER, progress=0.42, speed=98e6,
    seconds_left=7500.0,
)  # fmt: skip


def with_array(name: str, state: ArrayState | None) -> Inventory:
    return changed(demo_inventory(), name, array=state)


def row_of(rig: Rig, name: str) -> QModelIndex:
    model = rig.window.sidebar.model
    row = model.row_of_name(name)
    assert row is not None
    return model.index(row)


def plain(text: object) -> str:
    return str(text).replace("\u202f", " ")


def test_the_row_of_an_array_says_how_it_is_and_what_it_does(rig: Rig) -> None:
    rig.window.resize(WINDOW)
    rig.tell(demo_inventory())
    view = rig.window.sidebar.view
    low = view.visualRect(row_of(rig, "md0")).height()
    assert row_of(rig, "md0").data(DriveRole.VERDICT) == ""
    rig.tell(with_array("md0", RECOVERY))
    index = row_of(rig, "md0")
    said = [index.data(role) for role in (DriveRole.VERDICT, DriveRole.VERDICT_WORDS)]
    assert said == ["caution", "Degraded"]
    assert index.data(DriveRole.ACTION) == "Recovery"
    assert plain(index.data(DriveRole.ARRAY_LINE)) == "42 %, 98.0 MB/s, 2 h 5 min left"
    assert view.visualRect(index).height() > low
    for role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
        assert "Degraded, Recovery, 42 %" in plain(index.data(role))
    rig.tell(with_array("md0", replace(RECOVERY, action=None)))
    assert row_of(rig, "md0").data(DriveRole.VERDICT) == "failing"
    rig.tell(with_array("md0", replace(RECOVERY, active=2, action=ArrayAction.CHECK)))
    index = row_of(rig, "md0")
    assert index.data(DriveRole.VERDICT_WORDS) == "OK"
    assert index.data(DriveRole.ACTION) == "Check"


def test_a_file_system_of_several_drives_is_in_the_row_of_each(rig: Rig) -> None:
    state = ArrayState(kind="btrfs", wanted=2, active=1, action=ArrayAction.BALANCE)
    rig.tell(with_array("sdc1", state))
    index = row_of(rig, "sdc")
    assert index.data(DriveRole.ARRAY_LINE) == "btrfs: Degraded (1 of 2), Balance"
    assert index.data(DriveRole.VERDICT) == ""  # that is the health of the drive
    rig.window.sidebar.select("sdc")
    assert rig.window.header.facts.whole().startswith("EXTREME: Degraded (1 of 2)")
    # An array with a row of its own is said there.
    rig.tell(with_array("md0", RECOVERY))
    assert not row_of(rig, "sda").data(DriveRole.ARRAY_LINE)
    assert not row_of(rig, "sdc").data(DriveRole.ARRAY_LINE)


@pytest.mark.parametrize("page", [TABS[0], *deep(*TABS[1:])], ids=lambda page: page.name)
def test_the_header_of_an_array_says_it_on_every_page(rig: Rig, page: Page) -> None:
    rig.tell(with_array("md0", RECOVERY))
    rig.window.sidebar.select("md0")
    rig.window.show_page(page)
    rig.window.resize(760, 480)
    QApplication.processEvents()
    verdict = rig.window.header.verdict
    assert verdict.isVisible() and verdict.word == "caution"
    said = "Degraded (1 of 2), Recovery 42 %, 98.0 MB/s, 2 h 5 min left"
    assert plain(verdict.drawn()) == said  # uncut in the smallest window
    rig.tell(with_array("md0", None))
    assert not verdict.isVisible()


def test_no_row_of_an_array_is_cut(rig: Rig, theme: Theme) -> None:
    """In the sidebar's usual width, whatever a large array says."""
    rig.tell(with_array("md0", replace(RECOVERY, progress=0.004, speed=1.2e9, seconds_left=9e4)))
    rig.window.resize(WINDOW)
    QApplication.processEvents()
    view = rig.window.sidebar.view
    metrics = QFontMetrics(theme.small())
    room = view.visualRect(row_of(rig, "md0")).width() - 2 * GRID - 44 - GRID
    assert metrics.horizontalAdvance(row_of(rig, "md0").data(DriveRole.ARRAY_LINE)) <= room
