# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""In another language no page stays English, and none mentions the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QStyle,
    QStyleOptionComboBox,
    QWidget,
)
from tests.pseudo import pseudo, spoken
from tests.texts import OF_THE_TERMINAL
from tests.ui.comparing import wait
from tests.ui.demo import demo_inventory
from tests.ui.made_chains import Reader, made_chain, settle
from tests.ui.made_health import NOW, MadeHealth, let_work_end, nvme_health, view_of
from tests.ui.made_runs import pair
from tests.ui.recorded import run_events
from tests.ui.rig import Rig
from tests.ui.said import english, texts

from driveproof.domain.dashboard import news_of
from driveproof.domain.health.judge import judge
from driveproof.domain.health.report import Health
from driveproof.history.store import History
from driveproof.ui.dashboard.running import follow
from driveproof.ui.shell.pages import HEALTH, HISTORY, MEASURE, OVERVIEW, TRIM
from driveproof.ui.theme.style import GRID
from driveproof.ui.widgets.labels import Label
from driveproof.wording.catalogue import _


@pytest.fixture
def window(open_rig: Callable[..., Rig], history: History) -> Iterator[Rig]:
    """A window in the pseudo-language, with drives, health, chains and results."""
    with spoken():
        health = MadeHealth()
        rig = open_rig(health=health.services(), trim=Reader().services())
        history.save(*pair())
        rig.tell(demo_inventory())
        rig.window.watch._begin()
        rig.qtbot.waitUntil(lambda: rig.window.watch._monitor is not None)
        drive = demo_inventory().get("nvme0n1")
        assert drive is not None
        health.tell(view_of(drive, nvme_health(), judge(nvme_health())))
        rig.qtbot.waitUntil(lambda: rig.window.watch.view(drive) is not None)
        yield rig
        let_work_end()


def overview(rig: Rig) -> QWidget:
    return page(rig, OVERVIEW)


def all_drives(rig: Rig) -> QWidget:
    rig.window.sidebar.choose_all()
    QApplication.processEvents()
    page = rig.window.dashboard
    assert page is not None
    running = None
    for event in run_events():
        running = follow(running, [event])
    page.set_running(running)
    before, now = Health(taken=NOW, firmware="1"), Health(taken=NOW, firmware="2")
    names = {"nvme0n1": "Samsung SSD 990 PRO 2TB"}
    page.news.show_news(news_of("nvme0n1", before, now), NOW, names)
    page.checking.say(_("Checking all drives"), "", 0.5)
    return page


def health(rig: Rig) -> QWidget:
    return page(rig, HEALTH)


def trim(rig: Rig) -> QWidget:
    found = page(rig, TRIM)
    settle(rig)
    return found


def measure(rig: Rig) -> QWidget:
    return page(rig, MEASURE)


def results(rig: Rig) -> QWidget:
    found = page(rig, HISTORY)
    rig.history_page().list.scope.choose(1)  # of all drives
    return found


def compare(rig: Rig) -> QWidget:
    page(rig, HISTORY)
    runs = rig.history_page()
    runs.compare([run.id for run in pair()])
    made = runs._compare
    assert made is not None
    wait(rig, made)
    return made


def frame(rig: Rig) -> QWidget:
    return rig.window.sidebar


def page(rig: Rig, number: int) -> QWidget:
    rig.window.show_page(number)
    QApplication.processEvents()
    found = rig.window.pages.currentWidget()
    assert found is not None
    return found


PAGES = (all_drives, overview, health, trim, measure, results, compare, frame)


@pytest.mark.parametrize("shown", PAGES, ids=lambda shown: shown.__name__)
def test_a_page_in_another_language(window: Rig, shown: Callable[[Rig], QWidget]) -> None:
    widget = shown(window)
    assert not [text for text in texts(widget) if OF_THE_TERMINAL.search(text)]
    values = (demo_inventory(), pair(), nvme_health(), made_chain())
    assert not english(widget, values, only=-1 if shown is frame else 10)


def test_the_baseline_is_not_cut_where_words_are_longer(window: Rig) -> None:
    made = compare(window)
    window.window.resize(1280, 800)
    QApplication.processEvents()
    box = made.findChild(QComboBox)
    assert isinstance(box, QComboBox) and box.currentText()
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    part = QStyle.SubControl.SC_ComboBoxEditField
    room = box.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, box)
    assert room.width() >= box.fontMetrics().horizontalAdvance(box.currentText())
    assert box.toolTip() == box.currentText()


def test_what_a_layer_does_keeps_clear_of_its_facts(window: Rig) -> None:
    window.window.resize(1280, 800)
    found = trim(window)
    QApplication.processEvents()
    places = {
        label: label.mapTo(found, QPoint())
        for label in found.findChildren(Label)
        if label.isVisible() and label.whole()
    }
    words = [label for label in places if label.whole() == pseudo("passes")]
    assert words
    for word in words:
        end = places[word].x() + word.sizeHint().width()
        beside = [
            place.x()
            for place in places.values()
            if place.y() == places[word].y() and place.x() > places[word].x()
        ]
        assert beside and min(beside) >= end + GRID
