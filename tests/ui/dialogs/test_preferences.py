# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The preferences: each takes effect at once, and is remembered."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QStyle, QStyleOptionComboBox
from pytestqt.qtbot import QtBot
from tests.builders.demo import demo_inventory
from tests.builders.replaced import with_services
from tests.builders.rig import Rig
from tests.builders.watch_timer import Timer

from driveproof.composition.services import Services
from driveproof.composition.watching import keep_self_tests, self_tests
from driveproof.domain.errors import RefusedError
from driveproof.engine.run.profiles import Profiles
from driveproof.ui.dialogs.preferences import PreferencesDialog
from driveproof.ui.settings import BINARY, PROFILE, THEME, Settings
from driveproof.ui.theme.style import Theme


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path / "window.ini")


@pytest.fixture
def dialog(qtbot: QtBot, theme: Theme, settings: Settings, services: Services) -> PreferencesDialog:
    made = PreferencesDialog(services, settings, theme)
    qtbot.addWidget(made)
    made.show()
    return made


def test_the_look_changes_at_once(
    dialog: PreferencesDialog, theme: Theme, settings: Settings
) -> None:
    dialog.look.choose(2)
    assert theme.dark
    assert settings.text(THEME) == "dark"
    dialog.look.choose(1)
    assert not theme.dark


def test_what_is_chosen_is_shown_the_next_time(
    dialog: PreferencesDialog, settings: Settings, qtbot: QtBot, theme: Theme, services: Services
) -> None:
    dialog.look.choose(1)
    dialog.unit.choose(1)
    dialog.health.setChecked(False)
    dialog.profile.setCurrentIndex(dialog.profile.findData("latency"))
    dialog.profile.activated.emit(dialog.profile.currentIndex())
    again = PreferencesDialog(services, settings, theme)
    qtbot.addWidget(again)
    assert again.look.current() == 1
    assert again.unit.current() == 1
    assert not again.health.isChecked()
    assert again.profile.currentData() == "latency"


def test_a_profile_that_is_gone_is_no_choice(
    qtbot: QtBot, theme: Theme, settings: Settings, services: Services
) -> None:
    settings.keep(PROFILE, "gone")
    made = PreferencesDialog(services, settings, theme)
    qtbot.addWidget(made)
    assert made.profile.currentData() == ""


def test_the_unit_reaches_every_page(open_rig: Callable[..., Rig]) -> None:
    rig = open_rig(demo_inventory())
    measure, runs = rig.measure, rig.history_page()
    assert not measure.live.switch.binary
    rig.window.settings.keep(BINARY, True)
    assert measure.live.switch.binary
    assert measure.result.switch.binary
    assert runs.list.model.binary


def test_the_default_profile_is_offered_first(open_rig: Callable[..., Rig]) -> None:
    rig = open_rig()
    rig.window.settings.keep("measure/profile", "quick")
    rig.window.settings.keep(PROFILE, "latency")
    rig.tell(demo_inventory())
    chosen = rig.measure.setup.profiles.profile
    assert chosen is not None
    assert chosen.name == "latency"


def test_the_menu_opens_them(open_rig: Callable[..., Rig]) -> None:
    rig = open_rig()
    seen: list[PreferencesDialog] = []

    def look() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, PreferencesDialog)
        seen.append(box)
        assert box.profile.count() > len(Profiles().all())
        box.accept()

    QTimer.singleShot(0, look)
    rig.window.actions_.preferences.trigger()
    assert seen


def opened(
    qtbot: QtBot, theme: Theme, settings: Settings, services: Services, timer: Timer
) -> PreferencesDialog:
    services = with_services(services, watch_timer=timer)
    made = PreferencesDialog(services, settings, theme)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitUntil(lambda: bool(made.watch_said.whole()))
    return made


def test_watching_is_switched_on_and_off(
    qtbot: QtBot, theme: Theme, settings: Settings, services: Services
) -> None:
    timer = Timer()
    made = opened(qtbot, theme, settings, services, timer)
    assert made.watch.isEnabled() and not made.watch.isChecked()
    for on in (True, False):
        made.watch.click()
        qtbot.waitUntil(made.watch.isEnabled)
        assert timer.on() is on and made.watch.isChecked() is on


def test_a_refusal_leaves_it_as_it_was(
    qtbot: QtBot, theme: Theme, settings: Settings, services: Services
) -> None:
    timer = Timer()
    timer.fails = RefusedError("No.")
    made = opened(qtbot, theme, settings, services, timer)
    made.watch.click()
    qtbot.waitUntil(lambda: made.watch_said.whole() == "No.")
    assert made.watch.isEnabled() and not made.watch.isChecked()


def test_where_it_cannot_be_switched_it_says_what_to_do(
    qtbot: QtBot, theme: Theme, settings: Settings, services: Services
) -> None:
    made = opened(qtbot, theme, settings, services, Timer(on=None))
    assert not made.watch.isEnabled()
    assert made.watch_said.whole()


def test_self_tests_are_chosen_and_an_own_schedule_is_kept(
    qtbot: QtBot, theme: Theme, settings: Settings, services: Services
) -> None:
    keep_self_tests(services.app, "short=3d")
    made = PreferencesDialog(services, settings, theme)
    qtbot.addWidget(made)
    assert made.tests.currentText() == "short=3d"
    made.tests.setCurrentIndex(1)
    made.tests.activated.emit(1)
    assert self_tests(services.app) == "short=7d"


def test_self_tests_that_no_timer_starts_are_said(
    qtbot: QtBot, theme: Theme, settings: Settings, services: Services
) -> None:
    made = opened(qtbot, theme, settings, services, Timer())
    before = made.tests_said.whole()
    made.tests.setCurrentIndex(1)
    made.tests.activated.emit(1)
    idle = made.tests_said.whole()
    assert idle != before
    made.watch.click()
    qtbot.waitUntil(lambda: made.tests_said.whole() != idle)
    assert made.watch.isChecked()


def test_every_schedule_of_self_tests_is_read_whole(
    qtbot: QtBot, theme: Theme, settings: Settings, services: Services
) -> None:
    made = opened(qtbot, theme, settings, services, Timer())
    field = QStyleOptionComboBox()
    made.tests.initStyleOption(field)
    room = made.tests.style().subControlRect(
        QStyle.ComplexControl.CC_ComboBox,
        field,
        QStyle.SubControl.SC_ComboBoxEditField,
        made.tests,
    )
    for place in range(made.tests.count()):
        said = made.tests.itemText(place)
        assert made.tests.fontMetrics().horizontalAdvance(said) <= room.width() - 2, said
