# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Mnemonics are underlined only while Alt is held, and in menus that were opened by key."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QImage, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from driveproof.ui.theme.style import Theme
from driveproof.ui.widgets.pages import scroll_page


@pytest.fixture
def shown(qtbot: QtBot, theme: Theme) -> QWidget:
    """An active window with a button that has a mnemonic."""
    made = QWidget()
    QVBoxLayout(made).addWidget(QPushButton("&Measure"))
    qtbot.addWidget(made)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    qtbot.waitUntil(lambda: QApplication.focusWindow() is made.windowHandle())
    return made


def picture(widget: QWidget) -> QImage:
    return widget.grab().toImage()


def alt(widget: QWidget, kind: QEvent.Type) -> None:
    held = Qt.KeyboardModifier.AltModifier
    event = QKeyEvent(kind, Qt.Key.Key_Alt, held)
    QApplication.sendEvent(widget.windowHandle(), event)


def test_alt_shows_them_and_its_release_hides_them(shown: QWidget) -> None:
    without = picture(shown)
    alt(shown, QEvent.Type.KeyPress)
    assert picture(shown) != without
    alt(shown, QEvent.Type.KeyRelease)
    assert picture(shown) == without


def test_they_are_hidden_when_another_window_takes_the_focus(shown: QWidget, qtbot: QtBot) -> None:
    without = picture(shown)
    alt(shown, QEvent.Type.KeyPress)
    other = QWidget()
    qtbot.addWidget(other)
    other.show()
    other.activateWindow()
    qtbot.waitUntil(lambda: QApplication.focusWindow() is other.windowHandle())
    shown.activateWindow()
    qtbot.waitUntil(lambda: QApplication.focusWindow() is shown.windowHandle())
    assert picture(shown) == without


def menu_shows_them(qtbot: QtBot) -> bool:
    def drawn(text: str) -> QImage:
        menu = QMenu()
        qtbot.addWidget(menu)
        menu.addAction(text)
        menu.ensurePolished()
        menu.resize(menu.sizeHint())
        return picture(menu)

    return drawn("&Measure") != drawn("Measure")


def press(widget: QWidget, key: Qt.Key) -> None:
    event = QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(widget.windowHandle(), event)


def test_a_menu_shows_them_to_the_keyboard_and_not_to_the_mouse(
    shown: QWidget, qtbot: QtBot
) -> None:
    assert not menu_shows_them(qtbot)
    press(shown, Qt.Key.Key_F10)
    assert menu_shows_them(qtbot)
    QTest.mouseClick(shown.windowHandle(), Qt.MouseButton.LeftButton)
    assert not menu_shows_them(qtbot)
    alt(shown, QEvent.Type.KeyPress)
    assert menu_shows_them(qtbot)


@pytest.mark.parametrize("make", [lambda: QPushButton("&Measure"), lambda: QPushButton("Measure")])
def test_the_text_keeps_its_place(
    qtbot: QtBot, theme: Theme, make: Callable[[], QPushButton]
) -> None:
    button = make()
    qtbot.addWidget(button)
    plain = QPushButton("Measure")
    qtbot.addWidget(plain)
    assert button.sizeHint() == plain.sizeHint()


def test_a_mnemonic_scrolls_to_what_it_leads_to(qtbot: QtBot, theme: Theme) -> None:
    page, body, top = QWidget(), QWidget(), QVBoxLayout()
    qtbot.addWidget(page)
    column = QVBoxLayout(body)
    first, last = QPushButton("First"), QPushButton("&Last")
    column.addWidget(first)
    column.addSpacing(1000)
    column.addWidget(last)
    area = scroll_page(page, top, body)
    page.resize(300, 200)
    with qtbot.waitActive(page):
        page.show()
        page.activateWindow()
    last.setFocus(Qt.FocusReason.ShortcutFocusReason)
    assert area.verticalScrollBar().value() > 0
    assert last.visibleRegion().boundingRect().height() == last.height()
