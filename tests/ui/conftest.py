# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window under test, and what no test may leave behind."""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid
from tests.ui.health_bench import Bench
from tests.ui.made_health import let_work_end
from tests.ui.rig import Rig

from driveproof.composition.root import Application, Folders
from driveproof.history.store import History
from driveproof.ui.settings import Settings
from driveproof.ui.shell.window import MainWindow
from driveproof.ui.tasks.inbox import Inbox
from driveproof.ui.theme.style import Theme

THREAD_SECONDS = 5.0


@pytest.fixture(autouse=True)
def nothing_is_left(qapp: QApplication) -> Iterator[None]:
    """No Qt warning in a test, and no widget, running timer or thread after it."""
    warnings: list[str] = []

    def hear(kind: QtMsgType, _context: object, text: str) -> None:
        if kind in {QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg}:
            return
        # what the offscreen platform says of any dialog and of any menu
        if "propagateSizeHints" not in text and "plugin does not support" not in text:
            warnings.append(text)

    threads = set(threading.enumerate())
    widgets = set(map(id, qapp.topLevelWidgets()))
    before = qInstallMessageHandler(hear)
    # What lived before the test (235,000 objects of Python and Qt) is not looked through; the last
    # test's window, which pytest has let go only now, is not kept with it for good.
    gc.collect()
    gc.freeze()
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
        thread.join(THREAD_SECONDS)  # one that is about to end is none that was left
    running = [thread for thread in running if thread.is_alive()]
    assert not warnings, warnings
    assert not left, left
    assert not timers, timers
    assert not running, running


@pytest.fixture
def qtbot(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[QtBot]:
    """Keeps every widget until it has been closed.

    pytest-qt knows it by a weak reference. Once the test has returned nobody else has one, and
    Python would delete a window that is being painted, which ends the process.
    """
    kept: list[QWidget] = []
    add = qtbot.addWidget

    def keep(widget: QWidget, **more: Any) -> None:
        kept.append(widget)
        add(widget, **more)

    monkeypatch.setattr(qtbot, "addWidget", keep)
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
    """The program with folders of its own."""
    return Application(Folders.below(tmp_path))


@pytest.fixture
def history(application: Application) -> Iterator[History]:
    """The history that the window shows."""
    yield application.history
    application.history.close()


@pytest.fixture
def open_rig(
    qtbot: QtBot, application: Application, history: History, theme: Theme
) -> Iterator[Callable[..., Rig]]:
    """Opens a window; keywords replace services. What reads this machine is left out.

    It shows the first drive, as if it had been left there; with `place` "" all drives, as the
    first start of all does.
    """
    rigs: list[Rig] = []

    def open_one(*, place: str = "drive", **services: object) -> Rig:
        # no test reads this machine's drives or speaks to its desktop
        quiet = {
            "health": None,
            "trim": None,
            "link": None,
            "rates": None,
            "experiments": None,
            "notify": lambda _title, _text: True,
        }
        made = replace(application.services(), **(quiet | services))  # type: ignore[arg-type]
        if place and not made.settings_path.exists():
            settings = Settings(made.settings_path)
            settings.keep("window/place", place)
            settings.sync()
        news = Inbox()
        window = MainWindow(made, news, theme)
        qtbot.addWidget(window)
        with qtbot.waitActive(window):
            window.show()
        rig = Rig(window, news, made, qtbot)
        rigs.append(rig)
        return rig

    yield open_one
    for rig in rigs:
        if isValid(rig.window):
            rig.window.shut_down()
    let_work_end()


@pytest.fixture
def rig(open_rig: Callable[..., Rig]) -> Rig:
    """A window without news yet."""
    return open_rig()


@pytest.fixture
def bench(qtbot: QtBot, application: Application, theme: Theme) -> Iterator[Bench]:
    """A Health page of its own."""
    made = Bench(qtbot, application, theme)
    yield made
    if made.health.requests.gate is not None:
        made.health.requests.gate.set()
    let_work_end()
