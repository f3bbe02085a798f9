# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A window with drives, health, chains and results, and each of its pages with something on it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QApplication, QWidget
from tests.builders.comparing import wait
from tests.builders.made_chains import settle
from tests.builders.made_health import NOW
from tests.builders.made_runs import pair, quick
from tests.builders.recorded import run_events
from tests.builders.rig import Rig

from driveproof.domain.drive_news import news_of
from driveproof.domain.health.report import Health
from driveproof.engine.run.profiles import Profiles
from driveproof.ui.feeds.pages import HEALTH, HISTORY, MEASURE, OVERVIEW, TRIM, Page
from driveproof.ui.feeds.running import follow
from driveproof.wording.catalogue import _

Furnish = Callable[[], Rig]


def overview(rig: Rig) -> QWidget:
    return page(rig, OVERVIEW)


def all_drives(rig: Rig) -> QWidget:
    rig.window.sidebar.choose_all()
    QApplication.processEvents()
    page = rig.dashboard
    running = None
    for event in run_events():
        running = follow(running, [event])
    rig.window.context.running.set(running)
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


def options(rig: Rig) -> QWidget:
    """The Measure page with everything that can be chosen."""
    found = page(rig, MEASURE)
    rig.measure.setup.form.more.set_open(True)
    return found


def editor(rig: Rig) -> QWidget:
    """A test that reads and writes at once, and a mistake in it."""
    page(rig, MEASURE)
    made = rig.measure
    made.own.edit_copy(Profiles().find("quick"))
    made.editor.form.control("directions").boxes["mixed"].setChecked(True)
    made.editor.form.control("jobs").setValue(64)
    return made


def results(rig: Rig) -> QWidget:
    found = page(rig, HISTORY)
    rig.history_page().list.scope.choose(1)  # of all drives
    return found


def compare(rig: Rig) -> QWidget:
    page(rig, HISTORY)
    runs = rig.history_page()
    runs.compare([run.id for run in pair()])
    made = runs.comparison
    assert made is not None
    wait(rig, made)
    return made


LABELS = tuple("state after TRIM"[: 5 + number] for number in range(12))
"""Of the sides of `compare_twelve`, as a person typed them."""


def compare_six(rig: Rig) -> QWidget:
    return _compare_many(rig, 6)


def compare_twelve(rig: Rig) -> QWidget:
    return _compare_many(rig, 12)


def _compare_many(rig: Rig, count: int) -> QWidget:
    """As many sides, with names of different length."""
    made = [
        quick(1 + number / count, id=f"s{number:02}aa", label=label)
        for number, label in enumerate(LABELS[:count])
    ]
    rig.services.history.save(*made)
    page(rig, HISTORY)
    runs = rig.history_page()
    runs.compare([run.id for run in made])
    assert runs.comparison is not None
    wait(rig, runs.comparison)
    return runs.comparison


def result(rig: Rig) -> QWidget:
    """A result that another one came before."""
    page(rig, HISTORY)
    runs = rig.history_page()
    runs.open(pair()[1].id)
    made = runs.result
    assert made is not None and made.view.previous.isVisible()
    return made


def over_time(rig: Rig) -> QWidget:
    page(rig, HISTORY)
    runs = rig.history_page()
    made = runs.over_time_page()
    runs.stack.setCurrentWidget(made)
    drive = pair()[0].target.identity
    assert drive is not None
    made.show_drive(drive, "Samsung SSD 990 PRO 2TB")
    assert runs.over_time is made and made.chart.isVisible()
    return made


def frame(rig: Rig) -> QWidget:
    return rig.window.sidebar


def page(rig: Rig, wanted: Page) -> QWidget:
    rig.window.show_page(wanted)
    QApplication.processEvents()
    return rig.window.pages.page(wanted)


PAGES = (
    all_drives, overview, health, trim, measure, options, editor, results, result, compare,
    compare_six, compare_twelve, over_time, frame,
)  # fmt: skip
REACHED = tuple(page for page in PAGES if page not in (compare_twelve, frame))
"""Each with other controls: those of twelve sides are those of six, and the frame is around all."""
