# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The help: its pages, its search, and every key of the window."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QAction, QDesktopServices, QKeySequence
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.builders.demo import demo_inventory
from tests.builders.monitored import Live
from tests.builders.rig import Rig

from driveproof.domain.profile.profile import Profile
from driveproof.engine.run.profiles import Profiles
from driveproof.ui.dialogs.help import (
    FOLDER,
    PAGES,
    SHORTCUTS,
    HelpWindow,
    anchors,
    page_text,
    topic_about,
)
from driveproof.ui.feeds import pages
from driveproof.ui.feeds.pages import HEALTH, MEASURE, MONITOR, OVERVIEW, Page
from driveproof.ui.theme.style import Theme


@pytest.fixture
def window(qtbot: QtBot, theme: Theme) -> HelpWindow:
    """The help with one action."""
    action = QAction("&Refresh…", theme)
    action.setShortcuts([QKeySequence("F5"), QKeySequence("Ctrl+R")])
    made = HelpWindow(theme, [action, QAction("No key", theme)])
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_shown_whole_and_its_links_lead_somewhere(window: HelpWindow, page: str) -> None:
    window.open_page(page)
    text = page_text(page)
    assert text.splitlines()[0].lstrip("# ") in window.browser.toPlainText()
    assert len(window.browser.toPlainText()) > len(text) / 3
    for target, anchor in re.findall(r"\]\(([^)#]*)(?:#([^)]+))?\)", text):
        if target.startswith("https:"):
            continue
        file = (FOLDER / f"{page}.md").parent / target if target else FOLDER / f"{page}.md"
        assert file.exists(), target
        assert not anchor or anchor in anchors(file.read_text("utf-8")), (target, anchor)


def test_every_page_is_in_the_list() -> None:
    files = {path.relative_to(FOLDER) for path in FOLDER.rglob("*.md")}
    for_people = {path for path in files if path.parts[0] != "dev"}
    assert set(PAGES) == {path.as_posix().removesuffix(".md") for path in for_people}


@pytest.mark.parametrize("topic", sorted({page.help for page in pages.PAGES}))
def test_every_topic_has_its_place(topic: str) -> None:
    page, _sharp, anchor = topic.partition("#")
    assert not anchor or anchor in anchors(page_text(page))


@pytest.mark.parametrize("profile", Profiles().all(), ids=lambda profile: profile.name)
def test_every_profile_has_its_place(profile: Profile) -> None:
    assert topic_about(profile) == f"reference/profiles#{profile.name}"


def test_every_page_is_named_whole_and_the_open_one_is_in_sight(qtbot: QtBot, theme: Theme) -> None:
    window = HelpWindow(theme, [])
    qtbot.addWidget(window)
    window.open_page("how-to/watch-and-alerts")  # as the window does, before it is shown
    window.show()
    qtbot.waitExposed(window)
    QApplication.processEvents()
    room = window.list.viewport().width()
    for number in range(window.list.count()):
        assert window.list.sizeHintForIndex(window.list.model().index(number, 0)).width() <= room
    place = window.list.visualItemRect(window.list.currentItem())
    assert window.list.viewport().rect().contains(place)


def test_a_picture_is_no_wider_than_the_page(window: HelpWindow) -> None:
    window.open_page("how-to/watch-and-alerts")
    assert window.browser.horizontalScrollBar().maximum() == 0


def test_a_link_to_another_page_opens_it(window: HelpWindow) -> None:
    window.open_page("how-to/watch-and-alerts")
    window.browser.anchorClicked.emit(QUrl("../reference/health-ratings.md#self-tests"))
    assert window.page == "reference/health-ratings"
    assert window.browser.verticalScrollBar().value() > 0


def test_other_links_open_in_the_browser(
    window: HelpWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    def open_url(url: QUrl) -> bool:
        opened.append(url.toString())
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    window.open_page("how-to/trim")
    window.browser.anchorClicked.emit(QUrl("https://example.org/"))
    window.browser.anchorClicked.emit(QUrl("../dev/design.md"))
    assert opened[0] == "https://example.org/"
    assert opened[1].endswith("/docs/dev/design.md")


def test_a_topic_opens_at_its_heading(window: HelpWindow) -> None:
    window.open_page("how-to/trim#what-proves-it")
    assert window.page == "how-to/trim"
    assert window.browser.verticalScrollBar().value() > 0


def test_the_search_lists_the_pages_with_all_words(window: HelpWindow) -> None:
    window.search.setText("self-test reallocated")
    listed = [
        window.list.item(row).data(Qt.ItemDataRole.UserRole)
        for row in range(window.list.count())
        if not window.list.item(row).isHidden()
    ]
    assert "reference/health-ratings" in listed
    assert SHORTCUTS not in listed
    assert window.page in listed


def test_every_key_is_named(window: HelpWindow) -> None:
    window.open_page(SHORTCUTS)
    text = window.browser.toPlainText()
    assert "Refresh" in text
    assert "F5, Ctrl+R" in text
    assert "No key" not in text


def about(rig: Rig, page: Page) -> str:
    """What the help opens at."""
    rig.window.show_page(page)
    rig.qtbot.keyClick(rig.window, Qt.Key.Key_F1)
    assert rig.window.help is not None
    opened = rig.window.help.page
    rig.window.help.close()
    return opened


def test_f1_opens_the_help_on_what_is_shown(open_rig: Callable[..., Rig]) -> None:
    rig = open_rig(demo_inventory())
    assert about(rig, HEALTH) == "reference/health-ratings"


def test_f1_opens_the_help_on_what_is_in_place_of_the_overview(
    open_rig: Callable[..., Rig], live: Live
) -> None:
    rig = open_rig(demo_inventory(), live=live)
    assert about(rig, OVERVIEW) == "tutorials/test-a-new-ssd"
    assert about(rig, MONITOR) == "how-to/watch-and-alerts"


def test_f1_opens_the_help_on_the_chosen_profile(open_rig: Callable[..., Rig]) -> None:
    rig = open_rig(demo_inventory(), profiles=Profiles().all)
    assert about(rig, MEASURE) == "reference/profiles"


def test_f1_without_a_profile(open_rig: Callable[..., Rig]) -> None:
    rig = open_rig(demo_inventory(), profiles=lambda: ())
    assert about(rig, MEASURE) == "tutorials/first-benchmark"


def test_another_theme_is_followed(window: HelpWindow, theme: Theme) -> None:
    window.open_page("reference/health-ratings")
    light = window.browser.palette().base().color()
    theme.force("dark")
    assert window.page == "reference/health-ratings"
    assert window.browser.palette().base().color() != light
    theme.force("light")
