# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""All drives at a glance: seen first, worst first, sorted, copied, opened, and kept up to date."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.fakes.collections_of_drives import demo
from tests.fakes.udisks2 import FakeUDisks2, PrivateBus
from tests.fakes.verdicts import made_verdict
from tests.ui.demo import demo_inventory
from tests.ui.made_chains import Reader, settle
from tests.ui.made_health import MadeHealth, nvme_health, view_of
from tests.ui.rig import Rig

from driveproof.composition.root import Application
from driveproof.domain.dashboard import Kept, Speed, shown_drives
from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.health.report import Health
from driveproof.domain.health.verdict import FAILING, GOOD, WORN, HealthVerdict
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.udisks.watcher import DiskWatcher
from driveproof.ui.dashboard.delegates import curve_points
from driveproof.ui.dashboard.page import DashboardPage
from driveproof.ui.dashboard.rows import Column
from driveproof.ui.shell.pages import HEALTH, OVERVIEW
from driveproof.ui.shell.window import MainWindow
from driveproof.ui.tasks.inbox import Inbox
from driveproof.ui.theme.style import Theme

NOW = datetime.now(UTC)
SPEED = Speed("SEQ1M Q8T1 read", "r", ((NOW - timedelta(days=9), 4e8), (NOW, 3e8)))
Kepts = Mapping[str, Kept]


class Board:
    """A window that shows all drives."""

    def __init__(self, rig: Rig, health: MadeHealth) -> None:
        self.rig = rig
        self.health = health

    @property
    def page(self) -> DashboardPage:
        page = self.rig.window.dashboard
        assert page is not None
        return page

    def names(self) -> list[str]:
        model = self.page.model
        lines = [model.line(row) for row in range(model.rowCount())]
        return [line.device.name for line in lines if line is not None]

    def cells(self, name: str) -> list[str]:
        row = self.names().index(name)
        return [str(self.page.model.index(row, column).data()) for column in Column]

    def tell(self, name: str, health: Health, verdict: HealthVerdict) -> None:
        device = demo_inventory().get(name)
        assert device is not None
        self.health.tell(view_of(device, health, verdict))
        watch = self.rig.window.watch
        self.rig.qtbot.waitUntil(
            lambda: (view := watch.view(device)) is not None and view.verdict == verdict
        )


@pytest.fixture
def board(open_rig: Callable[..., Rig]) -> Callable[..., Board]:
    def opened(kept: Kepts | None = None, inventory: Inventory | None = None) -> Board:
        health = MadeHealth()
        rig = open_rig(place="", health=health.services(), kept=lambda *_: kept or {})
        rig.tell(inventory or demo_inventory())
        rig.window.watch._begin()
        rig.qtbot.waitUntil(lambda: rig.window.watch._monitor is not None)
        return Board(rig, health)

    return opened


def test_it_is_what_one_sees_at_the_first_start(board: Callable[..., Board]) -> None:
    made = board()
    window = made.rig.window
    assert made.page.isVisible()
    assert window.sidebar.shows_all
    assert not window.header.isVisible() and not window.tabs.isVisible()
    assert made.names() == [device.name for device in shown_drives(demo_inventory())]
    assert made.page.head.title.whole() == "The health of the drives is not known."


def test_what_was_open_last_is_open_at_the_next_start(open_rig: Callable[..., Rig]) -> None:
    first = open_rig(place="")
    first.tell(demo_inventory())
    assert first.window.sidebar.shows_all
    first.window.sidebar.select("sda")
    first.window.close()
    second = open_rig(place="")
    second.tell(demo_inventory())
    current = second.window.sidebar.current()
    assert current is not None and current.name == "sda"
    assert not second.window.sidebar.shows_all and second.window.header.isVisible()
    QTest.keyClick(second.window, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    assert second.window.sidebar.shows_all
    second.window.close()
    third = open_rig(place="")
    third.tell(demo_inventory())
    assert third.window.sidebar.shows_all


def test_the_worst_is_first_with_its_reason(board: Callable[..., Board]) -> None:
    made = board()
    first = made.names()[0]
    made.tell(first, nvme_health(), made_verdict(GOOD, "This drive is healthy."))
    health = Health(taken=NOW, used=0.94, power_on=12_900 * 3600.0, written=560 * 10**12)
    made.tell("sda", health, made_verdict(WORN, "94 % of its rated life used."))
    assert made.names()[:2] == ["sda", first]
    cells = made.cells("sda")
    assert "Worn: 94 % of its rated life used." in cells[Column.DRIVE]
    assert cells[Column.LIFE].endswith("%") and cells[Column.LIFE].startswith("6")
    assert cells[Column.AGE].replace("\u202f", " ") == "12 900 h"
    assert cells[Column.WRITTEN].replace("\u202f", " ") == "560 TB"
    total = len(made.names())
    assert made.page.head.title.whole() == f"1 of {total} drives is worn."
    row = made.rig.window.sidebar.model.index(0)
    assert row.data() == "All drives"
    assert "1 to watch" in row.data(Qt.ItemDataRole.AccessibleTextRole)


def test_what_the_history_knows_comes_later(board: Callable[..., Board]) -> None:
    made = board({"sda": Kept(SPEED, NOW - timedelta(days=1))})
    made.rig.qtbot.waitUntil(lambda: made.cells("sda")[Column.CHECKED] == "yesterday")
    cells = made.cells("sda")
    assert cells[Column.SPEED].replace("\u202f", " ") == "300 MB/s"
    other = next(name for name in made.names() if name != "sda")
    assert made.cells(other)[Column.SPEED :] == ["", "never"]


def test_no_question_to_the_history_is_asked_in_the_thread_of_the_window(
    open_rig: Callable[..., Rig],
) -> None:
    asked: list[threading.Thread] = []

    def kept(*_: object) -> Kepts:
        asked.append(threading.current_thread())
        return {}

    rig = open_rig(place="", kept=kept)
    rig.tell(demo_inventory())
    rig.qtbot.waitUntil(lambda: bool(asked))
    assert threading.main_thread() not in asked
    rig.window.pages.refresh_history()  # a run was kept
    rig.qtbot.waitUntil(lambda: len(asked) == 2)
    assert threading.main_thread() not in asked


def test_trim_is_followed_for_each_drive(open_rig: Callable[..., Rig]) -> None:
    rig = open_rig(place="", trim=Reader().services())
    rig.tell(demo_inventory())
    made = Board(rig, MadeHealth())
    rig.qtbot.waitUntil(lambda: rig.window.pages.lookups.tasks.busy)
    settle(rig)
    assert made.cells("nvme0n1")[Column.TRIM] in {"reaches the flash", "does not get through"}


def test_it_is_sorted_by_any_column_and_remembers_it(
    board: Callable[..., Board], open_rig: Callable[..., Rig]
) -> None:
    made = board()
    made.tell("sda", replace(nvme_health(), temperature=70.0), made_verdict(GOOD))
    made.tell("nvme0n1", replace(nvme_health(), temperature=20.0), made_verdict(GOOD))
    made.page.table.sort_by(Column.TEMPERATURE)
    names = made.names()
    assert names.index("nvme0n1") < names.index("sda")
    made.page.table.sort_by(Column.TEMPERATURE)
    assert made.names()[0] != "nvme0n1"
    for column in Column:
        made.page.table.sort_by(column)
        assert sorted(made.names()) == sorted(names)
    made.page.table.sort_by(Column.CHECKED)  # the other way round
    made.page.table.set_wanted(Column.WRITTEN, False)
    made.rig.window.close()
    again = open_rig(place="")
    again.tell(demo_inventory())
    page = again.window.dashboard
    assert page is not None
    header = page.table.horizontalHeader()
    assert header.sortIndicatorSection() == Column.CHECKED
    assert header.sortIndicatorOrder() == Qt.SortOrder.DescendingOrder
    assert page.table.isColumnHidden(Column.WRITTEN)


def test_rows_are_copied_as_text(board: Callable[..., Board]) -> None:
    made = board()
    made.page.table.setFocus()
    made.page.table.selectRow(0)
    QTest.keyClick(made.page.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    head, line = QGuiApplication.clipboard().text().splitlines()
    assert head.split("\t")[0] == "Drive"
    assert len(line.split("\t")) == len(head.split("\t")) == len(Column)


def test_a_double_click_and_enter_open_the_drive(board: Callable[..., Board]) -> None:
    made = board()
    window, table = made.rig.window, made.page.table
    second = made.names()[1]
    place = table.visualRect(made.page.model.index(1, Column.DRIVE)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    QTest.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    current = window.sidebar.current()
    assert current is not None and current.name == second
    assert not window.sidebar.shows_all and window.header.isVisible()
    window.sidebar.choose_all()
    table.setFocus()
    table.selectRow(0)
    QTest.keyClick(table, Qt.Key.Key_Return)
    current = window.sidebar.current()
    assert current is not None and current.name == made.names()[0]
    assert window.pages.isVisible()


def test_a_page_of_the_drive_is_reached_by_its_key(board: Callable[..., Board]) -> None:
    made = board()
    QTest.keyClick(made.rig.window, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    window = made.rig.window
    assert not window.sidebar.shows_all and window.tabs.currentIndex() == HEALTH
    window.sidebar.choose_all()
    window.show_page(OVERVIEW)
    assert window.pages.overview.isVisible()


def test_what_is_chosen_stays_chosen_when_drives_come_and_go(board: Callable[..., Board]) -> None:
    made = board()
    table = made.page.table
    name = made.names()[-1]
    table.selectRow(len(made.names()) - 1)
    stick = BlockDevice(
        path="/dev/sdx", name="sdx", kind="usb", model="Stick", serial="X", size=10**9
    )
    inventory = demo_inventory()
    made.rig.tell(Inventory((stick, *inventory.devices)))
    assert "sdx" in made.names() and made.rig.window.sidebar.shows_all
    assert [made.names()[row] for row in table.chosen_rows()] == [name]
    made.tell(name, nvme_health(), made_verdict(FAILING, "It says so."))
    assert made.names()[0] == name
    assert [made.names()[row] for row in table.chosen_rows()] == [name]
    made.rig.tell(inventory)
    assert "sdx" not in made.names()


def test_without_a_drive_it_says_why(board: Callable[..., Board]) -> None:
    loop = BlockDevice(path="/dev/loop0", name="loop0", kind="loop", size=1, backing_file="/a.img")
    made = board(inventory=Inventory((loop,)))
    assert made.page.isVisible()
    assert made.page.head.title.whole() == "No drives"
    assert made.page.empty.isVisible() and not made.page.table.isVisible()
    made.rig.tell(Inventory())
    assert not made.page.isVisible()
    assert made.rig.window.header.isVisible()
    made.rig.tell(demo_inventory())
    assert made.page.isVisible() and made.page.table.isVisible()


def test_columns_give_way_where_there_is_no_room(board: Callable[..., Board]) -> None:
    made = board()
    table = made.page.table
    made.rig.window.resize(1400, 700)
    QApplication.processEvents()
    assert not any(table.isColumnHidden(column) for column in Column)
    made.rig.window.resize(760, 480)
    QApplication.processEvents()
    assert table.isColumnHidden(Column.WRITTEN) and not table.isColumnHidden(Column.TEMPERATURE)
    width = sum(table.columnWidth(column) for column in Column if not table.isColumnHidden(column))
    assert width <= table.viewport().width()
    assert table.columnWidth(Column.DRIVE) >= 150


def test_it_has_names_for_who_cannot_see_it(board: Callable[..., Board]) -> None:
    made = board()
    assert made.page.table.accessibleName() == "All drives"
    index = made.page.model.index(0, Column.TEMPERATURE)
    assert str(index.data(Qt.ItemDataRole.AccessibleTextRole)).startswith("Temp.: ")


def test_a_curve_begins_at_zero() -> None:
    place = QRectF(0, 0, 10, 100)
    points = curve_points([50.0, 100.0, 0.0], place)
    assert [point.y() for point in points] == [50, 0, 100]
    assert [point.x() for point in points] == [0, 5, 10]
    assert curve_points([7.0], place)[0].x() == 10
    assert curve_points([0.0, 0.0], place)[0].y() == 100


def test_with_drives_of_udisks(
    qtbot: QtBot, application: Application, theme: Theme, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """All of it: a watcher on a bus, health through UDisks2, and a drive that goes."""
    machine = demo(tmp_path / "sys")
    (tmp_path / "bus").mkdir()
    with PrivateBus(tmp_path / "bus") as bus:
        monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", bus.address)
        with FakeUDisks2(bus.address, machine.objects, machine.smart) as udisks:
            services = replace(application.services(), notify=lambda *_: True)
            news = Inbox()
            watcher = DiskWatcher(
                news.put, news.put, address=bus.address, sysfs=Sysfs(machine.root)
            )
            watcher.start()
            window = MainWindow(services, news, theme)
            qtbot.addWidget(window)
            try:
                with qtbot.waitActive(window):
                    window.show()
                qtbot.waitUntil(lambda: window.dashboard is not None)
                page = window.dashboard
                assert page is not None
                qtbot.waitUntil(lambda: len(page.lines) == 8)
                qtbot.waitUntil(lambda: page.lines[0].grade in {FAILING, WORN}, timeout=20_000)
                qtbot.waitUntil(
                    lambda: any(line.life_left == pytest.approx(0.97) for line in page.lines)
                )
                gone = next(path for path in machine.objects if path.endswith("/sdd"))
                udisks.remove(gone)
                qtbot.waitUntil(lambda: len(page.lines) == 7)
            finally:
                window.shut_down()
                watcher.stop()
                application.history.close()
