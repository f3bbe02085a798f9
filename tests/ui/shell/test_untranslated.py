# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""In another language no page stays English, and none mentions the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QStyle,
    QStyleOptionComboBox,
    QWidget,
)
from tests.builders.demo import demo_inventory
from tests.builders.furnished import LABELS, PAGES, Furnish, compare, frame, trim
from tests.builders.made_chains import made_chain
from tests.builders.made_health import nvme_health
from tests.builders.made_runs import pair
from tests.builders.rig import Rig
from tests.builders.said import english, texts
from tests.pseudo import pseudo, spoken
from tests.texts import OF_THE_TERMINAL

from driveproof.domain.access import Engine
from driveproof.ui.theme.style import GRID
from driveproof.ui.widgets.labels import Label


@pytest.fixture
def window(furnish: Furnish) -> Iterator[Rig]:
    """A window in the pseudo-language."""
    with spoken():
        yield furnish()


@pytest.mark.parametrize("shown", PAGES, ids=lambda shown: shown.__name__)
def test_a_page_in_another_language(window: Rig, shown: Callable[[Rig], QWidget]) -> None:
    widget = shown(window)
    assert not [text for text in texts(widget) if OF_THE_TERMINAL.search(text)]
    engines = [str(one) for one in Engine]
    values = (demo_inventory(), pair(), nvme_health(), made_chain(), engines, LABELS)
    assert not english(widget, values, only=-1 if shown is frame else 10)


def test_the_baseline_is_not_cut_where_words_are_longer(window: Rig) -> None:
    made = compare(window)
    window.window.resize(1280, 800)
    QApplication.processEvents()
    box = made.findChild(QComboBox)
    assert isinstance(box, QComboBox) and box.currentText()
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    part = QStyle.SubControl.SC_ComboBoxEditField
    room = box.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, box)
    assert room.width() >= box.fontMetrics().horizontalAdvance(box.currentText())
    assert box.accessibleDescription() == box.currentText()


def test_what_a_layer_does_keeps_clear_of_its_facts(window: Rig) -> None:
    window.window.resize(1280, 800)
    found = trim(window)
    QApplication.processEvents()
    places = {
        label: label.mapTo(found, QPoint())
        for label in found.findChildren(Label)
        if label.isVisible() and label.whole()
    }
    words = [label for label in places if label.whole() == pseudo("passes")]
    assert words
    for word in words:
        end = places[word].x() + word.sizeHint().width()
        beside = [
            place.x()
            for place in places.values()
            if place.y() == places[word].y() and place.x() > places[word].x()
        ]
        assert beside and min(beside) >= end + GRID
