# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of experiments: read, filtered, opened, cancelled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tests.builders.answering import Answers
from tests.builders.demo import demo_inventory
from tests.builders.fitting import clashes
from tests.builders.made_experiments import Shelf, gone_on, made_experiment
from tests.builders.rig import Rig
from tests.fakes.made_looks import look

from driveproof.domain.comparison.sentences import sentences
from driveproof.domain.errors import Advice, RefusedError
from driveproof.domain.experiment import places
from driveproof.domain.experiment.action import OTHER, TRIM
from driveproof.domain.experiment.experiment import CANCELLED, Experiment
from driveproof.ui.experiment.list import ExperimentList
from driveproof.ui.feeds.pages import HISTORY
from driveproof.wording.say import say_texts

Opener = Callable[..., Rig]


@pytest.fixture
def shelf() -> Iterator[Shelf]:
    made = Shelf(
        [
            gone_on(made_experiment(1, OTHER), 4),
            made_experiment(2),
            made_experiment(3, drive="sda"),
            made_experiment(4).cancelled(), gone_on(made_experiment(5, TRIM), 1),
        ]
    )  # fmt: skip
    yield made
    made.go_on.set()


@pytest.fixture
def opened(open_rig: Opener, shelf: Shelf) -> Callable[[], tuple[Rig, ExperimentList]]:
    """Opens a window on the list, from the list of runs."""

    def one() -> tuple[Rig, ExperimentList]:
        rig = open_rig(experiments=shelf)
        rig.window.resize(1280, 800)
        rig.tell(demo_inventory())
        rig.window.show_page(HISTORY)
        rig.history_page().list.kind.choose(1)
        settle(rig)
        page = rig.history_page().experiment_list
        assert page is not None and page.isVisible()
        return rig, page

    return one


Opened = Callable[[], tuple[Rig, ExperimentList]]


def settle(rig: Rig) -> None:
    feed = rig.window.context.experiments
    rig.qtbot.waitUntil(lambda: feed.known and not feed.busy and not feed.timer.isActive())
    QApplication.processEvents()


def ids(page: ExperimentList) -> list[str]:
    return [one.id for one in page.model.items]


def choose(page: ExperimentList, experiment_id: str) -> Experiment:
    row = page.model.row_of(experiment_id)
    assert row is not None
    page.table.choose([row])
    return page.model.items[row]


def cell(page: ExperimentList, experiment_id: str, column: str) -> str:
    row = page.model.row_of(experiment_id)
    assert row is not None
    return str(page.model.index(row, page.model.column(column)).data())


def test_open_ones_first_then_by_age_of_this_drive_or_of_all(opened: Opened) -> None:
    rig, page = opened()
    assert ids(page) == ["0p2", "0p5", "0p1", "0p4"]
    assert "4" in page.head.title.whole()
    assert page.table.isColumnHidden(page.model.column("drive"))
    page.scope.choose(1)
    assert ids(page) == ["0p2", "0p3", "0p5", "0p1", "0p4"]
    assert not page.table.isColumnHidden(page.model.column("drive"))
    assert rig.history_page().list.scope.current() == 1  # the runs follow
    page.scope.choose(0)
    rig.window.sidebar.select("sda")
    assert page.isVisible() and ids(page) == ["0p3"]
    settle(rig)


def test_each_says_where_it_stands_or_its_verdict(opened: Opened) -> None:
    _, page = opened()
    standing = "verdict"
    assert cell(page, "0p1", standing) == say_texts(sentences(look().headline))
    assert cell(page, "0p1", "state")
    assert all(cell(page, name, standing) for name in ("0p2", "0p4", "0p5"))


def test_the_filter_finds_names_drives_and_verdicts(opened: Opened) -> None:
    rig, page = opened()
    for wanted, found in (
        ("FASTER", ["0p1"]),
        ("nothing like", []),
    ):
        page.filter.setText(wanted)
        rig.qtbot.waitUntil(lambda found=found: ids(page) == found)
    assert "nothing like" in page.head.title.whole()
    page.filter.clearFocus()
    QTest.keyClick(rig.window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert page.filter.hasFocus()  # also where it has hidden every row
    page.filter.clear()
    rig.qtbot.waitUntil(lambda: len(ids(page)) == 4)


def test_enter_opens_and_back_leads_to_the_list(opened: Opened) -> None:
    rig, page = opened()
    choose(page, "0p1")
    assert not page.remove_button.isVisible()
    choose(page, "0p2")
    assert page.remove_button.isVisible()
    assert not list(clashes(rig.window))
    page.table.setFocus()
    QTest.keyClick(page.table, Qt.Key.Key_Return)
    experiment_page = rig.experiment
    assert experiment_page is not None and experiment_page.isVisible()
    rig.qtbot.waitUntil(lambda: experiment_page.experiment is not None)
    assert experiment_page.experiment is not None and experiment_page.experiment.id == "0p2"
    experiment_page.back.emit()
    assert page.isVisible() and page.table.hasFocus()
    (chosen,) = page.chosen_items()
    assert chosen.id == "0p2"
    settle(rig)


def test_giving_one_up_is_asked(opened: Opened, shelf: Shelf, answer: Answers) -> None:
    rig, page = opened()
    choose(page, "0p5")
    answer(yes=False)
    QTest.keyClick(page.table, Qt.Key.Key_Delete)
    assert shelf.given_up == []
    answer(yes=True)
    QTest.keyClick(page.table, Qt.Key.Key_Delete)
    rig.qtbot.waitUntil(lambda: shelf.given_up == ["0p5"])
    rig.qtbot.waitUntil(page.message.isVisible)
    settle(rig)
    (chosen,) = page.chosen_items()
    assert chosen.id == "0p5" and chosen.status == CANCELLED
    QTest.keyClick(page.table, Qt.Key.Key_Delete)  # there is nothing left to ask
    assert shelf.given_up == ["0p5"]


def test_one_that_is_at_work_elsewhere_is_not_given_up(
    opened: Opened, shelf: Shelf, answer: Answers
) -> None:
    shelf.refuses = RefusedError(
        "Somebody works on it now.", advice=Advice("Wait until the step is over.")
    )
    rig, page = opened()
    choose(page, "0p2")
    answer(yes=True)
    page.remove_button.click()
    rig.qtbot.waitUntil(page.message.isVisible)
    settle(rig)
    said = page.message.text.text()
    assert said == "Somebody works on it now. Wait until the step is over."


def test_an_empty_list_says_what_to_do(opened: Opened, shelf: Shelf) -> None:
    shelf.experiments = []
    rig, page = opened()
    assert page.head.title.whole()
    assert page.head.detail.whole()
    assert not page.new.isVisible()
    page.primary.click()
    experiment_page = rig.experiment
    assert experiment_page is not None and experiment_page.isVisible()
    settle(rig)


def test_back_to_the_runs_and_the_switch_stays_true(opened: Opened) -> None:
    rig, page = opened()
    page.kind.choose(0)
    runs = rig.history_page().list
    assert runs.isVisible() and runs.kind.current() == 0
    runs.kind.choose(1)
    assert page.isVisible() and page.kind.current() == 1
    settle(rig)


def test_a_small_window_shows_the_sentences(opened: Opened) -> None:
    rig, page = opened()
    page.scope.choose(1)
    rig.window.resize(760, 480)
    rig.qtbot.keyClick(rig.window, Qt.Key.Key_F9)  # the list of drives takes its room
    QApplication.processEvents()
    names = [one.name for one in page.model.columns]
    hidden = {name for place, name in enumerate(names) if page.table.isColumnHidden(place)}
    assert hidden == {"when", "drive"}
    assert page.table.horizontalScrollBar().maximum() == 0
    settle(rig)


def test_what_has_no_identity_is_found_by_its_place() -> None:
    inventory = demo_inventory()
    nvme, sda = inventory.get("nvme0n1"), inventory.get("sda")
    assert nvme is not None and sda is not None
    target = made_experiment(1).target
    nameless = made_experiment(1, target=type(target)("/home/anna", "file", mount_point="/home"))
    assert places.is_of(nameless, nvme, "wwn:other", inventory)
    assert not places.is_of(nameless, sda, "wwn:other", inventory)
    assert places.device_of(made_experiment(1, drive="sda"), inventory) == sda
    gone = made_experiment(1, target=type(target)("/x", "file", "wwn:nobody"))
    assert places.device_of(gone, inventory) is None


def test_what_is_chosen_stays_chosen_where_others_change_place(opened: Opened) -> None:
    _rig, page = opened()
    order = ids(page)
    choose(page, order[0])
    given_up = replace(page.model.items[0], status=CANCELLED)
    others = page.model.items[1:]
    page.feed.experiments = (*others, given_up)
    page.read()
    assert len(ids(page)) == len(order) and ids(page)[-1] == order[0]
    (chosen,) = page.chosen_items()
    assert (chosen.id, chosen.status) == (order[0], CANCELLED)
