# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens the real window, measures in it like a person, and prints what that cost the process.

Usage: window_run.py FOLDER; the profile is the one that the window's settings name. Prints one JSON
document: for each repeat the seconds and this process's own CPU seconds (fio's are not in it), how
often it was painted, and its peak of memory.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
import traceback
from pathlib import Path
from typing import Any, cast

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

from driveproof.composition.application import Application
from driveproof.composition.services import Services
from driveproof.engine.run import events
from driveproof.ui.feeds.pages import MEASURE, MeasureFolder
from driveproof.ui.measure.page import MeasurePage
from driveproof.ui.shell.window import MainWindow
from driveproof.ui.tasks.inbox import Inbox
from driveproof.ui.theme.style import Theme

WAIT = 100  # ms between looks at whether the drives are there; only before it is measured


class Paints(QObject):
    """Counts how often a chart was painted: a run that is not drawn costs little."""

    count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.count += 1
        return False


class Costs:
    """From the start of one repeat to the start of the next: everything that it needs."""

    def __init__(self, paints: Paints) -> None:
        self._paints = paints
        self._last: tuple[float, float, int] | None = None
        self.repeats: list[dict[str, float]] = []
        self.snapshots = 0

    def take(self, news: list[events.Event]) -> None:
        for event in news:
            if isinstance(event, events.Measured):
                self.snapshots += 1
            if isinstance(event, events.RepeatStarted | events.RunEnded):
                used = resource.getrusage(resource.RUSAGE_SELF)
                now = (time.monotonic(), used.ru_utime + used.ru_stime, self._paints.count)
                if self._last is not None:
                    seconds, cpu, painted = (a - b for a, b in zip(now, self._last, strict=True))
                    self.repeats.append({"seconds": seconds, "cpu": cpu, "paints": painted})
                self._last = now


def fail(*problem: Any) -> None:
    """Qt would continue after an exception in a slot, and nobody would end it."""
    traceback.print_exception(*problem)
    sys.stderr.flush()
    os._exit(1)


def main() -> None:
    folder = sys.argv[1]
    sys.excepthook = fail
    application = Application()
    services = Services(application)
    news = Inbox()
    watcher = services.watcher_factory(news.put, news.put)
    watcher.start()
    app = QApplication(["driveproof"])
    window = MainWindow(services, news, Theme(app, "light"))
    window.show()
    paints = Paints()
    costs = Costs(paints)
    ended: list[events.RunEnded] = []

    def begin() -> None:
        window.show_page(MEASURE, MeasureFolder(folder))
        page = cast(MeasurePage, window.pages.page(MEASURE))
        if not page.setup.button.isEnabled():
            raise RuntimeError(f"the window does not want to measure in {folder}")
        page.runner.events.connect(costs.take)
        page.runner.events.connect(
            lambda news: ended.extend(e for e in news if isinstance(e, events.RunEnded))
        )
        page.runner.finished.connect(lambda _error: QTimer.singleShot(0, window.close))
        page.setup.button.click()
        page.live.line.installEventFilter(paints)

    QTimer.singleShot(WAIT * 10, begin)
    app.exec()
    watcher.stop()
    status = Path("/proc/self/status").read_text("ascii")
    peak = next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM:"))
    answer = {
        "status": ended[0].run.status if ended else "nothing",
        "error": str(ended[0].run.error or "") if ended else "",
        "repeats": costs.repeats,
        "snapshots": costs.snapshots,
        "peak": int(peak) * 1024,
        "pixels": window.devicePixelRatio(),
        "platform": QApplication.platformName(),
    }
    print(json.dumps(answer), flush=True)
    os._exit(0)  # Qt's own end is not what is measured


if __name__ == "__main__":
    main()
