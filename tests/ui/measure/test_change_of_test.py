# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""At a change of test, figures and charts are painted together: they are of one test."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from tests.builders import recorded
from tests.builders.showing import show_alone

from driveproof.engine.run import events
from driveproof.ui.measure.live import RunLiveView
from driveproof.ui.theme.style import Theme


class Painted(QObject):
    """Counts the paintings of a widget and what is in it."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__()
        self.count = 0
        for each in (widget, *widget.findChildren(QWidget)):
            each.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.Paint
        return super().eventFilter(watched, event)


def test_figures_and_charts_change_together(qtbot: QtBot, theme: Theme) -> None:
    view = show_alone(qtbot, RunLiveView(theme), 1000, 760)
    qtbot.waitExposed(view)
    view.begin("Quick", "/home")
    batch: list[events.Event] = []
    changes = 0
    for event in recorded.run_events():
        batch.append(event)
        if not isinstance(event, events.Measured):
            continue
        if any(isinstance(one, events.RepeatStarted) and one.order == 1 for one in batch):
            figures = Painted(view.numbers)
            view.take(batch)
            assert figures.count == 0  # the charts come with the next picture, and so do they
            QApplication.processEvents()
            assert figures.count > 0
            changes += 1
        else:
            view.take(batch)
            QApplication.processEvents()
        batch = []
    assert changes > 3
