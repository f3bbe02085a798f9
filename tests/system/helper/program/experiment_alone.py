# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The experiment page in a separate process: does the next step of a session, twice.

Started by a launcher that found the program. Prints where it stands after each try, as JSON; before
the second one it waits for a line.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtCore import QDeadlineTimer, QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from driveproof.composition.application import Application, Folders
from driveproof.composition.services import Services
from driveproof.ui.experiment.page import CONFIRM, ExperimentPage
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.settings import Settings
from driveproof.ui.theme.style import Theme

TIMEOUT = 120_000  # milliseconds


def main(experiment_id: str, again: Path) -> None:
    qt = QApplication([])
    app = Application(Folders.of_the_person())
    page = ExperimentPage(
        PageContext(Services(app), Theme(qt, "light"), Settings(Path.home() / "settings.ini"))
    )
    page.resize(1000, 700)
    page.show()
    beat = QTimer(interval=50)  # a file that comes is no event
    beat.start()
    inventory = app.inventory()

    def until(there: Callable[[], bool]) -> None:
        late = QDeadlineTimer(TIMEOUT)
        while not there():
            assert not late.hasExpired()
            qt.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)

    def settled() -> bool:
        return not page.busy and not page.flow.tasks.busy

    def go() -> None:
        panel = page.steps.panel
        until(panel.button.isEnabled)
        panel.button.click()
        until(settled)
        if page.views.currentIndex() == CONFIRM:
            page.views.confirm.button.click()
            until(settled)
        experiment = page.experiment
        assert experiment is not None
        state = {
            "view": page.views.currentIndex(),
            "reason": panel.reason.text(),
            "enabled": panel.button.isEnabled(),
            "button": panel.button.text(),
            "next": experiment.stage.step if experiment.stage else None,
            "attempts": [str(one.why) for one in experiment.attempts],
        }
        print(json.dumps(state), flush=True)

    page.open_experiment(experiment_id, inventory)
    until(lambda: page.experiment is not None and settled())
    go()
    until(again.exists)
    go()
    page.hide()
    app.history.close()


main(sys.argv[1], Path(sys.argv[2]))
