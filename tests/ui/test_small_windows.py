# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""In the smallest window nothing is cut, lies on anything else or scrolls sideways."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QScrollArea, QWidget
from pytestqt.qtbot import QtBot
from tests.pseudo import spoken
from tests.ui.demo import demo_inventory
from tests.ui.fitting import misfits
from tests.ui.furnished import PAGES, Furnish, furnish
from tests.ui.rig import Rig

from driveproof.ui.charts.picture_dialog import PictureDialog
from driveproof.ui.shell.sidebar import COMPACT_WIDTH
from driveproof.ui.shell.window_parts import NARROW
from driveproof.ui.theme.style import Theme
from driveproof.ui.widgets.fact_rows import FactRows
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.page_head import PageHead, primary_button

__all__ = ["furnish"]

SMALLEST, LAPTOP = (760, 480), (1366, 728)  # the second less a panel of 40 pixels


@pytest.mark.parametrize("size", [SMALLEST, LAPTOP], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("longer", [False, True], ids=["english", "longer"])
@pytest.mark.parametrize("shown", PAGES, ids=lambda shown: shown.__name__)
def test_a_page_fits(
    furnish: Furnish,
    theme: Theme,
    shown: Callable[[Rig], QWidget],
    longer: bool,
    look: str,
    size: tuple[int, int],
) -> None:
    theme.force(look)
    with spoken() if longer else nullcontext():
        rig = furnish()
        rig.window.resize(*size)
        shown(rig)

        def fits() -> None:
            assert not misfits(rig.window)

        rig.qtbot.waitUntil(fits)


# What the test of the pages can find


@pytest.fixture
def pane(qtbot: QtBot) -> QWidget:
    """An empty widget of 300 x 100 pixels."""
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(300, 100)
    return made


def test_a_cut_text_is_found(pane: QWidget) -> None:
    label = QLabel("A sentence that is longer than its label", pane)
    label.resize(60, 20)
    pane.show()
    assert misfits(pane) == [
        f"QLabel {label.text()!r} needs {label.minimumSizeHint().width()}, has 60 pixels"
    ]


def test_a_label_without_its_last_line_is_found(pane: QWidget, theme: Theme) -> None:
    label = Label(theme, "A sentence that takes several lines in a narrow label", wrap=True)
    label.setParent(pane)
    label.resize(100, 20)
    pane.show()
    (found,) = misfits(pane)
    assert "has 20 lines" in found


def test_labels_on_each_other_are_found(pane: QWidget) -> None:
    QPushButton("One", pane).move(0, 0)
    QLabel("Other", pane).move(10, 4)
    pane.show()
    (found,) = misfits(pane)
    assert "lies on" in found


def test_scrolling_sideways_is_found(pane: QWidget) -> None:
    area = QScrollArea(pane)
    wide = QWidget()
    wide.setMinimumWidth(400)
    area.setWidget(wide)
    area.resize(300, 100)
    pane.show()
    (found,) = misfits(pane)
    assert "scrolls sideways" in found


# The list of drives


@pytest.fixture
def rig(open_rig: Callable[..., Rig]) -> Rig:
    opened = open_rig()
    opened.window.resize(1280, 800)
    opened.tell(demo_inventory())
    return opened


def resized(rig: Rig, width: int) -> int:
    """The width of the list of drives in a window of this width."""
    rig.window.resize(width, 600)
    QApplication.processEvents()
    return rig.window.sidebar.width()


def test_the_list_makes_room_in_a_narrow_window_and_comes_back(rig: Rig) -> None:
    rig.window.splitter.setSizes([333, 947])
    wide = resized(rig, 1280)
    assert resized(rig, NARROW - 1) == COMPACT_WIDTH
    assert resized(rig, 1280) == wide


def test_the_list_is_opened_in_a_narrow_window(rig: Rig) -> None:
    resized(rig, 800)
    rig.qtbot.mouseClick(rig.window.sidebar_button, Qt.MouseButton.LeftButton)
    assert rig.window.sidebar.width() > COMPACT_WIDTH
    rig.qtbot.keyClick(rig.window, Qt.Key.Key_F9)
    assert rig.window.sidebar.width() == COMPACT_WIDTH


def test_the_width_of_a_wide_window_is_remembered_from_a_narrow_one(
    rig: Rig, open_rig: Callable[..., Rig]
) -> None:
    rig.window.splitter.setSizes([333, 947])
    wide = rig.window.sidebar.width()
    resized(rig, 800)
    rig.window.close()
    again = open_rig()
    assert again.window.sidebar.width() == COMPACT_WIDTH
    assert resized(again, 1280) == wide


def test_a_compact_row_says_everything_in_its_tool_tip(rig: Rig) -> None:
    resized(rig, 800)
    model = rig.window.sidebar.model
    row = model.row_of_name("nvme0n1")
    assert row is not None
    said = model.index(row).data(Qt.ItemDataRole.ToolTipRole)
    assert "Samsung SSD 990 PRO 2TB" in said
    assert "/dev/nvme0n1" in said
    assert "All drives" in model.index(0).data(Qt.ItemDataRole.ToolTipRole)


# The head of a page


def test_a_long_button_goes_below_the_words(qtbot: QtBot, theme: Theme) -> None:
    head = PageHead(theme)
    qtbot.addWidget(head)
    button = primary_button("Measure 8 tests, at most 4 min, writes at most 78 GB")
    head.add(button)
    head.say("Measure in /home/somebody")
    head.resize(3 * button.sizeHint().width(), 80)
    head.show()
    qtbot.waitUntil(lambda: button.geometry().center().y() < head.title.geometry().bottom() + 10)
    head.resize(button.sizeHint().width(), 120)
    qtbot.waitUntil(lambda: button.y() > head.title.geometry().bottom())
    assert button.geometry().right() == head.rect().right()
    button.setText("Measure")
    qtbot.waitUntil(lambda: button.y() < head.title.geometry().bottom())


# Names and values


def test_a_selection_survives_another_number_of_columns(qtbot: QtBot, theme: Theme) -> None:
    rows = FactRows(theme)
    qtbot.addWidget(rows)
    rows.resize(800, 100)
    rows.show()
    rows.set_facts([("Serial number", "S7KHNJ0W812345"), ("Firmware", "4B2QJXD7")])
    serial, firmware = rows._values
    assert firmware.y() == serial.y()
    serial.allow_selection()
    serial.setSelection(0, 4)
    rows.resize(300, 100)
    qtbot.waitUntil(lambda: firmware.y() > serial.y())
    assert serial.selectedText() == "S7KH"
    assert rows.facts() == [("Serial number", "S7KHNJ0W812345"), ("Firmware", "4B2QJXD7")]


# Dialogs


def test_the_dialog_of_a_picture_shows_its_values(qtbot: QtBot, theme: Theme) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    dialog = PictureDialog(QSize(1280, 800), window)
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.width_box.text() == "1280"
    assert not misfits(dialog)
