# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the lines of a label end: never within a unit or before the sign of a share."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

from driveproof.ui.theme.style import Theme
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import vertical


def test_no_line_begins_within_a_unit(qtbot: QtBot, theme: Theme) -> None:
    """Qt ends a line after a slash: "419 MB/" stood above "s by hdparm"."""
    label = Label(theme, "Direct I/O: 524 MB/s by hdparm, 10 % more than before", wrap=True)
    qtbot.addWidget(label)
    drawn = QLabel.text(label)
    assert "I/\N{WORD JOINER}O: 524 MB/\N{WORD JOINER}s" in drawn
    assert "10\N{NO-BREAK SPACE}%" in drawn
    metrics, wraps = label.fontMetrics(), Qt.TextFlag.TextWordWrap
    room = metrics.horizontalAdvance("Reads 524 MB/") + 2  # for the figure without its "s"

    def bottom(text: str) -> int:
        return metrics.boundingRect(QRect(0, 0, room, 1000), wraps, text).height()

    assert (
        bottom("Reads 524 MB/\N{WORD JOINER}s") == bottom("Reads\n524 MB/s") > bottom("Reads 524")
    )


def test_the_text_is_what_was_said(qtbot: QtBot, theme: Theme) -> None:
    label = Label(theme, "1 MB/s, 2 %", wrap=True)
    qtbot.addWidget(label)
    assert label.text() == label.whole() == "1 MB/s, 2 %"
    label.say("3 MB/s")
    assert label.text() == "3 MB/s"
    assert Label(theme, "1 MB/s").text() == "1 MB/s"


def test_a_label_that_moves_after_a_switch_to_dark_keeps_its_colour(
    qtbot: QtBot, theme: Theme
) -> None:
    """Qt gives it the palette back that it had before the first style sheet."""
    outer = QWidget()
    qtbot.addWidget(outer)
    places = vertical(outer)
    first, second = QWidget(), QWidget()
    for place in (first, second):
        places.addWidget(place)
    label = Label(theme, "words")
    vertical(first).addWidget(label)
    outer.show()
    theme.force("dark")
    label.setParent(outer)
    vertical(second).addWidget(label)
    label.show()
    QApplication.processEvents()
    assert label.palette().windowText().color() == theme.colors.text
