# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is running is shown everywhere in the window, and its end reaches the desktop."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from tests.builders.demo import demo_inventory
from tests.builders.made_checks import QUICK, Checks, open_intro
from tests.builders.made_trims import Trims
from tests.builders.recorded import finished_run
from tests.builders.rig import Rig
from tests.builders.running_drive import NVME, in_list
from tests.builders.trim_steps import begin, ended, read

from driveproof.domain.errors import MachineError
from driveproof.domain.notes import sentence_failure
from driveproof.domain.ongoing import OngoingWork
from driveproof.domain.run.run import CANCELLED, FAILED
from driveproof.engine.run import events
from driveproof.ui.feeds.pages import HEALTH, OVERVIEW, TRIM
from driveproof.ui.feeds.running import RunningFeed, RunningWork
from driveproof.ui.settings import NOTIFY_END
from driveproof.ui.tasks.job import BackgroundJob, JobFailed
from driveproof.ui.trim.page import TrimPage


@dataclass
class Desktop:
    """What the desktop was told."""

    notified: list[str] = field(default_factory=list)
    shares: list[float | None] = field(default_factory=list)

    def notify(self, title: str, text: str) -> bool:
        self.notified.append(f"{title}. {text}")
        return True


@pytest.fixture
def desktop() -> Desktop:
    return Desktop()


@pytest.fixture
def trims() -> Trims:
    return Trims(at_once=False)


@pytest.fixture
def trimming(open_rig: Callable[..., Rig], trims: Trims, desktop: Desktop) -> tuple[Rig, TrimPage]:
    """A window that trims /home, on nvme0n1, a quarter of which is done."""
    rig = open_rig(
        trim=trims,
        helper_missing=lambda: None,
        notify=desktop.notify,
        task_bar=desktop.shares.append,
    )
    rig.window.resize(1280, 800)
    rig.tell(demo_inventory())
    rig.window.show_page(TRIM)
    page = rig.trim
    read(rig)
    begin(rig, page)
    rig.qtbot.waitUntil(lambda: page.session.live.head.progress.value() == 250)
    return rig, page


def finish(rig: Rig, page: TrimPage, trims: Trims) -> None:
    trims.running[0].go_on.set()
    ended(rig, page)


def test_the_strip_is_on_every_page_but_where_it_is_shown_anyway(
    trimming: tuple[Rig, TrimPage], trims: Trims
) -> None:
    rig, page = trimming
    strip = rig.window.strip
    assert page.session.live.isVisible() and not strip.isVisible()
    rig.window.show_page(HEALTH)
    assert strip.isVisible()
    assert NVME in strip.title.whole()
    assert "12" in strip.detail.whole()
    assert strip.progress.value() == 250
    rig.window.sidebar.choose_all()
    assert strip.isVisible()
    rig.window.sidebar.select("sda")
    rig.window.show_page(TRIM)
    assert strip.isVisible()  # this is the TRIM page of another drive
    rig.qtbot.mouseClick(strip.button, Qt.MouseButton.LeftButton)
    assert page.session.live.isVisible() and not strip.isVisible()
    assert rig.window.pages.tab is TRIM
    finish(rig, page, trims)
    assert not strip.isVisible()


def test_the_row_of_the_drive_and_the_title_of_the_window_say_it(
    trimming: tuple[Rig, TrimPage], trims: Trims
) -> None:
    rig, page = trimming
    now = in_list(rig, "nvme0n1")
    assert now is not None
    assert "25\u202f%" in now.short
    assert in_list(rig, "sda") is None
    model = rig.window.sidebar.model
    row = model.row_of_name("nvme0n1")
    assert row is not None
    said = model.index(row).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said.endswith(now.short)
    assert "25\u202f%" in rig.window.windowTitle() and NVME in rig.window.windowTitle()
    finish(rig, page, trims)
    assert in_list(rig, "nvme0n1") is None
    assert rig.window.windowTitle() == "Driveproof"


def test_the_row_is_painted_otherwise(trimming: tuple[Rig, TrimPage], trims: Trims) -> None:
    rig, page = trimming
    rig.window.sidebar.select("nvme0n1")
    running = rig.window.sidebar.grab().toImage()
    finish(rig, page, trims)
    assert rig.window.sidebar.grab().toImage() != running


def test_the_task_bar_follows_until_the_end(
    trimming: tuple[Rig, TrimPage], trims: Trims, desktop: Desktop
) -> None:
    rig, page = trimming
    rig.qtbot.waitUntil(lambda: 0.25 in desktop.shares)
    finish(rig, page, trims)
    rig.qtbot.waitUntil(lambda: desktop.shares[-1] is None)


@pytest.fixture
def behind(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another program's window is in front."""
    monkeypatch.setattr(QApplication, "activeWindow", lambda: None)


@pytest.mark.usefixtures("behind")
def test_its_end_is_notified_when_another_window_is_in_front(
    trimming: tuple[Rig, TrimPage], trims: Trims, desktop: Desktop
) -> None:
    rig, page = trimming
    finish(rig, page, trims)
    rig.qtbot.waitUntil(lambda: bool(desktop.notified))
    assert len(desktop.notified) == 1 and NVME in desktop.notified[0]


@pytest.mark.usefixtures("behind")
def test_a_failure_is_notified_with_its_reason(
    trimming: tuple[Rig, TrimPage], trims: Trims, desktop: Desktop
) -> None:
    rig, page = trimming
    trims.outcome = MachineError("It is silent.")
    finish(rig, page, trims)
    rig.qtbot.waitUntil(lambda: bool(desktop.notified))
    (notified,) = desktop.notified
    assert NVME in notified and "It is silent." in notified


def test_who_looks_at_the_window_is_not_notified(
    trimming: tuple[Rig, TrimPage], trims: Trims, desktop: Desktop
) -> None:
    rig, page = trimming
    assert QApplication.activeWindow() is not None
    finish(rig, page, trims)
    rig.qtbot.waitUntil(lambda: desktop.shares[-1] is None)  # what would come after it is there
    assert not desktop.notified


@pytest.mark.usefixtures("behind")
def test_who_does_not_want_it_is_not_notified(
    trimming: tuple[Rig, TrimPage], trims: Trims, desktop: Desktop
) -> None:
    rig, page = trimming
    rig.window.settings.keep(NOTIFY_END, False)
    finish(rig, page, trims)
    rig.qtbot.waitUntil(lambda: desktop.shares[-1] is None)
    assert not desktop.notified


def test_a_check_is_led_back_to(open_rig: Callable[..., Rig], checks: Checks) -> None:
    rig = open_rig(demo_inventory(), new_check=checks.new, plan_check=checks.plan)
    page = open_intro(rig)
    page.intro.button.click()
    rig.qtbot.waitUntil(lambda: bool(checks.made) and checks.made[0].waiting.is_set())
    strip = rig.window.strip
    rig.window.sidebar.select("sda")
    rig.window.show_page(HEALTH)
    # The test is called as it is everywhere else; what comes before it may be delivered before.
    title = QUICK.phases[-1].title
    rig.qtbot.waitUntil(lambda: strip.isVisible() and title in strip.detail.whole())
    assert strip.progress.value() > 500
    assert NVME in strip.title.whole()
    QTest.mouseClick(strip.button, Qt.MouseButton.LeftButton)
    assert rig.window.pages.tab is OVERVIEW
    assert page.live.isVisible() and not strip.isVisible()
    checks.go_on.set()
    rig.qtbot.waitUntil(lambda: not page.busy)
    assert not strip.isVisible()


class Told:
    """Work that tells one event, and ends when it may."""

    def __init__(self, observer: Callable[[object], None], event: object) -> None:
        self.observer, self.event = observer, event
        self.go_on = threading.Event()

    def run(self) -> None:
        self.observer(self.event)
        assert self.go_on.wait(20)

    def cancel(self) -> None:
        self.go_on.set()


BROKEN = finished_run(status=FAILED, error=sentence_failure("It broke off."))


@pytest.mark.parametrize(
    ("event", "cancelled", "told"),
    [
        (events.RunEnded(finished_run()), False, ["None"]),
        (events.RunEnded(BROKEN), False, ["It broke off."]),
        (events.BothEnded((finished_run(), BROKEN)), False, ["It broke off."]),
        (JobFailed(MachineError("It broke off.")), False, ["It broke off."]),
        (events.RunEnded(finished_run(status=CANCELLED)), True, []),
    ],
    ids=["done", "failed", "one of two", "a step", "cancelled"],
)
def test_what_failed_or_was_cancelled_is_not_called_done(
    qtbot: QtBot, event: object, cancelled: bool, told: list[str]
) -> None:
    feed, job, live = RunningFeed(), BackgroundJob(), QWidget()
    qtbot.addWidget(live)
    ends: list[str] = []
    feed.ended.connect(lambda _running, error: ends.append(str(error)))
    led: list[None] = []
    feed.follow(job, OngoingWork.MEASUREMENT, live, lambda: "/data", lambda: led.append(None))
    made: list[Told] = []

    def make(observer: Callable[[object], None]) -> Told:
        made.append(Told(observer, event))
        return made[0]

    job.start(make)
    assert feed.now is not None and feed.work is OngoingWork.MEASUREMENT
    feed.show()
    assert led == [None]
    qtbot.waitUntil(lambda: bool(made))
    (job.cancel if cancelled else made[0].go_on.set)()
    qtbot.waitUntil(lambda: not job.running)
    assert feed.now is None and feed.work is None and ends == told


# Words


@pytest.mark.parametrize("work", OngoingWork)
def test_every_work_has_words(work: OngoingWork) -> None:
    running = RunningWork("/dev/sda", work=work)
    assert "WD" in running.title("WD")
    assert "WD" in running.ended("WD", None)
    assert running.ended("WD", None) != running.ended("WD", MachineError("x"))
    assert running.short and running.percent == ""


def test_a_feed_without_work_shows_nothing(qtbot: QtBot) -> None:
    feed = RunningFeed()
    seen: list[object] = []
    feed.changed.connect(seen.append)
    feed.show()
    assert feed.now is None and not feed.in_sight and not seen
