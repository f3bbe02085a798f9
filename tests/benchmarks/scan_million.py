# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads the log of a scan with a given number of I/Os, draws it, prints seconds and peak memory.

Usage: scan_million.py LOG. The log is fed in the pieces that come from a pipe.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from driveproof.domain.figure import Positions
from driveproof.domain.say import Say
from driveproof.fio.scan_log import ScanStream
from driveproof.methods.scan.runner import Findings
from driveproof.system.helper.scan import Scan, ScanKind
from driveproof.ui.charts.chart_style import ChartStyle
from driveproof.ui.charts.positions import AccessTimesChart
from driveproof.ui.theme.style import Theme

PIECE = 65536


def main() -> None:
    app = QApplication(["driveproof"])
    look = ChartStyle.of(Theme(app, "light"))
    findings = Findings(Scan(ScanKind.ACCESSES, 1_000_000, 20, 4096, 1, 0, 0, 0))
    begun = time.perf_counter()
    stream = ScanStream(findings.add)
    with Path(sys.argv[1]).open("rb") as log:
        while piece := log.read(PIECE):
            for _ in stream.feed(piece):
                pass
    read = time.perf_counter() - begun
    result = findings.result()
    assert result is not None
    chart = AccessTimesChart(Positions("", Say("Test"), 10**12, passes=(result.positions,)))
    picture = QImage(1920, 1080, QImage.Format.Format_RGB32)
    picture.fill(look.surface)
    painter = QPainter(picture)
    chart.paint(painter, QRectF(0, 0, 1920, 1080), look)
    painter.end()
    if len(sys.argv) > 2:
        picture.save(sys.argv[2])
    taken = time.perf_counter() - begun
    words = Path("/proc/self/status").read_text("ascii").split()
    peak = int(words[words.index("VmHWM:") + 1]) * 1024
    print(json.dumps({"ios": result.ios, "read": read, "seconds": taken, "peak": peak}))


main()
