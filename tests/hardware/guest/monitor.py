# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Looks after the health of the drives as the window does, with one of them on the screen:

    monitor.py /dev/NAME

A line of JSON for each view of it, and one for each event.
"""

from __future__ import annotations

import json
import signal
import sys

sys.path.insert(0, "/usr/lib/driveproof")

from driveproof.composition.application import Application
from driveproof.composition.services import Services
from driveproof.domain.watch import DriveEvent
from driveproof.engine.health.view import HealthView

name = sys.argv[1].removeprefix("/dev/")


def seen(view: HealthView) -> None:
    if view.device == name:
        print(json.dumps({"seen": view.verdict.word}), flush=True)


def happened(event: DriveEvent) -> None:
    if event.device == f"/dev/{name}":
        print(json.dumps({event.what: event.grade, "before": event.before}), flush=True)


# Before any thread: it is waited for at the end.
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
app = Application()
monitor = Services(app).new_announcer(seen, happened)
monitor.start()
monitor.set_inventory(app.inventory())
monitor.set_shown(name)
signal.sigwait({signal.SIGTERM})
monitor.stop()
