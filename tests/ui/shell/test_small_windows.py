# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""In the smallest window nothing is cut, lies on anything else or scrolls sideways; in another
language no page stays English, and none mentions the terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import nullcontext

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontDatabase, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QHeaderView,
    QLabel,
    QPushButton,
    QScrollArea,
    QStyle,
    QStyleOptionComboBox,
    QWidget,
)
from pytestqt.qtbot import QtBot
from tests.builders.deep import deep
from tests.builders.demo import demo_inventory
from tests.builders.fitting import clashes, misfits
from tests.builders.furnished import LABELS, PAGES, Furnish, compare, frame, trim
from tests.builders.guided_runs import (  # fmt: skip
    bad_sectors_run,
    caches_run,
    everyday_run,
    file_sizes_run,
    filesystem_run,
    iops_at_latency_run,
    load_run,
    mirror_run,
    mixed_run,
    multi_drive_run,
    probe_run,
    recording_run,
)
from tests.builders.long_runs import example_rounds, example_sustained
from tests.builders.made_chains import made_chain
from tests.builders.made_health import nvme_health
from tests.builders.made_runs import pair
from tests.builders.recorded_scan import finished_scan
from tests.builders.rig import Rig
from tests.builders.said import english, texts
from tests.builders.showing import show_alone
from tests.builders.sizes import LAPTOPS, SMALLEST
from tests.pseudo import pseudo, spoken
from tests.texts import OF_THE_TERMINAL

from driveproof.domain.access import Engine
from driveproof.domain.run.run import Run
from driveproof.ui.charts.picture_dialog import PictureDialog
from driveproof.ui.feeds.pages import TABS
from driveproof.ui.results.run_view import RunView
from driveproof.ui.shell.frame import NARROW
from driveproof.ui.shell.sidebar import COMPACT_WIDTH
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.widgets.buttons import primary_button
from driveproof.ui.widgets.cells import CellsModel, TableCell, TableColumn
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.pages import PageHead
from driveproof.ui.widgets.rows import FactRows
from driveproof.ui.widgets.table import CellTable

WHOLE = (760, 2400)
"""Without what a page in the smallest window hides below its edge."""
FACES = ("Inter", "DejaVu Sans")
"""Narrow and wide: the first is what our desktops have, the second all that a plain Debian has."""

VALUES = (
    demo_inventory(), pair(), nvme_health(), made_chain(), [str(one) for one in Engine], LABELS,
    "node[1-8]",
)  # fmt: skip
"""What is the same in every language."""

Look = tuple[str, str, tuple[int, int]]


def looks(theme: Theme) -> Iterator[Look]:
    """Switch to each theme and size in turn, and to the other installed face for the smallest."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    usual = QFont(app.font())
    installed = [face for face in FACES if face in QFontDatabase.families()]
    try:
        for number, face in enumerate(installed):
            font = QFont(usual)
            font.setFamilies([face])
            app.setFont(font)
            theme.changed.emit()
            for look in ("light", "dark") if number == 0 else ("light",):
                if theme.dark != (look == "dark"):  # it costs as much as three sizes
                    theme.force(look)
                every = number == 0 and look == "light"  # in the dark only colours are others
                for size in (SMALLEST, WHOLE, *LAPTOPS) if every else (SMALLEST, WHOLE):
                    yield face, look, size
    finally:
        app.setFont(usual)


@pytest.mark.parametrize("longer", [True, *deep(False)], ids=["longer", "english"])
@pytest.mark.parametrize("shown", PAGES, ids=lambda shown: shown.__name__)
def test_a_page_fits(
    furnish: Furnish, theme: Theme, shown: Callable[[Rig], QWidget], longer: bool
) -> None:
    """One window for all looks: opening it costs more than all of them."""
    with spoken() if longer else nullcontext():
        rig = furnish()
        rig.window.resize(*SMALLEST)
        page = shown(rig)
        if longer:
            assert not [text for text in texts(page) if OF_THE_TERMINAL.search(text)]
            assert not english(page, VALUES, only=-1 if shown is frame else 10)
        for look in looks(theme):
            rig.window.resize(*look[2])
            settle(rig.qtbot, rig.window, look)
        assert longer or not list(clashes(rig.window))


RUNS = (
    load_run, iops_at_latency_run, mixed_run, caches_run, everyday_run, file_sizes_run,
    filesystem_run, example_sustained, example_rounds, bad_sectors_run, finished_scan,
    probe_run, mirror_run, multi_drive_run, recording_run,
)  # fmt: skip
BESIDE_LIST = 89
"""Pixels of the smallest window that the list of drives takes."""


@pytest.mark.parametrize("longer", [True, *deep(False)], ids=["longer", "english"])
@pytest.mark.parametrize("make", RUNS, ids=lambda make: make.__name__)
def test_a_result_fits(qtbot: QtBot, theme: Theme, make: Callable[[], Run], longer: bool) -> None:
    with spoken() if longer else nullcontext():
        view = RunView(theme)
        qtbot.addWidget(view)
        view.resize(SMALLEST[0] - BESIDE_LIST, WHOLE[1])
        view.show()
        view.show_run(make())
        settle(qtbot, view, ("", "light", WHOLE))


@pytest.fixture
def window(furnish: Furnish) -> Iterator[Rig]:
    """A window in the pseudo-language."""
    with spoken():
        yield furnish()


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
            if abs(place.y() - places[word].y()) <= GRID and place.x() > places[word].x()
        ]
        assert beside and min(beside) >= end + GRID


def settle(qtbot: QtBot, window: QWidget, look: Look) -> None:
    """Wait until everything fits; a layout takes a few rounds."""
    found: list[str] = []
    QApplication.processEvents()  # before, what was just put into a shown widget is not seen

    def fits() -> bool:
        found[:] = misfits(window)
        return not found

    try:
        qtbot.waitUntil(fits)
    except qtbot.TimeoutError:
        pytest.fail("\n".join((f"{look}:", *found)))


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
    said = f"QLabel {label.text()!r} needs {label.minimumSizeHint().width()}, has 60 pixels"
    assert said in misfits(pane)


def test_a_label_without_its_last_line_is_found(pane: QWidget, theme: Theme) -> None:
    label = Label(theme, "A sentence that takes several lines in a narrow label", wrap=True)
    label.setParent(pane)
    label.resize(100, 20)
    pane.show()
    assert any("has 20 lines" in found for found in misfits(pane))


def test_labels_on_each_other_are_found(pane: QWidget) -> None:
    QPushButton("One", pane).move(0, 0)
    QLabel("Other", pane).move(10, 4)
    pane.show()
    assert any("lies on" in found for found in misfits(pane))


def test_scrolling_sideways_is_found(pane: QWidget) -> None:
    area = QScrollArea(pane)
    wide = QWidget()
    wide.setMinimumWidth(400)
    area.setWidget(wide)
    area.resize(300, 100)
    pane.show()
    (found,) = misfits(pane)
    assert "scrolls sideways" in found


class Painting(QWidget):
    """Paints these texts, each in its rectangle."""

    def __init__(self, parent: QWidget, *texts: tuple[QRect, str]) -> None:
        super().__init__(parent)
        self._texts = texts
        self.resize(parent.size())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        for place, text in self._texts:
            painter.save()
            painter.setClipRect(place)
            painter.drawText(place.bottomLeft() - QPoint(0, 4), text)
            painter.restore()


@pytest.mark.parametrize(
    ("place", "text", "found"),
    [
        (QRect(10, 10, 40, 20), "A long sentence", "is painted beyond its place"),
        (QRect(10, 10, 200, 9), "Half", "is painted beyond its place"),
        (QRect(10, 10, 90, 20), "1…", "is all that is painted"),
    ],
)
def test_a_painted_text_that_is_cut_is_found(
    pane: QWidget, place: QRect, text: str, found: str
) -> None:
    Painting(pane, (place, text))
    pane.show()
    (said,) = misfits(pane)
    assert found in said


def test_painted_texts_on_each_other_are_found(pane: QWidget) -> None:
    Painting(pane, (QRect(10, 10, 200, 20), "One text"), (QRect(30, 14, 200, 20), "Another"))
    pane.show()
    assert misfits(pane) == ["'One text' is painted on 'Another'"]


def test_a_cut_column_beside_an_empty_one_is_found(pane: QWidget, theme: Theme) -> None:
    model = CellsModel([TableColumn("Name"), TableColumn("Other")], theme)
    table = CellTable(model, theme, "Table")
    table.setParent(pane)
    table.resize(pane.size())
    model.set_rows([(TableCell("A name that is longer than its column"), TableCell("1"))])
    pane.show()
    header = table.horizontalHeader()
    assert not misfits(pane)
    header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    header.resizeSection(0, 80)
    header.resizeSection(1, 200)
    (said,) = misfits(pane)
    assert "is cut beside" in said


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


def test_the_list_comes_back_as_wide_as_it_was(rig: Rig, open_rig: Callable[..., Rig]) -> None:
    rig.window.splitter.setSizes([333, 947])
    wide = rig.window.sidebar.width()
    rig.qtbot.keyClick(rig.window, Qt.Key.Key_F9)
    assert rig.window.sidebar.width() == COMPACT_WIDTH
    rig.qtbot.keyClick(rig.window, Qt.Key.Key_F9)
    assert rig.window.sidebar.width() == wide
    rig.qtbot.keyClick(rig.window, Qt.Key.Key_F9)
    assert resized(rig, NARROW - 1) == COMPACT_WIDTH
    rig.window.close()
    again = open_rig()
    assert resized(again, 1280) == wide


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


def test_long_words_of_a_page_leave_the_list_its_room(furnish: Furnish) -> None:
    """The head of a result that was not shown yet asked for all its buttons side by side."""
    with spoken():
        rig = furnish()
        rig.window.resize(*LAPTOPS[-1])
        before = rig.window.sidebar.width()
        for page in TABS:
            rig.window.show_page(page)
            QApplication.processEvents()
        assert rig.window.sidebar.width() == before


def test_a_compact_row_says_everything_in_its_tool_tip(rig: Rig) -> None:
    resized(rig, 800)
    model = rig.window.sidebar.model
    row = model.row_of_name("nvme0n1")
    assert row is not None
    said = model.index(row).data(Qt.ItemDataRole.ToolTipRole)
    assert "Samsung SSD 990 PRO 2TB" in said
    assert "/dev/nvme0n1" in said
    assert model.index(0).data(Qt.ItemDataRole.ToolTipRole)


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
    rows = show_alone(qtbot, FactRows(theme), 800, 100)
    rows.set_facts([("Serial", "S7KHNJ0W812345"), ("Firmware", "4B2QJXD7")])
    serial, firmware = rows.values
    assert firmware.y() == serial.y()
    serial.allow_selection()
    serial.setSelection(0, 4)
    rows.resize(300, 100)
    qtbot.waitUntil(lambda: firmware.y() > serial.y())
    assert serial.selectedText() == "S7KH"
    assert rows.facts() == [("Serial", "S7KHNJ0W812345"), ("Firmware", "4B2QJXD7")]


def test_a_value_that_got_longer_takes_another_line(qtbot: QtBot, theme: Theme) -> None:
    """Its second line was cut off where the number of columns had changed before."""
    rows = FactRows(theme)
    qtbot.addWidget(rows)
    rows.resize(300, 200)
    rows.set_facts([("Serial", "S7KHNJ0W812345"), ("Link", "short")])
    rows.resize(600, 200)
    rows.show()
    serial, link = rows.values
    qtbot.waitUntil(lambda: link.y() == serial.y())
    one_line = rows.heightForWidth(600)
    rows.set_facts([("Serial", "S7KHNJ0W812345"), ("Link", "longer than a line " * 3)])
    assert link.heightForWidth(link.width()) > link.heightForWidth(2000)
    assert rows.heightForWidth(600) > one_line


# Dialogs


def test_the_dialog_of_a_picture_shows_its_values(qtbot: QtBot, theme: Theme) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    dialog = PictureDialog(QSize(1280, 800), window)
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.width_box.text() == "1\u202f280"
    assert not misfits(dialog)
