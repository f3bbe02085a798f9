# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens a comparison of two stored runs in the real window, zooms and pans; prints the times.

Usage: window_compare.py HISTORY-FOLDER, in which a history with exactly two runs is. Prints one
JSON document, in seconds: `open` from the choice to the painted picture of the curves, `stuck` the
longest time until then in which the window answered nothing, `frames` of panning through a part of
the curves at 1920x1080, each from the movement to the painted picture, `close` the same, with so
little in it that nothing is left out.
"""

from __future__ import annotations

import itertools
import json
import sys
import time
from pathlib import Path
from typing import cast

from PySide6.QtCore import QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from tests.builders.made_health import MadeHealth
from tests.builders.made_trims import Trims
from tests.builders.replaced import with_services

from driveproof.composition.application import Application, Folders
from driveproof.composition.services import Services
from driveproof.domain.drive.drive import Inventory
from driveproof.domain.drive.link import LinkState
from driveproof.ui.charts.plot_chart import PlotChart
from driveproof.ui.charts.view import ChartView
from driveproof.ui.feeds.pages import HISTORY
from driveproof.ui.runs.page import HistoryPage
from driveproof.ui.shell.window import MainWindow
from driveproof.ui.tasks.inbox import Inbox
from driveproof.ui.theme.style import Theme

TICK = 5  # ms: how often the window is asked whether it is awake
FRAMES = 60
SIZE = (1920, 1080)
CLOSER = 1.5  # half as much again: nearly all samples in sight while panning


def frames(view: ChartView, chart: PlotChart, closeness: float) -> list[float]:
    """Pan from the start to the end, a frame a step."""
    picture = QImage(*SIZE, QImage.Format.Format_RGB32)
    view.reset()
    view.zoom(closeness)
    length = chart.across[1] / closeness
    taken = []
    for number in range(FRAMES):
        begun = time.perf_counter()
        start = (chart.across[1] - length) * number / (FRAMES - 1)
        view.look_at(start, start + length)
        view.render(picture)
        taken.append(time.perf_counter() - begun)
    return taken


def main() -> None:
    services = with_services(
        Services(Application(Folders.below(Path(sys.argv[1])))), **MadeHealth().services(),
        trim=Trims(), link=lambda _device, _known: LinkState(), notify=lambda _title, _text: True,
    )  # fmt: skip
    app = QApplication(["driveproof"])
    news = Inbox()
    theme = Theme(app, "light")
    window = MainWindow(services, news, theme)
    window.resize(*SIZE)
    window.show()
    news.put(Inventory(()))
    window.show_page(HISTORY)
    history = cast(HistoryPage, window.pages.page(HISTORY))
    history.list.scope.choose(1)
    while history.list.model.rowCount() != 2:
        app.processEvents()
    window.grab()
    history.list.table.selectAll()
    beats = [time.perf_counter()]
    timer = QTimer()
    timer.timeout.connect(lambda: beats.append(time.perf_counter()))
    timer.start(TICK)
    app.processEvents()

    begun = time.perf_counter()
    history.list.primary.click()
    page = history.comparison
    assert page is not None
    while page.compared is None:
        app.processEvents()
    app.processEvents()
    assert page.detail is not None
    view = next(one for one in page.detail.views if one.zooms)
    window.grab()
    opened = time.perf_counter() - begun
    timer.stop()
    stuck = max(after - before for before, after in itertools.pairwise(beats))
    chart = view.chart
    assert isinstance(chart, PlotChart) and not chart.empty
    alone = ChartView(theme)
    alone.resize(*SIZE)
    alone.set_chart(chart)
    samples = sum(len(one.points) for one in chart.shown.series)
    told = {
        "open": opened, "stuck": stuck, "samples": samples,
        "frames": frames(alone, chart, CLOSER),
        "close": frames(alone, chart, chart.across[1] / 40),
    }  # fmt: skip
    print(json.dumps(told))
    services.history.close()
    window.close()


main()
