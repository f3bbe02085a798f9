# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The ways into an experiment and back, and what must not run at the same time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from tests.builders.answering import Answers
from tests.builders.demo import demo_inventory
from tests.builders.made_experiments import Shelf, gone_on, made_experiment
from tests.builders.made_trims import Trims
from tests.builders.rig import Rig
from tests.builders.trim_steps import begin, ended, read

from driveproof.domain.drive.firmware import FirmwareNews
from driveproof.domain.errors import MachineError
from driveproof.domain.experiment.action import FIRMWARE, OTHER, TRIM
from driveproof.domain.experiment.start import Start
from driveproof.domain.ongoing import WORK_TITLES, OngoingWork
from driveproof.ui.experiment.page import ExperimentPage
from driveproof.ui.feeds.pages import CHECK, EXPERIMENT, HISTORY, MEASURE, OVERVIEW, MeasureFolder
from driveproof.ui.feeds.pages import TRIM as TRIM_PAGE
from driveproof.ui.health.layout import FirmwareSection
from driveproof.ui.theme.style import Theme
from driveproof.ui.widgets.labels import Label
from driveproof.wording.say import say_text

CONTROL = Qt.KeyboardModifier.ControlModifier
Opener = Callable[..., Rig]


@pytest.fixture
def shelf() -> Iterator[Shelf]:
    made = Shelf([made_experiment(1), made_experiment(2, drive="sda")])
    yield made
    made.go_on.set()


@pytest.fixture
def opened(open_rig: Opener, shelf: Shelf) -> Opener:
    """Opens a window on the NVMe drive, its experiments read."""

    def one(**services: object) -> Rig:
        rig = open_rig(**({"experiments": shelf} | services))
        rig.window.resize(1280, 800)
        rig.tell(demo_inventory())
        settle(rig)
        return rig

    return one


def settle(rig: Rig) -> None:
    feed = rig.window.context.experiments
    rig.qtbot.waitUntil(lambda: feed.known and not feed.busy and not feed.timer.isActive())
    QApplication.processEvents()


def lines(rig: Rig) -> list[str]:
    QApplication.processEvents()
    shown = rig.overview.experiment_lines.findChildren(Label)
    return [label.text() for label in shown if label.isVisible()][1:]


def experiment_page(rig: Rig) -> ExperimentPage:
    return rig.experiment


def start_step(rig: Rig, shelf: Shelf) -> ExperimentPage:
    """Wait until the first step of the first experiment is running."""
    rig.window.context.lead_to_experiment("0p1")
    page = experiment_page(rig)
    rig.qtbot.waitUntil(lambda: page.experiment is not None)
    page.steps.panel.go.emit()
    rig.qtbot.waitUntil(lambda: bool(shelf.advancing))
    return page


def end_step(rig: Rig, shelf: Shelf) -> None:
    shelf.go_on.set()
    page = experiment_page(rig)
    rig.qtbot.waitUntil(lambda: not page.busy and not page.flow.tasks.busy)
    settle(rig)


def test_the_overview_leads_there_and_back_leads_to_it(opened: Opener) -> None:
    rig = opened()
    button = rig.overview.compare_button
    assert not button.property("primary")
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert experiment_page(rig).isVisible()
    rig.window.sidebar.select("sda")
    assert rig.overview.isVisible()  # it was opened for the other drive
    rig.window.sidebar.select("nvme0n1")
    assert experiment_page(rig).isVisible()
    experiment_page(rig).back.emit()
    assert rig.overview.isVisible() and button.hasFocus()


def test_the_keyboard_begins_one_from_any_page(opened: Opener) -> None:
    rig = opened()
    rig.window.show_page(HISTORY)
    QTest.keyClick(rig.window, Qt.Key.Key_N, CONTROL)
    assert rig.window.pages.tab is OVERVIEW and experiment_page(rig).isVisible()
    experiment_page(rig).back.emit()
    assert rig.window.pages.tab is HISTORY
    rig.window.show_page(OVERVIEW)
    assert rig.overview.isVisible()


def test_a_small_window_has_the_way_as_well(opened: Opener) -> None:
    rig = opened()
    overview = rig.overview
    rig.window.resize(760, 480)
    rig.qtbot.mouseClick(overview.compare_button, Qt.MouseButton.LeftButton)
    assert experiment_page(rig).isVisible()


def test_without_a_drive_one_can_be_asked_for(open_rig: Opener, shelf: Shelf) -> None:
    rig = open_rig(experiments=shelf)
    rig.tell(MachineError("UDisks2 is not there."))
    QTest.keyClick(rig.window, Qt.Key.Key_N, CONTROL)
    assert experiment_page(rig).isVisible()
    experiment_page(rig).back.emit()
    assert rig.missing.isVisible()
    rig.tell(demo_inventory())
    assert rig.overview.isVisible()
    settle(rig)


def test_a_line_for_each_open_one_of_this_drive(opened: Opener, shelf: Shelf) -> None:
    shelf.experiments = [
        gone_on(made_experiment(1), 1), made_experiment(2, drive="sda"),
        gone_on(made_experiment(3, OTHER), 2),
        gone_on(made_experiment(4, TRIM, baselines=1), 1), made_experiment(5), made_experiment(6),
        made_experiment(7).cancelled(), gone_on(made_experiment(8, OTHER), 4),
    ]  # fmt: skip
    rig = opened()
    assert [line.partition(":")[0] for line in lines(rig)] == [
        f"experiment {number}" for number in (1, 3, 4)
    ]
    assert threading.main_thread() not in shelf.read_in
    shown = rig.overview.experiment_lines
    assert "2" in shown.more.text()
    shown.more.click()
    experiments = rig.history_page().experiment_list
    assert experiments is not None and experiments.isVisible() and experiments.model.rowCount() == 7
    rig.window.show_page(OVERVIEW)
    rig.window.sidebar.select("sda")
    assert [line.partition(":")[0] for line in lines(rig)] == ["experiment 2"]
    rig.window.sidebar.select("md0")
    assert lines(rig) == [] and not shown.isVisible()
    settle(rig)


def test_what_cannot_be_read_costs_the_overview_nothing(opened: Opener, shelf: Shelf) -> None:
    shelf.error = MachineError("The history cannot be read.")
    rig = opened()
    assert lines(rig) == []
    rig.window.show_page(HISTORY)
    rig.history_page().show_experiments()
    settle(rig)
    experiments = rig.history_page().experiment_list
    assert experiments is not None and experiments.message.text.text()


def test_continue_shows_it_and_what_came_of_it_is_read_again(opened: Opener, shelf: Shelf) -> None:
    rig = opened()
    before = lines(rig)
    overview = rig.overview
    go_on = overview.experiment_lines.findChildren(QPushButton)
    next(each for each in go_on if each.text() == "Continue").click()
    page = experiment_page(rig)
    rig.qtbot.waitUntil(lambda: page.experiment is not None)
    assert page.isVisible() and page.experiment == shelf.experiments[0]
    shelf.put(gone_on(shelf.experiments[0], 1))
    settle(rig)
    reads = len(shelf.read_in)
    rig.window.context.kept.emit()
    rig.qtbot.waitUntil(lambda: len(shelf.read_in) > reads)
    settle(rig)
    page.back.emit()
    settle(rig)
    assert overview.isVisible() and lines(rig) != before


def test_one_of_another_drive_is_shown_with_that_drive(opened: Opener) -> None:
    rig = opened()
    rig.window.show_page(HISTORY)
    rig.window.context.lead_to_experiment("0p2")
    assert rig.drive == "sda"
    assert rig.window.pages.tab is OVERVIEW and experiment_page(rig).isVisible()
    rig.qtbot.waitUntil(lambda: experiment_page(rig).experiment is not None)
    experiment_page(rig).back.emit()
    assert rig.window.pages.tab is HISTORY
    settle(rig)


def test_trim_offers_to_measure_what_it_brings(opened: Opener) -> None:
    trims = Trims()
    rig = opened(trim=trims, helper_missing=lambda: None)
    rig.window.show_page(TRIM_PAGE)
    page = rig.trim
    read(rig)
    with rig.qtbot.waitSignal(rig.window.context.led) as asked:
        page.preview.compare_button.click()
    assert asked.args[:2] == [EXPERIMENT, Start(action="trim", target="/home")]
    assert experiment_page(rig).isVisible()
    experiment_page(rig).back.emit()
    assert rig.window.pages.tab is TRIM_PAGE
    begin(rig, page)
    ended(rig, page)
    outcome = page.session.outcome
    said = [label.text() for label in outcome.findChildren(Label) if label.isVisible()]
    assert not any("driveproof run" in text for text in said)
    with rig.qtbot.waitSignal(rig.window.context.led) as asked:
        outcome.compare_button.click()
    assert asked.args[:2] == [EXPERIMENT, Start(action="trim", target="/home")]
    settle(rig)


def test_measure_offers_it_with_what_is_chosen(opened: Opener, tmp_path: Path) -> None:
    rig = opened()
    rig.window.show_page(MEASURE, MeasureFolder(str(tmp_path)))
    page = rig.measure
    profile = page.setup.profiles.profile
    assert profile is not None
    with rig.qtbot.waitSignal(rig.window.context.led) as asked:
        page.setup.compare_button.setFocus()
        QTest.keyClick(page.setup.compare_button, Qt.Key.Key_Space)
    assert asked.args[:2] == [EXPERIMENT, Start(target=str(tmp_path), profile=profile.name)]
    assert experiment_page(rig).isVisible()
    experiment_page(rig).back.emit()
    assert rig.window.pages.tab is MEASURE and page.setup.compare_button.hasFocus()


def test_caches_are_compared_with_the_cache_detached(opened: Opener, tmp_path: Path) -> None:
    rig = opened()
    rig.window.show_page(MEASURE, MeasureFolder(str(tmp_path)))
    page = rig.measure
    page.setup.profiles.choose("caches")
    with rig.qtbot.waitSignal(rig.window.context.led) as asked:
        page.setup.compare_button.click()
    start = asked.args[1]
    assert start == Start(OTHER, str(tmp_path), "caches", start.text) and start.text
    assert experiment_page(rig).new.what.words == start.text


def test_newer_firmware_is_measured_around(theme: Theme, opened: Opener) -> None:
    offered = FirmwareNews(known=True, newest="2")
    for news, wanted in ((offered, True), (FirmwareNews(known=True), False), (None, False)):
        section = FirmwareSection(theme)
        section.show_firmware("1", (), news)
        assert section.compare_button.isHidden() is not wanted
        section.deleteLater()
    rig = opened()
    page = rig.health
    with rig.qtbot.waitSignal(rig.window.context.led) as asked:
        page.parts.firmware.compare.emit()
    assert asked.args[:2] == [EXPERIMENT, Start(action=FIRMWARE)]
    assert experiment_page(rig).isVisible()


def test_each_disturbs_the_others(opened: Opener, shelf: Shelf) -> None:
    trims = Trims()
    rig = opened(trim=trims, helper_missing=lambda: None)
    running = rig.window.context.running
    rig.window.show_page(TRIM_PAGE)
    trim, measure, check = rig.trim, rig.measure, rig.check
    read(rig)
    start_step(rig, shelf)
    assert running.work is OngoingWork.STEP and not measure.setup.button.isEnabled()
    step = say_text(WORK_TITLES[OngoingWork.STEP])
    assert step in measure.setup.reason.text()
    assert not trim.button.isEnabled()
    assert step in trim.reason.text()
    experiment_page(rig).back.emit()
    rig.window.show_page(CHECK)
    assert step in check.intro.reason.text()
    end_step(rig, shelf)
    assert running.work is None and measure.setup.button.isEnabled() and trim.button.isEnabled()
    assert not check.intro.reason.isVisible()


def test_a_step_waits_for_a_trim(opened: Opener, shelf: Shelf) -> None:
    trims = Trims()
    trims.at_once = False
    rig = opened(trim=trims, helper_missing=lambda: None)
    rig.window.show_page(TRIM_PAGE)
    page = rig.trim
    read(rig)
    begin(rig, page)
    rig.qtbot.waitUntil(lambda: bool(trims.running))
    rig.window.context.lead_to_experiment("0p1")
    rig.qtbot.waitUntil(lambda: experiment_page(rig).experiment is not None)
    assert experiment_page(rig).disturbing
    trims.running[0].go_on.set()
    ended(rig, page)
    assert experiment_page(rig).disturbing == ""
    settle(rig)


def test_the_line_says_that_it_is_measured_now(opened: Opener, shelf: Shelf) -> None:
    rig = opened()
    start_step(rig, shelf)
    experiment_page(rig).back.emit()
    shown = rig.overview.experiment_lines

    def show_button() -> QPushButton | None:
        buttons = shown.findChildren(QPushButton)
        return next((each for each in buttons if each.text() == "Show"), None)

    rig.qtbot.waitUntil(lambda: show_button() is not None)
    button = show_button()
    assert button is not None
    running = lines(rig)
    button.click()
    assert experiment_page(rig).live.isVisible()
    experiment_page(rig).back.emit()
    end_step(rig, shelf)
    assert show_button() is None and len(lines(rig)) == 1 and lines(rig) != running


def test_closing_asks_while_a_step_is_on(opened: Opener, shelf: Shelf, answer: Answers) -> None:
    rig = opened()
    start_step(rig, shelf)
    answer(yes=False)
    assert not rig.window.close()
    assert experiment_page(rig).busy
    answer(yes=True)
    assert rig.window.close()
    rig.qtbot.waitUntil(
        lambda: not experiment_page(rig).busy and not experiment_page(rig).flow.tasks.busy
    )
    assert shelf.experiments[0].attempts and shelf.experiments[0].status == "open"
    settle(rig)
