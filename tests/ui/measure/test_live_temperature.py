# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The temperature during a test: drawn if the drive reports it and there is room."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot
from tests.builders import recorded

from driveproof.engine.run import events
from driveproof.ui.measure.live import RunLiveView
from driveproof.ui.theme.style import Theme


def told(degrees: float | None) -> Iterator[events.Event]:
    for event in recorded.run_events():
        if isinstance(event, events.Measured):
            samples = tuple(replace(sample, temperature=degrees) for sample in event.samples)
            yield replace(event, samples=samples)
        elif not isinstance(event, events.RunEnded):
            yield event


@pytest.mark.parametrize(("degrees", "shown"), [(47.0, True), (None, False)])
def test_the_temperature_is_drawn_where_there_is_one(
    qtbot: QtBot, qapp: QGuiApplication, degrees: float | None, shown: bool
) -> None:
    view = RunLiveView(Theme(qapp, "light"))
    qtbot.addWidget(view)
    view.resize(992, 900)
    view.begin("A profile", "/data")
    view.show()
    for event in told(degrees):
        view.take([event])
    assert view.temperature.isVisible() == shown
    assert view.numbers.temperature.isVisible() == shown
