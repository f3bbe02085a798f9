# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens the real window with many drives with health, and prints how soon it shows them.

Usage: window_health.py DRIVES. The drives and what they say are made; one of them never answers.
Prints one JSON document, in seconds: `list` from the first inventory and all the verdicts to the
painted list, `page` from the choice of a drive's Health page to the painted page, `stuck` the
longest time in which the window answered nothing while that one drive is asked.
"""

from __future__ import annotations

import itertools
import json
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import cast

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from tests.builders.made_health import MadeHealth, view_of
from tests.builders.made_trims import Trims
from tests.builders.replaced import with_services

from driveproof.composition.application import Application, Folders
from driveproof.composition.services import Services
from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.drive.link import LinkState
from driveproof.ui.feeds.pages import HEALTH
from driveproof.ui.health.page import HealthPage
from driveproof.ui.shell.drive_model import DriveRole
from driveproof.ui.shell.window import MainWindow
from driveproof.ui.tasks.inbox import Inbox
from driveproof.ui.theme.style import Theme

TICK = 5  # ms: how often the window is asked whether it is awake
ASKED = 1.0  # seconds for which the drive that does not answer is asked


def drives(count: int) -> tuple[BlockDevice, ...]:
    return tuple(
        BlockDevice(
            path=f"/dev/sd{number}x", name=f"sd{number}x", kind="ata", bus="sata",
            model=f"Made drive {number}", serial=f"{number:08}", size=10**12, rotational=False,
        )
        for number in range(count)
    )  # fmt: skip


def main() -> None:
    made = drives(int(sys.argv[1]))
    health = MadeHealth()
    with tempfile.TemporaryDirectory() as place:
        services = with_services(
            Services(Application(Folders.below(Path(place)))), **health.services(), trim=Trims(),
            link=lambda _device, _known: LinkState(), notify=lambda _title, _text: True,
        )  # fmt: skip
        app = QApplication(["driveproof"])
        news = Inbox()
        window = MainWindow(services, news, Theme(app, "light"))
        window.show()
        while not health.monitors:
            app.processEvents()
        views = [view_of(device) for device in made]

        begun = time.perf_counter()
        news.put(Inventory(made))
        health.tell(*views)
        model = window.sidebar.model
        while model.device_count() < len(made) or not all(
            model.index(row).data(DriveRole.VERDICT)
            for row in range(model.rowCount())
            if model.index(row).data(DriveRole.DEVICE) is not None
        ):
            app.processEvents()
        window.grab()
        listed = time.perf_counter() - begun

        begun = time.perf_counter()
        window.sidebar.select(made[len(made) // 2].name)
        window.show_page(HEALTH)
        window.grab()
        page = time.perf_counter() - begun

        health.requests.gate = threading.Event()
        cast(HealthPage, window.pages.page(HEALTH)).parts.snapshots.keep_button.click()
        beats = [time.perf_counter()]
        timer = QTimer()
        timer.timeout.connect(lambda: beats.append(time.perf_counter()))
        timer.start(TICK)
        while time.perf_counter() - beats[0] < ASKED:
            app.processEvents()
        asked = bool(health.requests.calls)
        health.requests.gate.set()
        stuck = max(after - before for before, after in itertools.pairwise(beats))
        print(json.dumps({"list": listed, "page": page, "stuck": stuck, "asked": asked}))
        window.close()


main()
