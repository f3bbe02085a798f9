# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Work that goes on beside what a test does, so that nothing else may begin."""

from __future__ import annotations

from threading import Event

from pytestqt.qtbot import QtBot

from driveproof.domain.ongoing import OngoingWork
from driveproof.ui.feeds.running import RunningFeed
from driveproof.ui.tasks.job import Answering, BackgroundJob


class OtherWork:
    """Goes on from its creation to `end`; `said` is what a page says of it."""

    def __init__(self, running: RunningFeed, qtbot: QtBot) -> None:
        self._job, self._end, self._qtbot = BackgroundJob(running), Event(), qtbot
        running.exclude(self._job, OngoingWork.MEASUREMENT)
        self._job.start(lambda observer: Answering(self._work, self._end.set, observer))
        self.said = running.reason(None)

    def _work(self) -> None:
        assert self._end.wait(30)

    def end(self) -> None:
        self._end.set()
        self._qtbot.waitUntil(lambda: not self._job.running)
