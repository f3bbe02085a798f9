# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The History page with a real history: read, filter, label, annotate, open, delete, undo."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot
from tests.builders import recorded
from tests.builders.demo import demo_inventory
from tests.builders.guided_runs import hosts_run
from tests.builders.history_rows import fill, ids, run_column
from tests.builders.rig import Rig, select

from driveproof.domain.health.report import Health
from driveproof.domain.health.snapshot import AFTER
from driveproof.domain.run.run import CANCELLED, Repeat, Run
from driveproof.engine.run.profiles import Profiles
from driveproof.history.snapshots import Snapshots
from driveproof.history.store import History
from driveproof.ui.feeds.pages import HISTORY, OVERVIEW
from driveproof.ui.results.columns import run_columns
from driveproof.ui.results.model import FIRMWARE_ROLE, SLICE
from driveproof.ui.results.run_list import SIDE
from driveproof.ui.runs.page import HistoryPage
from driveproof.ui.shell.window import MainWindow
from driveproof.ui.tasks.inbox import Inbox
from driveproof.ui.theme.style import Theme
from driveproof.ui.theme.text import wrapped_lines
from driveproof.wording.dates import short_moment, stamp

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture(scope="session")
def run() -> Run:
    """A run made from a real fio's output."""
    return recorded.finished_run()


@pytest.fixture
def page(rig: Rig, history: History, run: Run) -> HistoryPage:
    """The page of the NVMe drive, with three runs of it and one of another drive."""
    fill(history, run, {"aaa1": "nvme0n1", "bbb2": "nvme0n1", "ccc3": "sda", "ddd4": "dm-0"})
    rig.tell(demo_inventory())
    return rig.open_history()


def test_runs_of_this_drive_or_of_all_newest_first(page: HistoryPage) -> None:
    # dm-0 lies on the NVMe drive alone: that drive did the work.
    assert ids(page) == ["ddd4", "bbb2", "aaa1"]
    assert "3" in page.list.head.title.whole()
    assert page.list.table.isColumnHidden(run_column("drive"))
    page.list.scope.choose(1)
    assert ids(page) == ["ddd4", "ccc3", "bbb2", "aaa1"]
    assert not page.list.table.isColumnHidden(run_column("drive"))


def test_another_drive_has_other_runs(rig: Rig, page: HistoryPage) -> None:
    rig.window.sidebar.select("sda")
    assert ids(page) == ["ccc3"]
    rig.window.sidebar.select("sdc")
    assert ids(page) == []
    assert page.list.head.title.whole()
    assert not page.list.table.isVisible()


def test_the_list_is_of_the_drive_that_it_was_left_with(
    open_rig: Callable[..., Rig], qtbot: QtBot, theme: Theme, history: History, run: Run
) -> None:
    """History is chosen before there is any drive; the drives come before the window is seen."""
    fill(history, run, {"aaa1": "nvme0n1", "ccc3": "sda"})
    first = open_rig(demo_inventory())
    first.window.sidebar.select("sda")
    first.window.show_page(HISTORY)
    first.window.close()
    news = Inbox()
    window = MainWindow(first.services, news, theme)
    qtbot.addWidget(window)
    news.put(demo_inventory())
    news.deliver()
    window.show()
    page = Rig(window, news, first.services, qtbot).history_page()
    assert page.isVisible()
    assert ids(page) == ["ccc3"]
    assert "1" in page.list.head.title.whole()
    window.shut_down()


def test_a_copied_day_is_a_date(page: HistoryPage, history: History, run: Run) -> None:
    now = datetime.now(UTC)
    history.save(replace(run, id="eee5", target=history.load("aaa1").target, started=now))
    page.refresh()
    select(page, "eee5")
    shown = page.list.model.index(0, run_column("when")).data()
    assert shown == short_moment(now, datetime.now(UTC))
    page.list.table.copy_rows()
    _titles, row = QGuiApplication.clipboard().text().splitlines()
    assert row.split("\t")[0] == stamp(now)


def test_figures_are_medians_with_their_unit_in_the_title(page: HistoryPage, run: Run) -> None:
    model, across = page.list.model, Qt.Orientation.Horizontal
    for column, unit in (
        (run_column("sequential_read"), "MB/s"),
        (run_column("random_read"), "IOPS"),
    ):
        cell = model.index(0, column)
        assert cell.data() and cell.data()[-1].isdigit()
        assert cell.data(Qt.ItemDataRole.AccessibleTextRole).endswith(unit)
        assert model.headerData(column, across).endswith(f"\n{unit}")
        assert model.heads[column].title.endswith(f", {unit}")


def test_no_figure_and_no_test_is_cut(
    rig: Rig, page: HistoryPage, history: History, run: Run
) -> None:
    history.save(replace(history.load("ddd4"), status=CANCELLED))
    fast = replace(run.phases[0], repeats=tuple(map(ten_times, run.phases[0].repeats)))
    history.save(replace(history.load("bbb2"), phases=(fast, *run.phases[1:])))
    rig.window.resize(1280, 800)
    page.refresh()
    table = page.list.table
    metrics = QFontMetrics(table.font())
    figures = [place for place, column in enumerate(run_columns()) if column.figures]
    shown = [run_column("test"), *figures]
    assert not any(map(table.isColumnHidden, shown))
    for column in shown:
        for row in range(page.list.model.rowCount()):
            text = page.list.model.index(row, column).data()
            assert table.columnWidth(column) >= metrics.horizontalAdvance(text) + 16, text
    rig.qtbot.waitUntil(lambda: not table.horizontalScrollBar().maximum())


def ten_times(repeat: Repeat) -> Repeat:
    """The same repeat with figures that have one digit more."""
    directions = {
        way: replace(result, bandwidth=10 * result.bandwidth, iops=10 * result.iops)
        for way, result in repeat.directions.items()
    }
    return replace(repeat, directions=directions)


def test_label_and_drive_keep_their_room_and_long_names_of_tests_give_way(
    rig: Rig, page: HistoryPage, history: History, theme: Theme
) -> None:
    history.save(replace(history.load("ddd4"), title="A profile with quite a long name of its own"))
    page.list.scope.choose(1)
    table = page.list.table
    metrics = QFontMetrics(table.font())
    for (width, height), label, drive in (
        ((800, 480), "after TRIM", "SSD 990 Pro"),
        ((1024, 700), "after update", "Samsung SSD 990"),
        ((1280, 800), "after update", "Samsung SSD 990"),
    ):
        rig.window.resize(width, height)
        QApplication.processEvents()
        assert table.columnWidth(run_column("label")) > metrics.horizontalAdvance(label), width
        assert table.columnWidth(run_column("drive")) > metrics.horizontalAdvance(drive), width
        assert not table.horizontalScrollBar().maximum(), width
    usual = {place for place, column in enumerate(run_columns()) if column.usual}
    others = usual - {run_column("folder")}
    assert not any(map(table.isColumnHidden, others))
    rig.window.resize(800, 480)
    QApplication.processEvents()
    assert table.isColumnHidden(run_column("random_write"))
    assert not any(
        map(table.isColumnHidden, (run_column("test"), run_column("label"), run_column("drive")))
    )
    for column in (run_column("sequential_read"), run_column("sequential_write")):
        page.list.table.sortByColumn(column, Qt.SortOrder.DescendingOrder)
        assert "↓" in page.list.model.headerData(column, Qt.Orientation.Horizontal)
        page.list.table.measure_again()
        assert not table.isColumnHidden(run_column("sequential_write"))  # the mark takes no room
    place = table.visualRect(page.list.model.index(0, run_column("test"))).width() - 2 * SIDE
    for title in (profile.title for profile in Profiles().all() if len(profile.title) < 25):
        assert wrapped_lines(title, theme.small(), place, 2)[-1] in title  # nothing is cut


def test_figures_give_way_to_long_labels_and_names_of_drives(
    rig: Rig, page: HistoryPage, history: History
) -> None:
    """A name that is cut to its beginning says less than the fourth figure."""
    label, test = "before the update of its firmware", "A profile with quite a long name of its own"
    history.save(replace(history.load("ddd4"), label=label, title=test))
    rig.window.resize(1160, 700)
    page.list.scope.choose(1)
    table = page.list.table
    metrics = QFontMetrics(table.font())
    assert table.isColumnHidden(run_column("random_write"))
    assert table.columnWidth(run_column("label")) > metrics.horizontalAdvance("after the update")
    assert table.columnWidth(run_column("drive")) > metrics.horizontalAdvance("Samsung SSD 990")
    rig.window.resize(1900, 800)
    QApplication.processEvents()
    assert not table.isColumnHidden(run_column("random_write"))
    for column in (
        run_column("test"),
        run_column("label"),
    ):  # nothing is cut while another column has spare room
        text = page.list.model.index(0, column).data()
        assert table.columnWidth(column) > metrics.horizontalAdvance(text), text


def test_a_name_that_is_longer_than_its_column_is_whole_in_two_lines(
    rig: Rig, page: HistoryPage, history: History
) -> None:
    """Two names that begin and end alike look different: nothing of them is cut."""
    names = ("Samsung Portable T7 SSD with USB", "Samsung Portable T5 SSD with USB")
    target = history.load("aaa1").target
    rig.window.resize(1280, 800)
    page.list.scope.choose(1)
    table = page.list.table
    table.setColumnWidth(run_column("drive"), 170)
    seen = []
    for name in names:
        history.save(replace(history.load("aaa1"), target=replace(target, model=name)))
        page.refresh()
        place = page.list.model.index(page.list.model.row_of("aaa1") or 0, run_column("drive"))
        assert table.columnWidth(run_column("drive")) < QFontMetrics(
            table.font()
        ).horizontalAdvance(name)
        assert place.data() == name
        seen.append(table.viewport().grab(table.visualRect(place)).toImage())
    assert seen[0] != seen[1]


def test_the_columns_are_as_they_were_left(
    open_rig: Callable[..., Rig], history: History, run: Run
) -> None:
    fill(history, run, {"aaa1": "nvme0n1"})
    for opened in (False, True):
        rig = open_rig()
        rig.window.resize(1280, 800)
        rig.tell(demo_inventory())
        rig.window.show_page(HISTORY)
        table = rig.history_page().list.table
        if not opened:
            table.arranged.set_wanted(run_column("sequential_write"), False)
            table.arranged.set_wanted(run_column("drive"), True)
            header = table.horizontalHeader()
            header.moveSection(header.visualIndex(run_column("label")), 1)
        assert table.isColumnHidden(run_column("sequential_write"))
        assert not table.isColumnHidden(
            run_column("drive")
        )  # which a drive's own list has not by itself
        titles = list(table.columns().values())
        assert titles[:4] == ["When", "Label", "Test", "Drive"]
        rig.window.close()


def test_firmware_and_file_system_can_be_added(rig: Rig, page: HistoryPage) -> None:
    rig.window.resize(1280, 800)
    table, model = page.list.table, page.list.model
    additional = {run_column("firmware"), run_column("filesystem")}
    assert all(map(table.isColumnHidden, additional))
    assert set(table.columns()).isdisjoint(additional)
    for name in ("firmware", "filesystem"):
        column = run_column(name)
        table.arranged.set_wanted(column, True)
        assert model.index(0, column).data() == (getattr(model.items[0], name) or "")
        assert not table.isColumnHidden(column)
        table.sort_by(column)
        assert len(ids(page)) == 3
    assert set(table.columns()) > additional


def test_the_filter(rig: Rig, page: HistoryPage, history: History) -> None:
    history.set_label("bbb2", "after TRIM <b>")
    QTest.keyClicks(page.list.filter, "trim")
    rig.qtbot.waitUntil(lambda: ids(page) == ["bbb2"])
    assert "1 result" in page.list.head.title.whole()
    QTest.keyClicks(page.list.filter, "zzz")
    rig.qtbot.waitUntil(lambda: ids(page) == [])
    assert "trimzzz" in page.list.head.title.whole()
    assert page.list.filter.isVisible()


def test_a_label_is_edited_in_place(rig: Rig, page: HistoryPage, history: History) -> None:
    page.list.table.setFocus()
    select(page, "bbb2")
    QTest.keyClick(page.list.table, Qt.Key.Key_F2)
    editor = page.list.table.viewport().findChild(QLineEdit)
    assert editor is not None
    editor.insert("<i>before</i> ✓")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    rig.qtbot.waitUntil(lambda: history.load("bbb2").label == "<i>before</i> ✓")
    assert page.list.model.index(1, run_column("label")).data() == "<i>before</i> ✓"


def test_enter_opens_and_back_returns(rig: Rig, page: HistoryPage, history: History) -> None:
    page.list.table.setFocus()
    select(page, "bbb2")
    QTest.keyClick(page.list.table, Qt.Key.Key_Return)
    result = page.result
    assert result is not None and result.isVisible()
    assert result.label.cursorPosition() == 0  # a long label is read from its beginning
    assert result.view.run is not None and result.view.run.id == "bbb2"
    result.notes.setFocus()
    QTest.keyClicks(result.notes, "new cable")
    QTest.keyClick(result.notes, Qt.Key.Key_Return)
    assert page.history.finish(30)
    assert history.load("bbb2").remarks == "new cable"
    result.label.setFocus()
    QTest.keyClicks(result.label, "after")
    QTest.keyClick(result.label, Qt.Key.Key_Return)
    assert page.history.finish(30)
    assert history.load("bbb2").label == "after"
    kept = result.label.text()
    result.label.setFocus()
    QTest.keyClicks(result.label, "typed")
    QTest.keyClick(result.label, Qt.Key.Key_Escape)  # takes it back, and stays
    assert result.label.text() == kept and result.isVisible()
    QTest.keyClick(result.label, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert page.list.isVisible()
    assert page.list.chosen() == ["bbb2"]
    assert page.list.model.index(1, run_column("label")).data() == "after"


def test_delete_and_undo(page: HistoryPage, history: History) -> None:
    page.list.table.setFocus()
    select(page, "bbb2")
    snapshots = Snapshots(history)
    snapshots.add("wwn:1", Health(taken=datetime(2026, 9, 15, tzinfo=UTC)), AFTER, "bbb2")
    before, health = history.load("bbb2"), snapshots.all_of_run("bbb2")
    QTest.keyClick(page.list.table, Qt.Key.Key_Delete)
    assert ids(page) == ["ddd4", "aaa1"]
    assert page.list.message.isVisible()
    assert len(page.list.chosen()) == 1
    QTest.keyClick(page.list.table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert ids(page) == ["ddd4", "bbb2", "aaa1"]
    assert page.list.chosen() == ["bbb2"]  # though Ctrl is still held
    after = history.load("bbb2")
    assert (after.started, after.target, after.seconds) == (
        before.started,
        before.target,
        before.seconds,
    )
    assert [phase.command for phase in after.phases] == [p.command for p in before.phases]
    assert health and snapshots.all_of_run("bbb2") == health
    assert not page.list.message.isVisible()


def test_all_that_is_restored_is_selected(page: HistoryPage) -> None:
    page.list.table.choose_items(["bbb2", "aaa1"])
    page.list.remove()
    assert ids(page) == ["ddd4"]
    page.list.undo()
    assert page.list.chosen() == ["bbb2", "aaa1"]


def test_what_could_not_be_restored_can_be_tried_again(
    page: HistoryPage, history: History, run: Run
) -> None:
    page.list.delete(["bbb2"])
    assert "bbb2" not in ids(page)
    history.save(replace(run, id="bbb2"))  # the file takes no second one of this name
    page.list.undo()
    assert page.list.message.action.isVisible()
    assert "bbb2" not in ids(page)
    history.delete("bbb2")
    page.list.undo()
    assert "bbb2" in ids(page)


@pytest.mark.parametrize("held", [CONTROL, SHIFT], ids=["Ctrl", "Shift"])
def test_what_is_chosen_does_not_depend_on_held_keys(
    page: HistoryPage, held: Qt.KeyboardModifier
) -> None:
    select(page, "aaa1")
    QTest.keyClick(page.list.table, Qt.Key.Key_F7, held)  # means nothing
    assert QGuiApplication.keyboardModifiers() == held
    select(page, "ddd4")
    assert page.list.chosen() == ["ddd4"]
    select(page, "ddd4")
    assert page.list.chosen() == ["ddd4"]
    QTest.keyClick(page.list.table, Qt.Key.Key_Delete)
    assert ids(page) == ["bbb2", "aaa1"]
    QTest.keyClick(page.list.table, Qt.Key.Key_F7)


def test_a_run_that_vanished_is_said_in_one_sentence(page: HistoryPage, history: History) -> None:
    history.delete("bbb2")
    page.open("bbb2")
    assert page.list.isVisible()
    assert "bbb2" in page.list.message.text.text()


def test_how_it_ended_is_said_where_it_matters(
    rig: Rig, page: HistoryPage, history: History
) -> None:
    history.save(replace(history.load("ddd4"), status=CANCELLED))
    page.refresh()
    assert page.list.model.index(0, run_column("test")).data().endswith(", cancelled")


def test_many_runs_are_read_in_slices(rig: Rig, history: History, run: Run) -> None:
    light = replace(run, phases=())
    count = SLICE + 50
    fill(history, light, {f"r{number:05d}": "nvme0n1" for number in range(count)})
    rig.tell(demo_inventory())
    page = rig.open_history()
    model = page.list.model
    assert model.rowCount() == SLICE
    assert model.total == count
    model.fetchMore()
    assert page.list.model.rowCount() == count
    assert not model.canFetchMore()


def test_a_damaged_history_is_told(open_rig: Callable[..., Rig], tmp_path: Path) -> None:
    path = tmp_path / "broken" / "history.sqlite"
    path.parent.mkdir()
    path.write_bytes(b"SQLite format 3\0" + b"\xff" * 4096)
    history = History(path)
    rig = open_rig(demo_inventory(), history=history)
    page = rig.open_history()
    assert page.list.message.isVisible()
    history.close()


def test_a_history_that_cannot_be_read_is_not_called_empty(
    open_rig: Callable[..., Rig], tmp_path: Path
) -> None:
    path = tmp_path / "unreadable" / "history.sqlite"
    path.mkdir(parents=True)  # no file: nobody can read it
    rig = open_rig(demo_inventory(), history=History(path))
    page = rig.open_history()
    assert page.list.message.isVisible()
    page.show_checks()
    assert page.check_list.message.isVisible()


def test_another_firmware_is_marked_between_the_runs(
    rig: Rig, page: HistoryPage, history: History, run: Run
) -> None:
    def add(number: int, firmware: str | None) -> None:
        kept = history.load("aaa1")
        started = run.started - timedelta(days=number)
        target = replace(kept.target, firmware=firmware)
        history.save(replace(kept, id=f"fff{number}", started=started, target=target))

    for number, firmware in enumerate(("4B2Q", "3B2Q", None, "3B2Q<b>", "3B2Q<b>"), 1):
        add(number, firmware)
    page.refresh()
    model = page.list.model
    words = [model.index(row, 0).data(FIRMWARE_ROLE) for row in range(model.rowCount())]
    marks = [word for word in words if word]
    assert ["3B2Q → 4B2Q" in marks[0], "3B2Q<b> → 3B2Q" in marks[1]] == [True, True]
    row = words.index(marks[0])
    place = model.index(row, run_column("folder"))
    assert "3B2Q → 4B2Q" in place.data(Qt.ItemDataRole.AccessibleTextRole)
    before = page.list.table.grab().toImage()
    model.items = [head._replace(firmware=None) for head in model.items]
    page.list.table.viewport().update()
    assert page.list.table.grab().toImage() != before


# Whose result it is


def in_header(rig: Rig) -> tuple[str, str]:
    """The title and the facts in the header."""
    return rig.window.header.title.whole(), rig.window.header.facts.whole()


def test_a_result_of_another_drive_is_below_the_header_of_that_drive(
    rig: Rig, page: HistoryPage
) -> None:
    before = in_header(rig)
    assert before[0] == "Samsung SSD 990 PRO 2TB"
    page.open("ccc3")
    rig.qtbot.waitUntil(lambda: in_header(rig)[0] == "WDC WD40EFZX-68AWUN0")
    assert "/dev/sda" in in_header(rig)[1]
    page.show_runs_list()
    assert in_header(rig) == before


def test_a_drive_that_is_not_connected_is_said_to_be_so(
    rig: Rig, page: HistoryPage, history: History, run: Run
) -> None:
    far = replace(
        run.target,
        model="Old Disk",
        serial="X1",
        drive="ata:Old_Disk_X1",
        firmware="F9",
        size=10**12,
    )
    history.save(replace(run, id="eee5", target=far))
    page.open("eee5")
    rig.qtbot.waitUntil(lambda: in_header(rig)[0] == "Old Disk")
    facts = in_header(rig)[1]
    assert "/dev/" not in facts
    assert "1\u202fTB" in facts and "F9" in facts and "X1" in facts
    assert not rig.window.header.verdict.isVisible()
    rig.window.show_page(OVERVIEW)
    assert in_header(rig)[0] == "Samsung SSD 990 PRO 2TB"


def test_a_comparison_of_two_drives_names_both(rig: Rig, page: HistoryPage) -> None:
    page.compare(["aaa1", "ccc3"])
    rig.qtbot.waitUntil(lambda: in_header(rig)[0] == "2 drives")
    assert "Samsung SSD 990 PRO 2TB" in in_header(rig)[1]
    assert "WDC WD40EFZX-68AWUN0" in in_header(rig)[1]
    page.compare(["aaa1", "bbb2"])
    rig.qtbot.waitUntil(lambda: in_header(rig)[0] == "Samsung SSD 990 PRO 2TB")


def test_a_result_of_several_hosts_says_what_they_measured(
    rig: Rig, page: HistoryPage, history: History
) -> None:
    runs = {count: replace(hosts_run(count), id=f"{count}hosts") for count in (2, 4)}
    history.save(*runs.values())
    page.open("4hosts")
    path = "/mnt/nas/scratch"
    rig.qtbot.waitUntil(lambda: in_header(rig)[0] == path and "4" in in_header(rig)[1])
    page.compare(["2hosts", "4hosts"])
    rig.qtbot.waitUntil(lambda: in_header(rig)[0] == path and "4" not in in_header(rig)[1])


def test_who_reuses_the_path_of_a_drive_is_not_taken_for_it(
    rig: Rig, page: HistoryPage, history: History, run: Run
) -> None:
    stick = replace(
        run.target, model=None, serial=None, wwn=None, device="/dev/sda", drive="path:/dev/sda"
    )
    history.save(replace(run, id="fff6", target=stick))
    page.open("fff6")
    rig.qtbot.waitUntil(lambda: in_header(rig)[0] == "/dev/sda")
    assert in_header(rig)[1]


def test_an_import_whose_drive_is_not_known_says_so(
    rig: Rig, page: HistoryPage, history: History, run: Run
) -> None:
    nobody = replace(run.target, model=None, serial=None, wwn=None, device=None, drive=None)
    history.save(replace(run, id="fff7", target=nobody))
    page.open("fff7")
    rig.qtbot.waitUntil(lambda: in_header(rig)[0] == nobody.path)


def test_more_results_than_compare_at_once_are_not_offered(
    page: HistoryPage, history: History, run: Run
) -> None:
    target = history.load("aaa1").target
    names = [f"{number:02}x" for number in range(10)]
    history.save(*(replace(run, id=name, target=target, label="") for name in names))
    page.refresh()
    asked: list[list[str]] = []
    page.list.compare_runs.connect(asked.append)
    table = page.list.table
    assert table.model().rowCount() == 13
    table.selectAll()
    assert page.list.primary.text() == "&Compare 13 results"
    assert not page.list.primary.isEnabled()
    detail = page.list.head.detail
    page.window().resize(760, 480)
    QApplication.processEvents()
    assert detail.text() == detail.whole()  # not cut, even there
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert asked == []
    table.choose(list(range(12)))
    assert page.list.primary.isEnabled()
    # Results of one label are one side.
    for name in names[:2]:
        page.list.model.set_label(name, "before")
    table.selectAll()
    assert page.list.primary.isEnabled()
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert len(asked) == 1 and len(asked[0]) == 13


def test_a_run_far_down_that_is_shown_comes_into_view(
    qtbot: QtBot, page: HistoryPage, history: History, run: Run
) -> None:
    """Files of older results were imported: the first of them is selected."""
    light = replace(run, target=history.load("aaa1").target, phases=())
    history.save(
        *(
            replace(light, id=f"{number:03}y", started=run.started + timedelta(days=1 + number))
            for number in range(SLICE + 10)
        )
    )
    page.show_runs(["aaa1"], "1 result was imported.")
    table = page.list.table
    assert table.chosen() == ["aaa1"]
    where = table.visualRect(table.currentIndex())
    assert table.viewport().rect().contains(where.center())
    assert table.verticalScrollBar().value() > 0
