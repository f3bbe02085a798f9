# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Imports pyqtgraph as the window does, and prints how long the window was blocked.

Prints one JSON document, in seconds: `stuck` the longest time between two ticks of a timer, `whole`
from the first step to the last.
"""

from __future__ import annotations

import json
import sys
import time

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget

from driveproof.ui.tasks.preload import Preload

TICK = 1  # ms


def main() -> None:
    app = QApplication(["driveproof"])
    window = QWidget()
    window.show()
    app.processEvents()
    assert "pyqtgraph" not in sys.modules
    last = begun = time.perf_counter()
    stuck = 0.0

    def beat() -> None:
        nonlocal last, stuck
        now = time.perf_counter()
        stuck, last = max(stuck, now - last), now

    timer = QTimer()
    timer.timeout.connect(beat)
    preload = Preload(app, 0)
    preload.destroyed.connect(lambda: QTimer.singleShot(10 * TICK, app.quit))
    timer.start(TICK)
    preload.start()
    app.exec()
    beat()
    assert "pyqtgraph" in sys.modules
    print(json.dumps({"stuck": stuck, "whole": last - begun}))


main()
