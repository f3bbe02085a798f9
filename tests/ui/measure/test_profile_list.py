# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of profiles: its groups, its search, and its keys."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.builders.fitting import misfits
from tests.builders.scripted import drive, mount

from driveproof.domain.drive.link import LinkState
from driveproof.domain.profile.for_device import TargetUse
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.shipped import ProfileGroup
from driveproof.engine.run.profiles import Profiles
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.measure.profile_list import ProfileList, ProfileRole
from driveproof.ui.measure.setup import SetupView
from driveproof.ui.theme.style import Theme

SHIPPED = Profiles().all()
MINE = replace(SHIPPED[0], name="mine", title="My <b>own</b>", group=ProfileGroup.OWN)


@pytest.fixture
def profiles(qtbot: QtBot, theme: Theme) -> ProfileList:
    made = ProfileList(theme)
    qtbot.addWidget(made)
    made.resize(300, 600)
    made.set_profiles((MINE, *SHIPPED), "latency")
    made.show()
    qtbot.waitExposed(made)
    return made


def titles(profiles: ProfileList) -> list[str]:
    """The texts of all rows."""
    model = profiles.model
    return [str(model.index(row).data()) for row in range(model.rowCount())]


def names(profiles: ProfileList) -> list[str]:
    """The names of the profiles that are shown."""
    model = profiles.model
    rows = (model.index(row).data(ProfileRole.PROFILE) for row in range(model.rowCount()))
    return [row.name for row in rows if row is not None]


def test_groups_that_have_profiles_have_a_heading(profiles: ProfileList) -> None:
    shown = titles(profiles)
    assert shown[-1] == "My <b>own</b>"
    used = {profile.group for profile in (MINE, *SHIPPED)}
    headings = len(shown) - len(names(profiles))
    assert headings == len(used)
    assert set(names(profiles)) == {"mine", *(one.name for one in SHIPPED)}
    assert profiles.profile is not None and profiles.profile.name == "latency"


def test_the_arrow_keys_pass_over_headings(profiles: ProfileList) -> None:
    chosen: list[Profile] = []
    profiles.chosen.connect(chosen.append)
    profiles.view.setFocus()
    for _step in range(len(names(profiles))):
        QTest.keyClick(profiles.view, Qt.Key.Key_Down)
    assert profiles.profile is MINE
    QTest.keyClick(profiles.view, Qt.Key.Key_Home)
    first = names(profiles)[0]
    assert profiles.profile is not None and profiles.profile.name == first
    assert [one.name for one in chosen][-2:] == ["mine", first]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("SCHEDULERS", ["schedulers"]),
        ("records of 16", ["file-sizes"]),  # only in the description
        ("equally fast", ["scan"]),  # of the question
        ("own mine", ["mine"]),  # group and name
    ],
)
def test_the_search_finds_words_anywhere(
    profiles: ProfileList, words: str, found: list[str]
) -> None:
    QTest.keyClicks(profiles.search, words)
    assert names(profiles) == found
    assert profiles.profile is not None and profiles.profile.name == "latency"  # until chosen


def test_down_goes_on_in_what_was_found_and_escape_shows_all(profiles: ProfileList) -> None:
    profiles.go_to_search()
    assert profiles.search.hasFocus()
    QTest.keyClicks(profiles.search, "position")
    QTest.keyClick(profiles.search, Qt.Key.Key_Down)
    assert profiles.view.hasFocus()
    assert profiles.profile is not None and profiles.profile.name == "scan"
    QTest.keyClick(profiles.view, Qt.Key.Key_Escape)
    assert len(names(profiles)) == len(SHIPPED) + 1
    assert profiles.view.currentIndex().data(ProfileRole.PROFILE) is profiles.profile


def test_nothing_found_says_what_to_do(profiles: ProfileList) -> None:
    QTest.keyClicks(profiles.search, "xylophone")
    assert profiles.nothing.isVisible() and not profiles.view.isVisible()
    assert "xylophone" in profiles.nothing.text()
    assert profiles.profile is not None
    QTest.keyClick(profiles.search, Qt.Key.Key_Return)  # nowhere to go
    assert profiles.search.text() == "xylophone"
    QTest.mouseClick(profiles.all, Qt.MouseButton.LeftButton)
    assert profiles.view.isVisible() and not profiles.nothing.isVisible()
    QTest.keyClicks(profiles.search, "x")
    QTest.keyClick(profiles.search, Qt.Key.Key_Escape)
    assert profiles.search.text() == ""


def test_a_row_says_how_long_or_that_it_is_not_possible(profiles: ProfileList) -> None:
    def time(name: str) -> str:
        row = profiles.model.row_of(name)
        assert row is not None
        return str(profiles.model.index(row).data(ProfileRole.TIME))

    assert time("file-sizes").startswith("up to ")
    profiles.show_way(TargetUse.READ, None, LinkState())
    assert time("file-sizes") == ""  # which the row draws as "not here"
    assert time("scan").startswith("up to ")


@pytest.mark.parametrize("width", [672, 992, 1400])
def test_the_profiles_stand_beside_the_rest_or_above_it(
    qtbot: QtBot, context: PageContext, width: int
) -> None:
    setup = SetupView(context, "/home/x")
    qtbot.addWidget(setup)
    setup.set_profiles((MINE, *SHIPPED))
    setup.set_device(*drive(mount("/data")))
    setup.show()
    for each in (width, 992, 672, width):  # the focus stays where it is
        setup.resize(each, 640)
        setup.search()
        QApplication.processEvents()
    assert setup.choice.isVisible() and setup.profiles.search.isVisible()
    beside = setup.detail.mapTo(setup, setup.detail.rect().topLeft()).x() > 304
    assert beside == (width >= 992)
    qtbot.waitUntil(lambda: not misfits(setup))
    if beside:
        rows = setup.profiles.view.height() / setup.profiles.view.sizeHintForRow(1)
        assert rows >= 10
