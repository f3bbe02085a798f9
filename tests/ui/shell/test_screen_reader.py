# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What assistive technology is told: names, roles and descriptions, and what happens."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6 import QtGui
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QApplication, QComboBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from tests.builders.furnished import REACHED, Furnish, overview, results
from tests.builders.rig import Rig
from tests.builders.showing import show_alone

import driveproof.ui
from driveproof.ui.measure.form import DetailsForm
from driveproof.ui.theme.style import Theme
from driveproof.ui.theme.text import set_tip
from driveproof.ui.widgets.notices import MessageBar, WrittenBar, announce

NAME, DESCRIPTION = QAccessible.Text.Name, QAccessible.Text.Description
ITEMS = {QAccessible.Role.List, QAccessible.Role.Table, QAccessible.Role.Tree}
"""Their rows and cells are named by their models."""


@pytest.fixture(autouse=True)
def listening(qapp: QApplication) -> Iterator[None]:
    """As if a screen reader ran."""
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(False)


def told(widget: QWidget) -> QAccessibleInterface:
    found = QAccessible.queryAccessibleInterface(widget)
    assert found is not None
    return found


def all_in(one: QAccessibleInterface) -> Iterator[QAccessibleInterface]:
    yield one
    if one.role() in ITEMS:
        return
    for number in range(one.childCount()):
        child = one.child(number)
        if child is not None and child.isValid():
            yield from all_in(child)


def label_of(one: QAccessibleInterface) -> str:
    label = QAccessible.RelationFlag.Label
    return " ".join(other.text(NAME) for other, kind in one.relations() if kind & label)


@pytest.mark.parametrize("shown", REACHED, ids=lambda shown: shown.__name__)
def test_everything_on_a_page_is_named(furnish: Furnish, shown: Callable[[Rig], QWidget]) -> None:
    rig = furnish()
    rig.window.resize(1280, 1000)
    shown(rig)
    QApplication.processEvents()
    nameless, marked = [], []
    for one in all_in(told(rig.window)):
        if one.state().invisible:
            continue
        what = f"{one.role().name} {one.text(NAME)!r} {one.object()}"
        if one.state().focusable:
            inside = isinstance(one.parent().object(), QComboBox)  # its line is the box itself
            named = label_of(one) if one.role() == QAccessible.Role.ComboBox else one.text(NAME)
            if not named and not inside:
                nameless.append(what)
        if "<span" in one.text(NAME) + one.text(DESCRIPTION):
            marked.append(what)
    assert not nameless, nameless
    assert not marked, marked


def test_a_choice_is_radio_buttons_and_what_opens_a_button(furnish: Furnish) -> None:
    rig = furnish()
    results(rig)
    runs = rig.history_page()
    (first, *_rest) = runs.list.scope.findChildren(QPushButton)
    assert told(first).role() == QAccessible.Role.RadioButton
    overview(rig)
    button = rig.overview.queue.button
    assert told(button).role() == QAccessible.Role.Button
    closed = told(button).text(DESCRIPTION)
    button.click()
    assert told(button).text(DESCRIPTION) != closed


def test_a_box_without_a_label_on_the_page_has_one_for_the_ear(qtbot: QtBot, theme: Theme) -> None:
    form = show_alone(qtbot, DetailsForm(theme), 800, 600)
    form.more.set_open(True)
    QApplication.processEvents()
    boxes = [box for box in form.findChildren(QComboBox) if box.isVisible()]
    assert boxes
    assert all(label_of(told(box)) for box in boxes)


def test_a_tip_is_plain_to_the_ear(qtbot: QtBot) -> None:
    widget = show_alone(qtbot, QWidget(), 100, 100)
    set_tip(widget, "a <b> & c")
    assert told(widget).text(DESCRIPTION) == "a <b> & c"
    assert "&lt;b&gt;" in widget.toolTip()
    set_tip(widget, "")
    assert (told(widget).text(DESCRIPTION), widget.toolTip()) == ("", "")
    widget.setAccessibleDescription("mine")
    set_tip(widget, "another")
    assert told(widget).text(DESCRIPTION) == "mine"


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, bool]]:
    """What a screen reader is told, and whether at once; Qt's offscreen platform tells nobody."""
    found: list[tuple[str, bool]] = []

    def hear(event: object) -> None:
        if isinstance(event, QtGui.QAccessibleAnnouncementEvent):
            urgent = event.politeness() == QAccessible.AnnouncementPoliteness.Assertive
            found.append((event.message(), urgent))

    monkeypatch.setattr(QAccessible, "updateAccessibility", hear)
    return found


def test_messages_are_announced(
    qtbot: QtBot, theme: Theme, tmp_path: Path, said: list[tuple[str, bool]]
) -> None:
    message = show_alone(qtbot, MessageBar(theme), 600, 40)
    message.say("Ejected.")
    message.say("It is busy.", bad=True)
    written = show_alone(qtbot, WrittenBar(theme), 600, 40)
    written.say_written(tmp_path / "a.png")
    assert said[:2] == [("Ejected.", False), ("It is busy.", True)]
    assert said[2][0].endswith("a.png") and not said[2][1]


def test_nothing_is_said_where_nobody_listens_or_qt_cannot(
    qtbot: QtBot, said: list[tuple[str, bool]], monkeypatch: pytest.MonkeyPatch
) -> None:
    widget = show_alone(qtbot, QWidget(), 100, 100)
    announce(widget, "")
    QAccessible.setActive(False)
    announce(widget, "one")
    QAccessible.setActive(True)
    monkeypatch.delattr(QtGui, "QAccessibleAnnouncementEvent")
    announce(widget, "two")
    assert not said


def test_no_foreign_text_becomes_a_tool_tip_as_it_is() -> None:
    """Qt takes markup in a tool tip at its word: only words of our own go there directly."""
    folder = Path(driveproof.ui.__file__).parent
    elsewhere = {"shell/tray.py"}  # the desktop shows that one
    wrong = []
    for path in sorted(folder.rglob("*.py")):
        if path.relative_to(folder).as_posix() in elsewhere:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "setToolTip"
                and not _is_ours(node.args[0])
            ):
                wrong.append(f"{path.relative_to(folder)}:{node.lineno}")
    assert not wrong, wrong


def _is_ours(node: ast.expr) -> bool:
    match node:
        case ast.Constant():
            return True
        case ast.IfExp():
            return _is_ours(node.body) and _is_ours(node.orelse)
        case ast.Call(func=ast.Name(id="_" | "tooltip")):
            return True
    return False
