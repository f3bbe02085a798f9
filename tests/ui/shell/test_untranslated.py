# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""In another language no question, menu, chart or notification stays English."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMenu, QMessageBox, QWidget
from pytestqt.qtbot import QtBot
from tests.builders.demo import demo_inventory
from tests.builders.guided_runs import hdparm_run, scheduler_run
from tests.builders.made_health import nvme_health
from tests.builders.made_runs import pair
from tests.builders.recorded import finished_run
from tests.builders.recorded_scan import finished_scan
from tests.builders.rig import Rig
from tests.builders.said import OF_QT, english, said_by
from tests.pseudo import spoken, strings, untranslated

from driveproof.domain.health.judge import judge_health
from driveproof.domain.health.verdict import Grade
from driveproof.domain.ongoing import OngoingWork
from driveproof.domain.run.run import Run
from driveproof.domain.watch import DriveEvent, Happening
from driveproof.history.store import History
from driveproof.ui.charts.view import ChartView
from driveproof.ui.dialogs.asking import may_stop
from driveproof.ui.output.run_charts import run_drawings
from driveproof.ui.theme.style import Theme
from driveproof.ui.widgets.cells import CellsModel, TableColumn
from driveproof.ui.widgets.table import CellTable
from driveproof.wording.errors import Face
from driveproof.wording.watch import event_text, event_title

DRIVE = demo_inventory().listed()[0]


@pytest.fixture(autouse=True)
def language() -> Iterator[None]:
    with spoken():
        yield


# Questions


def asked(question: Callable[[], object]) -> dict[str, list[str]]:
    """What stays English of the question that comes."""
    found: list[dict[str, list[str]]] = []

    def look() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        quoted = (DRIVE, pair())
        found.append(english(box, quoted, only=3) | of(box.informativeText()))
        box.reject()

    QTimer.singleShot(0, look)
    question()
    (one,) = found
    return one


def of(text: str) -> dict[str, list[str]]:
    return {text: words} if (words := untranslated(text)) else {}


@pytest.mark.parametrize("what", OngoingWork)
def test_closing_while_something_runs(qtbot: QtBot, what: OngoingWork) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    assert not asked(lambda: may_stop(parent, what))


def test_deleting_a_run_and_taking_it_back(open_rig: Callable[..., Rig], history: History) -> None:
    rig = open_rig()
    history.save(*pair())
    page = rig.open_history()
    rig.qtbot.waitUntil(lambda: page.list.table.model().rowCount() == 2)
    assert not asked(lambda: page.list.confirm_delete(1))
    assert not asked(lambda: page.list.confirm_delete(2))
    page.list.table.choose([0])
    page.list.remove()

    def offered() -> None:
        said = (page.list.message.text.text(), page.list.isVisible(), page.list.chosen())
        assert page.list.message.action.isVisible(), said

    rig.qtbot.waitUntil(offered)
    assert not english(page.list.message, pair(), only=2)


# Notifications


@pytest.mark.parametrize("grade", ["caution", "worn", "failing", "unknown"])
def test_a_notification(grade: str) -> None:
    before = judge_health(nvme_health())
    event = DriveEvent(
        what=Happening.WORSE, key=DRIVE.identity, device=DRIVE.path, model=DRIVE.model or "",
        grade=Grade(grade), before=before.word, verdict=replace(before, word=Grade(grade)),
    )  # fmt: skip
    for text in (event_title(event), event_text(event, Face.WINDOW)):
        assert text
        assert not untranslated(text, strings((DRIVE, nvme_health()))), text


# Charts


@pytest.mark.parametrize(
    "run",
    [finished_run(), finished_scan(), scheduler_run(), hdparm_run()],
    ids=["tests", "scan", "schedulers", "hdparm"],
)
def test_the_charts_of_a_run(run: Run, qapp: QApplication) -> None:
    drawn = [chart for one in run_drawings(run) for chart in one.charts]
    assert drawn
    # Names of tests, which are the same in every file, and of schedulers.
    names = {phase.name for phase in run.phases} | {"bfq", "mq-deadline", "none"}
    for chart in drawn:
        left = {text: words for text in said_by(chart) if (words := untranslated(text, names))}
        assert not left, type(chart)


# Menus


def words_of(menu: QMenu) -> list[str]:
    """Everything in a menu and in those below it."""
    found = [menu.title(), menu.accessibleName()]
    for action in menu.actions():
        found += [action.text(), action.toolTip()]
        below = action.menu()
        found += words_of(below) if isinstance(below, QMenu) else []
    return [text for text in found if text]


def test_the_menus(open_rig: Callable[..., Rig], history: History) -> None:
    rig = open_rig()
    history.save(*pair())
    rig.tell(demo_inventory())
    assert not english(rig.window, OF_QT, demo_inventory(), pair())
    page = rig.open_history()
    page.list.scope.choose(1)  # of all drives
    rig.qtbot.waitUntil(lambda: page.list.table.model().rowCount() == 2)
    page.list.table.choose([0])
    rows = QMenu(rig.window)
    page.list.fill_menu(rows)
    for menu in (rows, rig.window.menu_button.menu()):
        left = {text: words for text in words_of(menu) if (words := untranslated(text))}
        assert not left
    assert len(words_of(rows)) > 3


def test_the_menus_of_charts_and_tables(qtbot: QtBot, theme: Theme) -> None:
    view = ChartView(theme)
    qtbot.addWidget(view)
    view.resize(600, 300)
    view.set_chart(run_drawings(finished_run())[0].charts[0])
    view.show()
    found = words_of(view.menu())
    table = CellTable(CellsModel([TableColumn("")], theme), theme, "")
    qtbot.addWidget(table)
    found += words_of(table.context_menu())
    assert len(found) > 8
    assert not {text: words for text in found if (words := untranslated(text))}
