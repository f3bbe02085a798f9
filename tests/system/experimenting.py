# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests of the experiment page do."""

from __future__ import annotations

from pytestqt.qtbot import QtBot
from tests.system.measuring import keep_small_profile

from driveproof.composition.application import Application
from driveproof.ui.experiment.page import ExperimentPage


def write_profile(program: Application, seconds: float) -> None:
    keep_small_profile(program.folders.config / "profiles", seconds)


def arrive(qtbot: QtBot, page: ExperimentPage, view: int) -> None:
    """Wait until nothing is running any more, and this is shown."""

    def there() -> bool:
        done = not page.busy and not page.flow.tasks.busy
        return done and page.views.currentIndex() == view

    qtbot.waitUntil(there, timeout=60_000)
