# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Kept checks in the window: listed, opened, labelled, deleted, restored, and on the Overview."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from tests.builders.demo import demo_inventory
from tests.builders.kept_checks import HOSTILE, NOW, identity, made
from tests.builders.pages.words import page_text
from tests.builders.recorded import finished_run
from tests.builders.rig import Rig

from driveproof.domain.check.between import RatingTurn
from driveproof.domain.check.check import TOPIC_TITLES, Topic
from driveproof.domain.dashboard import KeptOfDrive
from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.rating import BAD, FINE, ODD
from driveproof.history.checks import Checks
from driveproof.history.store import History
from driveproof.ui.charts.rows_view import RowsView
from driveproof.ui.check.kept_list import CheckList
from driveproof.ui.feeds.pages import HISTORY
from driveproof.ui.runs.page import HistoryPage
from driveproof.ui.widgets.list_page import ListKind
from driveproof.wording.rating import rating_text


@pytest.fixture
def page(rig: Rig, names: list[str]) -> HistoryPage:
    rig.tell(demo_inventory())
    page = rig.open_history()
    page.list.kind.choose(ListKind.CHECKS)
    return page


def listed(page: HistoryPage) -> CheckList:
    """The list of checks, once it has been read."""
    found = page.check_list
    assert found is not None
    return found


def ids(page: HistoryPage) -> list[str]:
    model = listed(page).model
    return [one.id for one in model.items]


def text(page: HistoryPage, row: int, column: str) -> str:
    model = listed(page).model
    return str(model.index(row, model.column(column)).data())


def test_checks_of_this_drive_or_of_all_newest_first(page: HistoryPage, names: list[str]) -> None:
    new, old, other = names
    assert ids(page) == [new, old]
    assert "2" in listed(page).head.title.whole()
    results = [text(page, row, "result") for row in range(2)]
    assert results == [rating_text(ODD), rating_text(FINE)]
    listed(page).scope.choose(1)
    assert ids(page) == [new, other, old]
    assert "3" in listed(page).head.title.whole()
    assert text(page, 1, "result") == rating_text(BAD)
    # The runs follow, and the other way round.
    assert page.list.scope.current() == 1


def test_the_three_lists_are_one_switch(page: HistoryPage) -> None:
    checks = listed(page)
    assert page.stack.currentWidget() is checks and checks.kind.current() == ListKind.CHECKS
    checks.kind.choose(ListKind.RUNS)
    assert page.stack.currentWidget() is page.list and page.list.kind.current() == ListKind.RUNS
    page.list.kind.choose(ListKind.CHECKS)
    assert page.stack.currentWidget() is checks and checks.kind.current() == ListKind.CHECKS


def test_the_filter_finds_labels_and_drives(page: HistoryPage, names: list[str]) -> None:
    listed(page).set_label(names[1], "new cable")
    listed(page).filter.setText("CABLE")
    listed(page).read()
    assert ids(page) == [names[1]]
    assert "1" in listed(page).head.title.whole()
    listed(page).filter.setText("nothing")
    listed(page).read()
    assert ids(page) == [] and not listed(page).table.isVisible()
    assert listed(page).filter.isVisible()


def test_a_label_is_edited_in_place(page: HistoryPage, names: list[str], history: History) -> None:
    table, model = listed(page).table, listed(page).model
    table.choose_items([names[0]])
    QTest.keyClick(table, Qt.Key.Key_F2)
    assert table.state() == table.State.EditingState
    table.closePersistentEditor(table.currentIndex())
    model.setData(model.index(0, model.column("label")), f" after {HOSTILE} ")
    assert listed(page).table.chosen() == [names[0]]
    (kept, *_) = Checks(history).heads()
    assert kept.label == f"after {HOSTILE}".strip()
    assert "\x1b" not in text(page, 0, "label")


def test_a_check_opens_as_its_page(page: HistoryPage, names: list[str], history: History) -> None:
    listed(page).table.choose_items([names[1]])
    QTest.keyClick(listed(page).table, Qt.Key.Key_Return)
    view = page.opened_check
    assert view is not None and page.stack.currentWidget() is view
    assert view.view.check == Checks(history).load(names[1])
    assert page_text(view) and "\x1b" not in page_text(view)
    assert not view.view.again_button.isVisible()
    view.label.setText("at the other port")
    view.label.editingFinished.emit()
    assert page.history.finish(20)
    assert Checks(history).load(names[1]).label == "at the other port"
    view.back.emit()
    assert page.stack.currentWidget() is listed(page)
    assert text(page, 1, "label") == "at the other port"


def test_its_measurement_is_shown_while_the_history_has_it(
    page: HistoryPage, history: History
) -> None:
    run = finished_run()
    history.save(run)
    name = Checks(history).add(made("nvme0n1", "fine", run=run), identity("nvme0n1"))
    page.open_check(name)
    view = page.opened_check
    assert view is not None
    assert view.findChildren(RowsView)
    history.delete(run.id)
    page.open_check(name)
    view = page.opened_check
    assert view is not None
    assert run.id in page_text(view) and not view.findChildren(RowsView)


def test_it_is_exported_as_a_report(
    page: HistoryPage, names: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "check.html"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    page.open_check(names[0])
    assert page.opened_check is not None
    page.opened_check.view.exporting.write_as("html")
    assert "It is odd." in path.read_text("utf-8")


def test_deleted_checks_come_back(page: HistoryPage, names: list[str], history: History) -> None:
    before = Checks(history).heads()
    listed(page).table.choose_items(names[:2])
    QTest.keyClick(listed(page).table, Qt.Key.Key_Delete)
    assert ids(page) == []
    assert [head.id for head in Checks(history).heads()] == [names[2]]
    message = listed(page).message
    assert message.isVisible()
    listed(page).undo()
    assert ids(page) == names[:2]
    assert Checks(history).heads() == before
    assert listed(page).table.chosen() == names[:2] and not message.isVisible()


def test_a_deleted_one_is_said(page: HistoryPage, names: list[str], history: History) -> None:
    assert ids(page) == names[:2]
    Checks(history).delete(names[0])
    page.open_check(names[0])
    assert page.stack.currentWidget() is listed(page)
    assert listed(page).message.isVisible()


def test_without_checks_the_page_offers_one(rig: Rig) -> None:
    rig.tell(demo_inventory())
    page = rig.open_history()
    page.show_checks()
    checks = listed(page)
    assert checks.head.title.whole()
    rig.qtbot.mouseClick(checks.primary, Qt.MouseButton.LeftButton)
    assert rig.check.isVisible()


# On the Overview


@pytest.fixture
def overview(open_rig: Callable[..., Rig], history: History, names: list[str]) -> Rig:
    """A window whose drives were checked long ago: the first one, and another without more."""
    taken = datetime(2020, 5, 5, 12, tzinfo=UTC)  # a day has other words after midnight

    def kept(devices: tuple[BlockDevice, ...], _inventory: Inventory) -> dict[str, KeptOfDrive]:
        found = {
            "nvme0n1": KeptOfDrive(None, taken, FINE, names[0]),
            "sda": KeptOfDrive(None, taken),
        }
        return {one.name: found[one.name] for one in devices if one.name in found}

    return open_rig(demo_inventory(), kept=kept)


def test_the_last_check_leads_to_its_page(overview: Rig, names: list[str]) -> None:
    line = overview.overview.check_line
    overview.qtbot.waitUntil(line.isVisible)
    assert line.text.text() == "Last checked 5 May 2020: No problems found."
    overview.qtbot.mouseClick(line.button, Qt.MouseButton.LeftButton)
    page = overview.history_page()
    assert overview.window.pages.current is HISTORY
    assert page.opened_check is not None and page.stack.currentWidget() is page.opened_check
    assert page.opened_check.view.check is not None and page.opened_check.view.check.id == names[0]


def test_another_drive_has_its_own_line_or_none(overview: Rig) -> None:
    pages = overview.window.pages
    line = overview.overview.check_line
    overview.qtbot.waitUntil(line.isVisible)
    inventory = demo_inventory()
    for name, said in (("sda", "Last checked 5 May 2020"), ("sdb", "")):
        device = inventory.get(name)
        assert device is not None
        pages.set_device(device, inventory, gone=False)
        assert not line.isVisible()  # nothing of the drive before
        line.read()
        assert line.tasks.finish(20)
        assert line.isVisible() == bool(said)
        if said:
            assert line.text.text() == said and not line.button.isVisible()


def test_the_check_that_was_just_made_is_listed(
    page: HistoryPage, rig: Rig, history: History, names: list[str]
) -> None:
    assert ids(page) == names[:2]
    later = replace(made("nvme0n1", "fine"), taken=NOW + timedelta(days=1))
    name = Checks(history).add(later, identity("nvme0n1"))
    rig.window.context.kept.emit()
    assert ids(page) == [name, *names[:2]]


def test_two_checks_compare(page: HistoryPage, names: list[str], history: History) -> None:
    new, old, _ = names
    run = finished_run()
    history.save(run)
    later = made("nvme0n1", "bad", -1, run=run)
    name = Checks(history).add(later, identity("nvme0n1"))
    listed(page).read()
    listed(page).table.choose_items([name, old])
    QTest.keyClick(listed(page).table, Qt.Key.Key_Return)
    compared = page.check_comparison
    assert compared is not None and page.stack.currentWidget() is compared
    assert compared.compared is not None
    assert compared.compared.found.turned(RatingTurn.WORSE) == (Topic.IDENTITY,)
    assert compared.compared.found.before.id == old
    assert compared.runs_button.isHidden()  # only one has a measurement
    (ratings, *_rest) = compared.tables
    cells = [str(ratings.model().index(0, column).data()) for column in range(4)]
    assert cells[:3] == [str(TOPIC_TITLES[Topic.IDENTITY]), rating_text(FINE), rating_text(BAD)]
    compared.back.emit()
    assert page.stack.currentWidget() is listed(page)
    listed(page).table.choose_items([name, new, old])
    assert not listed(page).primary.isEnabled()
    assert listed(page).head.detail.whole()
    listed(page).table.choose_items([name, new])
    assert listed(page).primary.isEnabled()
    assert listed(page).head.detail.whole()


def test_their_measurements_compare_as_runs(
    page: HistoryPage, history: History, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids_of = []
    for number in range(2):
        run = replace(finished_run(), id=f"{number}aaaaaaaa")
        history.save(run)
        made_one = made("nvme0n1", "fine", -number, run=run)
        ids_of.append(Checks(history).add(made_one, identity("nvme0n1")))
    page.compare_checks(ids_of)
    compared = page.check_comparison
    assert compared is not None and not compared.runs_button.isHidden()
    path = tmp_path / "both.html"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    compared.exporting.write_as("html")
    assert compared.head.title.whole() in path.read_text("utf-8")
    chosen: list[list[str]] = []
    compared.compare_runs.connect(chosen.append)
    compared.runs_button.click()
    assert chosen == [["0aaaaaaaa", "1aaaaaaaa"]]
    assert page.stack.currentWidget() is page.comparison
    page.compare_checks([ids_of[0], "nothing"])
    compared = page.check_comparison
    assert compared is not None
    assert compared.compared is None and compared.head.title.whole()
    assert compared.exporting.message.isVisible()


def head(rig: Rig) -> tuple[str, str]:
    return rig.window.header.title.whole(), rig.window.header.facts.whole()


def test_a_check_is_under_the_header_of_its_drive(
    rig: Rig, page: HistoryPage, names: list[str], history: History
) -> None:
    """It was under that of the selected one: "one thing is odd"."""
    chosen = head(rig)
    page.list.scope.choose(1)
    page.open_check(names[2])
    assert page.opened_check is not None
    assert head(rig)[0] == "WDC WD40EFZX-68AWUN0" and "/dev/sda" in head(rig)[1]
    page.show_checks()
    assert head(rig) == chosen
    device = replace(demo_inventory().devices[0], wwn="", serial="gone", model="Old One")
    gone = replace(made("sda", "bad"), device=device)
    page.open_check(Checks(history).add(gone, device.identity))
    assert page.opened_check is not None
    assert head(rig)[0] == "Old One" and "/dev/" not in head(rig)[1]


def test_compared_checks_are_under_the_header_of_their_drives(
    rig: Rig, page: HistoryPage, names: list[str]
) -> None:
    rig.window.sidebar.select("sdc")
    page.compare_checks(names[:2])
    assert page.check_comparison is not None
    assert head(rig)[0] == "Samsung SSD 990 PRO 2TB"
    page.compare_checks(names[1:])
    assert page.check_comparison is not None
    assert head(rig) == ("2 drives", "Samsung SSD 990 PRO 2TB\u2003WDC WD40EFZX-68AWUN0")
