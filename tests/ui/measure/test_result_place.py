# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The result of a measurement is on the Measure page of its drive, and of no other one."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.builders import recorded
from tests.builders.demo import demo_inventory
from tests.builders.rig import Rig
from tests.builders.scripted import ScriptedSession

from driveproof.domain.drive.drive import Inventory
from driveproof.ui.feeds.pages import HEALTH, MEASURE
from driveproof.ui.measure.page import LIVE, RESULT, SETUP, MeasurePage

NVME, SATA = "nvme0n1", "sda"


class Measured:
    """A measurement of /home, on nvme0n1, that waits before its end."""

    def __init__(self, open_rig: Callable[..., Rig]) -> None:
        self.go_on = threading.Event()
        self.rig = open_rig(
            profiles=lambda: (recorded.PROFILE,),
            new_session=lambda profile, path, observer, label, *_, **__: ScriptedSession(
                observer, self._script
            ),
        )
        self.rig.tell(demo_inventory())
        self.rig.window.sidebar.select(NVME)
        self.rig.window.show_page(MEASURE)
        self.page.setup.target.choose("/home")
        self.rig.qtbot.waitUntil(self.page.setup.button.isEnabled)
        self.page.setup.button.click()

    def _script(self, session: ScriptedSession) -> None:
        first, *rest = recorded.run_events()
        session.observer(first)
        assert self.go_on.wait(30)
        for event in rest:
            session.observer(event)

    @property
    def page(self) -> MeasurePage:
        return self.rig.measure

    @property
    def header(self) -> str:
        return self.rig.window.header.title.whole()

    def end(self) -> None:
        self.go_on.set()
        self.rig.qtbot.waitUntil(lambda: not self.page.busy)


@pytest.fixture
def measured(open_rig: Callable[..., Rig]) -> Measured:
    return Measured(open_rig)


def test_it_is_there_when_one_comes_back_during_the_measurement(measured: Measured) -> None:
    measured.rig.window.sidebar.select(SATA)
    assert measured.page.stack.currentIndex() == LIVE
    measured.rig.window.sidebar.select(NVME)
    measured.end()
    assert measured.page.stack.currentIndex() == RESULT
    assert "Samsung" in measured.header


def test_it_is_there_when_one_comes_back_after_the_end(measured: Measured) -> None:
    window, page = measured.rig.window, measured.page
    window.sidebar.select(SATA)
    window.show_page(HEALTH)
    measured.end()
    window.show_page(MEASURE)
    assert page.stack.currentIndex() == SETUP
    assert "WDC" in measured.header
    window.sidebar.select(NVME)
    assert page.stack.currentIndex() == RESULT
    assert "Samsung" in measured.header
    window.sidebar.select(SATA)
    assert page.stack.currentIndex() == SETUP
    window.sidebar.select(NVME)
    assert page.stack.currentIndex() == RESULT


def test_it_stays_in_front_of_who_watches_it_end(measured: Measured) -> None:
    measured.rig.window.sidebar.select(SATA)
    measured.end()
    assert measured.page.stack.currentIndex() == RESULT
    assert "Samsung" in measured.header
    measured.rig.window.sidebar.select("sdb")
    assert measured.page.stack.currentIndex() == SETUP


def test_it_is_not_there_for_another_drive_that_has_its_name_by_now(measured: Measured) -> None:
    measured.end()
    window, before = measured.rig.window, demo_inventory()
    for drive in before.devices:
        if drive.name == NVME:
            other = replace(drive, model="Another", serial="another", wwn="")
    measured.rig.tell(Inventory((other,)))
    assert window.sidebar.select(NVME)
    assert "Another" in measured.header
    assert measured.page.stack.currentIndex() == SETUP


def test_a_new_measurement_is_chosen_instead(measured: Measured) -> None:
    measured.end()
    measured.page.again.click()
    measured.rig.window.sidebar.select(SATA)
    measured.rig.window.sidebar.select(NVME)
    assert measured.page.stack.currentIndex() == SETUP
