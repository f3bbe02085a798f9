# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Texts side by side are on one line: links beside buttons, those of a notice and of a chart."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from tests.builders.made_runs import quick

from driveproof.domain.result_rows import result_rows
from driveproof.ui.charts.rows import HEAD, LaneRows
from driveproof.ui.charts.rows_view import RowsView
from driveproof.ui.theme.style import Theme
from driveproof.ui.widgets.buttons import primary_button, quiet_button
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.notices import Notice
from driveproof.ui.widgets.pages import PageHead

INK = 60
"""How much darker than the ground a letter is, of 255."""


def lowest_ink(window: QWidget, box: QRect) -> int:
    """The lowest row of a box of the window in which something is written: the baseline, unless a
    letter has a descender.
    """
    image = window.grab(box).toImage().convertToFormat(QImage.Format.Format_RGB32)
    ground = QColor(image.pixel(0, 0)).lightness()

    def inked(y: int) -> bool:
        return any(
            abs(QColor(image.pixel(x, y)).lightness() - ground) > INK for x in range(image.width())
        )

    return box.top() + max(y for y in range(image.height()) if inked(y))


def leftmost_ink(window: QWidget, box: QRect) -> int:
    """The leftmost column of a box of the window in which something is written."""
    image = window.grab(box).toImage().convertToFormat(QImage.Format.Format_RGB32)
    ground = QColor(image.pixel(0, 0)).lightness()

    def inked(x: int) -> bool:
        return any(
            abs(QColor(image.pixel(x, y)).lightness() - ground) > INK for y in range(image.height())
        )

    return box.left() + min(x for x in range(image.width()) if inked(x))


def whole(widget: QWidget) -> QRect:
    """The box of a widget in its window."""
    return QRect(widget.mapTo(widget.window(), QPoint(0, 0)), widget.size())


def test_a_flush_link_begins_where_the_text_above_it_does(qtbot: QtBot, theme: Theme) -> None:
    page = QWidget()
    column = QVBoxLayout(page)
    text, link, quiet = Label(theme, "HHH"), quiet_button("HHH", flush=True), quiet_button("HHH")
    for each in (text, link, quiet):
        column.addWidget(each, 0, Qt.AlignmentFlag.AlignLeft)
    qtbot.addWidget(page)
    with qtbot.waitExposed(page):
        page.show()
    text_at, link_at, quiet_at = (leftmost_ink(page, whole(each)) for each in (text, link, quiet))
    assert abs(link_at - text_at) <= 1  # the frame of a focused one
    assert quiet_at > text_at + 1


def inside(widget: QWidget) -> QRect:
    """The box of a widget in its window, without its frame."""
    return QRect(widget.mapTo(widget.window(), QPoint(0, 0)), widget.size()).adjusted(6, 3, -6, -3)


def test_links_beside_a_button_are_on_its_line(qtbot: QtBot, theme: Theme) -> None:
    head = PageHead(theme)
    buttons = [quiet_button("HHH"), quiet_button("HHH"), primary_button("HHH")]
    for button in buttons:
        head.add(button)
    qtbot.addWidget(head)
    head.resize(800, 80)
    for detail in ("", "A second line"):
        head.say("A sentence", detail)
        with qtbot.waitExposed(head):
            head.show()
        QApplication.processEvents()
        assert len({lowest_ink(head, inside(one)) for one in buttons}) == 1, detail


def test_the_button_of_a_notice_is_on_the_line_of_its_text(qtbot: QtBot, theme: Theme) -> None:
    notice = Notice(theme)
    qtbot.addWidget(notice)
    notice.resize(800, 60)
    notice.say("HHH", command="true")
    notice.copy.setText("HHH")
    with qtbot.waitExposed(notice):
        notice.show()
    assert lowest_ink(notice, inside(notice.copy)) == lowest_ink(notice, notice.label.geometry())


def test_the_button_of_a_chart_is_on_the_line_of_the_headers(qtbot: QtBot, theme: Theme) -> None:
    view = RowsView(theme)
    qtbot.addWidget(view)
    view.resize(800, 300)
    view.show_rows(LaneRows(result_rows(quick().phases)))
    with qtbot.waitExposed(view):
        view.show()
    table = next(one for one in view.findChildren(QPushButton) if one.text() == "Table")
    words = QRect(0, 2, 40, int(HEAD) - 4)  # "Test"
    # a chart draws at fractions of a pixel
    assert abs(lowest_ink(view, inside(table)) - lowest_ink(view, words)) <= 1
