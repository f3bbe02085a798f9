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
from tests.builders.rig import Rig

from driveproof.engine.run.profiles import Profiles
from driveproof.ui.dialogs.help import FOLDER, PAGE_OF, PAGES, SHORTCUTS, HelpWindow
from driveproof.ui.shell.pages import HEALTH, MEASURE
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
    text = (FOLDER / f"{page}.md").read_text("utf-8")
    assert text.splitlines()[0].lstrip("# ").replace("`", "") in window.browser.toPlainText()
    assert len(window.browser.toPlainText()) > len(text) / 2
    for target in re.findall(r"\]\(([^)#]+)", text):
        if not target.startswith("https:"):
            assert (FOLDER / target).exists(), target


def test_every_page_for_people_is_in_the_list() -> None:
    for_developers = {"benchmarks", "design", "development", "packaging"}
    assert set(PAGES) == {path.stem for path in FOLDER.glob("*.md")} - for_developers
    assert set(PAGE_OF.values()) <= set(PAGES)


def test_every_page_is_named_whole_and_the_open_one_is_in_sight(qtbot: QtBot, theme: Theme) -> None:
    window = HelpWindow(theme, [])
    qtbot.addWidget(window)
    window.open_page("watch")  # as the window does, before it is shown
    window.show()
    qtbot.waitExposed(window)
    QApplication.processEvents()
    room = window.list.viewport().width()
    for number in range(window.list.count()):
        assert window.list.sizeHintForIndex(window.list.model().index(number, 0)).width() <= room
    place = window.list.visualItemRect(window.list.currentItem())
    assert window.list.viewport().rect().contains(place)


def test_a_picture_is_no_wider_than_the_page(window: HelpWindow) -> None:
    window.open_page("drives")
    assert window.browser.horizontalScrollBar().maximum() == 0


def test_a_link_to_another_page_opens_it(window: HelpWindow) -> None:
    window.open_page("drives")
    window.browser.anchorClicked.emit(QUrl("health.md"))
    assert window.page == "health"


def test_other_links_open_in_the_browser(
    window: HelpWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    def open_url(url: QUrl) -> bool:
        opened.append(url.toString())
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    window.browser.anchorClicked.emit(QUrl("https://example.org/"))
    window.browser.anchorClicked.emit(QUrl("design.md"))
    assert opened[0] == "https://example.org/"
    assert opened[1].endswith("/docs/design.md")


def test_the_search_lists_the_pages_with_all_words(window: HelpWindow) -> None:
    window.search.setText("self-test endurance")
    listed = [
        window.list.item(row).data(Qt.ItemDataRole.UserRole)
        for row in range(window.list.count())
        if not window.list.item(row).isHidden()
    ]
    assert "health" in listed
    assert SHORTCUTS not in listed
    assert window.page in listed


def test_every_key_is_named(window: HelpWindow) -> None:
    window.open_page(SHORTCUTS)
    text = window.browser.toPlainText()
    assert "Refresh" in text
    assert "F5, Ctrl+R" in text
    assert "No key" not in text


def about(rig: Rig, page: int) -> str:
    """What the help opens at."""
    rig.window.show_page(page)
    rig.qtbot.keyClick(rig.window, Qt.Key.Key_F1)
    assert rig.window.help is not None
    opened = rig.window.help.page
    rig.window.help.close()
    return opened


def test_f1_opens_the_help_on_what_is_shown(open_rig: Callable[..., Rig]) -> None:
    rig = open_rig()
    rig.tell(demo_inventory())
    assert about(rig, HEALTH) == "health"


def test_f1_opens_the_help_on_the_chosen_profile(open_rig: Callable[..., Rig]) -> None:
    rig = open_rig(profiles=Profiles().all)
    rig.tell(demo_inventory())
    assert about(rig, MEASURE) == "quick"
    rig.window.pages.measure_page().setup.profiles.choose("workload-web")
    assert about(rig, MEASURE) == "workloads"


def test_f1_without_a_profile(open_rig: Callable[..., Rig]) -> None:
    rig = open_rig(profiles=lambda: ())
    rig.tell(demo_inventory())
    assert about(rig, MEASURE) == "measuring"


def test_another_theme_is_followed(window: HelpWindow, theme: Theme) -> None:
    window.open_page("health")
    light = window.browser.palette().base().color()
    theme.force("dark")
    assert window.page == "health"
    assert window.browser.palette().base().color() != light
    theme.force("light")


SOURCE = re.compile(
    r"`(?:domain|engine|ui|wording|fio|system|history|composition|tests)/[a-z_/]+\.py`"
)
FOR_READERS_OF_THE_CODE = {"helper"}
"""How what runs as root is kept in its bounds: who asks reads the code as well."""


@pytest.mark.parametrize("page", sorted({*PAGES} - FOR_READERS_OF_THE_CODE))
def test_help_for_users_quotes_no_source(page: str) -> None:
    text = (FOLDER / f"{page}.md").read_text("utf-8")
    assert not SOURCE.findall(text)
