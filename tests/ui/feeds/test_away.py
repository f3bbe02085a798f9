# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A drive or a server that is away: the window says so, and goes on."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from driveproof.engine.run.target import FolderFacts
from driveproof.ui.feeds.folder import FolderWatch
from driveproof.ui.theme.style import Theme
from driveproof.ui.widgets.pages import LiveHead


@pytest.fixture
def answer() -> Iterator[threading.Event]:
    """Set when the drive answers again, at the end at the latest."""
    event = threading.Event()
    yield event
    event.set()


def test_a_folder_that_is_silent_is_said_and_the_next_is_looked_at(
    qtbot: QtBot, answer: threading.Event
) -> None:
    def look(path: str) -> FolderFacts:
        if path == "/away":
            answer.wait()
        return FolderFacts(free=1)

    watch = FolderWatch(look, timeout=0.1)
    watch.ask("/away")
    qtbot.waitUntil(lambda: watch.facts("/away") is not None)
    facts = watch.facts("/away")
    assert facts is not None and facts.problem is not None
    watch.ask("/there")
    qtbot.waitUntil(lambda: watch.facts("/there") == FolderFacts(free=1))


def test_a_cancel_that_waits_for_the_drive_says_so(qtbot: QtBot, theme: Theme) -> None:
    head = LiveHead(theme, tip="", progress="progress")
    head.begin("run")
    head.cancelling()
    at_once = head.remaining.text()
    head.late.setInterval(0)
    head.late.start()
    qtbot.waitUntil(lambda: head.remaining.text() != at_once)
    assert head.remaining.text().startswith(at_once)
    head.begin("the next")
    assert head.remaining.text() == ""
