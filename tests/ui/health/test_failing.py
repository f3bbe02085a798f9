# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A failing drive: the banner on its pages, and the question before it is measured."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from tests.builders.answering import Answers
from tests.builders.demo import demo_inventory
from tests.builders.experimenting import Shelf, made_experiment
from tests.builders.fitting import misfits
from tests.builders.made_checks import Checks, open_intro
from tests.builders.made_health import NOW, MadeHealth, ata_health, let_work_end, view_of
from tests.builders.recorded import PROFILE
from tests.builders.rig import Rig
from tests.builders.scripted import ScriptedSession, whole
from tests.builders.sizes import SMALLEST

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.experiment.action import OTHER
from driveproof.domain.health.judge import judge_health
from driveproof.domain.health.verdict import FAILING
from driveproof.engine.run.events import Observer
from driveproof.history.store import History
from driveproof.ui.feeds.pages import HEALTH, HISTORY, MEASURE, OVERVIEW, TRIM
from driveproof.ui.measure.page import MeasurePage

DEMO = demo_inventory()


def device(name: str) -> BlockDevice:
    found = DEMO.get(name)
    assert found is not None
    return found


@pytest.fixture
def begun() -> list[str]:
    """The targets of the measurements that have begun."""
    return []


@pytest.fixture
def shelf(history: History) -> Shelf:
    return Shelf(history)


@pytest.fixture
def rig(
    open_rig: Callable[..., Rig], begun: list[str], checks: Checks, shelf: Shelf
) -> Iterator[Rig]:
    """A window in which sda, one of the two disks of md0, is failing, and nvme0n1 is not."""

    def new_session(profile: object, path: str, observer: Observer, *_rest: object) -> object:
        begun.append(path)
        return ScriptedSession(observer, whole)

    def new_against(
        _profile: object, paths: tuple[str, str], observer: Observer, _label: str
    ) -> object:
        begun.extend(paths)
        return ScriptedSession(observer, lambda _session: None)

    health = MadeHealth()
    made = open_rig(
        **health.services(),
        profiles=lambda: (PROFILE,),
        new_session=new_session,
        new_against=new_against,
        new_check=checks.new,
        plan_check=checks.plan,
        experiments=shelf,
    )
    made.tell(DEMO)
    watch = made.window.watch
    watch.begin()
    made.qtbot.waitUntil(lambda: watch.monitor is not None)
    failing = ata_health(passed=False)
    judged = judge_health(failing, now=NOW)
    assert judged.word == FAILING
    health.tell(
        view_of(device("sda"), failing, judged), view_of(device("sdb")), view_of(device("nvme0n1"))
    )
    made.qtbot.waitUntil(lambda: not watch.feed.waiting)
    watch.feed.deliver()
    yield made
    let_work_end()


def measure(rig: Rig, name: str) -> MeasurePage:
    """Choose to measure the file system on a device, and press the button."""
    rig.window.sidebar.select(name)
    rig.window.show_page(MEASURE)
    page = rig.measure
    page.setup.target.choose(device(name).mounts[0].path)
    rig.qtbot.waitUntil(page.setup.button.isEnabled)
    page.setup.button.click()
    return page


def test_every_page_of_the_drive_says_so(rig: Rig) -> None:
    window = rig.window
    window.sidebar.select("sda")
    for page in (OVERVIEW, TRIM, MEASURE, HISTORY):
        window.show_page(page)
        assert window.banner.isVisible(), page
    assert window.banner.advice.isVisible()
    window.show_page(HEALTH)  # which says it in larger letters
    assert not window.banner.isVisible()
    window.sidebar.select("nvme0n1")
    window.show_page(OVERVIEW)
    assert not window.banner.isVisible()


def test_in_the_smallest_window_it_takes_the_room_of_no_page(rig: Rig) -> None:
    window = rig.window
    window.sidebar.select("sda")
    long = "and it has 3980 reallocated, 312 pending and 120 uncorrectable sectors since 19:17"
    for label in (window.banner.title, window.banner.line):
        label.say(f"It is bad, its last test did not end well (“Not good”) {long}.")
    window.resize(*SMALLEST)
    for page in (OVERVIEW, TRIM, MEASURE, HISTORY):
        window.show_page(page)
        rig.qtbot.waitUntil(lambda: not misfits(window))
        assert window.banner.line.isVisible() and not window.banner.title.isVisible()
        assert window.banner.advice.isVisible()
    window.resize(SMALLEST[0], 800)
    rig.qtbot.waitUntil(window.banner.title.isVisible)
    rig.qtbot.waitUntil(lambda: not misfits(window))


def test_what_is_on_it_says_so_and_leads_there(rig: Rig) -> None:
    window = rig.window
    window.sidebar.select("md0")
    window.show_page(OVERVIEW)
    assert window.banner.isVisible()
    assert device("sda").model in window.banner.title.text()
    window.show_page(HEALTH)
    assert window.banner.isVisible()
    window.banner.button.click()
    assert rig.drive == "sda"
    assert window.pages.tab is HEALTH


ANSWERS = pytest.mark.parametrize("yes", [False, True])


@ANSWERS
def test_a_check_that_measures_is_asked_about_first(
    rig: Rig, checks: Checks, answer: Answers, *, yes: bool
) -> None:
    rig.window.sidebar.select("sda")
    page = open_intro(rig)
    asked = answer(yes=yes)
    page.intro.button.click()
    assert len(asked) == 1
    checks.go_on.set()
    rig.qtbot.waitUntil(lambda: not page.busy)
    assert len(checks.made) == yes


def test_a_check_that_only_reads_reports_is_not_asked_about(rig: Rig, checks: Checks) -> None:
    rig.window.sidebar.select("sda")
    page = open_intro(rig)
    checks.go_on.set()
    page.intro.less.click()
    rig.qtbot.waitUntil(lambda: not page.busy)
    assert [check.measure for check in checks.made] == [False]


@ANSWERS
def test_a_measuring_step_of_an_experiment_is_asked_about_first(
    rig: Rig, shelf: Shelf, answer: Answers, *, yes: bool
) -> None:
    mount = device("md0").mounts[0].path
    made = made_experiment(OTHER, baselines=1)
    plan = replace(made, target=replace(made.target, path=mount, mount_point=mount, uuid=None))
    shelf.experiments[plan.id] = plan
    rig.window.sidebar.select("md0")
    rig.window.context.lead_to_experiment(plan.id)
    page = rig.experiment
    assert page is not None
    rig.qtbot.waitUntil(lambda: page.experiment is not None and page.steps.panel.button.isVisible())
    asked = answer(yes=yes)
    page.steps.panel.button.click()
    assert len(asked) == 1
    shelf.on.set()
    rig.qtbot.waitUntil(lambda: not page.busy)
    assert len(shelf.asked) == yes


@ANSWERS
def test_measuring_what_is_on_it_is_asked_about_first(
    rig: Rig, begun: list[str], answer: Answers, *, yes: bool
) -> None:
    asked = answer(yes=yes)
    page = measure(rig, "md0")
    rig.qtbot.waitUntil(lambda: not page.busy)
    assert len(asked) == 1
    assert begun == [mount.path for mount in device("md0").mounts[:1]] * yes


def test_a_healthy_drive_is_measured_without_a_question(rig: Rig, begun: list[str]) -> None:
    page = measure(rig, "dm-0")
    assert begun == [device("dm-0").mounts[0].path]
    rig.qtbot.waitUntil(lambda: not page.busy)


def test_a_drive_that_goes_while_it_is_asked_about_is_replaced_by_no_other(
    rig: Rig, begun: list[str], answer: Answers
) -> None:
    """The form offers the next drive then: nobody has agreed to measure that one."""
    rig.window.sidebar.select("nvme0n1")
    rig.window.show_page(MEASURE)
    page = rig.measure
    page.setup.target.choose(device("dm-0").mounts[0].path)
    second = page.setup.against
    second.tick.setChecked(True)
    second.box.setCurrentIndex(second.box.findText("/dev/sda"))
    rig.qtbot.waitUntil(page.setup.button.isEnabled)

    def unplug() -> None:
        rig.tell(Inventory(tuple(one for one in DEMO.devices if one.name != "sda")))
        assert page.setup.against.path != "/dev/sda"

    answer(yes=True, meanwhile=unplug)
    page.setup.button.click()
    rig.qtbot.waitUntil(lambda: not page.busy)
    assert begun == [device("dm-0").mounts[0].path, "/dev/sda"]
