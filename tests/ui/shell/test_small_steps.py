# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""In the smallest window dialogs, live views and every step of a TRIM, a check or an experiment
fit, and in another language nothing of them stays English.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Protocol

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from tests.builders import made_health, recorded, recorded_scan
from tests.builders.deep import deep
from tests.builders.demo import demo_inventory
from tests.builders.experimenting import NOW, Shelf, made_experiment
from tests.builders.fitting import misfits
from tests.builders.kept_checks import HOSTILE
from tests.builders.live_steps import steps
from tests.builders.made_chains import made_chain, settle
from tests.builders.made_checks import Checks, open_intro
from tests.builders.made_diagnosis import Finding, diagnosis, opened
from tests.builders.made_trims import Trims
from tests.builders.monitored import Live, looked, open_page
from tests.builders.overwriting import PROFILE, plan_of
from tests.builders.pages.experiment import ShownExperiment
from tests.builders.replaced import with_services
from tests.builders.rig import Rig
from tests.builders.said import OF_QT, english
from tests.builders.watch_timer import Timer
from tests.pseudo import spoken

from driveproof.composition.application import Application, Folders
from driveproof.composition.services import Services
from driveproof.domain.drive.datasheet import Datasheet
from driveproof.domain.experiment.action import ACTIONS, TRIM
from driveproof.domain.health.judge import judge_health
from driveproof.domain.health.saved_report import SavedReport
from driveproof.domain.run.assignment import KnownDrive
from driveproof.engine.run import events
from driveproof.history.store import History
from driveproof.ui.charts.picture_dialog import PictureDialog
from driveproof.ui.check.page import RESULT, WHY
from driveproof.ui.dialogs.help import FOLDER, PAGES, AboutDialog, HelpWindow
from driveproof.ui.dialogs.preferences import PreferencesDialog
from driveproof.ui.experiment.page import CONFIRM
from driveproof.ui.feeds.pages import HISTORY
from driveproof.ui.feeds.pages import TRIM as TRIM_PAGE
from driveproof.ui.health.report_dialog import HealthReportDialog
from driveproof.ui.health.snapshots import SnapshotsDialog
from driveproof.ui.measure.live import RunLiveView
from driveproof.ui.measure.overwrite import OverwriteDialog
from driveproof.ui.results.dialogs import AssignDialog, DatasheetDialog
from driveproof.ui.settings import Settings
from driveproof.ui.theme.style import Theme
from driveproof.ui.trim.session import OUTCOME
from driveproof.ui.widgets.list_page import ListKind

SMALLEST = QSize(760, 480)
PAGE = QSize(680, 330)
"""About what the smallest window leaves to a page."""
DRIVE = demo_inventory().listed()[0]
# The pages of the help are English.
TITLES = [
    (FOLDER / f"{page}.md").read_text("utf-8").partition("\n")[0].strip("# ").replace("`", "")
    for page in PAGES
]
VALUES = (
    OF_QT, demo_inventory(), recorded.finished_run(), made_chain(), made_health.nvme_health(),
    TITLES, [one.partition(":")[0] for one in TITLES], "noatime", "strictatime",
)  # fmt: skip
"""What is the same in every language."""


@pytest.fixture(params=[True, *deep(False)], ids=["longer", "english"], autouse=True)
def longer(request: pytest.FixtureRequest) -> Iterator[bool]:
    """Whether the pseudo-language is spoken."""
    with spoken() if request.param else nullcontext():
        yield request.param


@pytest.fixture(params=["light", *deep("dark")], autouse=True)
def look(request: pytest.FixtureRequest, theme: Theme) -> None:
    theme.force(request.param)


class Fits(Protocol):
    """Nothing of a widget is cut, and besides these values nothing stays English."""

    def __call__(self, shown: QWidget, *values: object) -> None: ...


@pytest.fixture
def fits(qtbot: QtBot, longer: bool) -> Fits:
    def check(shown: QWidget, *values: object) -> None:
        def nothing_is_cut() -> None:
            assert not misfits(shown)

        QApplication.processEvents()  # before, what was just put into a shown widget is not seen
        qtbot.waitUntil(nothing_is_cut)
        assert not longer or not english(shown, VALUES, *values, only=3)

    return check


# Dialogs


def about(theme: Theme, window: QWidget, settings: Settings) -> QWidget:
    return AboutDialog((("fio", "3.39"), ("Python", "3.13")), theme)


def assigning(theme: Theme, window: QWidget, settings: Settings) -> QWidget:
    drives = [KnownDrive(one.identity, one.model, one.serial, one.wwn)
              for one in demo_inventory().listed()]  # fmt: skip
    return AssignDialog(drives, drives[1:], theme, None, window)


def help_window(theme: Theme, window: QWidget, settings: Settings) -> QWidget:
    action = QAction("&Refresh…", theme)
    action.setShortcut("F5")
    return HelpWindow(theme, [action])


def overwriting(theme: Theme, window: QWidget, settings: Settings) -> QWidget:
    return OverwriteDialog(plan_of(PROFILE), theme)


def overwriting_what_has_no_serial(theme: Theme, window: QWidget, settings: Settings) -> QWidget:
    return OverwriteDialog(plan_of(PROFILE, serial=None, share=0.001), theme)


def picture(theme: Theme, window: QWidget, settings: Settings) -> QWidget:
    return PictureDialog(QSize(1280, 800), window)


def preferences(theme: Theme, window: QWidget, settings: Settings) -> QWidget:
    services = with_services(
        Services(Application(Folders.below(Path("/nowhere")))), watch_timer=Timer(on=None)
    )
    made = PreferencesDialog(services, settings, theme)
    while not made.watch_said.whole():  # read in a thread
        QTest.qWait(1)
    return made


def rated(theme: Theme, window: QWidget, settings: Settings) -> QWidget:
    return DatasheetDialog(DRIVE.model, Datasheet(read=7_450_499_999), theme)


def report(theme: Theme, window: QWidget, settings: Settings) -> QWidget:
    health = made_health.nvme_health()
    return HealthReportDialog(SavedReport("x.json", health, judge_health(health)), theme)


def report_of_a_disk(theme: Theme, window: QWidget, settings: Settings) -> QWidget:
    health = made_health.ata_health()
    return HealthReportDialog(SavedReport("x.json", health, judge_health(health)), theme)


def snapshots(theme: Theme, window: QWidget, settings: Settings) -> QWidget:
    view = made_health.view_of(DRIVE)
    return SnapshotsDialog(made_health.half_a_year(view), theme)


DIALOGS = (
    about, assigning, help_window, overwriting, overwriting_what_has_no_serial, picture,
    preferences, rated, report, report_of_a_disk, snapshots,
)  # fmt: skip


@pytest.mark.parametrize("make", DIALOGS, ids=lambda make: make.__name__)
def test_a_dialog_fits(
    qtbot: QtBot,
    theme: Theme,
    settings: Settings,
    make: Callable[[Theme, QWidget, Settings], QWidget],
    fits: Fits,
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    dialog = make(theme, window, settings)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.resize(dialog.size().boundedTo(SMALLEST))
    QApplication.processEvents()
    size = dialog.size()
    assert size.width() <= SMALLEST.width()
    assert size.height() <= SMALLEST.height(), size
    kept = (made_health.ata_health(), made_health.half_a_year(made_health.view_of(DRIVE)))
    identities = [one.identity for one in demo_inventory().listed()]
    fits(dialog, plan_of(PROFILE), *kept, identities, "Python", "PySide", "Extreme", "Refresh")
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)  # pytest-qt closes it


@pytest.fixture
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return Settings(tmp_path_factory.mktemp("settings") / "window.ini")


# What is going on


@pytest.mark.parametrize("events_of", [recorded.run_events, recorded_scan.scan_events])
def test_a_measurement_fits(
    qtbot: QtBot, theme: Theme, events_of: Callable[[], list[events.Event]], fits: Fits
) -> None:
    view = RunLiveView(theme)
    qtbot.addWidget(view)
    view.begin("x", "/home")
    view.resize(PAGE)
    view.show()
    done = list(events_of())
    for number, event in enumerate(done):
        view.take([event])
        quiet = isinstance(event, events.Started | events.Measured | events.RunEnded)
        if not quiet and number % 7 == 0:
            fits(view)


def test_a_check_fits(checking: Rig, checks: Checks, tmp_path: Path, fits: Fits) -> None:
    window, said = checking.window, (checks.outcome, str(tmp_path))
    page = open_intro(checking)
    window.resize(SMALLEST)
    fits(window, *said)
    page.intro.button.click()
    checking.qtbot.waitUntil(lambda: bool(checks.made) and checks.made[0].waiting.is_set())
    checking.qtbot.waitUntil(page.live.picture.isVisible)
    fits(window, *said)
    checks.go_on.set()
    checking.qtbot.waitUntil(lambda: page.stack.currentIndex() == RESULT)
    fits(window, *said)


LAPTOP = QSize(1280, 800)


@pytest.fixture
def fits_both(fits: Fits) -> Callable[..., None]:
    """Whether it fits in the smallest window, and in that of a laptop."""

    def check(rig: Rig, *values: object) -> None:
        for size in (SMALLEST, LAPTOP):
            rig.window.resize(size)
            fits(rig.window, *values)

    return check


def test_a_diagnosis_fits(
    asking: Rig, finding: Finding, tmp_path: Path, fits: Fits, fits_both: Callable[..., None]
) -> None:
    asking.window.resize(SMALLEST)
    page = opened(asking)
    fits(asking.window, str(tmp_path))
    finding.go_on.set()
    page.intro.less.click()
    asking.qtbot.waitUntil(lambda: page.stack.currentIndex() == WHY and not page.busy)
    fits_both(asking, diagnosis(), str(tmp_path))


def test_the_monitor_fits(
    open_rig: Callable[..., Rig], live: Live, fits_both: Callable[..., None]
) -> None:
    rig = open_rig(demo_inventory(), live=live)
    rig.window.resize(SMALLEST)
    looked(rig, open_page(rig), 3)
    fits_both(rig)


def test_kept_checks_fit(rig: Rig, names: list[str], fits_both: Callable[..., None]) -> None:
    rig.tell(demo_inventory())
    rig.window.resize(SMALLEST)
    rig.window.show_page(HISTORY)
    history = rig.history_page()
    history.list.kind.choose(ListKind.CHECKS)
    said = (names, "identity", "It is fine", "It is odd", HOSTILE)
    fits_both(rig, *said)
    found = history.check_list
    assert found is not None
    found.table.choose_items([names[1]])
    found.primary.click()
    fits_both(rig, *said)
    history.compare_checks(names[:2])
    rig.qtbot.waitUntil(lambda: history.stack.currentWidget() is history.check_comparison)
    rig.qtbot.waitUntil(lambda: not history.history.busy)
    fits_both(rig, *said)


def test_the_list_of_experiments_fits(
    open_rig: Callable[..., Rig], history: History, fits_both: Callable[..., None]
) -> None:
    shelf = Shelf(history)
    for action in ACTIONS:
        one = made_experiment(action, id=f"e-{action}")
        shelf.experiments[one.id] = one
    rig = open_rig(demo_inventory(), experiments=shelf)
    rig.window.resize(SMALLEST)
    rig.window.show_page(HISTORY)
    rig.history_page().list.kind.choose(ListKind.EXPERIMENTS)
    fits_both(rig, tuple(shelf.experiments.values()))


def test_every_page_of_the_help_fits(qtbot: QtBot, theme: Theme) -> None:
    made = HelpWindow(theme, [])
    qtbot.addWidget(made)
    made.show()
    made.resize(made.size().boundedTo(SMALLEST))
    for row in range(made.list.count()):
        made.list.setCurrentRow(row)
        QApplication.processEvents()
        qtbot.waitUntil(lambda: not misfits(made))


def test_a_trim_fits(open_rig: Callable[..., Rig], fits: Fits) -> None:
    trims = Trims(at_once=False)
    rig = open_rig(demo_inventory(), trim=trims, helper_missing=lambda: None)
    rig.window.resize(SMALLEST)
    rig.window.show_page(TRIM_PAGE)
    page = rig.trim
    settle(rig)
    rig.qtbot.waitUntil(lambda: not page.previews.busy)
    fits(rig.window)
    page.button.click()
    rig.qtbot.waitUntil(page.session.confirm.isVisible)
    fits(rig.window)
    page.session.confirm.button.click()
    rig.qtbot.waitUntil(lambda: page.session.live.head.progress.value() == 250)
    fits(rig.window)
    trims.running[0].go_on.set()
    rig.qtbot.waitUntil(lambda: not page.busy)
    settle(rig)
    assert page.session.stack.currentIndex() == OUTCOME
    fits(rig.window)


# An experiment


@pytest.mark.parametrize("action", ACTIONS)
def test_the_steps_of_an_experiment_fit(
    experiment_page: ShownExperiment, action: str, fits: Fits
) -> None:
    experiment_page.page.resize(PAGE)
    experiment_page.ask(action=action)
    experiment_page.settle()
    fits(experiment_page.page)
    for experiment in steps(made_experiment(action)):
        experiment_page.open(experiment)
        fits(experiment_page.page, experiment, experiment.name, experiment.command)


def test_the_question_before_a_trim_in_an_experiment_fits(
    experiment_page: ShownExperiment, fits: Fits
) -> None:
    experiment_page.page.resize(PAGE)
    experiment = made_experiment(TRIM, baselines=1).begun("a", NOW).measured("a", NOW)
    experiment_page.open(experiment)
    experiment_page.press_start()
    assert experiment_page.view == CONFIRM
    fits(experiment_page.page, experiment, experiment.name)
