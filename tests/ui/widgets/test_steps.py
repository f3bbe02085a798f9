# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A list of steps: its panel stands in the step that is next, and keeps what a person did there."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from driveproof.domain.step_state import STATE_TITLES, StepState
from driveproof.ui.theme.style import Theme
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.rows import Step, StepRows
from driveproof.wording.say import say_text

DONE, NOW, WAITING, LEFT_OUT = StepState


def steps(*states: StepState) -> list[Step]:
    """So far steps of these states."""
    return [Step(f"step {number}", state, ("a fact",)) for number, state in enumerate(states)]


def test_the_panel_goes_on_with_the_steps(qtbot: QtBot, theme: Theme) -> None:
    panel = QPushButton("go on")
    rows = StepRows(theme, panel)
    qtbot.addWidget(rows)
    rows.resize(400, 400)
    rows.show()
    rows.activateWindow()
    places = []
    for states in ([NOW, WAITING, WAITING], [DONE, NOW, WAITING], [DONE, DONE, NOW]):
        rows.show_steps(steps(*states))
        qtbot.waitUntil(panel.isVisible)
        names = [one.text() for one in panel.parentWidget().findChildren(Label)]
        places.append(names)
        panel.setFocus(Qt.FocusReason.OtherFocusReason)
    assert places == [[f"step {number}", "a fact"] for number in range(3)]
    qtbot.waitUntil(panel.hasFocus)
    rows.show_steps(steps(DONE, DONE, NOW))  # nothing new: the focus stays
    assert panel.hasFocus()
    rows.show_steps(steps(DONE, DONE, LEFT_OUT))
    assert not panel.isVisible()


def test_what_a_mark_shows_is_said(qtbot: QtBot, theme: Theme) -> None:
    rows = StepRows(theme)
    qtbot.addWidget(rows)
    rows.show_steps(steps(*StepState))
    titles = [one for one in rows.findChildren(Label) if one.text().startswith("step")]
    for state, title in zip(StepState, titles, strict=True):
        assert title.accessibleName().endswith(say_text(STATE_TITLES[state]))
