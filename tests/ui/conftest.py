# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window under test, and a check that no test leaves anything behind."""

from __future__ import annotations

import gc
import os
import sqlite3
import threading
from collections.abc import Callable, Generator, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.builders.pages.experiment import ShownExperiment
from tests.builders.watch_timer import Timer

from driveproof.domain.drive.drive import Inventory
from driveproof.domain.drive.link import LinkState
from driveproof.domain.drive.speed_class import SpeedClass
from driveproof.engine.run.target import FolderFacts
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.feeds.pages import OVERVIEW

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QObject,
    Qt,
    QTimer,
    QTimerEvent,
    QtMsgType,
    qInstallMessageHandler,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid
from tests.builders import history_reads
from tests.builders.answering import Answers
from tests.builders.comparing import Open, wait
from tests.builders.demo import demo_inventory
from tests.builders.experimenting import Shelf
from tests.builders.furnished import Furnish
from tests.builders.kept_checks import identity, made
from tests.builders.made_checks import (
    QUICK,
    Checks,
    outcome,
)
from tests.builders.made_diagnosis import Finding
from tests.builders.made_health import MadeHealth, let_work_end, nvme_health, view_of
from tests.builders.made_runs import pair
from tests.builders.made_trims import Trims
from tests.builders.monitored import Live
from tests.builders.pages.health import Bench
from tests.builders.recorded import finished_run
from tests.builders.replaced import with_services
from tests.builders.rig import Rig

from driveproof.composition.application import Application, Folders
from driveproof.composition.services import Services
from driveproof.domain.health.judge import judge_health
from driveproof.domain.rating import FINE, ODD, UNKNOWN
from driveproof.engine.check.target import subject_of
from driveproof.history.checks import Checks as StoredChecks
from driveproof.history.store import History
from driveproof.ui.compare.page import ComparePage
from driveproof.ui.experiment.controller import runs_in
from driveproof.ui.experiment.page import ExperimentPage
from driveproof.ui.runs.page import HistoryPage
from driveproof.ui.settings import Settings
from driveproof.ui.shell.window import MainWindow
from driveproof.ui.tasks.inbox import Inbox
from driveproof.ui.theme.style import Theme

if TYPE_CHECKING:
    from driveproof.domain.run.run import Run
    from driveproof.ui.results.run_view import RunView

THREAD_SECONDS = 5.0
ANSWER_MS = 100


class Agreement(QObject):
    """Agrees to every question; no QTimer, which would count as left behind."""

    def timerEvent(self, _event: QTimerEvent) -> None:
        roles = QMessageBox.ButtonRole
        agreeing = {roles.AcceptRole, roles.DestructiveRole, roles.YesRole}
        box = QApplication.activeModalWidget()
        if isinstance(box, QMessageBox):
            for button in box.buttons():
                if box.buttonRole(button) in agreeing:
                    button.click()
                    return
            box.reject()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown() -> Generator[None, object, object]:
    """A window that is closed in the middle of a run asks whether to stop it: a test that failed
    there would wait for the answer for ever.
    """
    answers = Agreement()
    timer = answers.startTimer(ANSWER_MS)
    try:
        return (yield)
    finally:
        answers.killTimer(timer)


@pytest.fixture
def answer(monkeypatch: pytest.MonkeyPatch) -> Answers:
    return Answers(monkeypatch)


@pytest.fixture(autouse=True)
def nothing_is_left(qapp: QApplication) -> Iterator[None]:
    """Fail a test on Qt warnings, and on widgets, running timers or threads that it leaves."""
    warnings: list[str] = []

    def hear(kind: QtMsgType, _context: object, text: str) -> None:
        if kind in {QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg}:
            return
        # the offscreen platform's messages for any dialog, any menu and any icon in the tray
        offscreen = ("propagateSizeHints", "plugin does not support", "systemTrayWindowChanged")
        if not any(known in text for known in offscreen):
            warnings.append(text)

    threads = set(threading.enumerate())
    widgets = set(map(id, qapp.topLevelWidgets()))
    before = qInstallMessageHandler(hear)
    # Objects from before the test (235,000 of Python and Qt) are not examined. The previous test's
    # window, which pytest has released only now, must not be kept with them.
    gc.collect()
    gc.freeze()
    # Qt remembers the Ctrl of the previous test's last key, and would toggle where one selects.
    QTest.keyRelease(QWidget(), Qt.Key.Key_Control)
    assert QApplication.keyboardModifiers() == Qt.KeyboardModifier.NoModifier
    yield
    for _ in range(3):
        qapp.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.collect()
    qInstallMessageHandler(before)
    left = [w for w in qapp.topLevelWidgets() if isValid(w) and id(w) not in widgets]
    timers = [
        thing
        for thing in gc.get_objects()
        if isinstance(thing, QTimer) and isValid(thing) and thing.isActive()
    ]
    running = [t for t in threading.enumerate() if t not in threads]
    for thread in running:
        thread.join(THREAD_SECONDS)  # a thread that is about to end does not count
    running = [thread for thread in running if thread.is_alive()]
    assert not warnings, warnings
    assert not left, left
    assert not timers, timers
    assert not running, running


@pytest.fixture(autouse=True)
def no_page_asks_the_history(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail a test in which the window queries a history in its own thread: a slow disk would freeze
    it.
    """
    history_reads.found.clear()
    monkeypatch.setattr(sqlite3, "connect", history_reads.connect)
    yield
    assert not history_reads.found, "\n".join(dict.fromkeys(history_reads.found))


WAIT_MS = 30_000


@pytest.fixture
def qtbot(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[QtBot]:
    """Keeps a reference to every widget until it is closed, and waits longer than pytest-qt's 5 s.

    pytest-qt has only a weak reference. Once the test has returned there would be no other, and
    Python would delete a window that is being painted, which ends the process.
    """
    kept: list[QWidget] = []
    add = qtbot.addWidget

    def keep(widget: QWidget, **more: Any) -> None:
        kept.append(widget)
        add(widget, **more)

    monkeypatch.setattr(qtbot, "addWidget", keep)
    # A slow disk or a loaded machine is no failure; what never comes fails all the same.
    monkeypatch.setattr(qtbot, "waitUntil", partial(qtbot.waitUntil, timeout=WAIT_MS))
    yield qtbot
    kept.clear()


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    """The light theme."""
    made = Theme(qapp, "light")
    yield made
    made.deleteLater()


@pytest.fixture
def application(tmp_path: Path) -> Application:
    """The program with its own folders."""
    return Application(Folders.below(tmp_path))


@pytest.fixture
def history(application: Application) -> Iterator[History]:
    """The history of the window."""
    yield application.history
    application.history.close()


@pytest.fixture
def services(application: Application, history: History) -> Services:
    """All services of the window; what reads this machine or uses its desktop is replaced."""
    del history  # closed at the end
    return with_services(
        Services(application),
        **MadeHealth().services(),
        trim=Trims(),
        link=lambda _device, _inventory: LinkState(),
        rates=lambda _device, _inventory: (None, SpeedClass.OTHER),
        folder=lambda _path: FolderFacts(),
        notify=lambda _title, _text: True,
        task_bar=lambda _share: None,
        watch_timer=Timer(on=None),
    )


@pytest.fixture
def page_services(services: Services, tmp_path: Path) -> Services:
    """The same for a Measure page by itself, which asks no helper and knows no write cache."""
    return with_services(
        services,
        helper_missing=lambda: None,
        write_cache=lambda _device, _inventory: None,
        settings_path=tmp_path / "window.ini",
    )


@pytest.fixture
def context(page_services: Services, theme: Theme) -> PageContext:
    """What a page by itself is given."""
    return PageContext(page_services, theme, Settings(page_services.settings_path))


@pytest.fixture
def open_rig(qtbot: QtBot, services: Services, theme: Theme) -> Iterator[Callable[..., Rig]]:
    """Opens a window, which is told of these drives at once; keywords replace services.

    It shows the first drive, as if the person had left it there; with `place` "" it shows all
    drives, as on the very first start. `refresh` is what reads the list of drives anew.
    """
    rigs: list[Rig] = []

    def open_one(
        told: Inventory | None = None,
        *,
        place: str = OVERVIEW.name,
        refresh: Callable[[], None] = lambda: None,
        **replaced: object,
    ) -> Rig:
        made = with_services(services, **replaced)
        if place and not made.settings_path.exists():
            settings = Settings(made.settings_path)
            settings.keep("window/page", place)
            settings.sync()
        news = Inbox()
        window = MainWindow(made, news, theme, refresh)
        qtbot.addWidget(window)
        with qtbot.waitActive(window):
            window.show()
        rig = Rig(window, news, made, qtbot)
        rigs.append(rig)
        if told is not None:
            rig.tell(told)
        return rig

    yield open_one
    for rig in rigs:
        if isValid(rig.window):
            rig.window.shut_down()
    let_work_end()


@pytest.fixture
def rig(open_rig: Callable[..., Rig]) -> Rig:
    """A window that has not received any inventory yet."""
    return open_rig()


@pytest.fixture
def bench(qtbot: QtBot, application: Application, theme: Theme) -> Iterator[Bench]:
    """A Health page by itself."""
    made = Bench(qtbot, application, theme)
    yield made
    if made.health.requests.gate is not None:
        made.health.requests.gate.set()
    let_work_end()


@pytest.fixture
def show(qtbot: QtBot, qapp: QApplication) -> Callable[..., RunView]:
    """Shows the result of a run, in the light theme unless another is named."""
    from driveproof.ui.results.run_view import RunView  # noqa: PLC0415 - pyqtgraph

    def make(run: Run, look: str = "light", size: tuple[int, int] = (992, 680)) -> RunView:
        view = RunView(Theme(qapp, look))
        qtbot.addWidget(view)
        view.resize(*size)
        view.show()
        view.show_run(run)
        qapp.processEvents()  # a layout shows new widgets in the next turn of the loop
        return view

    return make


@pytest.fixture
def checks(tmp_path: Path) -> Checks:
    subject = subject_of(str(tmp_path), None, QUICK)
    return Checks(outcome(FINE, ODD, FINE, UNKNOWN, run=finished_run()), subject)


@pytest.fixture
def checking(open_rig: Callable[..., Rig], checks: Checks) -> Rig:
    """A window that shows the first drive."""
    rig = open_rig(new_check=checks.new, plan_check=checks.plan)
    rig.tell(demo_inventory())
    return rig


@pytest.fixture
def names(history: History) -> list[str]:
    """Two checks of the NVMe drive, the newest first, and one of another drive."""
    checks = StoredChecks(history)
    old = checks.add(made("nvme0n1", "fine", 2), identity("nvme0n1"))
    new = checks.add(made("nvme0n1", "odd"), identity("nvme0n1"))
    other = checks.add(made("sda", "bad", 1), identity("sda"))
    return [new, old, other]


@pytest.fixture
def live(tmp_path: Path) -> Live:
    return Live(tmp_path / "sys")


@pytest.fixture
def finding() -> Finding:
    return Finding()


@pytest.fixture
def asking(open_rig: Callable[..., Rig], finding: Finding, tmp_path: Path) -> Rig:
    subject = subject_of(str(tmp_path), None, QUICK)
    rig = open_rig(
        new_diagnosis=finding.new, new_check=finding.new, plan_check=lambda _path, _known: subject
    )
    rig.tell(demo_inventory())
    return rig


@pytest.fixture
def page(rig: Rig) -> HistoryPage:
    """The history of all drives."""
    rig.tell(demo_inventory())
    page = rig.open_history()
    page.list.scope.choose(1)
    return page


@pytest.fixture
def compare(rig: Rig, page: HistoryPage, history: History) -> Open:
    """Store runs, compare them and wait until they are shown."""

    def start(*runs: Run) -> ComparePage:
        history.save(*runs)
        page.refresh()
        page.compare([one.id for one in runs])
        made = page.comparison
        assert made is not None
        wait(rig, made)
        return made

    return start


@pytest.fixture
def furnish(open_rig: Callable[..., Rig], history: History) -> Iterator[Furnish]:
    """Opens such a window, in the language that is spoken then."""

    def furnished() -> Rig:
        health = MadeHealth()
        rig = open_rig(
            **health.services(),
            trim=Trims(),
            experiments=Shelf(history),
        )
        history.save(*pair())
        rig.tell(demo_inventory())
        rig.window.watch.begin()
        rig.qtbot.waitUntil(lambda: rig.window.watch.monitor is not None)
        drive = demo_inventory().get("nvme0n1")
        assert drive is not None
        health.tell(view_of(drive, nvme_health(), judge_health(nvme_health())))
        rig.qtbot.waitUntil(lambda: rig.window.watch.view(drive) is not None)
        return rig

    yield furnished
    let_work_end()


@pytest.fixture
def experiment_page(
    qtbot: QtBot, application: Application, history: History, theme: Theme, tmp_path: Path
) -> Iterator[ShownExperiment]:
    """A page by itself on the screen, with fake experiments."""
    shelf, trims = Shelf(history), Trims()
    services = with_services(
        Services(application), experiments=shelf, trim=trims,
        helper_missing=lambda: None,
        rates=lambda _device, _inventory: (None, SpeedClass.OTHER),
    )  # fmt: skip
    context = PageContext(services, theme, Settings(tmp_path / "settings.ini"))
    page = ExperimentPage(context)
    qtbot.addWidget(page)
    page.resize(1000, 700)
    with qtbot.waitActive(page):
        page.show()
    made = ShownExperiment(page, context, shelf, trims, qtbot)
    page.back.connect(lambda: made.back.append(None))
    page.flow.news.connect(lambda news: made.saved.extend(runs_in(news)))
    page.flow.runner.started.connect(lambda: made.busy.append(True))
    page.flow.runner.finished.connect(lambda _error: made.busy.append(False))
    yield made
    if isValid(page):
        page.stop_and_wait(20)
        made.settle()
        page.hide()
    let_work_end()
