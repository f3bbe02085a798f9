# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the keyboard reaches: every stop of Tab shows that it has the focus, in the order in which
the page is read, and Return presses it.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QRadioButton, QScrollArea, QWidget
from tests.builders.furnished import REACHED, Furnish, all_drives, compare, measure, overview
from tests.builders.rig import Rig

from driveproof.ui.charts.view import ChartView
from driveproof.ui.feeds.pages import HISTORY, TRIM
from driveproof.ui.widgets.overlays import WindowOverlay

LEAST = 90
"""Pixels that differ at least: less than the frame of the smallest button has."""
AROUND = 6
MOST_STOPS = 120


def press(window: QWidget, key: Qt.Key) -> None:
    """A key as the window gets it."""
    QTest.keyClick(window.windowHandle(), key)
    QApplication.processEvents()


def activate(rig: Rig) -> None:
    """Give the keyboard to the window, which has laid itself out."""
    rig.window.activateWindow()
    rig.qtbot.waitUntil(rig.window.isActiveWindow)
    for _round in range(3):
        QApplication.processEvents()
    rig.window.setFocus()


def stops(window: QWidget) -> list[QWidget]:
    """What Tab leads to, in its order."""
    found: list[QWidget] = []
    for _stop in range(MOST_STOPS):
        press(window, Qt.Key.Key_Tab)
        now = QApplication.focusWidget()
        assert now is not None
        if now in found:
            return found
        found.append(now)
    raise AssertionError("Tab never comes back")


def named(widget: QWidget) -> str:
    """What a person would call it, for the message of a failure."""
    text = getattr(widget, "text", str)()
    return f"{type(widget).__name__} {widget.accessibleName() or text!r}"


def pixels(widget: QWidget) -> np.ndarray:
    """The window around a widget."""
    window = widget.window()
    place = QRect(widget.mapTo(window, QPoint()), widget.size())
    shown = place.adjusted(-AROUND, -AROUND, AROUND, AROUND) & window.rect()
    image = window.grab(shown).toImage().convertToFormat(QImage.Format.Format_RGB32)
    return np.frombuffer(image.constBits(), np.uint32).copy()


def place(widget: QWidget) -> QRect:
    """Where it is in its window."""
    return QRect(widget.mapTo(widget.window(), QPoint()), widget.size())


def goes_back(one: QWidget, other: QWidget) -> bool:
    """Whether the second is read before the first: above it in the same column, or left of it in
    the same line. What lies within the other is read after it.
    """
    before, after = place(one), place(other)
    if before.contains(after):
        return False
    if after.bottom() < before.top():
        return after.left() < before.right()
    return after.top() < before.bottom() and after.right() < before.left()


@pytest.mark.parametrize("shown", REACHED, ids=lambda shown: shown.__name__)
def test_tab_goes_as_the_page_is_read_and_is_seen(
    furnish: Furnish, shown: Callable[[Rig], QWidget]
) -> None:
    rig = furnish()
    rig.window.resize(1280, 2400)  # almost nothing scrolls
    shown(rig)
    activate(rig)
    order = stops(rig.window)
    for area in rig.window.findChildren(QScrollArea):
        area.verticalScrollBar().setValue(0)
    wrong = [
        f"{named(one)} -> {named(other)}"
        for one, other in pairwise(order)
        if goes_back(one, other) and not rig.window.sidebar.isAncestorOf(one)
    ]
    assert not wrong, wrong
    unseen = []
    for stop in order:
        stop.setFocus(Qt.FocusReason.TabFocusReason)
        QApplication.processEvents()
        focused = pixels(stop)
        rig.window.setFocus()
        QApplication.processEvents()
        if np.count_nonzero(focused != pixels(stop)) < LEAST:
            unseen.append(named(stop))
    assert not unseen, unseen


def test_tab_goes_to_the_chosen_target(furnish: Furnish) -> None:
    rig = furnish()
    measure(rig)
    activate(rig)
    (target,) = [stop for stop in stops(rig.window) if isinstance(stop, QRadioButton)]
    assert target.isChecked()


def test_return_presses_the_button_that_has_the_focus(furnish: Furnish) -> None:
    rig = furnish()
    overview(rig)
    activate(rig)
    overview_page = rig.overview
    overview_page.queue.button.setFocus(Qt.FocusReason.TabFocusReason)
    press(rig.window, Qt.Key.Key_Return)
    assert overview_page.limits.isVisible()
    overview_page.trim_line.button.setFocus(Qt.FocusReason.TabFocusReason)
    press(rig.window, Qt.Key.Key_Enter)
    assert rig.window.pages.tab is TRIM


def test_return_opens_the_menu_of_a_button(furnish: Furnish) -> None:
    rig = furnish()
    activate(rig)
    seen = []

    def close() -> None:
        menu = rig.window.menu_button.menu()
        seen.append(menu.isVisible())
        menu.close()

    rig.window.menu_button.menu().aboutToShow.connect(lambda: QTimer.singleShot(0, close))
    rig.window.menu_button.setFocus(Qt.FocusReason.TabFocusReason)
    press(rig.window, Qt.Key.Key_Return)
    assert seen == [True]


def test_down_goes_to_the_first_row(furnish: Furnish) -> None:
    rig = furnish()
    all_drives(rig)
    table = rig.dashboard.table
    activate(rig)
    while QApplication.focusWidget() is not table:
        press(rig.window, Qt.Key.Key_Tab)
    press(rig.window, Qt.Key.Key_Down)
    assert table.chosen_rows() == [0]
    press(rig.window, Qt.Key.Key_Down)
    assert table.chosen_rows() == [1]


def test_tab_stays_within_what_covers_the_window(furnish: Furnish) -> None:
    rig = furnish()
    compare(rig)
    activate(rig)
    view = next(view for view in rig.window.findChildren(ChartView) if view.isVisible())
    view.enlarge()
    QApplication.processEvents()
    cover = rig.window.findChild(WindowOverlay)
    assert cover is not None
    assert all(cover.isAncestorOf(stop) for stop in stops(rig.window))
    focused = QApplication.focusWidget()
    rig.window.pages.page(HISTORY).setFocus()  # as when a run ends below it
    assert QApplication.focusWidget() is focused
    press(rig.window, Qt.Key.Key_Escape)
