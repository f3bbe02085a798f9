# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The ways into an experiment, and back, and what must not run beside it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from tests.ui.demo import demo_inventory
from tests.ui.desk import Desk
from tests.ui.made_experiments import Shelf, gone_on, made_experiment
from tests.ui.made_trims import Trims
from tests.ui.test_trim_session import begin, ended, read
from tests.ui.test_window import answer

from driveproof.domain.drive.firmware import FirmwareNews
from driveproof.domain.errors import MachineError
from driveproof.domain.experiment.experiment import FIRMWARE, OTHER, TRIM, Start
from driveproof.ui.experiment.page import ExperimentPage
from driveproof.ui.health.firmware import FirmwareSection
from driveproof.ui.shell.pages import HISTORY, MEASURE, OVERVIEW
from driveproof.ui.shell.pages import TRIM as TRIM_PAGE
from driveproof.ui.theme.style import Theme
from driveproof.ui.widgets.labels import Label

CONTROL = Qt.KeyboardModifier.ControlModifier
Opener = Callable[..., Desk]


@pytest.fixture
def shelf() -> Iterator[Shelf]:
    made = Shelf([made_experiment(1), made_experiment(2, drive="sda")])
    yield made
    made.go_on.set()


@pytest.fixture
def opened(open_desk: Opener, shelf: Shelf) -> Opener:
    """Opens a window on the NVMe drive, its experiments read."""

    def one(**services: object) -> Desk:
        desk = open_desk(**({"experiments": shelf.services()} | services))
        desk.window.resize(1280, 800)
        desk.tell(demo_inventory())
        settle(desk)
        return desk

    return one


def settle(desk: Desk) -> None:
    feed = desk.window.pages.experiments
    desk.qtbot.waitUntil(lambda: feed.known and not feed.busy and not feed._timer.isActive())
    QApplication.processEvents()


def lines(desk: Desk) -> list[str]:
    QApplication.processEvents()
    shown = desk.window.pages.overview.experiment_lines.findChildren(Label)
    return [label.text() for label in shown if label.isVisible()][1:]


def experiment_page(desk: Desk) -> ExperimentPage:
    page = desk.window.pages.made_experiment_page
    assert page is not None
    return page


def start_step(desk: Desk, shelf: Shelf) -> ExperimentPage:
    """Until the first step of the first one is on."""
    desk.window.pages.open_experiment("0p1")
    page = experiment_page(desk)
    desk.qtbot.waitUntil(lambda: page.experiment is not None)
    page.steps.panel.go.emit()
    desk.qtbot.waitUntil(lambda: bool(shelf.advancing))
    return page


def end_step(desk: Desk, shelf: Shelf) -> None:
    shelf.go_on.set()
    page = experiment_page(desk)
    desk.qtbot.waitUntil(lambda: not page.busy and not page.flow.tasks.busy)
    settle(desk)


def test_without_comparisons_nothing_of_them_is_shown(open_desk: Opener) -> None:
    desk = open_desk(experiments=None)
    desk.tell(demo_inventory())
    pages = desk.window.pages
    pages.compare()
    pages.open_experiment("0p1")
    QTest.keyClick(desk.window, Qt.Key.Key_N, CONTROL)
    assert pages.made_experiment_page is None and not desk.window.actions_.compare.isVisible()
    for page in (OVERVIEW, TRIM_PAGE, MEASURE, HISTORY):
        desk.window.show_page(page)
        texts = [button.text() for button in pages.findChildren(QPushButton) if button.isVisible()]
        found = [text for text in texts if "efore and after" in text or "brings" in text]
        assert found == []


def test_the_overview_leads_there_and_back_leads_to_it(opened: Opener) -> None:
    desk = opened()
    button = desk.window.pages.overview.compare_button
    assert not button.property("primary")
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert experiment_page(desk).isVisible()
    desk.window.sidebar.select("sda")
    assert desk.window.pages.overview.isVisible()  # it was opened for the other drive
    desk.window.sidebar.select("nvme0n1")
    assert experiment_page(desk).isVisible()
    experiment_page(desk).back.emit()
    assert desk.window.pages.overview.isVisible() and button.hasFocus()


def test_the_keyboard_begins_one_from_any_page(opened: Opener) -> None:
    desk = opened()
    desk.window.show_page(HISTORY)
    QTest.keyClick(desk.window, Qt.Key.Key_N, CONTROL)
    assert desk.window.tabs.currentIndex() == OVERVIEW and experiment_page(desk).isVisible()
    experiment_page(desk).back.emit()
    assert desk.window.tabs.currentIndex() == HISTORY
    desk.window.show_page(OVERVIEW)
    assert desk.window.pages.overview.isVisible()


def test_a_small_window_has_the_way_as_well(opened: Opener) -> None:
    desk = opened()
    overview = desk.window.pages.overview
    desk.window.resize(760, 480)
    assert overview.compare_below.isVisible() and not overview.compare_button.isVisible()
    overview.compare_below.click()
    assert experiment_page(desk).isVisible()


def test_without_a_drive_one_can_be_asked_for(open_desk: Opener, shelf: Shelf) -> None:
    desk = open_desk(experiments=shelf.services())
    desk.tell(MachineError("UDisks2 is not there."))
    QTest.keyClick(desk.window, Qt.Key.Key_N, CONTROL)
    assert experiment_page(desk).isVisible()
    experiment_page(desk).back.emit()
    assert desk.window.pages.missing_page().isVisible()
    desk.tell(demo_inventory())
    assert desk.window.pages.overview.isVisible()
    settle(desk)


def test_a_line_for_each_open_one_of_this_drive(opened: Opener, shelf: Shelf) -> None:
    shelf.experiments = [
        gone_on(made_experiment(1), 1), made_experiment(2, drive="sda"),
        gone_on(made_experiment(3, OTHER), 2),
        gone_on(made_experiment(4, TRIM, baselines=1), 1), made_experiment(5), made_experiment(6),
        made_experiment(7).cancelled(), gone_on(made_experiment(8, OTHER), 4),
    ]  # fmt: skip
    desk = opened()
    assert lines(desk) == [
        "Experiment 1. The baseline is measured; update the firmware, then go on.",
        "Experiment 3. The change is made; measure its effect.",
        "Experiment 4. The baseline is measured; the TRIM comes next.",
    ]
    assert threading.main_thread() not in shelf.read_in
    shown = desk.window.pages.overview.experiment_lines
    assert shown.more.text() == "And 2 more…"
    shown.more.click()
    experiments = desk.history_page().experiment_list
    assert experiments is not None and experiments.isVisible() and experiments.model.rowCount() == 7
    desk.window.show_page(OVERVIEW)
    desk.window.sidebar.select("sda")
    assert lines(desk) == ["Experiment 2. Nothing is measured yet; the baseline comes first."]
    desk.window.sidebar.select("md0")
    assert lines(desk) == [] and not shown.isVisible()
    settle(desk)


def test_what_cannot_be_read_costs_the_overview_nothing(opened: Opener, shelf: Shelf) -> None:
    shelf.error = MachineError("The history cannot be read.")
    desk = opened()
    assert lines(desk) == []
    desk.window.show_page(HISTORY)
    desk.history_page().show_experiments()
    settle(desk)
    experiments = desk.history_page().experiment_list
    assert (
        experiments is not None and experiments.message.text.text() == "The history cannot be read."
    )


def test_continue_shows_it_and_what_came_of_it_is_read_again(opened: Opener, shelf: Shelf) -> None:
    desk = opened()
    before = lines(desk)
    overview = desk.window.pages.overview
    go_on = overview.experiment_lines.findChildren(QPushButton)
    next(each for each in go_on if each.text() == "Continue").click()
    page = experiment_page(desk)
    desk.qtbot.waitUntil(lambda: page.experiment is not None)
    assert page.isVisible() and page.experiment == shelf.experiments[0]
    shelf.put(gone_on(shelf.experiments[0], 1))
    settle(desk)
    reads = len(shelf.read_in)
    page.changed.emit()
    desk.qtbot.waitUntil(lambda: len(shelf.read_in) > reads)
    settle(desk)
    page.back.emit()
    settle(desk)
    assert overview.isVisible() and lines(desk) != before


def test_one_of_another_drive_is_shown_with_that_drive(opened: Opener) -> None:
    desk = opened()
    desk.window.show_page(HISTORY)
    desk.window.pages.open_experiment("0p2")
    assert desk.window.sidebar.current().name == "sda"
    assert desk.window.tabs.currentIndex() == OVERVIEW and experiment_page(desk).isVisible()
    desk.qtbot.waitUntil(lambda: experiment_page(desk).experiment is not None)
    experiment_page(desk).back.emit()
    assert desk.window.tabs.currentIndex() == HISTORY
    settle(desk)


def test_trim_offers_to_measure_what_it_brings(opened: Opener) -> None:
    trims = Trims()
    desk = opened(trim=trims.services(), helper_missing=lambda: None)
    desk.window.show_page(TRIM_PAGE)
    page = desk.window.pages.trim_page()
    read(desk)
    with desk.qtbot.waitSignal(page.compare) as asked:
        page.preview.compare_button.click()
    assert asked.args == [Start(action="trim", target="/home")]
    assert experiment_page(desk).isVisible()
    experiment_page(desk).back.emit()
    assert desk.window.tabs.currentIndex() == TRIM_PAGE
    begin(desk, page)
    ended(desk, page)
    outcome = page.session.outcome
    said = [label.text() for label in outcome.findChildren(Label) if label.isVisible()]
    assert any("measure around the next one" in text for text in said)
    assert not any("driveproof run" in text for text in said)
    with desk.qtbot.waitSignal(page.compare) as asked:
        outcome.compare_button.click()
    assert asked.args == [Start(action="trim", target="/home")]
    settle(desk)


def test_measure_offers_it_with_what_is_chosen(opened: Opener, tmp_path: Path) -> None:
    desk = opened()
    desk.window.measure(str(tmp_path))
    page = desk.window.pages.measure_page()
    profile = page.setup.cards.profile
    assert profile is not None
    with desk.qtbot.waitSignal(page.compare) as asked:
        page.setup.compare_button.setFocus()
        QTest.keyClick(page.setup.compare_button, Qt.Key.Key_Space)
    assert asked.args == [Start(target=str(tmp_path), profile=profile.name)]
    assert experiment_page(desk).isVisible()
    experiment_page(desk).back.emit()
    assert desk.window.tabs.currentIndex() == MEASURE and page.setup.compare_button.hasFocus()


def test_newer_firmware_is_measured_around(theme: Theme, opened: Opener) -> None:
    offered = FirmwareNews(known=True, newest="2", sentence="Offered.")
    for news, compares, wanted in (
        (offered, True, True),
        (offered, False, False),
        (FirmwareNews(known=True, sentence="Newest."), True, False),
        (None, True, False),
    ):
        section = FirmwareSection(theme, compares=compares)
        section.show_firmware("1", (), news)
        assert section.compare_button.isHidden() is not wanted
        section.deleteLater()
    desk = opened()
    page = desk.window.pages.health_page()
    with desk.qtbot.waitSignal(page.before_and_after) as asked:
        page.parts.firmware.compare.emit()
    assert asked.args == [Start(action=FIRMWARE)]
    assert experiment_page(desk).isVisible()


def test_each_disturbs_the_others(opened: Opener, shelf: Shelf) -> None:
    trims = Trims()
    desk = opened(trim=trims.services(), helper_missing=lambda: None)
    pages = desk.window.pages
    desk.window.show_page(TRIM_PAGE)
    trim, measure, check = pages.trim_page(), pages.measure_page(), pages.first.check_page()
    read(desk)
    start_step(desk, shelf)
    assert pages.compares and not measure.setup.button.isEnabled()
    assert "A step of an experiment is running" in measure.setup.reason.text()
    assert not trim.button.isEnabled()
    assert trim.reason.text() == "A step of an experiment is running, which a TRIM would disturb."
    experiment_page(desk).back.emit()
    pages.first.check()
    assert "A step of an experiment is running" in check.intro.reason.text()
    end_step(desk, shelf)
    assert not pages.compares and measure.setup.button.isEnabled() and trim.button.isEnabled()
    assert not check.intro.reason.isVisible()


def test_a_step_waits_for_a_trim(opened: Opener, shelf: Shelf) -> None:
    trims = Trims()
    trims.at_once = False
    desk = opened(trim=trims.services(), helper_missing=lambda: None)
    desk.window.show_page(TRIM_PAGE)
    page = desk.window.pages.trim_page()
    read(desk)
    begin(desk, page)
    desk.qtbot.waitUntil(lambda: bool(trims.running))
    desk.window.pages.open_experiment("0p1")
    desk.qtbot.waitUntil(lambda: experiment_page(desk).experiment is not None)
    assert "A TRIM is running" in experiment_page(desk)._disturbing
    trims.running[0].go_on.set()
    ended(desk, page)
    assert experiment_page(desk)._disturbing == ""
    settle(desk)


def test_the_line_says_that_it_is_measured_now(opened: Opener, shelf: Shelf) -> None:
    desk = opened()
    start_step(desk, shelf)
    experiment_page(desk).back.emit()
    desk.qtbot.waitUntil(lambda: lines(desk) == ["Experiment 1. It is being measured now."])
    buttons = desk.window.pages.overview.experiment_lines.findChildren(QPushButton)
    next(each for each in buttons if each.text() == "Show").click()
    assert experiment_page(desk).live.isVisible()
    experiment_page(desk).back.emit()
    end_step(desk, shelf)
    assert lines(desk) == [
        "Experiment 1. The baseline is measured; update the firmware, then go on."
    ]


def test_closing_asks_while_a_step_is_on(opened: Opener, shelf: Shelf) -> None:
    desk = opened()
    start_step(desk, shelf)
    answer("Keep going", desk)
    assert not desk.window.close()
    assert experiment_page(desk).busy
    answer("Stop", desk)
    assert desk.window.close()
    desk.qtbot.waitUntil(
        lambda: not experiment_page(desk).busy and not experiment_page(desk).flow.tasks.busy
    )
    assert shelf.experiments[0].attempts and shelf.experiments[0].status == "open"
    settle(desk)
