# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of all drives: shown first, worst first, sorted, copied, opened, and updated."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot
from tests.builders.answering import Answers
from tests.builders.dashboard_news import NOW, Checks, happened
from tests.builders.demo import demo_inventory
from tests.builders.made_chains import settle
from tests.builders.made_health import MadeHealth, nvme_health
from tests.builders.made_trims import Trims
from tests.builders.other_work import OtherWork
from tests.builders.pages.dashboard import Board
from tests.builders.painted import painted
from tests.builders.recorded import run_events
from tests.builders.replaced import with_services
from tests.builders.rig import Rig
from tests.fakes.collections_of_drives import demo
from tests.fakes.udisks2 import FakeUDisks2, PrivateBus
from tests.fakes.verdicts import made_verdict

from driveproof.composition.application import Application
from driveproof.composition.services import Services
from driveproof.domain.dashboard import KeptOfDrive, Speed, shown_drives
from driveproof.domain.drive.array import ArrayState
from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.drive_news import DriveNews
from driveproof.domain.health.report import Health
from driveproof.domain.health.verdict import FAILING, GOOD, WORN
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.rating import ODD
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.udisks.watcher import DiskWatcher
from driveproof.ui.dashboard.page import MOST, NewsList
from driveproof.ui.dashboard.rows import DashboardColumn
from driveproof.ui.dashboard.table import curve_points
from driveproof.ui.feeds.pages import DRIVES, HEALTH, MEASURE, OVERVIEW, MeasureFolder
from driveproof.ui.feeds.running import RunningWork, follow
from driveproof.ui.settings import Settings
from driveproof.ui.shell.window import MainWindow
from driveproof.ui.tasks.inbox import Inbox
from driveproof.ui.theme.style import Theme
from driveproof.ui.widgets.labels import Label
from driveproof.wording.dates import short_moment

LONG_AGO = datetime(2020, 5, 5, 12, tzinfo=UTC)
"""Its words are the same before and after midnight."""
SPEED = Speed("SEQ1M Q8T1 read", "r", ((NOW - timedelta(days=9), 4e8), (NOW, 3e8)))
Kepts = Mapping[str, KeptOfDrive]


@pytest.fixture
def board(open_rig: Callable[..., Rig]) -> Callable[..., Board]:
    def opened(kept: Kepts | None = None, inventory: Inventory | None = None) -> Board:
        health = MadeHealth()
        rig = open_rig(place="", **health.services(), kept=lambda *_: kept or {})
        rig.tell(inventory or demo_inventory())
        rig.window.watch.begin()
        rig.qtbot.waitUntil(lambda: rig.window.watch.monitor is not None)
        return Board(rig, health)

    return opened


def test_it_is_what_one_sees_at_the_first_start(board: Callable[..., Board]) -> None:
    made = board()
    window = made.rig.window
    assert made.page.isVisible()
    assert window.sidebar.shows_all
    assert not window.header.isVisible() and not window.tabs.isVisible()
    assert made.names() == [device.name for device in shown_drives(demo_inventory())]
    assert made.page.head.title.whole()


def test_what_was_open_last_is_open_at_the_next_start(open_rig: Callable[..., Rig]) -> None:
    first = open_rig(demo_inventory(), place="")
    assert first.window.sidebar.shows_all
    first.window.sidebar.select("sda")
    first.window.close()
    second = open_rig(demo_inventory(), place="")
    assert second.drive == "sda"
    assert not second.window.sidebar.shows_all and second.window.header.isVisible()
    QTest.keyClick(second.window, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    assert second.window.sidebar.shows_all
    second.window.close()
    third = open_rig(demo_inventory(), place="")
    assert third.window.sidebar.shows_all


def test_the_worst_is_first_with_its_reason(board: Callable[..., Board]) -> None:
    made = board()
    first = made.names()[0]
    made.tell(first, nvme_health(), made_verdict(GOOD, "All is well."))
    health = Health(taken=NOW, used=0.94, power_on=12_900 * 3600.0, written=560 * 10**12)
    made.tell("sda", health, made_verdict(WORN, "94 % of its rated life used."))
    assert made.names()[:2] == ["sda", first]
    cells = made.cells("sda")
    assert "94 % of its rated life used." in cells[DashboardColumn.DRIVE]
    assert cells[DashboardColumn.LIFE].endswith("%") and cells[DashboardColumn.LIFE].startswith("6")
    assert cells[DashboardColumn.AGE].replace("\u202f", " ") == "12 900 h"
    assert cells[DashboardColumn.WRITTEN].replace("\u202f", " ") == "560 TB"
    assert "1" in made.page.head.title.whole()
    row = made.rig.window.sidebar.model.index(0)
    assert "1" in row.data(Qt.ItemDataRole.AccessibleTextRole)


def test_drives_of_one_name_are_told_apart(board: Callable[..., Board]) -> None:
    made = board()
    sda, sdb, other = (
        made.cells(name)[DashboardColumn.DRIVE] for name in ("sda", "sdb", "nvme0n1")
    )
    assert "(sda), " in sda and "(sdb), " in sdb and "(" not in other


def test_what_the_history_knows_comes_later(board: Callable[..., Board]) -> None:
    made = board({"sda": KeptOfDrive(SPEED, LONG_AGO)})
    made.rig.qtbot.waitUntil(lambda: made.cells("sda")[DashboardColumn.CHECKED] == "5 May 2020")
    cells = made.cells("sda")
    assert cells[DashboardColumn.SPEED].replace("\u202f", " ") == "300 MB/s"
    other = next(name for name in made.names() if name != "sda")
    assert made.cells(other)[DashboardColumn.SPEED :] == ["–", "–"]


def test_no_question_to_the_history_is_asked_in_the_thread_of_the_window(
    open_rig: Callable[..., Rig],
) -> None:
    asked: list[threading.Thread] = []

    def kept(*_: object) -> Kepts:
        asked.append(threading.current_thread())
        return {}

    rig = open_rig(demo_inventory(), place="", kept=kept)
    rig.qtbot.waitUntil(lambda: bool(asked))
    assert threading.main_thread() not in asked
    rig.window.context.kept.emit()  # a run was kept
    rig.qtbot.waitUntil(lambda: len(asked) == 2)
    assert threading.main_thread() not in asked


def test_trim_is_followed_for_each_drive(open_rig: Callable[..., Rig]) -> None:
    rig = open_rig(demo_inventory(), place="", trim=Trims())
    made = Board(rig, MadeHealth())
    rig.qtbot.waitUntil(lambda: rig.window.context.lookups.tasks.busy)
    settle(rig)
    assert {one.device.name: one.trim for one in made.page.lines}["nvme0n1"] in {"pass", "block"}


def test_it_is_sorted_by_any_column_and_remembers_it(
    board: Callable[..., Board], open_rig: Callable[..., Rig]
) -> None:
    made = board()
    made.tell("sda", replace(nvme_health(), temperature=70.0), made_verdict(GOOD))
    made.tell("nvme0n1", replace(nvme_health(), temperature=20.0), made_verdict(GOOD))
    made.page.table.sort_by(DashboardColumn.TEMPERATURE)
    names = made.names()
    assert names.index("nvme0n1") < names.index("sda")
    made.page.table.sort_by(DashboardColumn.TEMPERATURE)
    assert made.names()[0] != "nvme0n1"
    for column in DashboardColumn:
        made.page.table.sort_by(column)
        assert sorted(made.names()) == sorted(names)
    made.page.table.sort_by(DashboardColumn.CHECKED)  # the other way round
    made.page.table.arranged.set_wanted(DashboardColumn.WRITTEN, False)
    made.rig.window.close()
    again = open_rig(demo_inventory(), place="")
    page = again.dashboard
    header = page.table.horizontalHeader()
    assert header.sortIndicatorSection() == DashboardColumn.CHECKED
    assert header.sortIndicatorOrder() == Qt.SortOrder.DescendingOrder
    assert page.table.isColumnHidden(DashboardColumn.WRITTEN)


def test_rows_are_copied_as_text(board: Callable[..., Board]) -> None:
    made = board()
    made.page.table.setFocus()
    made.page.table.choose([0])
    QTest.keyClick(made.page.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    head, line = QGuiApplication.clipboard().text().splitlines()
    assert head.split("\t")[0] == "Drive"
    assert len(line.split("\t")) == len(head.split("\t")) == len(DashboardColumn)


def test_a_double_click_and_enter_open_the_drive(board: Callable[..., Board]) -> None:
    made = board()
    window, table = made.rig.window, made.page.table
    second = made.names()[1]
    place = table.visualRect(made.page.model.index(1, DashboardColumn.DRIVE)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    QTest.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    current = window.sidebar.current()
    assert current is not None and current.name == second
    assert not window.sidebar.shows_all and window.header.isVisible()
    window.sidebar.choose_all()
    table.setFocus()
    table.choose([0])
    QTest.keyClick(table, Qt.Key.Key_Return)
    current = window.sidebar.current()
    assert current is not None and current.name == made.names()[0]
    assert window.pages.isVisible()


def test_a_page_of_the_drive_is_reached_by_its_key(board: Callable[..., Board]) -> None:
    made = board()
    QTest.keyClick(made.rig.window, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    window = made.rig.window
    assert not window.sidebar.shows_all and window.pages.tab is HEALTH
    window.sidebar.choose_all()
    window.show_page(OVERVIEW)
    assert made.rig.overview.isVisible()


def test_what_is_chosen_stays_chosen_when_drives_come_and_go(board: Callable[..., Board]) -> None:
    made = board()
    table = made.page.table
    name = made.names()[-1]
    table.choose([len(made.names()) - 1])
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
    assert made.page.empty.isVisible() and not made.page.table.isVisible()
    made.rig.tell(Inventory())
    assert not made.page.isVisible()
    assert made.rig.window.header.isVisible()
    made.rig.tell(demo_inventory())
    assert made.page.isVisible() and made.page.table.isVisible()


def test_columns_are_moved_and_resized_and_stay_so(
    board: Callable[..., Board], open_rig: Callable[..., Rig]
) -> None:
    made = board()
    made.rig.window.resize(1400, 700)
    QApplication.processEvents()
    header = made.page.table.horizontalHeader()
    header.moveSection(header.visualIndex(DashboardColumn.SPEED), 1)
    header.resizeSection(DashboardColumn.TRIM, 200)
    made.rig.window.close()
    second = open_rig(place="")
    second.window.resize(1400, 700)
    second.tell(demo_inventory())
    page = second.dashboard
    QApplication.processEvents()
    columns = list(page.table.columns())
    assert columns[:3] == [
        DashboardColumn.DRIVE,
        DashboardColumn.SPEED,
        DashboardColumn.TEMPERATURE,
    ]
    assert page.table.columnWidth(DashboardColumn.TRIM) == 200
    assert page.table.columnWidth(DashboardColumn.DRIVE) >= 150


def test_a_narrow_window_is_no_choice_of_the_person(board: Callable[..., Board]) -> None:
    made = board()
    header = made.page.table.horizontalHeader()
    for width in (760, 1400):
        made.rig.window.resize(width, 700)
        QApplication.processEvents()
        assert header.sectionResizeMode(DashboardColumn.TRIM) == header.ResizeMode.Interactive
    settings = Settings(made.rig.services.settings_path)
    assert settings.text("dashboard/widths") == ""
    assert not any(map(made.page.table.isColumnHidden, DashboardColumn))


def test_columns_give_way_where_there_is_no_room(board: Callable[..., Board]) -> None:
    made = board()
    table = made.page.table
    made.rig.window.resize(1400, 700)
    QApplication.processEvents()
    assert not any(table.isColumnHidden(column) for column in DashboardColumn)
    made.rig.window.resize(760, 480)
    QApplication.processEvents()
    assert table.isColumnHidden(DashboardColumn.WRITTEN) and not table.isColumnHidden(
        DashboardColumn.TEMPERATURE
    )
    width = sum(
        table.columnWidth(column) for column in DashboardColumn if not table.isColumnHidden(column)
    )
    assert width <= table.viewport().width()
    assert table.columnWidth(DashboardColumn.DRIVE) >= 150


def test_words_take_one_line_where_there_is_room_and_a_name_is_whole(
    board: Callable[..., Board],
) -> None:
    """A column of words broke its lines beside a thousand empty pixels."""
    odd = KeptOfDrive(SPEED, NOW, ODD)
    made = board({"sda": odd, "sdb": odd, "nvme0n1": odd, "sdc": odd})
    table = made.page.table
    made.rig.qtbot.waitUntil(lambda: made.cells("sda")[DashboardColumn.CHECKED] != "–")
    words = {
        made.cells("nvme0n1")[column] for column in (DashboardColumn.TRIM, DashboardColumn.CHECKED)
    }

    def texts() -> list[str]:
        return [one.text for one in painted(table)]

    made.rig.window.resize(2560, 900)
    made.rig.qtbot.waitUntil(lambda: words <= set(texts()))
    made.rig.window.resize(1280, 900)
    made.rig.qtbot.waitUntil(lambda: "SanDisk Extreme Portable SSD" in " ".join(texts()))


def test_it_has_names_for_who_cannot_see_it(board: Callable[..., Board]) -> None:
    made = board()
    assert made.page.table.accessibleName()
    index = made.page.model.index(0, DashboardColumn.TEMPERATURE)
    title = made.page.table.columns()[DashboardColumn.TEMPERATURE]
    assert str(index.data(Qt.ItemDataRole.AccessibleTextRole)).startswith(f"{title}: ")


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
            services = with_services(Services(application), notify=lambda *_: True)
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
                qtbot.waitUntil(lambda: DRIVES in window.pages.made)
                page = Rig(window, news, services, qtbot).dashboard
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


@pytest.fixture
def checked(open_rig: Callable[..., Rig]) -> tuple[Board, Checks]:
    checks = Checks()

    def kept(drives: Sequence[BlockDevice], _: Inventory) -> Kepts:
        return {
            one.name: KeptOfDrive(None, LONG_AGO, ODD) for one in drives if one.path in checks.done
        }

    rig = open_rig(demo_inventory(), place="", new_check=checks.new, kept=kept)
    return Board(rig, MadeHealth()), checks


def test_all_are_checked_and_nothing_is_measured(checked: tuple[Board, Checks]) -> None:
    made, checks = checked
    page, names = made.page, made.names()
    assert "reads only" in page.button.text() and "about" in page.button.text()
    QTest.mouseClick(page.button, Qt.MouseButton.LeftButton)
    assert checks.waiting.wait(5)
    made.rig.qtbot.waitUntil(lambda: made.cells(names[0])[DashboardColumn.CHECKED] == "Checking…")
    assert page.checking.isVisible() and not page.button.isVisible()
    assert f"1 of {len(names)}" in page.checking.detail.whole()
    checks.go_on.set()
    made.rig.qtbot.waitUntil(lambda: not page.busy)
    assert checks.measured == [False] * len(names)
    assert checks.done == [f"/dev/{name}" for name in names]
    assert not page.checking.isVisible() and page.button.isVisible()
    said = page.message.text.text()
    assert said.startswith(f"{len(names)} "), said
    made.rig.qtbot.waitUntil(
        lambda: (
            {made.cells(name)[DashboardColumn.CHECKED] for name in names if name != "sdc"}
            == {"5 May 2020, attention"}
        )
    )
    # What the history cannot keep of it is known as long as the window is open.
    assert made.cells("sdc")[DashboardColumn.CHECKED] != "–"


def test_a_check_of_all_is_cancelled_between_two_drives(checked: tuple[Board, Checks]) -> None:
    made, checks = checked
    made.page.check_all()
    assert checks.waiting.wait(5)
    made.page.check_all()  # one at a time
    QTest.mouseClick(made.page.checking.button, Qt.MouseButton.LeftButton)
    made.rig.qtbot.waitUntil(lambda: not made.page.busy)
    assert len(checks.measured) == 1
    assert not made.page.checking.isVisible()


def test_a_drive_that_cannot_be_checked_is_named(checked: tuple[Board, Checks]) -> None:
    made, checks = checked
    names = made.names()
    checks.failing = {f"/dev/{names[0]}"}
    checks.go_on.set()
    made.page.check_all()
    made.rig.qtbot.waitUntil(lambda: not made.page.busy)
    assert "It does not answer." in made.page.message.text.text()
    assert len(checks.done) == len(names) - 1


def test_a_check_and_a_check_of_all_keep_out_of_each_others_way(
    checked: tuple[Board, Checks],
) -> None:
    made, checks = checked
    page = made.rig.check
    made.page.check_all()
    assert checks.waiting.wait(5)
    assert page.disturbing
    checks.go_on.set()
    made.rig.qtbot.waitUntil(lambda: not made.page.busy)
    assert page.disturbing == ""
    other = OtherWork(made.rig.window.context.running, made.rig.qtbot)
    assert not made.page.button.isEnabled()
    assert made.page.button.accessibleDescription()
    made.page.check_all()
    assert not made.page.busy
    other.end()
    assert made.page.button.isEnabled()


def test_the_window_closes_while_drives_are_checked(
    checked: tuple[Board, Checks], answer: Answers
) -> None:
    made, checks = checked
    made.page.check_all()
    assert checks.waiting.wait(5)
    asked = answer(yes=False)
    assert not made.rig.window.close() and not checks.go_on.is_set()
    assert len(asked) == 1
    answer(yes=True)
    assert made.rig.window.close()
    assert checks.go_on.is_set()


def test_a_measurement_is_shown_in_its_line(board: Callable[..., Board]) -> None:
    made = board()
    path = "/dev/nvme0n1p2"
    running = made.rig.window.context.running
    running.set(RunningWork(path, "Random 4 KiB, read: repeat 3 of 6", 0.5, 80.0))
    assert "measuring, 50" in made.cells("nvme0n1")[DashboardColumn.SPEED]
    assert "measuring" not in made.cells("sda")[DashboardColumn.SPEED]
    running.set(None)
    assert "measuring" not in made.cells("nvme0n1")[DashboardColumn.SPEED]


def test_what_a_measurement_tells_is_followed() -> None:
    now = None
    seen = []
    for event in run_events():
        now = follow(now, [event])
        seen.append(now)
    assert seen[0] is not None and seen[0].path
    last = seen[-1]
    assert last is not None and last.progress is not None
    assert 0 < last.progress <= 1 and "repeat" in last.text
    assert follow(None, [object()]) is None


def test_a_measurement_of_this_window_is_led_to(
    open_rig: Callable[..., Rig], tmp_path: Path
) -> None:
    phase = Phase("Random 4 KiB", "read", "random", 4096, 1, warmup=0.1, seconds=60.0)
    profile = Profile(
        name="long", title="Long", question="", phases=(phase,), size=2**20, repeats=1
    )
    rig = open_rig(demo_inventory(), profiles=lambda: (profile,))
    rig.window.show_page(MEASURE, MeasureFolder(str(tmp_path)))
    measure = rig.measure
    measure.start()
    rig.window.sidebar.choose_all()
    page = rig.dashboard
    strip = rig.window.strip
    rig.qtbot.waitUntil(strip.isVisible, timeout=20_000)
    assert not page.button.isEnabled()
    QTest.mouseClick(strip.button, Qt.MouseButton.LeftButton)
    assert measure.isVisible() and rig.window.pages.tab is MEASURE
    rig.window.sidebar.choose_all()
    measure.cancel()
    rig.qtbot.waitUntil(lambda: not measure.busy, timeout=20_000)
    assert not strip.isVisible() and page.button.isEnabled()


def test_what_changed_since_one_last_looked(open_rig: Callable[..., Rig]) -> None:
    asked: list[datetime] = []

    def news(_drives: object, _inventory: object, since: datetime) -> tuple[DriveNews, ...]:
        assert threading.current_thread() is not threading.main_thread()
        asked.append(since)
        return happened()

    first = open_rig(demo_inventory(), place="", news=news)
    page = first.dashboard
    first.qtbot.waitUntil(lambda: not page.stale and not page.tasks.busy)
    assert not asked and not page.news.isVisible()  # nobody has looked before
    first.window.close()
    opened = datetime.now(UTC)
    second = open_rig(demo_inventory(), place="", news=news)
    page = second.dashboard
    second.qtbot.waitUntil(page.news.isVisible)
    assert timedelta(0) < opened - asked[0] < timedelta(minutes=5)
    moments = {short_moment(asked[0], at) for at in (opened, datetime.now(UTC))}
    assert any(moment in page.news.title.text() for moment in moments)
    texts = [label.whole() for row in page.news.rows for label in row.findChildren(Label)]
    name = next(line.device for line in page.lines if line.device.name == "sda").model
    assert f"{name} (sda)" in texts[0] and "1 → 2" in texts[0]
    assert "388 (+376)" in texts[1]
    buttons = [row.findChildren(QPushButton)[0] for row in page.news.rows]
    assert len(buttons) == 3
    buttons[1].click()
    assert second.drive == "sda"
    assert second.window.pages.tab is HEALTH and second.window.tabs.isVisible()
    second.window.sidebar.choose_all()
    assert page.news.isVisible()  # as long as the window is open


def test_what_became_of_an_array_leads_to_its_page(open_rig: Callable[..., Rig]) -> None:
    whole = ArrayState(kind="md", wanted=2, active=2)
    found = demo_inventory()
    md = next(one for one in found.devices if one.kind == "md")
    degraded = replace(md, array=replace(whole, active=1))
    told = Inventory(tuple(degraded if one is md else one for one in found.devices))
    news = (DriveNews(device=md.name, array_before=whole, array_now=degraded.array),)
    first = open_rig(place="", news=lambda *_: news)
    first.tell(told)
    page = first.dashboard
    first.qtbot.waitUntil(lambda: not page.stale and not page.tasks.busy)
    first.window.close()
    second = open_rig(place="", news=lambda *_: news)
    second.tell(told)
    page = second.dashboard
    second.qtbot.waitUntil(page.news.isVisible)
    (row,) = page.news.rows
    (label,) = row.findChildren(Label)
    assert all(value in label.whole() for value in ("1", "2"))
    (button,) = row.findChildren(QPushButton)
    button.click()
    assert second.drive == md.name
    assert second.window.pages.tab is OVERVIEW


def test_of_much_news_the_rest_is_counted(qtbot: QtBot, theme: Theme) -> None:
    shown = NewsList(theme)
    qtbot.addWidget(shown)
    shown.show()
    many = [replace(one, device=f"sd{number}") for number in range(4) for one in happened()]
    names = {f"sd{number}": f"Disk {number}" for number in range(4)}
    shown.show_news(many, NOW, names)
    assert len(shown.rows) == MOST + 1
    last = shown.rows[-1]
    assert isinstance(last, Label) and "4" in last.text()
    shown.show_news([], NOW, names)
    assert not shown.isVisible()


def test_settings_that_nobody_understands_are_no_moment(
    open_rig: Callable[..., Rig], application: Application
) -> None:
    settings = Settings(Services(application).settings_path)
    settings.keep("dashboard/looked", "yesterday")
    settings.keep("dashboard/hidden", "speed nonsense drive")
    settings.keep("dashboard/sorted", "nonsense down")
    settings.sync()
    rig = open_rig(demo_inventory(), place="")
    page = rig.dashboard
    assert page.looked is None
    assert page.table.isColumnHidden(DashboardColumn.SPEED) and not page.table.isColumnHidden(
        DashboardColumn.DRIVE
    )
    assert page.table.horizontalHeader().sortIndicatorSection() == -1
